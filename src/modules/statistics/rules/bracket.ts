/** Rounds of a cup, from the names that its games carry. */
import { newestFirst, winnerOf, type Result } from './result.ts'

export interface Tie {
  homeId: number
  awayId: number
  /** Who went on; null while it is open. */
  winnerId: number | null
  games: Result[]
}

export interface Round {
  name: string
  ties: Tie[]
}

/** Smaller is nearer to the final; null for rounds that belong to no bracket (league rounds are bare numbers). */
export function stageOf(round: string): number | null {
  const text = round.toLowerCase()
  if (/^\d*$/.test(text.trim()) || /group|matchday|league|groupe|групп/.test(text)) return null
  if (/third|3rd|за 3/.test(text)) return 0.5
  const share = /1\s*\/\s*(2|4|8|16|32|64)/.exec(text) ?? /round of (4|8|16|32|64)/.exec(text)
  if (share) return Math.log2(Number(share[1])) + (text.includes('round of') ? -1 : 0)
  if (/semi|полуфинал|halb/.test(text)) return 1
  if (/quarter|четвертьфинал|viertel/.test(text)) return 2
  if (/final|финал/.test(text)) return 0
  const number = /(\d+)/.exec(text)
  return /round|runde|тур|раунд/.test(text) && number ? 20 - Number(number[1]) : null
}

/** The earliest round first; two games of the same pair in one round are one tie. */
export function bracketOf(results: readonly Result[]): Round[] {
  const rounds = new Map<string, Result[]>()
  for (const result of results) {
    if (result.round === null || stageOf(result.round) === null) continue
    const list = rounds.get(result.round)
    if (list) list.push(result)
    else rounds.set(result.round, [result])
  }
  return [...rounds].toSorted(([a], [b]) => stageOf(b)! - stageOf(a)!).map(([name, games]) => ({ name, ties: tiesOf(games) }))
}

function tiesOf(games: readonly Result[]): Tie[] {
  const ties = new Map<string, Result[]>()
  for (const game of games.toSorted((a, b) => -newestFirst(a, b))) {
    const key = [game.homeId, game.awayId].toSorted((a, b) => a - b).join('-')
    const list = ties.get(key)
    if (list) list.push(game)
    else ties.set(key, [game])
  }
  return [...ties.values()].map((list) => {
    const { homeId, awayId } = list[0]!
    return { homeId, awayId, winnerId: through(list, homeId, awayId), games: list }
  })
}

function through(games: readonly Result[], homeId: number, awayId: number): number | null {
  let difference = 0
  for (const { homeId: own, score } of games) difference += own === homeId ? score[0] - score[1] : score[1] - score[0]
  if (difference !== 0) return difference > 0 ? homeId : awayId
  const last = games.at(-1)!
  const winner = winnerOf(last)
  return winner === 0 ? null : winner === 1 ? last.homeId : last.awayId
}
