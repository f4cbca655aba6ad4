import { expect, test } from 'vitest'
import { loadBrands } from '../server/index.ts'
import { siteConfigSchema } from './config.ts'
import { taxRule } from './taxes.ts'

const rule = {
  country: 'DE',
  validFrom: '2021-07-01',
  rule: 'DE-2021-07',
  stake: { mode: 'excluded', rate: '0.053' },
  returnsStakeTax: true,
}
const brands = loadBrands(new URL('../../../../brands', import.meta.url).pathname, 'development')

test('a rule is a day, and stays what it was when it is read again', () => {
  const read = taxRule.parse(rule)
  expect(read.validFrom).toBe(Date.UTC(2021, 6, 1))
  expect(taxRule.parse(read)).toEqual(read)
})

test('the delivered rule of Kenya takes a share of each deposit and each withdrawal, and nothing of bets', () => {
  const inForce = brands.list().flatMap(({ config }) => config.taxes.filter(({ country }) => country === 'KE').slice(-1))
  expect(inForce.length).toBeGreaterThan(0)
  for (const { country: _, ...one } of inForce) {
    expect(one).toEqual({
      validFrom: Date.UTC(2025, 6, 1),
      rule: 'KE-2025-07',
      transfer: { deposit: '0.05', withdrawal: '0.05' },
      returnsStakeTax: false,
    })
  }
})

test.each([
  ['a rate of the whole', { ...rule, stake: { mode: 'excluded', rate: '1' } }],
  ['a fraction above the whole', { ...rule, payout: { base: 'gross', rate: '105/5' } }],
  ['a day that is none', { ...rule, validFrom: '2021-13-01' }],
  ['a threshold without a payout tax', { ...rule, threshold: '100' }],
  ['a threshold of no currency', { ...rule, payout: { base: 'gross', rate: '0.1' }, threshold: '100' }],
  ['a tax on transfers that takes of none', { ...rule, transfer: {} }],
  ['a tax of a whole deposit', { ...rule, transfer: { deposit: '1' } }],
  ['a tax on transfers of another kind', { ...rule, transfer: { deposit: '0.05', bonus: '0.05' } }],
  ['a currency that is none', { ...rule, currency: 'ZLT' }],
  ['brackets that do not begin at 0', { ...rule, payout: { base: 'net', mode: 'slab', brackets: [{ from: '5', rate: '0.1' }] } }],
  [
    'brackets that fall',
    {
      ...rule,
      payout: {
        base: 'net',
        mode: 'progressive',
        brackets: [
          { from: '0', rate: '0' },
          { from: '200', rate: '0.1' },
          { from: '100', rate: '0.2' },
        ],
      },
    },
  ],
])('%s is refused', (_name, wrong) => {
  expect(taxRule.safeParse(wrong).success).toBe(false)
})

test('a visit gets the taxes of its country, old and coming ones too, and no others', () => {
  const taxesOf = (query: Record<string, unknown>, country: string): string[] => {
    const there = loadBrands(new URL('../../../../brands', import.meta.url).pathname, 'development', { countryOf: () => country })
    return there.visitOf({ host: 'localhost', url: '/ru', query, cookies: {}, ip: '192.0.2.1' }).config.taxes.map((tax) => tax.rule)
  }
  expect(taxesOf({}, 'KE')).toEqual(['KE-2023-07', 'KE-2024-12', 'KE-2025-07'])
  expect(taxesOf({}, 'PL')).toEqual(['PL-2017-04'])
  expect(taxesOf({}, 'KZ')).toEqual([])
})

test('coupon types are known, stand once and hold a kind; a boost has no gap', () => {
  const { config } = brands.byId('polosa')
  const withCoupon = (coupon: object): boolean => siteConfigSchema.safeParse({ ...config, coupon: { ...config.coupon, ...coupon } }).success
  expect(withCoupon({})).toBe(true)
  expect(withCoupon({ types: ['single', 'treble'] })).toBe(false)
  expect(withCoupon({ types: ['single', 'single'] })).toBe(false)
  expect(withCoupon({ types: ['cashOut'] })).toBe(false)
  expect(withCoupon({ boost: null })).toBe(true)
  expect(withCoupon({ boost: { minPrice: 1200, table: { 4: 10, 6: 20 } } })).toBe(false)
  expect(withCoupon({ boost: { minPrice: 1200, table: {} } })).toBe(false)
})
