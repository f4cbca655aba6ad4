/** Values of the main feeds as questions: the same selection and the same ready bytes as the feeds with short keys. */
import { KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { setsToName, TOP_WEIGHT } from '#modules/line/rules/select-games.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { countryName } from '#modules/line/rules/wire/country.ts'
import { listedParts, mainPart, playersOf, wireCard, wireListRow } from '#modules/line/rules/wire/game.ts'
import { kept } from '#modules/line/rules/wire/kept-row.ts'
import { cardSize, listedRow, wireGroups, type WireGroup } from '#modules/line/rules/wire/outcome.ts'
import { groupByChampionship } from '#modules/line/rules/wire/rows.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { winProbability } from '#modules/line/rules/wire/win-probability.ts'
import {
  byStart,
  listed,
  mayBeFound,
  openCard,
  paged,
  topGames,
  viewOf,
  type AnswerDeps,
  type Asked,
  type Found,
  type Question,
} from '#modules/line/server/index.ts'
import { compact, v3Game, v3Groups, v3SubGame, type V3Row } from '../rules/v3-game.ts'

export const MAIN_METHODS = ['champsBySport', 'topChamps', 'gamesByChamp', 'gamesByOpp', 'sport1x2', 'search'] as const
export type MainMethod = (typeof MAIN_METHODS)[number]

/** Parameter without which a call has no meaning, as it is called on the wire. */
export const REQUIRED: Partial<Record<MainMethod, { name: string; given(asked: Asked): boolean }>> = {
  champsBySport: { name: 'sportId', given: ({ query }) => query.sports.length > 0 },
  sport1x2: { name: 'sportId', given: ({ query }) => query.sports.length > 0 },
  gamesByChamp: { name: 'champId', given: ({ query }) => query.champs.length > 0 },
  gamesByOpp: { name: 'oppId', given: ({ query }) => query.teams.length > 0 },
  search: { name: 'text', given: ({ query }) => query.text.length > 0 },
}

const NO_STORE = 'no-store'
const TOP_CHAMPS = 20

export function mainQuestion(deps: AnswerDeps, method: MainMethod, asked: Asked): Question {
  const { kind, query, brand } = asked
  const scope = ['!names', ...scopeOf(method, asked)]
  return {
    key: `${brand.id}|${kind}|main|${method}|${JSON.stringify(query)}`,
    scope: () => scope,
    build: () => valueOf(deps, method, asked),
    cacheControl: NO_STORE,
  }
}

/** Lists of championships cover heads only; the others whatever shows prices, as narrowly as they are asked for. */
function scopeOf(method: MainMethod, { kind, query }: Asked): string[] {
  switch (method) {
    case 'champsBySport':
    case 'topChamps':
      return [`!k${kind}`]
    case 'gamesByChamp':
      return query.champs.map((id) => `c${id}`)
    case 'gamesByOpp':
      return query.teams.map((id) => `t${id}`)
    case 'sport1x2':
      return query.sports.map((id) => `k${kind}s${id}`)
    case 'search':
      return [`k${kind}`]
  }
}

function valueOf(deps: AnswerDeps, method: MainMethod, asked: Asked): unknown {
  switch (method) {
    case 'champsBySport':
      return champsBySport(deps, asked)
    case 'topChamps':
      return topChamps(deps, asked)
    case 'gamesByChamp':
    case 'gamesByOpp':
      return gamesOf(deps, asked, byStart(listed(deps, asked, { virtualSports: true })))
    case 'sport1x2':
      return gamesOf(deps, asked, listed(deps, asked))
    case 'search': {
      const games = searched(deps, asked)
      return { games: games.map((game) => gameRow(deps, asked, game, false)), count: games.length, page: 1 }
    }
  }
}

function gamesOf(deps: AnswerDeps, asked: Asked, games: readonly BookGame[]): { games: V3Row[]; count: number; page: number } {
  const rows = paged(games, asked.query).map((game) => gameRow(deps, asked, game, true))
  return { games: rows, count: games.length, page: asked.query.page }
}

/** A game of a list: row markets in `eventGroups`, none in the search. */
export function gameRow(deps: AnswerDeps, { query }: Asked, game: BookGame, priced: boolean): V3Row {
  const { book } = deps
  const view = viewOf(deps, query)
  if (!priced) return v3Game(wireListRow(book, game, view, query.blockedToo, false), game, book)
  return kept(game, view, `v3${query.blockedToo ? 1 : 0}`, () => {
    const part = mainPart(game)
    const row = wireListRow(book, game, view, query.blockedToo, false)
    const shown = listedRow(game, part, sportInfo(game.sportId), query.blockedToo).row
    const groups = wireGroups(shown, game.sportId, part.part, [], view, playersOf(book, game))
    return { ...v3Game(row, game, book), eventGroups: v3Groups(groups), eventsCount: row['EC'] ?? 0 }
  })
}

function searched(deps: AnswerDeps, { kind, query }: Asked): BookGame[] {
  if (query.text.length < 2) return []
  return deps.search.find(query.text, query.strict, mayBeFound(deps, kind, query), query.limit).map((ci) => deps.book.games.get(ci)!)
}

interface CountedChamp {
  countryId: number
  row: V3Row
}

function champRows(deps: AnswerDeps, asked: Asked, games: readonly BookGame[]): CountedChamp[] {
  const { lng } = asked.query
  return [...groupByChampionship(games)].flatMap(([id, list]) => {
    const championship = deps.book.championships.get(id)
    if (!championship) return []
    const { sportId, countryId, weight } = championship
    const row = compact({
      id,
      name: nameIn(championship.names, lng),
      sportId,
      countryId: countryId || undefined,
      gamesCount: list.length,
      weight: weight || undefined,
      isTop: weight >= TOP_WEIGHT || undefined,
    })
    return [{ countryId, row }]
  })
}

const weightOf = ({ row }: CountedChamp): number => (row['weight'] as number | undefined) ?? 0

/** Countries with more than one championship are nodes with `children`, as in the tree of the feeds. */
function champsBySport(deps: AnswerDeps, asked: Asked): V3Row[] {
  const games = listed(deps, asked, { marketSets: setsToName(asked.query) })
  const champs = champRows(deps, asked, games).toSorted((a, b) => weightOf(b) - weightOf(a))
  const byCountry = Map.groupBy(champs, ({ countryId }) => countryId)
  return [...byCountry].flatMap(([countryId, list]) => {
    if (list.length < 2) return list.map(({ row }) => row)
    const gamesCount = list.reduce((sum, { row }) => sum + (row['gamesCount'] as number), 0)
    const sportId = list[0]!.row['sportId']
    const name = countryName(countryId, asked.query.lng)
    return [{ id: countryId, name, sportId, countryId, gamesCount, children: list.map(({ row }) => row) }]
  })
}

/** As many as `count` says; 20 when nothing is asked. */
function topChamps(deps: AnswerDeps, asked: Asked): V3Row[] {
  const games = listed(deps, asked)
  return champRows(deps, asked, games)
    .filter((one) => weightOf(one) >= TOP_WEIGHT)
    .toSorted((a, b) => weightOf(b) - weightOf(a))
    .slice(0, Math.min(asked.query.count, TOP_CHAMPS * 5))
    .map(({ row }) => row)
}

/**
 * Only asked for a game that was found a moment ago; one that ended since is told without outcomes. An answer outlives its
 * call: the book holds another object for the game after every new head, so the game is looked up at each build.
 */
export function gameQuestion(deps: AnswerDeps, method: 'gameEvents' | 'gameInfo', asked: Asked, found: Found): Question {
  const { kind, query, brand } = asked
  const { ci } = found.game
  return {
    key: `${brand.id}|${kind}|main|${method}|${JSON.stringify(query)}`,
    scope: () => ['!names', `g${ci}`],
    prepare: () => openCard(deps, kind, query),
    build: () => card(deps, method, asked, deps.indexes.byCi(found.part.ci) ?? found),
    cacheControl: NO_STORE,
  }
}

function card(deps: AnswerDeps, method: 'gameEvents' | 'gameInfo', { query }: Asked, { game, part }: Found): V3Row {
  const options = {
    grouped: true,
    subGames: method === 'gameInfo',
    subGameOutcomes: false,
    marketTab: query.marketTab,
    topGroups: query.topGroups,
    builder: true,
    countEvents: query.countEvents,
  }
  const row = wireCard(deps.book, game, part, viewOf(deps, query), options)
  const common = v3Game(row, game, deps.book)
  if (method === 'gameEvents') {
    const groups = (row['GE'] as WireGroup[] | undefined) ?? []
    const subGames = part === mainPart(game) ? listedParts(game, part) : []
    const eventsCount = (row['EC'] as number | undefined) ?? 0
    return {
      ...common,
      eventGroups: v3Groups(groups),
      eventsCount,
      eventsCountWithSubGames: subGames.reduce((sum, sub) => sum + cardSize(game, sub), eventsCount),
      subGamesForMainGame: [],
    }
  }
  const subGames = ((row['SG'] as Record<string, unknown>[] | undefined) ?? []).map((sub) => {
    const ci = sub['CI'] as number
    const code = [...game.parts.values()].find((one) => one.ci === ci)?.part ?? ''
    return v3SubGame({ ...sub, part: code }, game, common)
  })
  const probability = winProbability(part)
  const infos = (row['MIS'] as { K: number; V: string }[] | undefined) ?? []
  return compact({
    ...common,
    subGamesForMainGame: subGames,
    matchInfos: infos.length ? Object.fromEntries(infos.map(({ K, V }) => [String(K), V])) : undefined,
    statisticInfo: row['SGI'] ? { gameId: row['SGI'], stageId: row['STI'], status: kindStatus(game) } : undefined,
    winProbability: probability && compact({ p1: probability.P1, px: probability.PX, p2: probability.P2 }),
  })
}

/** State of a game in the statistics (wire 6.2): 1 to come, 2 running. */
function kindStatus({ kind }: BookGame): number {
  return kind === KIND_LIVE ? 2 : 1
}

/** Sports and championships that a player bets on, most often first. */
export interface Taste {
  sports: readonly number[]
  champs: readonly number[]
}

/** Games for the slider: the player's championships, then his sports, then the heaviest; live ones keep their kind. */
export function sliderGames(deps: AnswerDeps, asked: Asked, taste: Taste | null): V3Row[] {
  const { count } = asked.query
  const all = topGames(deps, asked)
  const most = Math.min(count, MAX_SLIDER)
  if (!taste) return all.slice(0, most).map((game) => gameRow(deps, asked, game, true))
  const rank = (game: BookGame): number => {
    const champ = taste.champs.indexOf(game.championshipId)
    if (champ >= 0) return champ - 10_000
    const sport = taste.sports.indexOf(game.sportId)
    return sport >= 0 ? sport - 1_000 : 0
  }
  const known = listed(deps, asked).filter((game) => game.type === 'match' && rank(game) < 0)
  const games = [...new Set([...known.toSorted((a, b) => rank(a) - rank(b) || a.startsAt - b.startsAt || a.ci - b.ci), ...all])]
  return games.slice(0, most).map((game) => gameRow(deps, asked, game, true))
}

const MAX_SLIDER = 50
