/** Which games a list call shows, and in which order (wire 5.1). */
import { unixSeconds } from '#lib/time.ts'
import { isOfEurope } from '#modules/feeds/rules/countries.ts'
import { type Book, type BookGame, isOver, isShown, type Kind } from './book.ts'
import type { FeedQuery } from './feed-query.ts'
import { isLeftOut } from './left-out.ts'
import { sportInfo, sportOrder } from './sport-info.ts'

export interface Selection {
  kind: Kind
  now: number
  /** Whether a game has anything to bet on; the index knows without looking through its markets. */
  offered(game: BookGame): boolean
  /** Games enough: the rest is not looked at. */
  limit?: number
}

/** Filters of wire §3 without count and page. */
export function selectGames(book: Book, games: Iterable<BookGame>, query: FeedQuery, at: Selection): BookGame[] {
  const wanted = wantedSets(query)
  const chosen: BookGame[] = []
  for (const game of games) {
    if (game.kind !== at.kind || isOver(game)) continue
    if (!matchesIds(game, wanted) || !matchesSport(book, game, query, wanted) || !matchesTime(game, query, at.now)) continue
    if (query.countryOnly && book.championships.get(game.championshipId)?.countryId !== query.countryId) continue
    if (query.europe && !isOfEurope(book.championships.get(game.championshipId)?.countryId)) continue
    if (query.top && !isTop(book, game)) continue
    if (!matchesSection(book, game, query) || !matchesSet(book, game, query, wanted)) continue
    if (!query.getEmpty && !at.offered(game)) continue
    chosen.push(game)
    if (chosen.length === at.limit) break
  }
  return chosen
}

interface Wanted {
  sports: Set<number>
  champs: Set<number>
  games: Set<number>
  teams: Set<number>
}

function wantedSets(query: FeedQuery): Wanted {
  return {
    sports: new Set(query.sports),
    champs: new Set(query.champs),
    games: new Set(query.games),
    teams: new Set(query.teams),
  }
}

function matchesIds(game: BookGame, { champs, games, teams }: Wanted): boolean {
  if (champs.size && !champs.has(game.championshipId)) return false
  if (teams.size && !isOfTeams(game, teams)) return false
  if (games.size === 0) return true
  for (const part of game.parts.values()) if (games.has(part.i)) return true
  return false
}

/** A team's matches, and the long-term bets where something stands on it: not those of its league that leave it out. */
function isOfTeams(game: BookGame, teams: ReadonlySet<number>): boolean {
  if (!game.sides.some((side) => teams.has(side.id))) return false
  if (game.type !== 'outright') return true
  for (const { markets } of game.parts.values()) {
    for (const market of markets.values()) {
      if (market.outcomes.some((outcome) => teams.has(outcome.playerId) && isShown(market, outcome))) return true
    }
  }
  return false
}

/** Market sets that are games of their own (MS, wire 4.6); the other numbers say which markets, not which games. */
export const SET_USUAL = 0
const SET_ALTERNATIVE = 3
export const SET_LONG_TERM = 7

export function marketSetOf(book: Book, { type, championshipId }: BookGame): number {
  if (type === 'outright') return SET_LONG_TERM
  const section = book.championships.get(championshipId)?.about?.section
  return section === 'alternative' || section === 'aftermatch' ? SET_ALTERNATIVE : SET_USUAL
}

/** Sets of a list of sports or championships: they name all that there is, those that stand apart too, unless some are asked for. */
export function setsToName({ marketSets }: FeedQuery): readonly number[] {
  return marketSets.length ? marketSets : [SET_USUAL, SET_ALTERNATIVE, SET_LONG_TERM]
}

/** Alternative games stand apart: a plain list has them only when their championship, team or game is asked for. */
function matchesSet(book: Book, game: BookGame, query: FeedQuery, { champs, games, teams }: Wanted): boolean {
  const set = marketSetOf(book, game)
  const sets = query.marketSets
  if (sets.includes(set)) return true
  if (sets.includes(SET_ALTERNATIVE) || sets.includes(SET_LONG_TERM)) return false
  return set !== SET_ALTERNATIVE || query.section !== '' || champs.size > 0 || games.size > 0 || teams.size > 0
}

