/** Which games an answer is about: candidates from the narrowest index, filters of the query, order of the brand. */
import { unixSeconds, type Clock } from '#lib/time.ts'
import { isOver, type Book, type BookGame, type Kind } from '../rules/book.ts'
import type { FeedQuery } from '../rules/feed-query.ts'
import { championshipsOf } from '../rules/global-championship.ts'
import { isLeftOut } from '../rules/left-out.ts'
import { countryFirst, isTop, playedFirst, selectGames, type Selection, sortGames } from '../rules/select-games.ts'
import type { StatisticsMarks, View } from '../rules/wire/view.ts'
import type { Indexes } from './indexes.ts'
import type { SearchIndex } from './search.ts'

export interface Brand {
  id: string
  sportsOrder: readonly number[]
}

export interface AnswerDeps {
  book: Book
  indexes: Indexes
  search: SearchIndex
  clock: Clock
  text(lng: string, key: string, params?: Record<string, string | number>): string
  /** Somebody reads the card of this game; a promise: in a moment it has markets that it has not yet. */
  opened?(this: void, ci: number): Promise<void> | undefined
  /** What the statistics have of the games of the line; they tell it. */
  marks?: StatisticsMarks
  /** The line is still being told after a start: lists and counts would grow before the reader's eyes. */
  filling?(): boolean
}

/** A call with its query, as its answer is built from it. */
export interface Asked {
  kind: Kind
  query: FeedQuery
  brand: Brand
}

const NAMES = ['!names']

export function viewOf(deps: AnswerDeps, query: FeedQuery): View {
  return {
    lng: query.lng,
    format: query.format,
    now: unixSeconds(deps.clock.now()),
    names: deps.indexes.version(NAMES),
    ...(deps.marks ? { marks: deps.marks } : {}),
    text: (key, params) => deps.text(query.lng, key, params),
  }
}

interface Order {
  version: number
  sorted: readonly BookGame[]
  /** The same as rows of a page, and those of one sport; made when somebody asks. */
  rows: readonly BookGame[] | null
  bySport: Map<string, readonly BookGame[]>
}

/** All games of a kind in the order of the brand; made again only when a head changed. */
const ordered = new WeakMap<AnswerDeps, Map<string, Order>>()

function orderOf(deps: AnswerDeps, { kind, brand }: Asked): Order {
  const orders = ordered.get(deps) ?? new Map<string, Order>()
  ordered.set(deps, orders)
  const version = deps.indexes.version(['!names', `!k${kind}`])
  const id = `${brand.id}|${kind}`
  const known = orders.get(id)
  if (known?.version === version) return known
  const games = deps.indexes.list(`k${kind}`)
  // Hardly any head changes between two orders: what is nearly in order is sorted in about one pass.
  const sorted = sortGames(deps.book, known ? asBefore(known.sorted, games) : games, brand.sportsOrder)
  const order: Order = { version, sorted, rows: null, bySport: new Map() }
  orders.set(id, order)
  return order
}

/** These games in the order that they had, the new ones behind. */
function asBefore(earlier: readonly BookGame[], games: readonly BookGame[]): BookGame[] {
  const left = new Set(games)
  return [...earlier.filter((game) => left.delete(game)), ...left]
}

/** `sports`: when it is one, its games are enough. */
function orderedGames(deps: AnswerDeps, asked: Asked, sports: readonly number[], areRows: boolean): readonly BookGame[] {
  const order = orderOf(deps, asked)
  const all = areRows ? (order.rows ??= playedFirst(deps.book, order.sorted)) : order.sorted
  if (sports.length !== 1) return all
  const key = `${sports[0]}|${areRows}`
  let own = order.bySport.get(key)
  if (!own) order.bySport.set(key, (own = all.filter((game) => game.sportId === sports[0])))
  return own
}

/**
 * Lists by what they ask, as long as no head has changed and no game has got or lost its last outcome: many calls, in every
 * language and format, ask for the same games, and looking through thousands takes milliseconds each time.
 */
const chosen = new WeakMap<AnswerDeps, Map<string, { version: number; games: readonly BookGame[] }>>()
const MOST_CHOSEN = 120

function remembered(deps: AnswerDeps, kind: Kind, key: string, choose: () => readonly BookGame[]): readonly BookGame[] {
  const lists = chosen.get(deps) ?? new Map<string, { version: number; games: readonly BookGame[] }>()
  chosen.set(deps, lists)
  const version = deps.indexes.version([...NAMES, `!k${kind}`])
  const known = lists.get(key)
  if (known?.version === version) return known.games
  const games = choose()
  lists.delete(key)
  if (lists.size >= MOST_CHOSEN) lists.delete(lists.keys().next().value!)
  lists.set(key, { version, games })
  return games
}

