/** How a side plays: at home and away, its runs, what it scores and lets in by period. Of the games that it is given. */
import { counts, letterFor, newestFirst, winnerOf, type Letter, type Result } from './result.ts'
import type { Standing } from './standings.ts'

export type Tally = Pick<Standing, 'played' | 'won' | 'drawn' | 'lost' | 'scored' | 'conceded'>

export interface Profile {
  home: Tally
  away: Tally
  /** Results of one kind in a row up to the last game, and games without a defeat up to it. */
  run: { letter: Letter; games: number; unbeaten: number } | null
  /** The longest row of wins. */
  bestRun: number
  /** Games in which the other side scored nothing, this side scored nothing, both scored. */
  cleanSheets: number
  blanks: number
  bothScored: number
  /** The regular parts of a game in their order, as far as they were told; what was scored in them together. */
  periods: { code: string; scored: number; conceded: number; games: number }[]
}

/** Parts beyond the regular time say little: few games have them. */
const EXTRA = /^(ot|et|so|pen)\d*$/

export function profileOf(results: readonly Result[], teamId: number): Profile {
  const games = results.filter((one) => counts(one) && (one.homeId === teamId || one.awayId === teamId)).toSorted(newestFirst)
  const profile: Profile = {
    home: noGames(),
    away: noGames(),
    run: runOf(games.map((game) => letterFor(game, teamId))),
    bestRun: bestRunOf(games, teamId),
    cleanSheets: 0,
    blanks: 0,
    bothScored: 0,
    periods: [],
  }
  const periods = new Map<string, Profile['periods'][number] & { no: number }>()
  for (const game of games) {
    const atHome = game.homeId === teamId
    const [own, other] = seenFrom(game.score, atHome)
    add(atHome ? profile.home : profile.away, letterFor(game, teamId), own, other)
    if (other === 0) profile.cleanSheets += 1
    if (own === 0) profile.blanks += 1
    if (own > 0 && other > 0) profile.bothScored += 1
    for (const { no, code, score } of game.periods) {
      if (EXTRA.test(code)) continue
      const known = periods.get(code) ?? { no, code, scored: 0, conceded: 0, games: 0 }
      const [scored, conceded] = seenFrom(score, atHome)
      periods.set(code, {
        ...known,
        scored: known.scored + scored,
        conceded: known.conceded + conceded,
        games: known.games + 1,
      })
    }
  }
  profile.periods = [...periods.values()]
    .toSorted((a, b) => a.no - b.no)
    .map(({ code, scored, conceded, games: of }) => ({ code, scored, conceded, games: of }))
  return profile
}

function noGames(): Tally {
  return { played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0 }
}

function seenFrom([home, away]: readonly [number, number], atHome: boolean): [number, number] {
  return atHome ? [home, away] : [away, home]
}

function add(tally: Tally, letter: Letter, scored: number, conceded: number): void {
  tally.played += 1
  tally.scored += scored
  tally.conceded += conceded
  if (letter === 'w') tally.won += 1
  else if (letter === 'd') tally.drawn += 1
  else tally.lost += 1
}

/** Letters come the newest first. */
function runOf(letters: readonly Letter[]): Profile['run'] {
  const letter = letters[0]
  if (letter === undefined) return null
  const until = (stops: (one: Letter) => boolean): number => {
    const at = letters.findIndex(stops)
    return at < 0 ? letters.length : at
  }
  return { letter, games: until((one) => one !== letter), unbeaten: until((one) => one === 'l') }
}

function bestRunOf(games: readonly Result[], teamId: number): number {
  let best = 0
  let now = 0
  for (const game of games) {
    const won = winnerOf(game) === (game.homeId === teamId ? 1 : 2)
    now = won ? now + 1 : 0
    best = Math.max(best, now)
  }
  return best
}
