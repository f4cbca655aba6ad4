/** Results of duels (rules 9.1): goals 2+1 against 0+4 are 3:4, the second team wins, total 7. */
import { expect, it } from 'vitest'
import { duelCounts, duelVerdict, regularCount, type DuelMatch } from './duel-result.ts'

const over = (team: 1 | 2, count: number): DuelMatch => ({ team, count, state: 'over' })
const counts = duelCounts([over(1, 2), over(1, 1), over(2, 0), over(2, 4)])!

it('adds up the sides of each team', () => {
  expect(counts).toEqual({ one: 3, two: 4, whole: true })
  expect(duelCounts([over(1, 2), { team: 2, count: 1, state: 'open' }])).toBeNull()
  expect(duelCounts([])).toBeNull()
})

it.each([
  [1, 0, 'lost'],
  [2, 0, 'lost'],
  [3, 0, 'won'],
  [7, 0.5, 'lost'],
  [7, 1, 'void'],
  [7, 1.5, 'won'],
  [8, -0.5, 'won'],
  [8, -1.5, 'lost'],
  [9, 6.5, 'won'],
  [10, 6.5, 'lost'],
  [9, 7, 'void'],
  [10, 7.5, 'won'],
])('outcome %i (%d) is %s', (t, p, expected) => {
  expect(duelVerdict({ t, p }, counts)).toBe(expected)
})

it.each([
  [1, 0, 'void'],
  [9, 2.5, 'won'],
  [10, 2.5, 'lost'],
  [9, 3.5, 'void'],
])('with a match that was not played to its end outcome %i (%d) is %s', (t, p, expected) => {
  const cut = duelCounts([over(1, 2), { team: 2, count: 1, state: 'dropped' }])!
  expect(duelVerdict({ t, p }, cut)).toBe(expected)
})

it('counts regular time only, and sets as the score says', () => {
  const periods = [
    { code: 'h1', score: [1, 0] },
    { code: 'h2', score: [0, 2] },
    { code: 'et1', score: [1, 0] },
  ]
  expect([1, 2].map((side) => regularCount(1, side as 1 | 2, [2, 2], periods))).toEqual([1, 2])
  expect(regularCount(1, 1, [3, 0], [])).toBe(3)
  expect(regularCount(2, 2, [1, 2], [{ code: 'set1', score: [6, 4] }])).toBe(2)
})
