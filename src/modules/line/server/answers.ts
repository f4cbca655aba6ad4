/** Values of the feed calls (wire §5, 11.5, 11.6) as questions: what an answer covers and how it is built. */
import { envelopeA, JsonText } from '#platform/server/http.ts'
import { type BookGame, isOver, type Kind, KIND_LINE, KIND_LIVE } from '../rules/book.ts'
import type { FeedDefaults, FeedQuery, RawQuery } from '../rules/feed-query.ts'
import { championshipsOf } from '../rules/global-championship.ts'
import { setsToName, TOP_WEIGHT } from '../rules/select-games.ts'
import { sportOrder } from '../rules/sport-info.ts'
import { wireChrono } from '../rules/wire/chrono.ts'
import { mainPart, wireCard, wireChampGame, wireListRow, wireListRowText, type WireRow, wireSearchRow } from '../rules/wire/game.ts'
import { groupByChampionship, putSport, wireChamp, wireSports } from '../rules/wire/rows.ts'
import { nameIn, type View } from '../rules/wire/view.ts'
import { winProbability } from '../rules/wire/win-probability.ts'
import { isLeftOut } from '../rules/left-out.ts'
import type { Found } from './indexes.ts'
import { findCard, openCard } from './read-cards.ts'
import { type AnswerDeps, type Asked, type Brand, byStart, listed, mayBeFound, paged, topGames, viewOf } from './selection.ts'
import type { Question } from './snapshots.ts'

export const FEED_METHODS = [
  'Get1x2_VZip',
  'BestGamesExtVZip',
  'BestGamesExtZip',
  'GetTopGamesStatZip',
  'TopGamesStatDashbord',
  'GetGameZip',
  'GetSportsZip',
  'GetSportsShortZip',
  'GetChampsZip',
  'GetChamps',
  'GetChampZip',
  'WebGetTopChampsZip',
  'Web_SearchZip',
  'GetFavoritesZip',
  'GetGamesTeamZip',
  'GetChronoOfPlay',
] as const
export type FeedMethod = (typeof FEED_METHODS)[number]

/** Required parameter of a call; its absence is refused with its name. */
export const REQUIRED: Partial<Record<FeedMethod, { name: string; given(query: FeedQuery, raw: RawQuery): boolean }>> = {
  GetGameZip: { name: 'id', given: (query) => query.id > 0 },
  GetChronoOfPlay: { name: 'id', given: (query) => query.id > 0 },
  GetChampZip: { name: 'champ', given: (query) => query.champs.length > 0 || query.globalChampId > 0 },
  // A text that is too short finds nothing; only a call without any is wrong (wire 5.10).
  Web_SearchZip: { name: 'text', given: (_query, raw) => raw['text'] !== undefined },
  GetGamesTeamZip: { name: 'teams', given: (query) => query.teams.length > 0 },
  GetFavoritesZip: { name: 'games', given: (query) => query.games.length + query.champs.length + query.teams.length > 0 },
}

/** The board is a short list: a call may ask for fewer games, and for more in vain (specification, lists and UI). */
const MOST_OF_BOARD = 20

/** How many rows a call has when none are asked (wire 5.3, 5.11), as defaults of its query; those not named here have what all feeds have. */
export const USUAL_ROWS: Partial<Record<FeedMethod, Pick<FeedDefaults, 'count' | 'limit'>>> = {
  GetTopGamesStatZip: { limit: 10 },
  TopGamesStatDashbord: { limit: MOST_OF_BOARD },
  GetFavoritesZip: { count: 200 },
}

