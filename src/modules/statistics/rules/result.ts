/** A result as statistics see it, whoever played it: a game of the feed that is over, or one of past seasons. */
import type { Millis } from '#lib/time.ts'

export interface Result {
  /** 24 hex digits. */
  id: string
  /** CI and I of a game that was played here; null for past seasons. */
  ci: number | null
  i: number | null
  championshipId: number
  homeId: number
  awayId: number
  startsAt: Millis
  score: [number, number]
  periods: { no: number; code: string; score: [number, number] }[]
  round: string | null
  status: string
  note: string | null
}

export function isAbandoned({ status }: Pick<Result, 'status'>): boolean {
  return status === 'abandoned'
}

/** Broken-off games have a score and no result. A match of sets that ends level is one too: somebody gave it up. */
export function counts(result: Pick<Result, 'status' | 'score' | 'periods'>): boolean {
  const { score, periods } = result
  const givenUp = score[0] === score[1] && periods.some(({ code }) => /^set\d/.test(code))
  return !isAbandoned(result) && !givenUp
}

/** 1 the home side, 2 the away side, 0 a draw. A shoot-out decides who won, not what the score was. */
export function winnerOf({ score, periods }: Pick<Result, 'score' | 'periods'>): 0 | 1 | 2 {
  if (score[0] !== score[1]) return score[0] > score[1] ? 1 : 2
  const shootout = periods.find(({ code }) => code === 'so')?.score
  return shootout && shootout[0] !== shootout[1] ? (shootout[0] > shootout[1] ? 1 : 2) : 0
}

/** Decided after the regular time. */
export function wentToOvertime({ periods, note }: Pick<Result, 'periods' | 'note'>): boolean {
  return note === 'after_extra_time' || note === 'after_shootout' || periods.some(({ code }) => /^(ot|et)\d*$|^so$/.test(code))
}

export type Letter = 'w' | 'd' | 'l'

export function letterFor(result: Result, teamId: number): Letter {
  const winner = winnerOf(result)
  if (winner === 0) return 'd'
  return (winner === 1) === (result.homeId === teamId) ? 'w' : 'l'
}

/** Newest first; of two at one time the larger id, so that the order never depends on where they came from. */
export function newestFirst(a: Result, b: Result): number {
  return b.startsAt - a.startsAt || (a.id < b.id ? 1 : -1)
}

/** Letters of the last games, the newest first. */
export function formOf(results: readonly Result[], teamId: number, games = 5): Letter[] {
  return results
    .filter((result) => counts(result) && (result.homeId === teamId || result.awayId === teamId))
    .toSorted(newestFirst)
    .slice(0, games)
    .map((result) => letterFor(result, teamId))
}
