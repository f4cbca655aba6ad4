/** Values of the offers that are the same for everybody, as questions with ready bytes. */
import { formatPrice } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import { DAY, HOUR, type Millis } from '#lib/time.ts'
import { KIND_LINE, KIND_LIVE, type BookGame, type Kind } from '#modules/line/rules/book.ts'
import { championshipsOf, globalChampionships, type GlobalChampionship } from '#modules/line/rules/global-championship.ts'
import { isUsual, TOP_WEIGHT } from '#modules/line/rules/select-games.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { playersOf, wireListRow, type WireRow } from '#modules/line/rules/wire/game.ts'
import { wireOutcome } from '#modules/line/rules/wire/outcome.ts'
import { groupByChampionship, putSport, wireChamp } from '#modules/line/rules/wire/rows.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import {
  byStart,
  findCard,
  listed,
  openCard,
  paged,
  viewOf,
  type AnswerDeps,
  type Asked,
  type Question,
} from '#modules/line/server/index.ts'
import { envelopeA } from '#platform/server/http.ts'
import { v3Game, v3Outcome, type V3Row } from '#modules/main-feed/rules/v3-game.ts'
import { hasAsianLines, wireAsiaGame } from '../rules/asia.ts'
import { BONUS_LEG, expressesOf, expressPrice, type Express } from '../rules/express.ts'

export const OFFER_METHODS = [
  'GetExpressDayZip',
  'GetExpressCyberZip',
  'AsiaGetSports',
  'AsiaGetLeagues',
  'AsiaGetGames',
  'AsiaGetGame',
  'GetGlobalChampsZip',
  'GetGlobalChampZip',
  'expressDay',
] as const
export type OfferMethod = (typeof OFFER_METHODS)[number]

/** What the Asian calls ask besides the usual query. */
export interface OfferAsked extends Asked {
  /** 0 today, 1 early, 2 live; the root decides between line and live. */
  period: number
  /** Hours east of UTC, for the border of the day. */
  tz: number
}

const LINES_IN_LIST = 3
const ALL_LINES = 1000
const NO_STORE = 'no-store'

/** Without the parameter the call has no meaning. */
export const REQUIRED: Partial<Record<OfferMethod, { name: string; given(asked: Asked): boolean }>> = {
  AsiaGetLeagues: { name: 'sport', given: ({ query }) => query.sports.length > 0 },
  AsiaGetGames: { name: 'sport', given: ({ query }) => query.sports.length + query.champs.length > 0 },
  AsiaGetGame: { name: 'id', given: ({ query }) => query.id > 0 },
  GetGlobalChampZip: { name: 'globalChampId', given: ({ query }) => query.globalChampId > 0 },
}

export function offerQuestion(deps: AnswerDeps, method: OfferMethod, asked: OfferAsked): Question {
  const { kind, query, brand, period, tz } = asked
  const bare = method === 'expressDay'
  const scope = scopeOf(method, asked)
  return {
    key: `${brand.id}|${kind}|offer|${method}|${period}|${tz}|${JSON.stringify(query)}`,
    scope: () => scope,
    ...(method === 'AsiaGetGame' ? { prepare: () => openCard(deps, kind, query, false) } : {}),
    build: () => {
      const Value = valueOf(deps, method, asked)
      return bare ? Value : envelopeA(Value)
    },
    ...(bare ? { cacheControl: NO_STORE } : {}),
  }
}

/** Lists without prices cover heads only. */
function scopeOf(method: OfferMethod, { kind, query }: Asked): string[] {
  switch (method) {
    case 'AsiaGetSports':
      return ['!names', '!k1', '!k3']
    case 'AsiaGetLeagues':
    case 'GetGlobalChampsZip':
      return ['!names', `!k${kind}`]
    case 'AsiaGetGames':
      return ['!names', ...(query.champs.length ? query.champs.map((id) => `c${id}`) : query.sports.map((id) => `k${kind}s${id}`))]
    default:
      return ['!names', `k${kind}`]
  }
}

function valueOf(deps: AnswerDeps, method: OfferMethod, asked: OfferAsked): unknown {
  switch (method) {
    case 'GetExpressDayZip':
    case 'GetExpressCyberZip':
      return expresses(deps, asked, method === 'GetExpressCyberZip').map((express) => expressRow(deps, asked, express))
    case 'expressDay':
      return dayExpresses(deps, asked).map((express) => expressRowV3(deps, asked, express))
    case 'AsiaGetSports':
      return asiaSports(deps, asked)
    case 'AsiaGetLeagues':
      return asiaLeagues(deps, asked)
    case 'AsiaGetGames':
      return asiaGames(deps, asked)
    case 'AsiaGetGame':
      return asiaGame(deps, asked)
    case 'GetGlobalChampsZip':
      return globalChamps(deps, asked)
    case 'GetGlobalChampZip':
      return globalChamp(deps, asked)
  }
}

