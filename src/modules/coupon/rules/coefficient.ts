/**
 * Coefficients of a coupon by kind, exact: what its legs multiply to, and what it can return at most for each unit of stake
 * (rules 2.5–2.9, 3.2). The algebra is that of the payout, so what is shown is what is paid.
 */
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { KIND_OF_VID } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { settleBet } from '#modules/payout/rules/payout.ts'
import { antiExpressPrice, combine, combinedMilli, type Combined } from './combined.ts'
import type { KindShape } from './kind-shape.ts'
import { VID, type Vid } from './kinds.ts'

/** Products of the blocks, in their order. */
export function blockProducts(blocks: readonly (readonly number[])[], prices: readonly Milli[]): Combined[] {
  return blocks.map((block) => combine(block.map((index) => must(prices[index], 'a block names a leg of its coupon'))))
}

/**
 * What comes back for each unit of the stake when every leg wins (the anti-express: when it wins). Only the blocks of a
 * conditional bet have stakes of their own, and for them `stakeMinor` counts. Null: the anti-express is not offered.
 */
export function bestReturn(
  { vid, ...shape }: KindShape,
  prices: readonly Milli[],
  { jointPrice, stakeMinor = 1n }: { jointPrice?: Milli | undefined; stakeMinor?: Minor } = {},
): Combined | null {
  if (jointPrice !== undefined) return { num: BigInt(jointPrice), den: 1000n }
  if (vid === VID.single || vid === VID.express) return combine(prices)
  if (vid === VID.antiExpress) {
    const price = antiExpressPrice(prices)
    return price === null ? null : { num: BigInt(price), den: 1000n }
  }
  const { size, blocks, withLobby, blockStakes } = shape
  const settled = settleBet({
    kind: must(KIND_OF_VID[vid], 'a kind of bet'),
    stakeMinor,
    legs: prices.map((price) => ({ price, result: legResult('WIN') })),
    ...(size === undefined ? {} : { size }),
    ...(blocks ? { blocks } : {}),
    ...(withLobby ? { withLobby } : {}),
    ...(blockStakes ? { blockStakesMinor: blockStakes.map((stake) => (stake === null ? null : BigInt(stake))) } : {}),
  })
  return must(settled, 'a bet whose legs are all won is decided').coefficient
}

/**
 * The one coefficient that a coupon is bet at, thousandths, half up: of a single or an express their product, or the joint
 * price; of an anti-express its own. Null for kinds of several bets, which have none.
 */
export function totalPrice(vid: Vid, prices: readonly Milli[], { jointPrice }: { jointPrice?: Milli | undefined } = {}): bigint | null {
  switch (vid) {
    case VID.single:
    case VID.express:
      return jointPrice === undefined ? combinedMilli(combine(prices)) : BigInt(jointPrice)
    case VID.antiExpress: {
      const price = antiExpressPrice(prices)
      return price === null ? null : BigInt(price)
    }
    default:
      return null
  }
}
