import { expect, test } from 'vitest'
import vectors from '../../../../test/vectors/limits.json' with { type: 'json' }
import { areRelated, relationClasses, type Related } from './relation.ts'

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

test('every conflict has a class of its own, chains share one', () => {
  const games = [{ mainGameId: 1 }, { mainGameId: 2 }, { mainGameId: 1 }, { mainGameId: 3 }, { mainGameId: 2 }]
  expect(relationClasses(games)).toEqual([1, 2, 1, 0, 2])
})
