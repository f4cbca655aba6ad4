/** The currencies of the house: one table of data, the same in browser and server (spec L97). */
import { must } from '#lib/assert.ts'
import { divideCeil, divideFloor, minorText, type Minor } from '#lib/money.ts'
import rows from '#seed/currencies.json' with { type: 'json' }

export interface Currency {
  id: number
  /** ISO 4217 code, or the ticker of a crypto currency. */
  code: string
  symbol: string
  /** English name; translations by the key `currency_<CODE>` of locales/<lng>/ledger.json where they exist. */
  name: string
  /** Decimals of the minor unit. */
  exponent: number
  /** Units for one euro, decimal text: for limits and reports, never for an exchange of a player's money. */
  rate: string
  minBetMinor: Minor
  /** Kept for old accounts, not offered. */
  hidden: boolean
  crypto: boolean
}

type Row = [number, string, string, string, number, string, string, number, number]

export const currencies: readonly Currency[] = (rows as unknown as Row[]).map(
  ([id, code, symbol, name, exponent, rate, minBet, hidden, crypto]) => ({
    id,
    code,
    symbol,
    name,
    exponent,
    rate,
    minBetMinor: BigInt(minBet),
    hidden: hidden === 1,
    crypto: crypto === 1,
  }),
)

/** Points are kept as an account in a currency of their own, which is never offered and never exchanged. */
export const POINTS_CURRENCY = 900

const byId = new Map(currencies.map((currency) => [currency.id, currency]))
const byCode = new Map(currencies.map((currency) => [currency.code, currency]))

export function currencyOptional(id: number): Currency | undefined {
  return byId.get(id)
}

/** Throws on an id that does not exist: ids in the database are ours. */
export function currencyById(id: number): Currency {
  return must(byId.get(id), `currency ${id} does not exist`)
}

/** A sum as messages and letters keep it, for `{{sum, money}}` of a text: decimals as text, and the code of the currency. */
export function toldSum(minor: Minor, currencyId: number): { sum: string; currency: string } {
  const { exponent, code } = currencyById(currencyId)
  return { sum: minorText(minor, exponent), currency: code }
}

export function currencyByCode(code: string): Currency | undefined {
  return byCode.get(code.toUpperCase())
}

function decimalParts(text: string): [num: bigint, den: bigint] {
  const [whole = '0', fraction = ''] = text.split('.')
  return [BigInt(whole + fraction), 10n ** BigInt(fraction.length)]
}

/** An amount in euro ("2000", "0.20") in the minor units of a currency, rounded down, or up for minimums. */
export function minorOfEuro(euro: string, currency: Currency, round: 'down' | 'up' = 'down'): Minor {
  return minorOf(euro, '1', currency, round)
}

/** An amount in major units of a currency of which so many are a euro, in the minor units of another. */
export function minorOf(amount: string, unitsOfEuro: string, currency: Currency, round: 'down' | 'up' = 'down'): Minor {
  const [amountNum, amountDen] = decimalParts(amount)
  const [fromNum, fromDen] = decimalParts(unitsOfEuro)
  const [rateNum, rateDen] = decimalParts(currency.rate)
  const num = amountNum * fromDen * rateNum * 10n ** BigInt(currency.exponent)
  const den = amountDen * fromNum * rateDen
  return round === 'down' ? divideFloor(num, den) : divideCeil(num, den)
}

/** Minor units of each currency times the first and divided by the second are euro cents. */
const rates = new Map(currencies.map((currency) => [currency.id, centParts(currency)]))

function centParts({ rate, exponent }: Currency): [bigint, bigint] {
  const [rateNum, rateDen] = decimalParts(rate)
  const [num, den] = [rateDen * 100n, rateNum * 10n ** BigInt(exponent)]
  return num === den ? [1n, 1n] : [num, den]
}

/** Minor units of a currency in euro cents, rounded up: the common unit of exposure counters. */
export function euroCents(minor: Minor, currency: Currency): bigint {
  const [num, den] = must(rates.get(currency.id), 'a currency without a rate')
  // Most accounts are in euro, where a cent is a cent.
  return num === den ? minor : divideCeil(minor * num, den)
}

/** Euro cents in minor units of a currency, rounded down once: the largest sum that is worth no more than the cents. */
export function minorOfCents(cents: bigint, currency: Currency): Minor {
  const [num, den] = must(rates.get(currency.id), 'a currency without a rate')
  if (cents <= 0n) return 0n
  return num === den ? cents : divideFloor(cents * den, num)
}
