import { expect, test } from 'vitest'
import type { ChronoRow } from '../model/types.ts'
import { changedScores } from './changed-scores.ts'

const FIRST: ChronoRow = {
  id: 0,
  period: 1,
  clockSec: null,
  kind: 11,
  side: 0,
  text: '',
  score: null,
  cancelled: false,
  type: '',
  amount: 0,
  at: null,
  players: [],
}
let ids = 0
const row = (kind: number, score: ChronoRow['score'], more: Partial<ChronoRow> = {}): ChronoRow => ({
  ...FIRST,
  id: ++ids,
  kind,
  score,
  ...more,
})

test('the score stands beside the rows that made it, not beside all that came after', () => {
  const rows = [row(11, null), row(9, null), row(1, [1, 0]), row(5, [1, 0]), row(12, [1, 0]), row(1, [1, 1])]
  expect(changedScores(rows.toReversed())).toEqual(new Set([rows[2]!.id, rows[5]!.id]))
})

test('a goal that was taken back has its score, the shot beside it and what follows have not', () => {
  const rows = [row(11, null), row(1, [0, 1], { cancelled: true }), row(99, [0, 1]), row(9, null), row(1, [1, 0])]
  expect(changedScores(rows.toReversed())).toEqual(new Set([rows[1]!.id, rows[4]!.id]))
})

test('points of a game of tennis change no sets', () => {
  const rows = [row(12, [1, 0]), row(11, [1, 0]), row(1, [1, 0]), row(12, [1, 1])]
  expect(changedScores(rows.toReversed())).toEqual(new Set([rows[0]!.id, rows[3]!.id]))
})
