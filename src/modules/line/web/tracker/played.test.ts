import { expect, test } from 'vitest'
import { ballPlace } from '../../rules/tracker.ts'
import type { ChronoRow } from '../model/types.ts'
import { playedSince } from './played.ts'

let ids = 0
function row(type: string, kind: number, more: Partial<ChronoRow> = {}): ChronoRow {
  ids += 1
  return {
    id: ids,
    period: 1,
    clockSec: null,
    kind,
    side: 0,
    text: type,
    score: null,
    cancelled: false,
    type,
    amount: 0,
    at: null,
    players: [],
    ...more,
  }
}

const begins = () => row('period_start', 11)
const attack = () => row('dangerous_attack', 99, { side: 1, at: [88, 40] })
const ends = () => row('period_end', 12)
const placeOf = (rows: readonly ChronoRow[]) => ballPlace(playedSince(rows).rows)

test('at half-time nobody attacks: the newest is the end of the half', () => {
  const rows = [begins(), attack(), ends()].toReversed()
  expect(playedSince(rows)).toMatchObject({ rows: [], stands: true, after: { type: 'period_end' } })
  expect(placeOf(rows)).toBeNull()
})

test('after the break the ball waits for the first play of the new half', () => {
  const first = [begins(), attack(), ends(), begins()].toReversed()
  expect(playedSince(first)).toMatchObject({ rows: [], stands: false, after: { type: 'period_start' } })
  const next = [attack(), ...first]
  expect(playedSince(next).rows).toHaveLength(1)
  expect(placeOf(next)?.x).toBe(0.88)
})

test('after the game it stands still, also when something is told behind its end', () => {
  const over = [begins(), attack(), ends(), row('match_end', 99), row('corner', 9, { side: 2 })].toReversed()
  expect(playedSince(over)).toMatchObject({ rows: [], stands: true, after: { type: 'match_end' } })
  expect(playedSince([row('abandoned', 99), attack(), begins()]).stands).toBe(true)
})

test('a feed that tells no parts is played on; an end that was taken back was none', () => {
  expect(playedSince([attack()])).toMatchObject({ after: null, stands: false })
  const rows = [begins(), attack(), row('period_end', 12, { cancelled: true })].toReversed()
  expect(placeOf(rows)).not.toBeNull()
})
