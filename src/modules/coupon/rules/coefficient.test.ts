import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Milli } from '#lib/price.ts'
import { asReference } from '#modules/payout/rules/reference-bridge.ts'
import { referenceMoney } from '#modules/payout/rules/reference.ts'
import { KIND_OF_VID, type SettledBet } from '#modules/payout/rules/bet.ts'
import { legResult } from '#modules/payout/rules/leg.ts'
import { bestReturn, totalPrice } from './coefficient.ts'
import { isShapeFault, kindShape, type KindShape } from './kind-shape.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { VID, type Vid } from './kinds.ts'

/** Coupons of every kind with prices. */
const coupon = fc
  .record({
    vid: fc.constantFrom<Vid>(0, 1, 2, 3, 4, 5, 6, 7, 8),
    prices: fc.array(fc.integer({ min: 1010, max: 30_000 }), { minLength: 4, maxLength: 8 }),
    size: fc.integer({ min: 2, max: 3 }),
    withLobby: fc.boolean(),
    cut: fc.integer({ min: 1, max: 3 }),
  })
  .map(({ vid, prices: all, size, withLobby, cut }) => {
    const prices = vid === 0 ? all.slice(0, 1) : all
    const events = prices.length
    const blocks = [
      [0],
      ...(cut === 1 ? [[1, 2]] : [[1], [2]]),
      ...Array.from({ length: Math.max(0, events - 3) }, (_, i) => [i + 3]),
    ].filter((block) => block.every((i) => i < events))
    const shape = kindShape({
      vid,
      events,
      size: vid === 4 ? 2 : size,
      blocks: vid === 4 || vid === 5 ? blocks : null,
      withLobby: withLobby && blocks.length > 3,
      stakes: null,
    })
    if (isShapeFault(shape)) throw new Error(shape.name)
    return { shape, prices }
  })

const asBet = (shape: KindShape, prices: readonly Milli[], stakeMinor: bigint, won: boolean): SettledBet => ({
  kind: KIND_OF_VID[shape.vid]!,
  stakeMinor,
  legs: prices.map((p) => ({ price: p, result: legResult(won ? 'WIN' : 'LOSE') })),
  ...(shape.size === undefined ? {} : { size: shape.size }),
  ...(shape.blocks ? { blocks: shape.blocks } : {}),
  ...(shape.withLobby ? { withLobby: true } : {}),
})

test('the greatest return is what the second calculation pays when all is won', () => {
  fc.assert(
    fc.property(coupon, ({ shape, prices }) => {
      const best = bestReturn(shape, prices)
      if (!best) return
      const paid = referenceMoney(asReference(asBet(shape, prices, 1_000_000n, shape.vid !== VID.antiExpress))).gross
      const pays = (1_000_000n * best.num * 2n + best.den) / (2n * best.den)
      expect(paid).toBe(pays)
    }),
  )
})

test('a system of twenty is summed, not listed', () => {
  const prices = Array.from({ length: 20 }, (_, i) => 1500 + i * 37)
  const started = performance.now()
  for (let n = 0; n < 50; n += 1) bestReturn({ vid: VID.system, size: 10 }, prices)
  // 184,756 variants fifty times would take seconds.
  expect(performance.now() - started).toBeLessThan(1000)
})

test('kinds of several bets have no one coefficient', () => {
  expect(totalPrice(VID.express, [1500, 2000, 2600])).toBe(7800n)
  expect(totalPrice(VID.express, [1500, 2000], { jointPrice: 2500 })).toBe(2500n)
  expect(totalPrice(VID.antiExpress, [1900, 1900])).toBe(1271n)
  expect(totalPrice(VID.antiExpress, [2000, 2000, 2000, 2000])).toBeNull()
  for (const vid of [VID.system, VID.chain, VID.multi, VID.condition, VID.lucky, VID.patent])
    expect(totalPrice(vid, [1500, 2000, 2600])).toBeNull()
  // What screens ask without the prices.
  for (const vid of Object.values(VID)) expect([vid, hasOnePrice(vid)]).toEqual([vid, totalPrice(vid, [1500, 2000, 2600]) !== null])
})

test('a conditional bet whose blocks have stakes of their own returns what the second calculation pays for them', () => {
  const shape: KindShape = { vid: VID.condition, blocks: [[0], [1], [2]], blockStakes: [null, '150000', null] }
  const prices = [2538, 3045, 2201]
  const stakeMinor = 200_000n
  const best = bestReturn(shape, prices, { stakeMinor })!
  const bet = { ...asBet(shape, prices, stakeMinor, true), blockStakesMinor: [null, 150_000n, null] }
  expect(referenceMoney(asReference(bet)).gross).toBe(1_792_384n)
  expect((stakeMinor * best.num * 2n + best.den) / (2n * best.den)).toBe(1_792_384n)
})
