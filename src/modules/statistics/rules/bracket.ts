/** Rounds of a cup, from the names that its games carry. */
import { newestFirst, winnerOf, type Result } from './result.ts'
import { seasonAt, type Season } from './season.ts'

export interface Tie {
  homeId: number
  awayId: number
  /** Who went on; null while it is open. */
  winnerId: number | null
  /** Its winner stands in the tie at half its place in the next round. */
  joined: boolean
  games: Result[]
}

export interface Round {
  /** As the games carry it; '' when none is known. */
  name: string
  stage: number
  /** Null stands for a tie whose sides are not known. */
  ties: (Tie | null)[]
}

const THIRD_PLACE = 0.5

/** Smaller is nearer to the final; null for rounds that belong to no bracket (league rounds are bare numbers). */
export function stageOf(round: string): number | null {
  const text = round.toLowerCase()
  if (/^\d*$/.test(text.trim()) || /group|matchday|league|groupe|групп/.test(text)) return null
  if (/third|3rd|за 3/.test(text)) return THIRD_PLACE
  const share = /1\s*\/\s*(2|4|8|16|32|64)/.exec(text) ?? /round of (4|8|16|32|64)/.exec(text)
  if (share) return Math.log2(Number(share[1])) + (text.includes('round of') ? -1 : 0)
  if (/semi|полуфинал|halb/.test(text)) return 1
  if (/quarter|четвертьфинал|viertel/.test(text)) return 2
  if (/final|финал/.test(text)) return 0
  const number = /(\d+)/.exec(text)
  return /round|runde|тур|раунд/.test(text) && number ? 20 - Number(number[1]) : null
}

type Game = Result & { round: string }

/** A cup may be played several times in a season: going back in time, a final that comes after early rounds ended the one before. */
function editionsIn(results: readonly Result[]): Game[][] {
  const ties = results.filter((one): one is Game => one.round !== null && stageOf(one.round) !== null)
  const editions: Game[][] = []
  let early = false
  for (const game of ties.toSorted(newestFirst)) {
    const stage = stageOf(game.round)!
    const ends = stage <= THIRD_PLACE
    if (editions.length === 0 || (ends && early)) editions.push([])
    early = !ends || (early && editions.at(-1)!.length > 0)
    editions.at(-1)!.push(game)
  }
  return editions
}

/** The newest edition first. In each the earliest round first; two games of the same pair in one round are one tie. */
export function bracketsOf(results: readonly Result[]): Round[][] {
  const editions = editionsIn(results)
  const legs = new Map<number, number>()
  for (const { round, games } of editions.flatMap((list) => pairsIn(list)))
    legs.set(stageOf(round)!, Math.max(games.length, legs.get(stageOf(round)!) ?? 1))
  return editions.map((games) => {
    const rounds = [...Map.groupBy(pairsIn(games), ({ round }) => round)]
      .map(([name, ties]): Round => {
        const stage = stageOf(name)!
        return { name, stage, ties: ties.map((tie) => tieOf(tie.games, legs.get(stage)!)) }
      })
      .toSorted((a, b) => b.stage - a.stage)
    const tree = rounds.filter(({ stage }) => stage !== THIRD_PLACE)
    return [...(wholeTree(tree) ?? tree), ...rounds.filter(({ stage }) => stage === THIRD_PLACE)]
  })
}

/** First and last game of an edition. */
export function spanOf(rounds: readonly Round[]): { from: number; to: number } {
  const starts = rounds.flatMap(({ ties }) => ties.flatMap((tie) => tie?.games.map(({ startsAt }) => startsAt) ?? []))
  return { from: Math.min(...starts), to: Math.max(...starts) }
}

/** Editions that end in a season, with all of their games: a cup that is played over New Year is not torn in two. */
export function bracketsIn(results: readonly Result[], season: Season, seasons: readonly Season[]): Round[][] {
  return bracketsOf(results).filter((rounds) => seasonAt(seasons, spanOf(rounds).to) === season)
}

/**
 * Every round to the final, in each half as many ties as before, what nobody knows yet as null: ties stand beside the one
 * that their winners met in. Null where the first round is no whole round of a tree.
 */
function wholeTree(rounds: readonly Round[]): Round[] | null {
  const first = rounds[0]
  if (!first || first.ties.length !== 2 ** first.stage) return null
  const tree: Round[] = []
  for (let stage = 0; stage <= first.stage; stage++) {
    const known = rounds.filter((round) => round.stage === stage)
    const ties = known.flatMap((round) => round.ties)
    const after = tree[0]
    if (known.length > 1 || ties.length > 2 ** stage) return null
    tree.unshift({ name: known[0]?.name ?? '', stage, ties: after ? beside(ties, after.ties) : fill(ties, 1) })
  }
  return tree
}

function fill(ties: readonly (Tie | null)[], size: number): (Tie | null)[] {
  return Array.from({ length: size }, (_, at) => ties[at] ?? null)
}

/** Ties in the order of those that they lead to; the others where room is left. */
function beside(ties: readonly (Tie | null)[], after: readonly (Tie | null)[]): (Tie | null)[] {
  const places = fill([], after.length * 2)
  const rest: (Tie | null)[] = []
  for (const tie of ties) {
    const next = tie ? after.findIndex((one) => one !== null && tie.winnerId !== null && sidesOf(one).includes(tie.winnerId)) : -1
    const side = next < 0 ? -1 : sidesOf(after[next]!).indexOf(tie!.winnerId!)
    if (next < 0 || places[next * 2 + side]) rest.push(tie)
    else places[next * 2 + side] = { ...tie!, joined: true }
  }
  return places.map((tie) => tie ?? rest.shift() ?? null)
}

const sidesOf = ({ homeId, awayId }: Tie) => [homeId, awayId]

/** Games of one round between the same two, in the order in which they are played. */
function pairsIn(games: readonly Game[]): { round: string; games: Game[] }[] {
  const pairs = new Map<string, { round: string; games: Game[] }>()
  for (const game of games.toSorted((a, b) => -newestFirst(a, b))) {
    const key = [game.round, ...[game.homeId, game.awayId].toSorted((a, b) => a - b)].join('|')
    const known = pairs.get(key)
    if (known) known.games.push(game)
    else pairs.set(key, { round: game.round, games: [game] })
  }
  return [...pairs.values()]
}

/** `legs`: how many games decide a tie of this round. */
function tieOf(games: readonly Result[], legs: number): Tie {
  const { homeId, awayId } = games[0]!
  const over = games.length >= legs && games.every(({ id }) => id !== '')
  return { homeId, awayId, winnerId: over ? through(games, homeId, awayId) : null, joined: false, games: [...games] }
}

function through(games: readonly Result[], homeId: number, awayId: number): number | null {
  let difference = 0
  for (const { homeId: own, score } of games) difference += own === homeId ? score[0] - score[1] : score[1] - score[0]
  if (difference !== 0) return difference > 0 ? homeId : awayId
  const last = games.at(-1)!
  const winner = winnerOf(last)
  return winner === 0 ? null : winner === 1 ? last.homeId : last.awayId
}
