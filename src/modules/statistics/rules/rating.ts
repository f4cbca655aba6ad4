/**
 * Strengths from results alone (Elo): each game moves points from who did worse than expected to who did better. The
 * sum never changes, so figures of one table can be compared with each other.
 */
import type { Millis } from '#lib/time.ts'
import { counts, winnerOf, type Result } from './result.ts'

export const START_RATING = 1500
const STEP = 20
/** Points that playing at home is worth. */
export const HOME = 60
const SCALE = 400

export interface Rated {
  teamId: number
  rating: number
  /** Moved by the last game. */
  change: number
  games: number
  lastAt: Millis
}

/** Expected share of the points of the first side. */
export function expectedShare(rating1: number, rating2: number, home = 0): number {
  return 1 / (1 + 10 ** ((rating2 - rating1 - home) / SCALE))
}

/** The strongest first. */
export function ratings(results: readonly Result[]): Rated[] {
  const table = new Map<number, Rated>()
  const of = (teamId: number): Rated => {
    let known = table.get(teamId)
    if (!known) table.set(teamId, (known = { teamId, rating: START_RATING, change: 0, games: 0, lastAt: 0 }))
    return known
  }
  for (const result of results.filter(counts).toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))) {
    const [home, away] = [of(result.homeId), of(result.awayId)]
    const winner = winnerOf(result)
    const share = winner === 0 ? 0.5 : winner === 1 ? 1 : 0
    const move = STEP * margin(result) * (share - expectedShare(home.rating, away.rating, HOME))
    put(home, move, result.startsAt)
    put(away, -move, result.startsAt)
  }
  return [...table.values()].toSorted((a, b) => b.rating - a.rating || a.teamId - b.teamId)
}

/** A clear win says more than a narrow one, by less and less. */
function margin({ score }: Result): number {
  return 1 + Math.log1p(Math.max(0, Math.abs(score[0] - score[1]) - 1)) / 2
}

function put(rated: Rated, move: number, at: Millis): void {
  rated.rating += move
  rated.change = move
  rated.games += 1
  rated.lastAt = at
}
