import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import en from '../../../../locales/en/payments.json' with { type: 'json' }
import ru from '../../../../locales/ru/payments.json' with { type: 'json' }
import { currencies } from '#modules/ledger/rules/currency.ts'
import {
  depositFailure,
  untakenStep,
  depositStep,
  PROVIDER_OUTCOMES,
  type DepositMoney,
  type DepositStep,
  type DepositState,
} from './deposit-state.ts'
import rows from '#seed/payment-methods.json' with { type: 'json' }
import { feeOn, METHODS, methodsFor } from './methods.ts'

test.each([
  ['created', 'pending', 'pending', 'nothing'],
  ['created', 'paid', 'done', 'credit'],
  ['pending', 'declined', 'declined', 'nothing'],
  ['declined', 'paid', 'done', 'credit'],
  ['expired', 'paid', 'done', 'credit'],
  ['expired', 'declined', 'expired', 'nothing'],
  ['called_off', 'paid', 'done', 'credit'],
  ['called_off', 'declined', 'called_off', 'nothing'],
  ['called_off', 'pending', 'called_off', 'nothing'],
  ['done', 'paid', 'done', 'nothing'],
  ['done', 'declined', 'done', 'nothing'],
  ['done', 'refunded', 'returned', 'takeBack'],
  ['done', 'charged_back', 'charged_back', 'takeBack'],
  ['returned', 'charged_back', 'returned', 'nothing'],
  ['pending', 'refunded', 'returned', 'nothing'],
  ['returned', 'paid', 'returned', 'nothing'],
  ['held', 'refunded', 'returned', 'giveBack'],
  ['held', 'paid', 'held', 'nothing'],
  ['held', 'declined', 'held', 'nothing'],
  ['declined', 'pending', 'declined', 'nothing'],
] as const)('%s + %s → %s', (state, outcome, next, money) => expect(depositStep(state, outcome)).toEqual({ next, money }))

test.each([
  ['done', 'charged_back', 'charged_back'],
  ['done', 'refunded', 'taken_back'],
  ['held', 'refunded', 'given_back'],
  ['pending', 'charged_back', 'given_back'],
  ['pending', 'declined', 'declined'],
  ['created', 'declined', null],
  ['charged_back', 'charged_back', null],
  ['created', 'paid', null],
] as const)('%s + %s: the player is told %s', (state, outcome, failure) =>
  expect(depositFailure(state, depositStep(state, outcome))).toBe(failure),
)

it('over any order of callbacks money comes in at most once and goes out at most once, and the state says where it is', () => {
  const word = fc.record({ outcome: fc.constantFrom(...PROVIDER_OUTCOMES, 'untaken' as const), mayPlay: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(word, { maxLength: 20 }),
      fc.constantFrom('created', 'pending', 'declined', 'expired', 'called_off'),
      (words, first) => {
        let state: DepositState = first
        const moved: Record<DepositMoney, number> = { nothing: 0, credit: 0, keepApart: 0, giveBack: 0, takeBack: 0, setApart: 0 }
        for (const { outcome, mayPlay } of words) {
          const step: DepositStep = outcome === 'untaken' ? untakenStep(state) : depositStep(state, outcome, mayPlay)
          state = step.next
          moved[step.money] += 1
        }
        expect(moved.credit + moved.keepApart).toBeLessThanOrEqual(1)
        expect([moved.credit - moved.takeBack - moved.setApart, moved.keepApart + moved.setApart - moved.giveBack]).toEqual([
          Number(state === 'done'),
          Number(state === 'held'),
        ])
        const outcomes = words.map(({ outcome }) => outcome)
        const back = outcomes.findIndex((outcome) => outcome === 'refunded' || outcome === 'charged_back')
        const paid = outcomes.indexOf('paid')
        expect(moved.credit + moved.keepApart).toBe(Number(paid >= 0 && (back < 0 || paid < back)))
      },
    ),
  )
})

const EUR = { code: 'EUR', crypto: false }

it('offers methods by country and currency, with what the brand has changed', () => {
  const keys = (country: string, currency: { code: string; crypto: boolean }, config?: Parameters<typeof methodsFor>[2]) =>
    methodsFor(country, currency, config).map((method) => method.key)
  expect(keys('kz', { code: 'KZT', crypto: false })).toEqual(['card', 'wallet', 'bank', 'phone', 'kz_terminal', 'cash_desk', 'voucher'])
  expect(keys('DE', EUR)).toEqual(['card', 'wallet', 'bank', 'sepa', 'sepa_instant', 'voucher'])
  expect(keys('DE', { code: 'BTC', crypto: true })).toEqual(['crypto', 'lightning'])
  const changed = { methods: { card: { off: true }, wallet: { countries: ['FR'] }, bank: { feeInPermille: 25 } } }
  expect(keys('DE', EUR, changed)).toEqual(['bank', 'sepa', 'sepa_instant', 'voucher'])
  expect(methodsFor('DE', EUR, changed)[0]).toMatchObject({ feeInPermille: 25, minEur: '10' })
})

it('the table of ways is whole: ids, keys, bounds, a drawing and a name for each', () => {
  expect(METHODS.length).toBeGreaterThan(40)
  expect(new Set(METHODS.map(({ id }) => id)).size).toBe(METHODS.length)
  expect(new Set(METHODS.map(({ key }) => key)).size).toBe(METHODS.length)
  const known = new Set(currencies.map(({ code }) => code))
  for (const method of METHODS) {
    expect(rows.find((row) => row[0] === method.id)![7], method.key).toBe(Number(method.crypto))
    expect(Number(method.minEur), method.key).toBeLessThan(Number(method.maxEur))
    if (method.paysOut) expect(Number(method.outMinEur), method.key).toBeLessThan(Number(method.outMaxEur))
    expect(method.currencies?.filter((code) => !known.has(code)) ?? [], method.key).toEqual([])
    expect(method.drawing, method.key).toMatch(/^(card|wallet|bank|phone|coin|instant|qr|cash|voucher)$/)
    if (method.name === '') for (const texts of [ru, en]) expect(texts, method.key).toHaveProperty(`method_${method.key}`)
  }
})

it('a fee is never less than its share and never more than a minor unit above it', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 15n), fc.integer({ min: 0, max: 200 }), (sum, permille) => {
      const fee = feeOn(sum, permille)
      expect(fee * 1000n >= sum * BigInt(permille) && (fee - 1n) * 1000n < sum * BigInt(permille)).toBe(true)
    }),
  )
})
