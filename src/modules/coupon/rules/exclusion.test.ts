import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { AT_ANY_PARAM, AT_ONE_PARAM, AT_OPPOSITE_PARAMS, exclusionClass } from './exclusion.ts'

interface Book {
  keys: Record<string, { outcomes: [type: number, ...unknown[]][] }>
}
const book = JSON.parse(readFileSync(new URL('../../../../seed/market-book.json', import.meta.url), 'utf8')) as Book

/** More than one may win, or what wins is told by more than the type and the parameter. */
const OPEN = ['double_chance', 'double_chance_regular', 'result_two_ahead', 'handicap_by_minute', 'race_winner_number', 'head_to_head']

it('every set is a whole market of the book, and every market of two or three outcomes is a set or named as none', () => {
  const markets = Object.entries(book.keys).map(([key, { outcomes }]) => [key, outcomes.map(([type]) => type)] as const)
  const sets = [...AT_ONE_PARAM, ...AT_OPPOSITE_PARAMS, ...AT_ANY_PARAM]
  for (const set of sets) expect(markets.map(([, types]) => types)).toContainEqual(set)
  const known = new Set(sets.flat())
  const missing = markets.filter(([, types]) => types.length > 1 && types.length < 4 && !types.every((type) => known.has(type)))
  expect(missing.map(([key]) => key).toSorted()).toEqual(OPEN.toSorted())
  expect(known.size).toBe(sets.flat().length)
})

const of = (type: number, param = 0, playerId = 0, gameId = 1) => exclusionClass({ gameId, type, param, playerId })

it('outcomes exclude each other where one of them wins at most', () => {
  expect([of(2), of(3)]).toEqual([of(1), of(1)])
  expect(of(1, 0, 0, 2)).not.toBe(of(1))
  expect(of(10, 2.5)).toBe(of(9, 2.5))
  expect(of(10, 3.5)).not.toBe(of(9, 2.5))
  expect(of(8, 1.5)).toBe(of(7, -1.5))
  expect(of(8, 1.5)).not.toBe(of(7, 1.5))
  expect(of(8, 0)).toBe(of(7, 0))
  expect(of(731, 2.001)).toBe(of(731, 1.001))
  expect(of(1807, 12.5, 7)).not.toBe(of(1806, 12.5, 8))
  expect([of(4), of(832, 0, 7), of(16684)]).toEqual([null, null, null])
})