/** The question behind a call; its key is canonical, so that addresses with other order or extra parameters share it. */
export function feedQuestion(deps: AnswerDeps, method: FeedMethod, kind: Kind, query: FeedQuery, brand: Brand): Question {
  const asked: Asked = { kind, query, brand }
  const fixed = scopeOf(method, asked)
  const byId = method === 'GetGameZip' || method === 'GetChronoOfPlay'
  return {
    key: `${brand.id}|${kind}|${method}|${JSON.stringify(query)}`,
    // An id that nobody knew a moment ago may be a game by now.
    scope: byId ? () => gameScope(deps, query.id) : () => fixed,
    ...(byId ? { isPassing: () => deps.filling?.() === true && !knownById(deps, query.id) } : {}),
    ...(method === 'GetGameZip' ? { prepare: () => openCard(deps, kind, query) } : {}),
    build: () => envelopeA(valueOf(deps, method, asked)),
  }
}

/** Lists of names cover heads only; whatever shows prices, scores or counters of outcomes covers every fact. */
function scopeOf(method: FeedMethod, { kind, query }: Asked): string[] {
  const names = '!names'
  switch (method) {
    case 'GetGameZip':
    case 'GetChronoOfPlay':
      return []
    case 'GetChampsZip':
    case 'GetChamps':
      return [names, `!k${kind}`]
    case 'WebGetTopChampsZip':
      return [names, '!k1', '!k3']
    case 'GetFavoritesZip':
      return [names, '!k1', '!k3', `k${kind}`]
    case 'Web_SearchZip':
      // Live rows show the score.
      return [names, kind === KIND_LIVE ? 'k1' : '!k3']
    case 'GetSportsZip':
      return [names, `!k${kind}`]
    case 'GetSportsShortZip':
      return query.champs.length ? [names, `!k${kind}`, ...query.champs.map((id) => `c${id}`)] : [names, `!k${kind}`]
    case 'GetChampZip':
      return query.globalChampId ? [names, `k${kind}`] : [names, ...query.champs.map((id) => `c${id}`)]
    case 'GetGamesTeamZip':
      return [names, ...query.teams.map((id) => `t${id}`)]
    case 'Get1x2_VZip':
      if (query.globalChampId) return [names, `k${kind}`]
      if (query.champs.length) return [names, ...query.champs.map((id) => `c${id}`)]
      return query.sports.length ? [names, ...query.sports.map((id) => `k${kind}s${id}`)] : [names, `k${kind}`]
    default:
      return [names, `k${kind}`]
  }
}

function knownById({ indexes }: AnswerDeps, id: number): Found | null {
  return indexes.byI(id) ?? indexes.byCi(id)
}

function gameScope(deps: AnswerDeps, id: number): string[] {
  const found = knownById(deps, id)
  return found ? ['!names', `g${found.game.ci}`] : ['!names', '!k1', '!k3']
}

function valueOf(deps: AnswerDeps, method: FeedMethod, asked: Asked): unknown {
  const { query } = asked
  switch (method) {
    case 'Get1x2_VZip':
      return rowsText(deps, query, paged(listed(deps, asked, {}, query.page * query.count), query))
    case 'BestGamesExtVZip':
    case 'BestGamesExtZip':
      return rowsText(deps, query, paged(topGames(deps, asked), query))
    case 'GetTopGamesStatZip':
      return topGames(deps, asked)
        .slice(0, query.limit)
        .map((game) => statRow(deps, game, query, false))
    case 'TopGamesStatDashbord':
      return dashboard(deps, asked)
    case 'GetGamesTeamZip':
      return rowsText(deps, query, paged(byStart(listed(deps, asked)), query))
    case 'GetGameZip':
      return card(deps, asked)
    case 'GetSportsZip':
      return sports(deps, asked, 'full')
    case 'GetSportsShortZip':
      return query.whole && deps.filling?.() ? null : sports(deps, asked, 'short')
    case 'GetChampsZip':
    case 'GetChamps':
      return champs(deps, asked)
    case 'GetChampZip':
      return champ(deps, asked)
    case 'WebGetTopChampsZip':
      return topChamps(deps, asked)
    case 'Web_SearchZip':
      return searched(deps, asked)
    case 'GetFavoritesZip':
      return favorites(deps, asked)
    case 'GetChronoOfPlay':
      return chrono(deps, asked)
  }
}

