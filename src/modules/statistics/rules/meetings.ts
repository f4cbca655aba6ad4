/** Head-to-head: who won how often when the two met (wire 11.1). */
import { counts, newestFirst, wentToOvertime, winnerOf, type Result } from './result.ts'

export interface Meetings {
  /** Wins of the first side, draws, wins of the second one. */
  wins1: number
  draws: number
  wins2: number
  overtimes: number
  /** The newest first. */
  games: Result[]
}

export function meetings(results: readonly Result[], team1: number, team2: number): Meetings {
  const games = results
    .filter(({ homeId, awayId }) => (homeId === team1 && awayId === team2) || (homeId === team2 && awayId === team1))
    .toSorted(newestFirst)
  const out: Meetings = { wins1: 0, draws: 0, wins2: 0, overtimes: 0, games }
  for (const game of games) {
    if (!counts(game)) continue
    if (wentToOvertime(game)) out.overtimes += 1
    const winner = winnerOf(game)
    if (winner === 0) out.draws += 1
    else if ((winner === 1) === (game.homeId === team1)) out.wins1 += 1
    else out.wins2 += 1
  }
  return out
}
