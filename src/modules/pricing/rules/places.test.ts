import { describe, expect, it } from 'vitest'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { placeChances } from './places.ts'
import { priceGame } from './price-game.ts'

/** Row k − 1: among the first k, by every order there is. */
function byOrders(weights: readonly number[], most: number): number[][] {
  const rows = Array.from({ length: most }, () => weights.map(() => 0))
  const go = (left: readonly number[], place: number, chance: number): void => {
    const sum = left.reduce((all, n) => all + weights[n]!, 0)
    if (place === most || sum === 0) return
    for (const n of left) {
      const now = (chance * weights[n]!) / sum
      for (let k = place; k < most; k++) rows[k]![n]! += now
      if (now > 0)
        go(
          left.filter((other) => other !== n),
          place + 1,
          now,
        )
    }
  }
  go(
    weights.map((_, n) => n),
    0,
    1,
  )
  return rows
}

describe('chances of places', () => {
  it.each([
    ['like each other', [1, 1.2, 0.9, 1.1, 0.8, 1, 1.3]],
    ['far apart, as late in a race', [1, 0.2, 3e-2, 1e-3, 1e-4, 2e-5, 1e-6]],
    ['one of them dropped out', [1, 0, 0.4, 3e-2, 1e-3, 5e-2, 0.7]],
  ])('are those of all orders: %s', (_name, weights) => {
    const found = placeChances(weights, 5)
    const exact = byOrders(weights, 5)
    for (const [k, row] of exact.entries()) {
      for (const [n, chance] of row.entries()) expect(found[k]![n]!, `runner ${n + 1} in the first ${k + 1}`).toBeCloseTo(chance, 2)
    }
  })

  it('never fall with the number of places', () => {
    const found = placeChances([1, 0.5, 0.3, 1e-2, 1e-3, 1e-5, 1e-6, 0.8, 0.05], 8)
    for (let k = 1; k < found.length; k++) found[k]!.forEach((p, n) => expect(p).toBeGreaterThanOrEqual(found[k - 1]![n]! - 1e-9))
  })
})

describe('one outcome under two markets has one price', () => {
  const runners = [1.1, 0.7, 0.4, 0.1, -0.2, -0.6, -1, -1.5].map((strength, n) => ({ id: n + 1, strength, number: n + 1 }))
  const race = (kind: 'race' | 'outright', extra = {}) =>
    priceGame({
      sportId: 44,
      kind,
      status: 'scheduled',
      model: { supremacy: 0, total: 0, rho: 0, extra },
      margins: DEFAULT_MARGINS,
      top: true,
      runners,
    })
  const pricesOf = (markets: ReturnType<typeof race>, [key, type]: readonly [string, number]) =>
    markets.find((market) => market.key === key)?.outcomes.flatMap((one) => (parseOutcomeKey(one.key).t === type ? [one.price] : []))

  it.each([
    ['a place of a race', race('race'), ['top3', 3136], ['place', 1706]],
    ['the winner', race('outright'), ['outright', 2637], ['outright_yes_no', 835]],
    ['several winners', race('outright', { winners: 3 }), ['outright', 2637], ['outright_yes_no', 835]],
  ] as const)('%s', (_what, markets, set, pair) => {
    const prices = pricesOf(markets, set)
    expect(prices?.filter(Boolean)).toHaveLength(8)
    expect(pricesOf(markets, pair)).toEqual(prices)
  })
})