function rowsText(deps: AnswerDeps, query: FeedQuery, games: readonly BookGame[]): JsonText {
  return new JsonText(rowsOf(deps, query, games))
}

function rowsOf(deps: AnswerDeps, query: FeedQuery, games: readonly BookGame[]): string {
  const view = viewOf(deps, query)
  return `[${games.map((game) => wireListRowText(deps.book, game, view, query.blockedToo)).join(',')}]`
}

function statRow(deps: AnswerDeps, game: BookGame, query: FeedQuery, withProbability: boolean): WireRow {
  const row = wireListRow(deps.book, game, viewOf(deps, query), query.blockedToo, false)
  const wp = withProbability ? winProbability(mainPart(game)) : undefined
  return wp ? { ...row, WP: wp } : row
}

function dashboard(deps: AnswerDeps, asked: Asked): WireRow[] {
  const { query } = asked
  const pinned = query.games
    .map((i) => deps.indexes.byI(i)?.game)
    .filter((game): game is BookGame => game?.kind === asked.kind && !isOver(game) && !isLeftOut(deps.book, game, query))
  const rest = topGames(deps, { ...asked, query: { ...query, games: [] } })
  const games = [...new Set([...pinned, ...rest])].slice(0, Math.min(query.limit, MOST_OF_BOARD))
  return games.map((game) => statRow(deps, game, query, true))
}

function card(deps: AnswerDeps, { kind, query }: Asked): unknown {
  const found = findCard(deps, kind, query)
  if (!found) return null
  return wireCard(deps.book, found.game, found.part, viewOf(deps, query), {
    grouped: query.grouped,
    subGames: query.subGames,
    subGameOutcomes: query.subGameOutcomes,
    marketTab: query.marketTab,
    topGroups: query.topGroups,
    builder: query.builder,
    countEvents: query.countEvents,
  })
}

function sports(deps: AnswerDeps, asked: Asked, form: 'short' | 'full'): WireRow[] {
  const { query } = asked
  const marketSets = setsToName(query)
  // In the short list `sports` and `champs` open rows and do not filter; in the full list they filter.
  const games =
    form === 'short' ? listed(deps, asked, { sports: [], champs: [], getEmpty: false, marketSets }) : listed(deps, asked, { marketSets })
  return wireSports(deps.book, games, viewOf(deps, query), {
    form,
    open: form === 'full' ? 'all' : new Set([...query.sports, ...query.champs.map((id) => deps.book.championships.get(id)?.sportId ?? 0)]),
    champs: new Set(form === 'short' ? query.champs : []),
    nested: query.groupChamps,
  })
}

function champs(deps: AnswerDeps, asked: Asked): WireRow[] {
  const { book } = deps
  const shown = viewOf(deps, asked.query)
  return [...groupByChampionship(listed(deps, asked, { marketSets: setsToName(asked.query) }))].flatMap(([id, games]) => {
    const championship = book.championships.get(id)
    return championship ? [putSport(wireChamp(championship, games.length, shown), book, championship.sportId, shown)] : []
  })
}

function champ(deps: AnswerDeps, asked: Asked): WireRow | null {
  const { query } = asked
  const [championship] = query.champs.length
    ? [deps.book.championships.get(query.champs[0]!)]
    : championshipsOf(deps.book, query.globalChampId).toSorted((a, b) => b.weight - a.weight || a.id - b.id)
  if (!championship) return null
  const champs = query.globalChampId ? [] : [championship.id]
  const games = byStart(listed(deps, asked, { champs, virtualSports: true }))
  const shown = viewOf(deps, query)
  const row = putSport(wireChamp(championship, games.length, shown), deps.book, championship.sportId, shown)
  if (games.length) row['G'] = games.map((game) => wireChampGame(deps.book, game, shown))
  return row
}

