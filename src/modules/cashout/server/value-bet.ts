/** What a placed bet is worth at this moment, exactly. */
import { currencyById, minorOfEuro } from '#modules/ledger/server/index.ts'
import { isDuel } from '#modules/coupon/rules/banned.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { agreed, possibleMoney, type BetMoney } from '#modules/payout/rules/money.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { Minor } from '#lib/money.ts'
import { type OfferAnswer, offerFor } from '../rules/offer.ts'
import type { OffReason, SaleBet, SaleTerms } from '../rules/sale-bet.ts'
import { saleTaxOf, type SaleTax, type SoldBefore } from '../rules/sale-tax.ts'
import type { StoredBet } from './bet-store.ts'
import type { LegNow, LegSource } from './leg-now.ts'

export interface SaleConfig extends Readonly<SiteConfig['coupon']['cashOut']> {
  /** Euro: from so much a win waits for two officers (SET-14), and no sale is made; null = none waits. */
  checkFromEur: string | null
}

export function saleConfigOf({ coupon, betting }: Pick<SiteConfig, 'coupon' | 'betting'>): SaleConfig {
  return { ...coupon.cashOut, checkFromEur: betting.winCheck?.fromEur ?? null }
}

/** The terms of the brand that took the bet. */
export type SaleConfigOf = (brand: string) => SaleConfig

export interface BetValue {
  bet: SaleBet
  answer: OfferAnswer
  /** The line's word on each leg; null for decided ones. */
  legs: readonly (LegNow | null)[]
}

export function termsIn(config: SaleConfig, currencyId: number): SaleTerms {
  const currency = currencyById(currencyId)
  const minSaleMinor = minorOfEuro(config.minSaleEur, currency, 'up')
  return {
    commissionMilli: Math.round(config.commissionPercent * 10),
    // Nothing is sold for nothing.
    minSaleMinor: minSaleMinor > 0n ? minSaleMinor : 1n,
    checkFromMinor: config.checkFromEur === null ? null : minorOfEuro(config.checkFromEur, currency),
  }
}

/** Why the bet is not bought, whatever the line says. */
export function neverSold(bet: StoredBet): OffReason | null {
  if (bet.status === BET_STATUS.sold) return 'sold'
  if (bet.status === BET_STATUS.blocked) return 'under_check'
  if (bet.status !== BET_STATUS.open) return 'decided'
  if (bet.isVoidAsked) return 'under_check'
  if (bet.promoMinor > 0n) return 'promo'
  if (bet.terms.rule4 || bet.terms.eachWay) return 'race'
  if (bet.legs.some(({ ci }) => isDuel(ci))) return 'duel'
  return bet.advanceMinor > 0n ? 'advance' : null
}

/** The bet in the form of the rules; chances of legs that the line says nothing of are 0. */
export function saleBetOf(stored: StoredBet, legs: readonly (LegNow | null)[]): SaleBet {
  return {
    kind: stored.kind,
    stakeMinor: stored.stakeMinor,
    maxPayoutMinor: stored.maxPayoutMinor,
    exponent: currencyById(stored.currencyId).exponent,
    ...agreed(stored.terms),
    soldStakeMinor: stored.soldStakeMinor,
    legs: stored.legs.map(({ price, result }, i) => {
      const now = legs[i]
      return { price, result, chance: now?.on ? now.chance : 0 }
    }),
  }
}

/** What it may still win: its payout tax is reckoned with what sales have brought and paid. */
export function mostMoney(stored: StoredBet, bet: SaleBet): BetMoney {
  return possibleMoney({ ...bet, soldGrossMinor: stored.soldGrossMinor, soldTaxMinor: stored.soldTaxMinor })
}

function soldBefore({ soldGrossMinor, soldTaxMinor }: StoredBet): SoldBefore {
  return { grossMinor: soldGrossMinor, taxMinor: soldTaxMinor }
}

/** What the tax in a part of it is reckoned from; null = its sums are paid as they are. */
export function taxOfSale(stored: StoredBet, bet: SaleBet): SaleTax | null {
  return saleTaxOf(bet, soldBefore(stored))
}

/**
 * The sums an order may wait for: from the smallest sale to what the bet can win and is bought for. Where that is less there is
 * none: `mostMinor` is 0, and `never` says what it lacks.
 */
export function targetRange(
  bet: StoredBet,
  configOf: SaleConfigOf,
): { leastMinor: Minor; mostMinor: Minor; never: Extract<OffReason, 'too_small' | 'great'> | null } {
  const legs = bet.legs.map(() => null)
  const { minSaleMinor: leastMinor, checkFromMinor } = termsIn(configOf(bet.brand), bet.currencyId)
  const { netMinor } = mostMoney(bet, saleBetOf(bet, legs))
  if (netMinor < leastMinor) return { leastMinor, mostMinor: 0n, never: 'too_small' }
  if (checkFromMinor === null) return { leastMinor, mostMinor: netMinor, never: null }
  const boughtMinor = checkFromMinor - 1n - (bet.soldGrossMinor - bet.soldTaxMinor)
  if (boughtMinor < leastMinor) return { leastMinor, mostMinor: 0n, never: 'great' }
  return { leastMinor, mostMinor: boughtMinor < netMinor ? boughtMinor : netMinor, never: null }
}

export function valueBet(stored: StoredBet, source: LegSource, configOf: SaleConfigOf): BetValue {
  const legs = stored.legs.map((leg) => (leg.result ? null : source.now(leg)))
  const bet = saleBetOf(stored, legs)
  const never = neverSold(stored)
  if (never) return { bet, legs, answer: { on: false, reason: never } }
  // A lost leg decides singles and expresses before anything else is asked; offerFor says so for every kind.
  const blocked = legs.find((leg) => leg && !leg.on)
  const answer = offerFor(bet, termsIn(configOf(stored.brand), stored.currencyId), soldBefore(stored))
  if (blocked && !blocked.on && (answer.on || answer.reason !== 'decided'))
    return { bet, legs, answer: { on: false, reason: blocked.reason } }
  return { bet, legs, answer }
}

/** Two looks at the line saw the same. */
export function sameLegs(a: readonly (LegNow | null)[], b: readonly (LegNow | null)[]): boolean {
  return a.every((leg, i) => {
    const other = b[i]
    if (!leg || !other) return !leg && !other
    return leg.on && other.on ? leg.chance === other.chance && leg.price === other.price : leg.on === other.on
  })
}
