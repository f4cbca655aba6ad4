/** Sums of the coupon, exact, from the thousandths of this moment: what the screen shows is what the bet agrees on. */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { SettledBet } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { betMoney, betOf, possibleMoney } from '#modules/payout/rules/money.ts'
import { rebasing } from '#modules/payout/rules/base-price.ts'
import { stakeTaxMinor } from '#modules/payout/rules/tax.ts'
import { winRange } from '#modules/payout/rules/win-range.ts'
import { antiExpressPrice, combine, combinedMilli } from '../combined.ts'
import { exclusionClass, onTheLine } from '../exclusion.ts'
import { VID, variants } from '../kinds.ts'
import { orderOf, quoteOf, sizeOfCoupon, type Coupon } from './coupon.ts'
import { placedAtOnce, vipPartsOf } from './most-stake.ts'
import { bidPrice, wantedPrice } from './order-price.ts'
import { plannedBets, termsOf, type PlannedBet } from './plan.ts'

export interface Totals {
  /** What the bets are about, the stake of a promo code included. */
  stakeMinor: Minor
  /** What the account pays. */
  ownMinor: Minor
  /** Thousandths, one number for the one bet; null with several bets and with kinds that have none. */
  price: bigint | null
  stakeTaxMinor: Minor
  payoutTaxMinor: Minor
  bonusMinor: Minor
  /** Everything won: what comes back after taxes. */
  returnMinor: Minor
  profitMinor: Minor
  /** The smallest payout that is not zero; equal to `returnMinor` where there is only one. */
  leastMinor: Minor
  /** The largest payout has cut the win. */
  cut: Minor | null
}

/** The bet as settlement would see it at these prices; `capped` false leaves the largest payout out. */
export function betNow(coupon: Coupon, bet: PlannedBet, capped = true): SettledBet {
  const cap = coupon.limits[bet.key]?.maxPayoutMinor ?? 0n
  const ordered = orderPrice(coupon)
  return betOf({
    vid: bet.vid,
    stakeMinor: bet.stakeMinor,
    legs: bet.legs.map((leg) => ({ price: leg.price })),
    terms: { ...termsOf(coupon, bet), ...(ordered === null ? {} : { basePrice: Number(ordered) }) },
    maxPayoutMinor: capped && cap > 0n ? cap : null,
    exponent: coupon.setup.currency.exponent,
  })
}

/** Price of a bet as a whole at these prices of its legs, thousandths; null where the kind has none, or none is known yet. */
export function priceOfBet(coupon: Coupon, bet: PlannedBet, prices: readonly Milli[] = bet.legs.map((leg) => leg.price)): bigint | null {
  const quoted = quoteOf(coupon)?.price ?? null
  if (bet.sameGame || coupon.sale) return quoted === null ? null : BigInt(quoted)
  switch (bet.vid) {
    case VID.single:
    case VID.express:
      return combinedMilli(combine(prices))
    case VID.antiExpress:
      return offered(antiExpressPrice(prices))
    default:
      return null
  }
}

/** A coupon too likely to win against has no anti-express (rules 2.9). */
const offered = (price: Milli | null): bigint | null => (price === null ? null : BigInt(price))

/**
 * How the price of a changed bet comes about: what the bet is worth now, the stake, and the product of the prices, by which
 * they are multiplied (rules 8.2, 8.3). Null where the prices alone say it.
 */
export function rebasingOf(coupon: Coupon): { worthMinor: Minor; stakeMinor: Minor; product: string } | null {
  const { price, worthMinor } = quoteOf(coupon) ?? { price: null, worthMinor: null }
  const [bet] = plannedBets(coupon)
  if (!coupon.sale || !bet || price === null || worthMinor === null) return null
  const found = rebasing(price, { worthMinor, stakeMinor: bet.stakeMinor, prices: bet.legs.map((leg) => leg.price) })
  return found && { worthMinor, stakeMinor: bet.stakeMinor, ...found }
}

/** Total price of the coupon's one bet; null for several bets. */
export function totalPrice(coupon: Coupon): bigint | null {
  const [only, ...more] = plannedBets(coupon)
  return only && more.length === 0 ? priceOfBet(coupon, only) : null
}

/** The price that an auto-bet or a bid names, thousandths: its win is told at that one. Null: none is named. */
export function orderPrice(coupon: Coupon): bigint | null {
  const { autoBet, bid } = orderOf(coupon)
  if (bid) return bid.price === '' ? null : bidPrice(bid, totalPrice(coupon))
  return autoBet ? wantedPrice(autoBet.price, autoBet.view) : null
}

const NOTHING: Totals = {
  stakeMinor: 0n,
  ownMinor: 0n,
  price: null,
  stakeTaxMinor: 0n,
  payoutTaxMinor: 0n,
  bonusMinor: 0n,
  returnMinor: 0n,
  profitMinor: 0n,
  leastMinor: 0n,
  cut: null,
}

/** What one bet brings when everything is won; nothing while its price is not known. */
export function totalsOfBet(coupon: Coupon, bet: PlannedBet): Totals {
  const promoMinor = BigInt(termsOf(coupon, bet).promo?.minor ?? 0)
  const price = orderPrice(coupon) ?? priceOfBet(coupon, bet)
  const none: Totals = { ...NOTHING, stakeMinor: bet.stakeMinor, ownMinor: bet.stakeMinor - promoMinor, price }
  if (bet.legs.length === 0 || bet.stakeMinor <= 0n || !isComplete(coupon, bet)) return none
  const now = betNow(coupon, bet)
  const money = possibleMoney(now)
  const range = winRange(now)
  const cap = now.maxPayoutMinor ?? null
  const full = cap === null ? 0n : possibleMoney(betNow(coupon, bet, false)).grossMinor
  return {
    ...none,
    stakeTaxMinor: stakeTaxMinor(bet.stakeMinor, now.tax),
    payoutTaxMinor: money.taxMinor,
    bonusMinor: money.bonusMinor,
    returnMinor: money.netMinor,
    profitMinor: money.netMinor - none.ownMinor,
    leastMinor: range.least,
    cut: cap !== null && full > cap ? cap : null,
  }
}