/** On LiveFeed the list may hold championships that have only line games now (wire 5.9). */
function topChamps(deps: AnswerDeps, asked: Asked): WireRow[] {
  const { book } = deps
  const shown = viewOf(deps, asked.query)
  const line = listed(deps, { ...asked, kind: KIND_LINE })
  const games = asked.kind === KIND_LIVE ? [...line, ...listed(deps, asked)] : line
  const rows = [...groupByChampionship(games)]
    .flatMap(([id, list]) => {
      const championship = book.championships.get(id)
      return championship && championship.weight >= TOP_WEIGHT ? [{ championship, count: list.length }] : []
    })
    .toSorted(
      (a, b) => b.championship.weight - a.championship.weight || sportOrder(a.championship.sportId) - sportOrder(b.championship.sportId),
    )
    .slice(0, asked.query.count)
  return rows.map(({ championship, count }, index) => ({
    Pos: index + 1,
    MSs: null,
    ...putSport(wireChamp(championship, count, shown), book, championship.sportId, shown),
  }))
}

function searched(deps: AnswerDeps, { kind, query }: Asked): WireRow[] {
  if (query.text.length < 2) return []
  const { book } = deps
  return deps.search
    .find(query.text, query.strict, mayBeFound(deps, kind, query), query.limit)
    .map((ci) => wireSearchRow(book, book.games.get(ci)!, viewOf(deps, query)))
}

function favorites(deps: AnswerDeps, asked: Asked): JsonText {
  const { query, kind } = asked
  const shown = viewOf(deps, query)
  const games = new Set<BookGame>()
  const gone: number[] = []
  for (const id of query.games) {
    const game = (deps.indexes.byI(id) ?? deps.indexes.byCi(id) ?? deps.indexes.byRetiredI(id, deps.clock.now()))?.game
    if (!game) {
      // As long as the line is still being told after a start, it may only not be there yet.
      if (!deps.filling?.()) gone.push(id)
    } else if (isOver(game)) gone.push(id)
    else if (game.kind === kind && !isLeftOut(deps.book, game, query)) games.add(game)
  }
  const only = { games: [], getEmpty: true, virtualSports: true }
  if (query.champs.length) for (const game of listed(deps, asked, { ...only, teams: [] })) games.add(game)
  if (query.teams.length) for (const game of listed(deps, asked, { ...only, champs: [] })) games.add(game)
  const value: string[] = []
  const all = byStart([...games])
  const rows = all.slice(0, query.count)
  if (rows.length) value.push(`"G":${rowsOf(deps, query, rows)}`)
  const champRows = query.champs.flatMap((id) => {
    const championship = deps.book.championships.get(id)
    if (!championship) return []
    const count = all.filter((game) => game.championshipId === id).length
    return [putSport(wireChamp(championship, count, shown), deps.book, championship.sportId, shown)]
  })
  if (champRows.length) value.push(`"C":${JSON.stringify(champRows)}`)
  const teams = query.teams.flatMap((id) => teamRow(deps, id, all, shown))
  if (teams.length) value.push(`"TM":${JSON.stringify(teams)}`)
  if (gone.length) value.push(`"X":${JSON.stringify(gone)}`)
  return new JsonText(`{${value.join(',')}}`)
}

function teamRow(deps: AnswerDeps, id: number, games: readonly BookGame[], shown: View): WireRow[] {
  const game = deps.indexes.list(`t${id}`)[0]
  const side = game?.sides.find((one) => one.id === id)
  if (!game || !side) return []
  const count = games.filter((row) => row.sides.some((one) => one.id === id)).length
  return [{ I: id, N: nameIn(side.names, shown.lng), SI: game.sportId, ...(count ? { GC: count } : {}) }]
}

function chrono(deps: AnswerDeps, { query }: Asked): unknown {
  const found = findCard(deps, KIND_LIVE, query, false)
  if (!found) return null
  return wireChrono(deps.book, found.game, viewOf(deps, query), query.own)
}
