import codes from 'currency-codes'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { minorFromWire, minorText, parseMinor, wireMoney } from '#lib/money.ts'
import { DAY, MINUTE } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { formatMoney } from '#lib/number-format.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { currencies } from '../rules/currency.ts'
import { currencyName } from './currencies.ts'
import { createRates, referenceRates, simulatedRates, type RatesPort } from './rates.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db })

test('every currency of ISO 4217 in circulation is there with its decimals', () => {
  const ours = new Map(currencies.map(({ code, exponent }) => [code, exponent]))
  const notMoney = new Set(['USN', 'XBA', 'XBB', 'XBC', 'XBD', 'XPD', 'XPT', 'XSU', 'XTS', 'XUA', 'XXX'])
  const wanted = codes.data.filter(({ code }) => !notMoney.has(code))
  expect(wanted.length).toBeGreaterThan(150)
  expect(wanted.filter(({ code, digits }) => ours.get(code) !== digits).map(({ code }) => code)).toEqual([])
})

test('the list has about three hundred with all keys, hidden ones are told and not offered, names in the page’s language', async () => {
  const visitor = new Visitor(site)
  const list = (await visitor.call('GET', '/web-api/user/getcurrencies?lng=ru')).body.data.currencies
  expect(list.length).toBeGreaterThan(290)
  expect(list.find((c: { code: string }) => c.code === 'KZT')).toEqual({
    id: 4,
    code: 'KZT',
    symbol: '₸',
    name: 'Казахский тенге',
    hide: false,
    baseRate: 560,
    minBetSum: 200,
    isCrypto: false,
    exponent: 2,
    offered: true,
  })
  expect(list.some((c: { hide: boolean; offered: boolean }) => c.hide && c.offered)).toBe(false)
  const form = (await visitor.call('GET', '/flexreg-api/v1/registration/form?lng=ar').catch(() => ({ body: null }))).body
  expect(JSON.stringify(form ?? '')).not.toContain('PTS')
  const kzt = currencies.find(({ code }) => code === 'KZT')!
  expect([
    currencyName(kzt, 'en'),
    currencyName(kzt, 'ar'),
    currencyName({ ...kzt, code: 'BTC', name: 'Bitcoin', crypto: true }, 'ru'),
  ]).toEqual(['Kazakhstani Tenge', 'تينغ كازاخستاني', 'Bitcoin'])
})

const anyCurrency = fc.constantFrom(...currencies)
/** What a JSON number still holds exactly. */
const anySum = fc.bigInt(0n, 2n ** 53n - 1n)

test('a sum in any currency is itself again after text, wire and form, and is written with its own decimals', () => {
  fc.assert(
    fc.property(anyCurrency, anySum, ({ code, exponent, symbol }, minor) => {
      expect(parseMinor(minorText(minor, exponent), exponent)).toBe(minor)
      expect(parseMinor(minorText(minor, exponent).replace('.', ','), exponent)).toBe(minor)
      // Fifteen digits of a float are exact, more are not promised to anybody.
      if (minor < 10n ** 15n) expect(minorFromWire(wireMoney(minor, exponent), exponent)).toBe(minor)
      for (const lng of ['ru', 'en', 'ar']) {
        const text = formatMoney(minor, { code, exponent, symbol }, lng, { decimals: true })
        expect(text.replace(/\D/g, ''), `${text} ${code}`).toContain(exactDigits(minor, exponent))
      }
    }),
    { numRuns: 400 },
  )
})

/** Crypto and four decimals drop zeros at the end. */
function exactDigits(minor: bigint, exponent: number): string {
  const text = minorText(minor, exponent)
  return (exponent <= 3 ? text : text.replace(/\.?0+$/, '')).replace('.', '')
}

test('one minor unit too small for a currency is refused, not rounded', () => {
  for (const exponent of [0, 2, 3, 8]) {
    const fine = exponent === 0 ? '1' : `1.${'0'.repeat(exponent - 1)}1`
    const tooFine = exponent === 0 ? '1.5' : `${fine}5`
    expect([parseMinor(fine, exponent) !== null, parseMinor(tooFine, exponent)]).toEqual([true, null])
  }
})

test('rates are read once a day, kept with their date, and a silent source leaves yesterday’s for a week', async () => {
  const clock = manualClock(Date.UTC(2026, 10, 21, 12))
  const state = { silent: false, asked: 0 }
  const practice = simulatedRates()
  const port: RatesPort = {
    ...practice,
    read: async (day) => {
      state.asked += 1
      if (state.silent) throw new Error('silent')
      return practice.read(day)
    },
  }
  const warned: string[] = []
  const log = { warn: (_details: object, words: string) => warned.push(words) }
  const [one, two] = [createRates({ db, clock, port, log }), createRates({ db, clock, port })]
  const [first, second] = await Promise.all([one.current(), two.current()])
  expect(first).toEqual(second)
  expect(first).toMatchObject({ day: '2026-11-21', source: 'simulated', simulated: true })
  expect(Object.keys(first!.perEuro).length).toBeGreaterThan(250)
  expect(Number(first!.perEuro['EUR'])).toBe(1)
  expect(Math.abs(Number(first!.perEuro['KZT']) / 560 - 1)).toBeLessThan(0.0051)
  const asked = state.asked
  await one.current()
  expect(state.asked).toBe(asked)
  state.silent = true
  clock.advance(DAY)
  expect((await one.current())?.day).toBe('2026-11-21')
  const atFirst = state.asked
  for (let i = 0; i < 3; i += 1) expect((await one.current())?.day).toBe('2026-11-21')
  clock.advance(4 * MINUTE)
  expect([(await one.current())?.day, state.asked, warned]).toEqual(['2026-11-21', atFirst, ['no rates of today']])
  clock.advance(MINUTE)
  expect([(await one.current())?.day, state.asked, warned.length]).toEqual(['2026-11-21', atFirst + 1, 2])
  state.silent = false
  clock.advance(5 * MINUTE)
  expect((await one.current())?.day).toBe('2026-11-22')
  state.silent = true
  clock.advance(8 * DAY)
  expect(await createRates({ db, clock, port }).current()).toBeNull()
})

test('reference rates in the public form of a central bank', async () => {
  const xml = `<gesmes:Envelope><Cube><Cube time='2026-11-20'><Cube currency='USD' rate='1.0812'/><Cube currency="JPY" rate="162.31"/></Cube></Cube></gesmes:Envelope>`
  const answer = (body: string, status = 200) => (async () => new Response(body, { status })) as typeof fetch
  const read = (body: string, status?: number) => referenceRates('https://rates.example/daily.xml', answer(body, status)).read('2026-11-20')
  expect(await read(xml)).toEqual({ EUR: '1', USD: '1.0812', JPY: '162.31' })
  await expect(read('no', 503)).rejects.toThrow('503')
})