/** The sums of a bet as it would be taken now. What waits of a VIP stake is held from the press on, and wins nothing yet. */
function totalsNow(coupon: Coupon, bet: PlannedBet): Totals {
  const vip = vipPartsOf(coupon, bet)
  if (!vip) return totalsOfBet(coupon, bet)
  const sums = totalsOfBet(coupon, { ...bet, stakeMinor: vip.placed })
  return { ...sums, stakeMinor: sums.stakeMinor + vip.waiting, ownMinor: sums.ownMinor + vip.waiting }
}

/** Sums of all bets, with the most that they can bring together: what excludes each other is counted at its best result. */
export function totals(coupon: Coupon): Totals {
  const all = plannedBets(coupon).map((bet) => ({ bet, sums: totalsNow(coupon, bet) }))
  const [only] = all
  if (all.length === 1 && only) return only.sums
  const brought = bestTogether(coupon, all)
  return all.reduce<Totals>((sum, { bet, sums }) => withBet(sum, sums, brought.get(bet.key)), NOTHING)
}

type OneBet = { bet: PlannedBet; sums: Totals }
/** What a bet brings by one result. */
type Brought = Pick<Totals, 'payoutTaxMinor' | 'bonusMinor' | 'returnMinor' | 'leastMinor' | 'cut'>

/** Singles are all that stands beside each other in one coupon. By the key of the bet; none: it is lost. */
function bestTogether(coupon: Coupon, all: readonly OneBet[]): ReadonlyMap<string, Brought> {
  const sets = Map.groupBy(all, ({ bet }) => (bet.legs[0] && exclusionClass(bet.legs[0])) ?? bet.key)
  return new Map([...sets.values()].flatMap((set) => [...bestOfSet(coupon, set)]))
}

/** The best of them is won alone, or the game ends on their line and all bring something: stakes, halves of them. */
function bestOfSet(coupon: Coupon, set: readonly OneBet[]): Map<string, Brought> {
  const [best] = set.toSorted((a, b) => (b.sums.returnMinor > a.sums.returnMinor ? 1 : b.sums.returnMinor < a.sums.returnMinor ? -1 : 0))
  const alone = new Map<string, Brought>([[best!.bet.key, best!.sums]])
  if (set.length === 1) return alone
  const together = new Map(set.flatMap((one) => broughtOnTheLine(coupon, one) ?? []))
  const sum = [...together.values()].reduce((all, { returnMinor }) => all + returnMinor, 0n)
  return sum > best!.sums.returnMinor ? together : alone
}

function broughtOnTheLine(coupon: Coupon, { bet, sums }: OneBet): [string, Brought][] | null {
  const result = bet.legs[0] ? onTheLine(bet.legs[0]) : null
  if (result === null || sums.returnMinor === 0n) return null
  const now = betNow(coupon, placedAtOnce(coupon, bet))
  const money = betMoney({ ...now, legs: now.legs.map((leg) => ({ ...leg, result: legResult(result) })) })
  if (!money) return null
  const { netMinor, taxMinor, bonusMinor } = money
  return [[bet.key, { payoutTaxMinor: taxMinor, bonusMinor, returnMinor: netMinor, leastMinor: netMinor, cut: null }]]
}

/** Its stake goes in any case. */
function withBet(sum: Totals, one: Totals, brought: Brought | undefined): Totals {
  return {
    stakeMinor: sum.stakeMinor + one.stakeMinor,
    ownMinor: sum.ownMinor + one.ownMinor,
    price: null,
    stakeTaxMinor: sum.stakeTaxMinor + one.stakeTaxMinor,
    payoutTaxMinor: sum.payoutTaxMinor + (brought?.payoutTaxMinor ?? 0n),
    bonusMinor: sum.bonusMinor + (brought?.bonusMinor ?? 0n),
    returnMinor: sum.returnMinor + (brought?.returnMinor ?? 0n),
    profitMinor: sum.profitMinor + one.profitMinor - one.returnMinor + (brought?.returnMinor ?? 0n),
    leastMinor: sum.leastMinor + (brought?.leastMinor ?? 0n),
    cut: brought?.cut || sum.cut,
  }
}

/** A bet that lacks a size, blocks or its price pays nothing that could be told. */
function isComplete(coupon: Coupon, bet: PlannedBet): boolean {
  if (bet.vid === VID.system || bet.vid === VID.multi) return bet.size > 0
  if (bet.sameGame || coupon.sale || bet.vid === VID.antiExpress) return priceOfBet(coupon, bet) !== null
  return true
}

/** Bets inside the bet, each with an equal part of its stake; null for kinds without variants. */
export function variantsOf(coupon: Coupon, bet: PlannedBet): number | null {
  if (bet.vid !== VID.system && bet.vid !== VID.multi && bet.vid !== VID.lucky && bet.vid !== VID.patent) return null
  if (bet.eachWay) return 2
  const members = bet.vid === VID.multi ? bet.blocks.length - (bet.withLobby ? 1 : 0) : bet.legs.length
  return bet.vid === VID.multi ? variants(VID.system, members, sizeOfCoupon(coupon)) : variants(bet.vid, members, bet.size)
}