/** What decides which games a list holds; null when that changes with the time alone. */
function filterKey({ kind, brand }: Asked, query: FeedQuery, limit: number | undefined): string | null {
  if (query.withinMinutes || query.minOffset) return null
  const { sports, antisports, without, champs, games, teams, cyberFlag, virtualSports, getEmpty, top } = query
  const { countryFirst: homeFirst, countryOnly, countryId, europe, tsFrom, tsTo, marketSets, section, subSports, globalChampId } = query
  const country = homeFirst || countryOnly ? countryId : 0
  return JSON.stringify([
    [kind, brand.id, sports, antisports, without, champs, games, teams, cyberFlag, virtualSports, getEmpty, top, homeFirst, countryOnly],
    [country, europe, tsFrom, tsTo, marketSets, section, subSports, globalChampId, limit ?? 0],
  ])
}

/** Candidates from the narrowest index, then filters, in the order of the brand. `limit`: rows of a page are asked for, so many of them. */
export function listed(deps: AnswerDeps, asked: Asked, change: Partial<FeedQuery> = {}, limit?: number): readonly BookGame[] {
  const wanted = { ...asked.query, ...change }
  const key = filterKey(asked, wanted, limit)
  const choose = () => chooseGames(deps, asked, wanted, limit)
  return key === null ? choose() : remembered(deps, asked.kind, key, choose)
}

function chooseGames(deps: AnswerDeps, asked: Asked, wanted: FeedQuery, limit: number | undefined): readonly BookGame[] {
  const query = globalChamps(deps, wanted)
  if (!query) return []
  const at: Selection = {
    kind: asked.kind,
    now: unixSeconds(deps.clock.now()),
    offered: (game) => deps.indexes.offered(game.ci),
    ...(limit === undefined || query.countryFirst ? {} : { limit }),
  }
  const games = selectGames(deps.book, candidates(deps, asked, query, limit !== undefined), query, at)
  return query.countryFirst ? countryFirst(deps.book, games, query.countryId) : games
}

/** A global championship stands for its championships; null when it has none of those asked. */
function globalChamps({ book }: AnswerDeps, query: FeedQuery): FeedQuery | null {
  if (!query.globalChampId) return query
  const all = championshipsOf(book, query.globalChampId).map(({ id }) => id)
  const champs = query.champs.length ? query.champs.filter((id) => all.includes(id)) : all
  return champs.length ? { ...query, champs } : null
}

function candidates(deps: AnswerDeps, asked: Asked, query: FeedQuery, areRows: boolean): readonly BookGame[] {
  const { champs: leagues, teams, sports } = query
  const keys = leagues.length ? leagues.map((id) => `c${id}`) : teams.map((id) => `t${id}`)
  if (keys.length === 0) return orderedGames(deps, asked, sports, areRows)
  const found = new Set(keys.flatMap((key) => deps.indexes.list(key)))
  return sortGames(deps.book, [...found], asked.brand.sportsOrder)
}

/** Which games a search may answer with, by CI. */
export function mayBeFound({ book }: AnswerDeps, kind: Kind, query: FeedQuery): (ci: number) => boolean {
  return (ci) => {
    const game = book.games.get(ci)
    if (game?.kind !== kind || isOver(game) || isLeftOut(book, game, query)) return false
    return query.sports.length === 0 || query.sports.includes(game.sportId)
  }
}

export function paged(games: readonly BookGame[], { count, page }: FeedQuery): readonly BookGame[] {
  return games.slice((page - 1) * count, page * count)
}

export function byStart(games: readonly BookGame[]): BookGame[] {
  return games.toSorted((a, b) => a.startsAt - b.startsAt || a.ci - b.ci)
}

/** Games of top championships; when the line has none of them, its first ones. */
export function topGames(deps: AnswerDeps, asked: Asked): readonly BookGame[] {
  const key = filterKey(asked, asked.query, undefined)
  const choose = () => chooseTop(deps, listed(deps, asked))
  return key === null ? choose() : remembered(deps, asked.kind, `top|${key}`, choose)
}

function chooseTop({ book }: AnswerDeps, games: readonly BookGame[]): BookGame[] {
  const top = games.filter((game) => isTop(book, game) && game.type === 'match')
  const matches = top.length ? top : games.filter((game) => game.type === 'match')
  return matches
    .map((game) => ({ game, weight: book.championships.get(game.championshipId)?.weight ?? 0 }))
    .toSorted((a, b) => b.weight - a.weight || a.game.startsAt - b.game.startsAt || a.game.ci - b.game.ci)
    .map(({ game }) => game)
}