function matchesSection(book: Book, game: BookGame, { section, subSports }: FeedQuery): boolean {
  const about = book.championships.get(game.championshipId)?.about
  if (subSports.length && !subSports.includes(about?.subSport?.id ?? 0)) return false
  if (section === '') return true
  return section === LONG_TERM ? game.type === 'outright' || sportInfo(game.sportId).rank === -1 : about?.section === section
}

const LONG_TERM = 'long'

/** Of no section of its own: neither virtual nor simulated nor alternative. */
export function isUsual(book: Book, { championshipId }: BookGame): boolean {
  return book.championships.get(championshipId)?.about?.section === undefined
}

/**
 * Virtual sports and virtual sections are shown when asked by id, by flag or by a championship or game of theirs. Cyber
 * sports are part of the plain list, as in the recorded ones (sport 40): only `cyberFlag` and `without` leave them out.
 */
function matchesSport(book: Book, game: BookGame, query: FeedQuery, { sports, champs, games, teams }: Wanted): boolean {
  const { cyber, virtual } = sportInfo(game.sportId)
  if (isLeftOut(book, game, query)) return false
  if (query.cyberFlag === 4 && cyber) return false
  if (query.cyberFlag === 1 && !cyber) return false
  if (sports.size && !sports.has(game.sportId)) return false
  if (query.section !== '') return true
  const section = book.championships.get(game.championshipId)?.about?.section
  // A virtual sport is asked for by its number; virtual football by its section, for football is played too.
  if (sports.size && section !== 'virtual') return true
  return (
    !(virtual || section === 'virtual' || section === 'marble' || section === 'tv') ||
    query.virtualSports ||
    champs.size > 0 ||
    games.size > 0 ||
    teams.size > 0
  )
}

function matchesTime(game: BookGame, query: FeedQuery, now: number): boolean {
  const start = unixSeconds(game.startsAt)
  if (query.withinMinutes && start > now + query.withinMinutes * 60) return false
  if (query.tsFrom && start < query.tsFrom) return false
  if (query.tsTo && start > query.tsTo) return false
  return !query.minOffset || start >= now + query.minOffset * 60
}

/** Championships of this weight and more fill the top lists. */
export const TOP_WEIGHT = 100

export function isTop(book: Book, game: BookGame): boolean {
  return (book.championships.get(game.championshipId)?.weight ?? 0) >= TOP_WEIGHT
}

export function hasOutcomes(game: BookGame): boolean {
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      for (const outcome of market.outcomes) if (isShown(market, outcome)) return true
    }
  }
  return false
}

/** Sport order of the brand, then weight falling, then start, then championship, so that leagues stay together. */
export function sortGames(book: Book, games: readonly BookGame[], sportsOrder: readonly number[]): BookGame[] {
  const rank = new Map(sportsOrder.map((id, index) => [id, index - 1000]))
  const keyed = games.map((game) => ({
    game,
    sport: rank.get(game.sportId) ?? sportOrder(game.sportId),
    weight: book.championships.get(game.championshipId)?.weight ?? 0,
  }))
  keyed.sort(
    (a, b) =>
      a.sport - b.sport ||
      b.weight - a.weight ||
      a.game.startsAt - b.game.startsAt ||
      a.game.championshipId - b.game.championshipId ||
      a.game.ci - b.game.ci,
  )
  return keyed.map(({ game }) => game)
}

function inFront(games: readonly BookGame[], isFirst: (game: BookGame) => boolean): BookGame[] {
  return [...games.filter(isFirst), ...games.filter((game) => !isFirst(game))]
}

/** Games of the visitor's country before the others; both keep their order. */
export function countryFirst(book: Book, games: readonly BookGame[], countryId: number): BookGame[] {
  return inFront(games, (game) => book.championships.get(game.championshipId)?.countryId === countryId)
}

/** Games that people play before drawn and simulated ones: at an hour without football no page begins with its imitation. */
export function playedFirst(book: Book, games: readonly BookGame[]): BookGame[] {
  return inFront(games, (game) => !book.championships.get(game.championshipId)?.about?.section)
}
