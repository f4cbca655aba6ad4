/** Faults of what was put together: selections, their number, blocks, prices that the kind cannot have. */
import { antiExpressPrice } from '../combined.ts'
import { arrangementOf, isSameGame, kindOf, quoteOf, sizesOf, type Coupon } from './coupon.ts'
import { legsRange } from './kind.ts'
import type { Leg } from './leg.ts'
import { plannedBets } from './plan.ts'
import type { CouponProblem, Fix } from './problem.ts'
import { priceOfBet } from './totals.ts'

const INVALID = { group: 'invalid' } as const

export function legFaults(legs: readonly Leg[]): CouponProblem[] {
  return legs.flatMap((leg): CouponProblem[] => {
    const at = { ...INVALID, legKey: leg.key }
    switch (leg.status) {
      case 'closed':
        return [{ ...at, key: 'leg_closed', fix: { do: 'remove', keys: [leg.key] } }]
      case 'suspended':
        return [{ ...at, key: 'leg_suspended', fix: { do: 'remove', keys: [leg.key] } }]
      case 'started':
        return [{ ...at, key: 'leg_live_started', fix: { do: 'moveLive', keys: [leg.key] } }]
      default:
        return []
    }
  })
}

export function areIncompatible(a: Leg, b: Leg): boolean {
  return (a.constId !== 0 && a.constId === b.constId) || (a.relation > 0 && a.relation === b.relation)
}

/** Selections that may not stand in one bet: known at once for one part of a game, else from the server's conflict classes. */
export function together(coupon: Coupon): CouponProblem[] {
  const kind = kindOf(coupon)
  if (kind === 'singles' || kind === 'multiSingle') return []
  const { legs } = coupon
  // A changed bet stays one bet.
  const mayPart = coupon.sale === null && coupon.setup.kinds.includes('singles')
  const apartOr = ({ key }: Leg): Fix => (mayPart ? { do: 'makeSingles' } : { do: 'remove', keys: [key] })
  if (isSameGame(coupon)) return sameGame(coupon, apartOr(legs.at(-1)!))
  for (const [i, a] of legs.entries()) {
    const b = legs.slice(i + 1).find((other) => areIncompatible(a, other))
    if (!b) continue
    // In a changed bet the later one is new: it goes.
    const [at, beside] = coupon.sale ? [b, a] : [a, b]
    return [{ ...INVALID, key: 'incompatible', legKey: at.key, otherKey: beside.key, fix: apartOr(b) }]
  }
  const alone = legs.find((leg) => leg.onlySingle)
  return alone ? [{ ...INVALID, key: 'only_single', legKey: alone.key, fix: apartOr(alone) }] : []
}

/** Outcomes of one game need the server's joint price; without one the pair that stands in the way is named. */
function sameGame(coupon: Coupon, apart: Fix): CouponProblem[] {
  const quote = quoteOf(coupon)
  if (quote === null) return [{ ...INVALID, key: 'same_game_asks', fix: { do: 'check' } }]
  if (quote.price !== null) return []
  const [a, b] = quote.conflict
  if (a && b) return [{ ...INVALID, key: 'incompatible', legKey: a, otherKey: b, text: quote.why, fix: apart }]
  return [{ ...INVALID, key: 'same_game_impossible', text: quote.why, fix: apart }]
}

export function tooFewOrMany(coupon: Coupon): CouponProblem[] {
  const kind = kindOf(coupon)
  const { min, max } = legsRange(kind, coupon.setup)
  if (coupon.legs.length > max) {
    const keys = coupon.legs.slice(max).map((leg) => leg.key)
    return [{ ...INVALID, key: 'max_legs', count: max, fix: { do: 'remove', keys } }]
  }
  if (coupon.legs.length >= min) return []
  const other = coupon.setup.kinds.includes('express') ? 'express' : 'singles'
  return [{ ...INVALID, key: 'few_legs', count: min, kind, fix: { do: 'makeKind', kind: other } }]
}

const LEAST_BLOCKS = 2
const LEAST_BESIDE_LOBBY = 3

export function arrangementFaults(coupon: Coupon): CouponProblem[] {
  const kind = kindOf(coupon)
  if ((kind !== 'multi' && kind !== 'condition') || coupon.legs.length < legsRange(kind, coupon.setup).min) return []
  const { lobby, blocks } = arrangementOf(coupon)
  const beside = coupon.legs.length - lobby.length
  if (kind === 'multi' && (beside < LEAST_BESIDE_LOBBY || blocks.length < LEAST_BLOCKS || sizesOf(coupon).length === 0)) {
    return [{ ...INVALID, key: 'few_blocks', count: LEAST_BESIDE_LOBBY, kind, fix: { do: 'splitBlocks' } }]
  }
  if (kind === 'condition' && blocks.length < LEAST_BLOCKS) {
    return [{ ...INVALID, key: 'few_blocks', count: LEAST_BLOCKS, kind, fix: { do: 'splitBlocks' } }]
  }
  const [bet] = plannedBets(coupon)
  const empty = kind === 'condition' ? (bet?.blockStakes?.findIndex((minor, i) => i > 0 && minor === 0n) ?? -1) : -1
  return empty < 0 ? [] : [{ ...INVALID, key: 'block_stake', count: empty + 1, fix: { do: 'blockStake', index: empty, text: '' } }]
}

/** A kind that is not offered at these prices, a changed bet without a price, a price too small under the tax in force. */
export function priceFaults(coupon: Coupon): CouponProblem[] {
  const kind = kindOf(coupon)
  const { legs, setup } = coupon
  if (kind === 'antiExpress' && legs.every((leg) => leg.price > 0) && antiExpressPrice(legs.map((leg) => leg.price)) === null) {
    const other = setup.kinds.includes('express') ? 'express' : 'singles'
    return [{ ...INVALID, key: 'anti_low', fix: { do: 'makeKind', kind: other } }]
  }
  // Where two outcomes do not go together, the server says no more than that: in the words for a new bet.
  if (coupon.sale && together(coupon).length === 0) {
    const quote = quoteOf(coupon)
    if (quote !== null && quote.price === null) return [{ ...INVALID, key: 'sale_impossible', text: quote.why, fix: { do: 'leave' } }]
    if (quote === null) return [{ ...INVALID, key: 'sale_asks', fix: { do: 'check' } }]
  }
  const least = setup.tax?.minPrice
  if (least === undefined) return []
  const low = plannedBets(coupon).find((bet) => (priceOfBet(coupon, bet) ?? BigInt(least)) < BigInt(least))
  return low ? [{ ...INVALID, key: 'tax_price', to: BigInt(least), fix: { do: 'remove', keys: low.legs.map((leg) => leg.key) } }] : []
}
