/** Coefficients of a coupon as it is priced now: of its kind, its blocks, and with what is added to an express. */
import type { Milli } from '#lib/price.ts'
import { bonusPercent, countedLegs, nextBoostStep, type BoostStep } from '#modules/payout/rules/express-bonus.ts'
import { couponOffers, type SiteConfig } from '#platform/shared/site-config.ts'
import type { CouponRequest } from '../contract.ts'
import { blockProducts, totalPrice } from '../rules/coefficient.ts'
import { antiExpressPrice, combine, combinedMilli, type Combined } from '../rules/combined.ts'
import type { KindShape } from '../rules/kind-shape.ts'
import { VID } from '../rules/kinds.ts'
import type { Selection } from '../rules/selection.ts'
import type { DayPercent, JointCheck, JointPort } from './ports.ts'

export interface KindPrice {
  shape: KindShape
  /** Thousandths; 0 = there is no one coefficient, or a leg has no price. */
  coefMilli: bigint
  /** With boost or bonus; equal to `coefMilli` without. */
  resultMilli: bigint
  /** Factor of the express of the day, thousandths; 0 = none. */
  bonusMilli: Milli
  /** Null = not offered. */
  antiExpress: Milli | null
  groups: readonly { index: number; milli: bigint }[] | null
  joint: JointCheck | null
  /** The express boost is on and a leg count of its table is reached. */
  boosted: boolean
  /** The ladder of the boost for an express that may take it, null elsewhere. */
  ladder: { percent: number; counted: number; next: BoostStep | null } | null
}

export interface KindAsked {
  shape: KindShape
  selections: readonly Selection[]
  prices: readonly Milli[]
  body: Pick<CouponRequest, 'expressNum' | 'IsExpressBoost' | 'SameGame' | 'promo'>
  config: Pick<SiteConfig, 'coupon'>
  lng: string
  joint?: JointPort | undefined
  dayPercent?: DayPercent | undefined
}

/** Which addition an express takes: one of them at most (rules 2.10), and none on a bet of a promo code. */
export function expressAddition({ shape, selections, prices, body, config, dayPercent }: KindAsked): { day: number; boost: number } {
  if (shape.vid !== VID.express || body.SameGame) return { day: 0, boost: 0 }
  const day = body.expressNum > 0 ? (dayPercent?.(selections, body.expressNum) ?? 0) : 0
  const { boost } = config.coupon
  if (day > 0 || !body.IsExpressBoost || !boost || body.promo || !couponOffers(config, 'expressBoost')) return { day, boost: 0 }
  const legs = prices.map((price) => ({ price, result: null }))
  return { day: 0, boost: bonusPercent(boost.table, countedLegs(legs, boost.minPrice)) }
}

const percent = ({ num, den }: Combined, of: number): Combined => ({ num: num * BigInt(Math.round(of * 100)), den: den * 10_000n })
const sum = (a: Combined, b: Combined): Combined => ({ num: a.num * b.den + b.num * a.den, den: a.den * b.den })

function ladderOf({ shape, prices, body, config }: KindAsked): KindPrice['ladder'] {
  const { boost } = config.coupon
  if (shape.vid !== VID.express || body.SameGame || !boost || !couponOffers(config, 'expressBoost')) return null
  const counted = countedLegs(
    prices.map((price) => ({ price, result: null })),
    boost.minPrice,
  )
  return { percent: bonusPercent(boost.table, counted), counted, next: nextBoostStep(prices, boost) }
}

export function priceKind(asked: KindAsked): KindPrice {
  const { shape, selections, prices, body, lng } = asked
  const isPriced = prices.length > 0 && prices.every((price) => price > 0)
  const joint = body.SameGame && shape.vid === VID.express && asked.joint ? asked.joint.check(selections, lng) : null
  const none = {
    shape,
    coefMilli: 0n,
    resultMilli: 0n,
    bonusMilli: 0,
    antiExpress: null,
    groups: null,
    joint,
    boosted: false,
    ladder: ladderOf(asked),
  }
  if (!isPriced || (body.SameGame && joint?.price == null)) return none
  const coefMilli = totalPrice(shape.vid, prices, { jointPrice: joint?.price ?? undefined }) ?? 0n
  const antiExpress = prices.length > 1 ? antiExpressPrice(prices) : null
  const groups = shape.blocks
    ? blockProducts(shape.blocks, prices).map((product, index) => ({ index, milli: combinedMilli(product) }))
    : null
  const { day, boost } = expressAddition(asked)
  const product = combine(prices)
  const net = { num: product.num - product.den, den: product.den }
  const result = day > 0 ? sum(product, percent(product, day)) : boost > 0 ? sum(product, percent(net, boost)) : null
  return {
    ...none,
    // The wire's Coef of an anti-express is that of the express which it is set against.
    coefMilli: shape.vid === VID.antiExpress ? combinedMilli(product) : coefMilli,
    resultMilli: result ? combinedMilli(result) : coefMilli,
    bonusMilli: day > 0 ? 1000 + Math.round(day * 10) : 0,
    antiExpress,
    groups,
    boosted: boost > 0,
  }
}
