/** Results of duels (rules 9.1): goals 2+1 against 0+4 are 3:4, the second team wins, total 7. */
import { expect, it } from 'vitest'
import { duelCounts, duelVerdict, readCounts, regularCount, writeCounts, type DuelMatch } from './duel-result.ts'

const over = (team: 1 | 2, count: number): DuelMatch => ({ team, count, state: 'over' })
const counts = duelCounts([over(1, 2), over(1, 1), over(2, 0), over(2, 4)])!

it('adds up the sides of each team', () => {
  expect(counts).toEqual({ one: 3, two: 4, whole: [true, true] })
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

it.each([
  [1, 0, 'won'],
  [2, 0, 'lost'],
  [3, 0, 'lost'],
  [7, -1.5, 'won'],
  [7, -2, 'void'],
  [7, -2.5, 'void'],
  [8, 1.5, 'lost'],
  [8, 2, 'void'],
  [9, 4.5, 'void'],
])('what the side that leads has decided stands although its match was not played to its end: %i (%d) is %s', (t, p, expected) => {
  const ahead = duelCounts([{ team: 1, count: 3, state: 'dropped' }, over(2, 1)])!
  expect(duelVerdict({ t, p }, ahead)).toBe(expected)
  const mirrored: Record<number, number> = { 1: 3, 3: 1, 7: 8, 8: 7 }
  const other = duelCounts([over(1, 1), { team: 2, count: 3, state: 'dropped' }])!
  expect(duelVerdict({ t: mirrored[t] ?? t, p }, other)).toBe(expected)
  const both = duelCounts([
    { team: 1, count: 3, state: 'dropped' },
    { team: 2, count: 1, state: 'dropped' },
  ])!
  expect(duelVerdict({ t, p }, both)).toBe('void')
})

it('writes counts so that they can be read again', () => {
  for (const whole of [true, false].flatMap((one) => [true, false].map((two) => [one, two] as const))) {
    expect(readCounts(writeCounts({ one: 3, two: 10, whole }))).toEqual({ one: 3, two: 10, whole })
  }
  expect(readCounts('3:10!2')).toEqual({ one: 3, two: 10, whole: [true, false] })
  for (const text of ['3:10!3', '3:101x', '3', '', null]) expect(readCounts(text)).toBeNull()
})

it('counts regular time only, and sets as the score says', () => {
  const periods = [
    { code: 'h1', score: [1, 0] },
    { code: 'h2', score: [0, 2] },
    { code: 'et1', score: [1, 0] },
  ]
  expect([1, 2].map((side) => regularCount(1, side as 1 | 2, [2, 2], periods))).toEqual([1, 2])
  expect(regularCount(1, 1, [3, 0], [])).toBe(3)
  expect(regularCount(1, 1, [3, 0], [{ code: 'p1', score: [1, 0] }])).toBe(3)
  expect(regularCount(2, 2, [1, 2], [{ code: 'set1', score: [6, 4] }])).toBe(2)
})