/** All languages and formats show the same expresses, and looking through every game of the line takes some milliseconds. */
const EXPRESS_LIFE_MS = 2_000
const made = new WeakMap<AnswerDeps, Map<string, { at: Millis; list: Express[] }>>()

/** Expresses of a kind now: also what a coupon with `expressNum` is compared with. */
export function expresses(deps: AnswerDeps, { kind }: Pick<Asked, 'kind'>, cyber: boolean): Express[] {
  const kept = made.get(deps) ?? new Map<string, { at: Millis; list: Express[] }>()
  made.set(deps, kept)
  const now = deps.clock.now()
  const known = kept.get(`${kind}|${cyber}`)
  if (known && now >= known.at && now - known.at < EXPRESS_LIFE_MS) return known.list
  const list = makeExpresses(deps, kind, cyber)
  kept.set(`${kind}|${cyber}`, { at: now, list })
  return list
}

/** The flag asks for cyber games even where nobody may see them: a brand has none, or a player has closed them for himself. */
function dayExpresses(deps: AnswerDeps, asked: Asked): Express[] {
  const cyber = asked.query.cyberFlag === 1
  return cyber && asked.query.without.includes('cyber') ? [] : expresses(deps, asked, cyber)
}

function makeExpresses({ book, indexes, clock }: AnswerDeps, kind: Kind, cyber: boolean): Express[] {
  const weightOf = (game: BookGame): number => book.championships.get(game.championshipId)?.weight ?? 0
  const usual = indexes.list(`k${kind}`).filter((game) => isUsual(book, game))
  return expressesOf(usual, weightOf, { kind, now: clock.now(), cyber })
}

function expressRow(deps: AnswerDeps, { query }: Asked, express: Express): WireRow {
  const { book } = deps
  const view = viewOf(deps, query)
  const price = expressPrice(express)
  const legs = express.legs.map(({ game, shown }) => {
    const { E: _E, EC: _EC, ...row } = wireListRow(book, game, view, true, false)
    return { ...row, E: [wireOutcome(shown, view, playersOf(book, game), false)] }
  })
  const bonus = {
    I: BONUS_LEG.id,
    E: [{ T: BONUS_LEG.type, C: wirePrice(BONUS_LEG.price), CV: formatPrice(BONUS_LEG.price, view.format) }],
  }
  const row: WireRow = { I: express.id, EI: express.expressId, C: wirePrice(price), CV: formatPrice(price, view.format) }
  if (express.category) row['CT'] = express.category
  return { ...row, G: [...legs, bonus] }
}

function expressRowV3(deps: AnswerDeps, { query, kind }: Asked, express: Express): V3Row {
  const { book } = deps
  const view = viewOf(deps, query)
  const price = expressPrice(express)
  const legs = express.legs.map(({ game, shown }) => ({
    ...v3Game(wireListRow(book, game, view, true, false), game, book),
    event: v3Outcome(wireOutcome(shown, view, playersOf(book, game), false), false),
  }))
  const bonus = {
    event: { type: BONUS_LEG.type, cf: wirePrice(BONUS_LEG.price), cfView: formatPrice(BONUS_LEG.price, view.format) },
    id: BONUS_LEG.id,
    ...(kind === KIND_LIVE ? { scores: {}, nonStarted: true } : {}),
  }
  return {
    events: [...legs, bonus],
    id: express.id,
    expressId: express.expressId,
    cf: wirePrice(price),
    cfView: formatPrice(price, view.format),
    ...(express.category ? { expressCategory: express.category } : {}),
  }
}

const TODAY = 0
const EARLY = 1

/** The end of the visitor's day. */
function dayEnd({ clock }: AnswerDeps, tz: number): number {
  const shift = tz * HOUR
  return (Math.floor((clock.now() + shift) / DAY) + 1) * DAY - shift
}

/**
 * Those of a list that have Asian lines: looking through thousands of games takes a millisecond, and six calls ask for the same.
 * Only who stands in the list is kept; prices are read from the book for every answer.
 */
const ASIAN_LIFE_MS = 250
const asian = new WeakMap<readonly BookGame[], { at: Millis; games: readonly BookGame[] }>()

function withAsianLines({ clock }: AnswerDeps, list: readonly BookGame[]): readonly BookGame[] {
  const now = clock.now()
  const known = asian.get(list)
  if (known && now >= known.at && now - known.at < ASIAN_LIFE_MS) return known.games
  const games = list.filter(hasAsianLines)
  asian.set(list, { at: now, games })
  return games
}

