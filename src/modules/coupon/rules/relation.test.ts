import { expect, test } from 'vitest'
import vectors from '../../../../test/vectors/limits.json' with { type: 'json' }
import { areRelated, relationClasses, relationReason, type Related } from './relation.ts'

interface Case {
  name: string
  input: { op: string; a: Record<string, unknown>; b: Record<string, unknown> }
  expected: { related: boolean }
}

const read = (given: Record<string, unknown>): Related => ({
  mainGameId: given['mainGameId'] as number | undefined,
  outright: given['outright'] !== undefined || given['longTerm'] === true,
  championship: (given['outright'] ?? given['league']) as string | undefined,
  sides: [given['team'], given['player'], ...((given['teams'] as string[] | undefined) ?? [])].filter((x): x is string => x !== undefined),
})

test.each((vectors.cases as unknown as Case[]).filter((c) => c.input.op === 'related'))('$name', ({ input, expected }) => {
  expect(areRelated(read(input.a), read(input.b))).toBe(expected.related)
  expect(areRelated(read(input.b), read(input.a))).toBe(expected.related)
})

test('a game and one that its course decides are related, and two that one course decides', () => {
  const match = { mainGameId: 1, course: ['a'] }
  const pair = { mainGameId: 2, course: ['p', 'a', 'b'] }
  const other = { mainGameId: 3, course: ['q', 'b'] }
  const apart = { mainGameId: 4, course: ['c'] }
  expect([relationReason(match, pair), relationReason(pair, other), relationReason(match, other)]).toEqual(['course', 'course', null])
  expect(relationReason(pair, apart)).toBeNull()
})

test('every conflict has a class of its own, chains share one', () => {
  const games = [{ mainGameId: 1 }, { mainGameId: 2 }, { mainGameId: 1 }, { mainGameId: 3 }, { mainGameId: 2 }]
  expect(relationClasses(games)).toEqual([1, 2, 1, 0, 2])
})
