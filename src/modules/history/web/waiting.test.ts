import { expect, it } from 'vitest'
import type { BetLeg } from './bets.ts'
import { isUncovered, waitOf } from './waiting.ts'

const legs = (...results: (number | null)[]) => results.map((result) => ({ result }) as BetLeg)

it('a bet whose legs have ended and whose advance is not repaid says what it waits for', () => {
  const won = { legs: legs(1, 1), owed: 400n, possible: 2_000n }
  expect(waitOf(won, 1)).toBe('win_waits_for_advance')
  expect(waitOf({ ...won, legs: legs(1, 2), possible: 0n }, 1)).toBe('waits_for_advance')
})

it('one with a leg to come, without an advance or decided says its own state', () => {
  const won = { legs: legs(1, 1), owed: 400n, possible: 2_000n }
  expect(waitOf({ ...won, legs: legs(1, null) }, 1)).toBeNull()
  expect(waitOf({ ...won, owed: 0n }, 1)).toBeNull()
  expect(waitOf(won, 4)).toBeNull()
})

it('a bet that is void for its advance and gives nothing back is told apart from a returned one', () => {
  expect(isUncovered({ owed: 400n, win: 0n }, 5)).toBe(true)
  expect(isUncovered({ owed: 400n, win: 600n }, 5)).toBe(false)
  expect(isUncovered({ owed: 0n, win: 0n }, 5)).toBe(false)
  expect(isUncovered({ owed: 400n, win: null }, 1)).toBe(false)
})
