/** The standing of a championship joined with the long-term bet on its winner (wire 6.4). */
import type { BookChampionship, BookGame } from '#modules/line/rules/book.ts'
import { championshipsOf, globalChampionshipId } from '#modules/line/rules/global-championship.ts'
import { mainPart, playersOf } from '#modules/line/rules/wire/game.ts'
import { shownOutcomes, wireOutcome } from '#modules/line/rules/wire/outcome.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { viewOf, type AnswerDeps, type Asked } from '#modules/line/server/index.ts'
import { v3Outcome, type V3Row } from '../rules/v3-game.ts'

/** A row of a table, as the statistics count it. */
export interface Standing {
  place: number
  teamId: number
  played: number
  won: number
  drawn: number
  lost: number
  scored: number
  conceded: number
  points: number
}

const WINNER = 'outright'

/** The championship whose games make the table: the one asked, or the league that a championship of long-term bets is about. */
export function tableChampionship({ book }: AnswerDeps, champId: number): number {
  const championship = book.championships.get(champId)
  if (championship?.type !== 'outright') return champId
  const family = championshipsOf(book, globalChampionshipId(championship)).toSorted((a, b) => b.weight - a.weight || a.id - b.id)
  return family.find(({ type }) => type !== 'outright')?.id ?? champId
}

/** The bet on the winner: a long-term game of the same competition with most of these teams. */
function winnerBet({ book, indexes }: AnswerDeps, championship: BookChampionship, teams: ReadonlySet<number>): BookGame | undefined {
  const family = championshipsOf(book, globalChampionshipId(championship))
  const bets = family
    .flatMap(({ id }) => indexes.list(`c${id}`))
    .filter((game) => game.type === 'outright' && mainPart(game).markets.has(`${WINNER}|`))
  const shared = (game: BookGame): number => game.sides.filter(({ id }) => teams.has(id)).length
  return bets.toSorted(
    (a, b) => shared(b) - shared(a) || (a.model?.extra['winners'] ?? 1) - (b.model?.extra['winners'] ?? 1) || a.ci - b.ci,
  )[0]
}

/** Null: an unknown championship. Teams without results stand behind, in the order of their prices. */
export function stageTable(deps: AnswerDeps, { query }: Asked, standings: readonly Standing[]): V3Row | null {
  const championship = deps.book.championships.get(query.champs[0]!)
  if (!championship) return null
  // A season without a result has no table yet: its games say who plays in it.
  const entrants = deps.indexes.list(`c${tableChampionship(deps, championship.id)}`).filter(({ type }) => type === 'match')
  const teams = [...standings.map(({ teamId }) => teamId), ...entrants.flatMap(({ sides }) => sides.map(({ id }) => id))]
  const bet = winnerBet(deps, championship, new Set(teams))
  const view = viewOf(deps, query)
  const events = new Map<number, V3Row>()
  if (bet) {
    const players = playersOf(deps.book, bet)
    const shown = shownOutcomes(bet, mainPart(bet))
      .filter(({ market }) => market.key === WINNER)
      .toSorted((a, b) => a.outcome.price - b.outcome.price)
    for (const one of shown) events.set(one.outcome.playerId, v3Outcome(wireOutcome(one, view, players, false), false))
  }
  const names = sideNames(deps, championship, bet)
  const nameOf = (id: number) => names.get(id) ?? deps.indexes.list(`t${id}`)[0]?.sides.find((side) => side.id === id)?.names ?? {}
  const listed = new Set(standings.map(({ teamId }) => teamId))
  const others = [...events.keys()].filter((teamId) => !listed.has(teamId)).map((teamId, k) => emptyRow(teamId, standings.length + k + 1))
  const rows = [...standings, ...others].map((row) => ({
    place: row.place,
    teamId: row.teamId,
    name: nameIn(nameOf(row.teamId), query.lng),
    games: row.played,
    wins: row.won,
    draws: row.drawn,
    losses: row.lost,
    goalsFor: row.scored,
    goalsAgainst: row.conceded,
    points: row.points,
    ...(events.has(row.teamId) ? { event: events.get(row.teamId) } : {}),
  }))
  return { champId: championship.id, ...(bet ? { gameId: mainPart(bet).i } : {}), groups: rows.length ? [{ name: '', rows }] : [] }
}

function sideNames(
  { indexes }: AnswerDeps,
  { id }: BookChampionship,
  bet: BookGame | undefined,
): Map<number, BookGame['sides'][number]['names']> {
  const games = [...indexes.list(`c${id}`), ...(bet ? [bet] : [])]
  return new Map(games.flatMap(({ sides }) => sides.map((side) => [side.id, side.names] as const)))
}

function emptyRow(teamId: number, place: number): Standing {
  return { place, teamId, played: 0, won: 0, drawn: 0, lost: 0, scored: 0, conceded: 0, points: 0 }
}
