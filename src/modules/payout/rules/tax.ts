/**
 * Taxes on bets and on money that comes and goes (rules 5). The effective stake and the payout stay exact; each booked
 * amount is rounded once, half up. Which rule holds is decided when the bet is taken, or the payment begun, and kept
 * with it (SET-09).
 */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import { compare, fraction, type Fraction, least, minus, plus, roundHalfUp, times, ZERO } from './fraction.ts'
import type { RateText, TaxRule, TaxTerms, TransferTax } from './terms.ts'

type PayoutTax = NonNullable<TaxTerms['payout']>

/** "0.05" or "5/105" → an exact number, not negative. Throws RangeError on any other text. */
export function rateOf(text: RateText): Fraction {
  const match = /^(\d{1,15})(?:\.(\d{1,15}))?(?:\/([1-9]\d{0,14}))?$/.exec(text)
  if (!match) throw new RangeError(`${text} is not a rate`)
  const decimals = match[2] ?? ''
  return fraction(BigInt(match[1]! + decimals), 10n ** BigInt(decimals.length) * BigInt(match[3] ?? '1'))
}

/** The rule in force in a country at a moment: the newest that has begun. */
function newestAt(rules: readonly TaxRule[], country: string, at: Millis): TaxRule | null {
  const begun = rules.filter((rule) => rule.country.toLowerCase() === country.toLowerCase() && rule.validFrom <= at)
  return begun.reduce<TaxRule | null>((best, rule) => (best === null || rule.validFrom >= best.validFrom ? rule : best), null)
}

/** The one for bets; null when it takes nothing from them. */
export function taxRuleAt(rules: readonly TaxRule[], country: string, at: Millis): TaxRule | null {
  const newest = newestAt(rules, country, at)
  return newest?.stake || newest?.payout ? newest : null
}

/** What is taken of a deposit, or of a withdrawal, that is begun at a moment; null when nothing is. */
export function transferTaxAt(
  rules: readonly TaxRule[],
  country: string,
  at: Millis,
  way: keyof NonNullable<TaxRule['transfer']>,
): TransferTax | null {
  const newest = newestAt(rules, country, at)
  const rate = newest?.transfer?.[way]
  return newest && rate !== undefined && rateOf(rate).num > 0n ? { rule: newest.rule, rate } : null
}

/** Its sum: a share of the deposit or the withdrawal, booked by the account or out of the payout. */
export function transferTaxMinor(amountMinor: Minor, tax: Pick<TransferTax, 'rate'> | null): Minor {
  return tax ? roundHalfUp(times(fraction(amountMinor), rateOf(tax.rate))) : 0n
}

/** What a rule means for a bet; `inOwn` turns its amounts, major units as text, into the currency of the account. */
export function taxTermsOf(rule: TaxRule, inOwn: (amount: string) => string): TaxTerms {
  const { country: _country, validFrom: _validFrom, currency: _currency, transfer: _transfer, ...terms } = rule
  const { payout, threshold } = terms
  if (threshold) terms.threshold = inOwn(threshold)
  if (payout && 'brackets' in payout) {
    terms.payout = { ...payout, brackets: payout.brackets.map(({ from, rate }) => ({ from: inOwn(from), rate })) }
  }
  return terms
}

/** The stake that plays, exact: S / (1 + t) when the tax is included, S · (1 − t) when it is taken out. */
export function effectiveStake(stakeMinor: Minor, tax: TaxTerms | null | undefined): Fraction {
  const stake = fraction(stakeMinor)
  if (!tax?.stake) return stake
  const rate = rateOf(tax.stake.rate)
  if (tax.stake.mode === 'included') return times(stake, { num: rate.den, den: rate.den + rate.num })
  return times(stake, { num: rate.den - rate.num, den: rate.den })
}

/** The booked tax on a stake, minor units. */
export function stakeTaxMinor(stakeMinor: Minor, tax: TaxTerms | null | undefined): Minor {
  return roundHalfUp(minus(fraction(stakeMinor), effectiveStake(stakeMinor, tax)))
}

/** False when the total coefficient is below the least that is accepted while a tax is on (`coefficientTaxLimit`). */
export function acceptedUnderTax(price: Milli, tax: TaxTerms | null | undefined): boolean {
  return tax?.minPrice === undefined || price >= tax.minPrice
}

/**
 * The booked tax on a payout. `payout` is the exact gross, `effective` the exact stake behind it; both in minor units
 * of a currency with `exponent` decimals. Nothing on a base that is not above the threshold.
 */
export function payoutTaxMinor(payout: Fraction, effective: Fraction, tax: TaxTerms | null | undefined, exponent: number): Minor {
  if (!tax?.payout) return 0n
  const base = tax.payout.base === 'gross' ? payout : minus(payout, effective)
  if (base.num <= 0n || compare(base, majorUnits(tax.threshold ?? '0', exponent)) <= 0) return 0n
  const taken = 'brackets' in tax.payout ? bracketTax(tax.payout, base, exponent) : times(base, rateOf(tax.payout.rate))
  return roundHalfUp(least(taken, payout))
}

function bracketTax(payout: Extract<PayoutTax, { brackets: unknown }>, base: Fraction, exponent: number): Fraction {
  const reached = payout.brackets.filter((bracket) => compare(base, majorUnits(bracket.from, exponent)) > 0)
  if (payout.mode === 'slab') {
    const last = reached.at(-1)
    return last ? times(base, rateOf(last.rate)) : ZERO
  }
  return reached.reduce((sum, bracket, i) => {
    const next = reached[i + 1]
    const slice = minus(next ? majorUnits(next.from, exponent) : base, majorUnits(bracket.from, exponent))
    return plus(sum, times(slice, rateOf(bracket.rate)))
  }, ZERO)
}

/** An amount of the configuration, in major units as text, in minor units of a currency. */
function majorUnits(text: string, exponent: number): Fraction {
  const { num, den } = rateOf(text)
  return { num: num * 10n ** BigInt(exponent), den }
}