function asiaListed(deps: AnswerDeps, asked: OfferAsked): readonly BookGame[] {
  const games = withAsianLines(deps, listed(deps, asked))
  if (asked.kind === KIND_LIVE) return games
  const end = dayEnd(deps, asked.tz)
  if (asked.period === TODAY) return games.filter(({ startsAt }) => startsAt < end)
  return asked.period === EARLY ? games.filter(({ startsAt }) => startsAt >= end) : []
}

/** Counters of both kinds, whichever root is asked: the menu shows today, early and live side by side. */
function asiaSports(deps: AnswerDeps, asked: OfferAsked): WireRow[] {
  const end = dayEnd(deps, asked.tz)
  const rows = new Map<number, { C: number; LC: number; EC: number }>()
  for (const kind of [KIND_LINE, KIND_LIVE] as const) {
    for (const game of withAsianLines(deps, listed(deps, { ...asked, kind }))) {
      const row = rows.get(game.sportId) ?? { C: 0, LC: 0, EC: 0 }
      row.C += 1
      if (kind === KIND_LIVE) row.LC += 1
      else if (game.startsAt >= end) row.EC += 1
      rows.set(game.sportId, row)
    }
  }
  return [...rows].map(([I, counts]) => {
    const names = { ...sportInfo(I).names, ...deps.book.sports.get(I)?.names }
    return { I, N: nameIn(names, asked.query.lng), ...counts }
  })
}

function asiaLeagues(deps: AnswerDeps, asked: OfferAsked): WireRow[] {
  return [...groupByChampionship(asiaListed(deps, asked))].flatMap(([LI, games]) => {
    const championship = deps.book.championships.get(LI)
    if (!championship) return []
    const CI = championship.countryId
    return [{ LI, L: nameIn(championship.names, asked.query.lng), ...(CI ? { CI } : {}), GC: games.length }]
  })
}

function asiaGames(deps: AnswerDeps, asked: OfferAsked): WireRow[] {
  const view = viewOf(deps, asked.query)
  return [...groupByChampionship(paged(asiaListed(deps, asked), asked.query))].map(([LI, games]) => ({
    LI,
    L: nameIn(deps.book.championships.get(LI)?.names ?? {}, asked.query.lng),
    G: byStart(games).map((game) => wireAsiaGame(deps.book, game, view, LINES_IN_LIST)),
  }))
}

function asiaGame(deps: AnswerDeps, { kind, query }: Asked): WireRow | null {
  const found = findCard(deps, kind, query, false)
  return found && wireAsiaGame(deps.book, found.game, viewOf(deps, query), ALL_LINES)
}

function globalRow(event: GlobalChampionship, games: number, lng: string): WireRow {
  const L = nameIn(event.names, lng)
  const LE = nameIn(event.names, 'en')
  return { GLI: event.id, L, ...(LE === L ? {} : { LE }), SI: event.sportId, GC: games, CC: event.championships.length }
}

/** An event of its own: the feed names it, it has several stages, or it is among the best known. */
function isGlobal({ book }: AnswerDeps, { id, championships, weight }: GlobalChampionship): boolean {
  return weight >= TOP_WEIGHT || championships.some(({ about }) => about?.global) || championshipsOf(book, id).length > 1
}

function globalChamps(deps: AnswerDeps, asked: Asked): WireRow[] {
  const byChamp = groupByChampionship(listed(deps, asked))
  const championships = [...byChamp.keys()].flatMap((id) => deps.book.championships.get(id) ?? [])
  const gamesOf = (event: GlobalChampionship): number => event.championships.reduce((sum, { id }) => sum + byChamp.get(id)!.length, 0)
  return globalChampionships(championships)
    .filter((event) => isGlobal(deps, event))
    .slice(0, asked.query.count)
    .map((event) => globalRow(event, gamesOf(event), asked.query.lng))
}

function globalChamp(deps: AnswerDeps, asked: Asked): WireRow | null {
  const { query } = asked
  const [event] = globalChampionships(championshipsOf(deps.book, query.globalChampId))
  if (!event) return null
  const view = viewOf(deps, query)
  const games = byStart(listed(deps, asked, { virtualSports: true }))
  const byChamp = groupByChampionship(games)
  const C = event.championships.map((championship) =>
    putSport(wireChamp(championship, byChamp.get(championship.id)?.length ?? 0, view), deps.book, championship.sportId, view),
  )
  return {
    ...globalRow(event, games.length, query.lng),
    C,
    G: games.slice(0, MAX_GAMES).map((game) => wireListRow(deps.book, game, view, query.blockedToo)),
  }
}

const MAX_GAMES = 500
