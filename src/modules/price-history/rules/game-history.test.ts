import fc from 'fast-check'
import { expect, test } from 'vitest'
import { GameHistory, MAX_POINTS } from './game-history.ts'

const points = fc.array(
  fc.record({
    outcome: fc.integer({ min: 0, max: 4 }),
    after: fc.integer({ min: 0, max: 900 }),
    price: fc.integer({ min: 1001, max: 1100 }),
  }),
  { maxLength: 600 },
)

test('any course: first and last price stand, times rise, never more than sixty points', () => {
  fc.assert(
    fc.property(points, (course) => {
      const history = new GameHistory()
      const told = new Map<number, number[]>()
      let at = 1_800_000_000
      for (const { outcome, after, price } of course) {
        at += after
        history.add('full', `9:${outcome}`, { at, price }, 300)
        told.set(outcome, [...(told.get(outcome) ?? []), price])
      }
      for (const [outcome, prices] of told) {
        const kept = history.of('full', `9:${outcome}`)
        expect(kept.length).toBeLessThanOrEqual(MAX_POINTS)
        expect(kept[0]!.price).toBe(prices[0])
        expect(kept.at(-1)!.price).toBe(prices.at(-1))
        for (let n = 1; n < kept.length; n++) expect(kept[n]!.at).toBeGreaterThanOrEqual(kept[n - 1]!.at)
      }
      const { names, points: packed } = history.encode()
      const copy = GameHistory.decode(names, packed)
      for (const outcome of told.keys()) expect(copy.of('full', `9:${outcome}`)).toEqual(history.of('full', `9:${outcome}`))
    }),
    { numRuns: 60 },
  )
})

test('memory is bounded: a long live game of many outcomes stays below sixty points each', () => {
  const history = new GameHistory()
  for (let minute = 0; minute < 400; minute++)
    for (let outcome = 0; outcome < 100; outcome++)
      history.add('full', `9:${outcome}`, { at: minute * 60, price: 1500 + ((minute * 7 + outcome) % 90) }, 20)
  expect(history.outcomes).toBe(100)
  expect(history.size).toBeLessThanOrEqual(100 * MAX_POINTS)
  expect(history.size).toBeGreaterThan(100 * 20)
})
