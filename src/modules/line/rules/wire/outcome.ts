/** Outcomes on the wire (wire 4.2, 4.3, rules 11–17): omission, columns, order, main lines, counters. */
import { formatPrice } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import tabTable from '#seed/wire-tabs.json' with { type: 'json' }
import { type BookGame, type BookMarket, type BookOutcome, type BookPart, isOpen, isShown, takesBets } from '../book.ts'
import { allMarketTypes, marketKeys, marketTypeOptional, unitOf } from '../market-book.ts'
import { unpackThousandths } from '../param.ts'
import type { SportInfo } from '../sport-info.ts'
import { nameIn, type View } from './view.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'

export interface WireOutcome {
  T: number
  P?: number
  C: number
  CV: string
  B?: true
  G: number
  GS?: number
  CE?: 1
  PL?: { I: number; N: string }
}

/** An outcome that readers may see, with what the wire says about it. */
export interface Shown {
  market: BookMarket
  outcome: BookOutcome
  blocked: boolean
  /** On the main line of its group. */
  main: boolean
}

export type PlayerNames = (id: number) => Names | undefined

const TAB_ALL = 1
const keysByTab = new Map(Object.entries(tabTable as Record<string, string[]>).map(([tab, keys]) => [Number(tab), new Set(keys)]))

/** Column-2 types of handicaps: their rows run against column 1, so that row k of both is one pair (rule 14). */
const mirrored = new Set<number>()
/** The European handicap has one parameter for all columns; recorded rows of the handicap by minute rise in both. */
const NOT_MIRRORED = new Set(['euro_handicap', 'handicap_by_minute'])
/** Types of the correct score, whose column follows from the parameter. */
const scoreTypes = new Set<number>()
const columnOf = new Map<string, number>()
for (const type of allMarketTypes()) {
  for (const { t, column } of type.outcomes) {
    columnOf.set(`${type.key}|${t}`, column)
    if (type.key.includes('handicap') && !NOT_MIRRORED.has(type.key) && column === 2) mirrored.add(t)
    if (type.key === 'correct_score' || type.key === 'correct_score_17') scoreTypes.add(t)
  }
}
/** "Any other score": behind the listed ones. */
const OTHER_SCORES = new Set([3786, 8618])

/** All outcomes of a part that readers may see, unsorted; `keys`: those of these markets. */
export function shownOutcomes(game: BookGame, part: BookPart, keys?: ReadonlySet<string>): Shown[] {
  const mains = mainLines(part)
  const shown: Shown[] = []
  for (const market of part.markets.values()) {
    if (market.g === 0 || keys?.has(market.key) === false) continue
    const main = mains.get(market.g) === market
    for (const outcome of market.outcomes) {
      if (isShown(market, outcome)) shown.push({ market, outcome, blocked: !isOpen(game, market, outcome), main })
    }
  }
  return shown
}

/** EC of a part in lists: what its card has when it is opened, however little of it stands until then (rule 17). */
export function cardSize(game: BookGame, part: BookPart): number {
  return game.sizes?.[part.part] ?? countShown(part)
}

/** The number of shown outcomes without building them. */
export function countShown(part: BookPart): number {
  let count = 0
  for (const market of part.markets.values()) {
    if (market.g === 0) continue
    for (const outcome of market.outcomes) if (isShown(market, outcome)) count += 1
  }
  return count
}

/**
 * The main line of every group that has lines: the one its producer marked, else the one whose two prices
 * are nearest (wire 19.3). One market a group, so CE stands once in a column (rule 16).
 */
export function mainLines(part: BookPart): Map<number, BookMarket> {
  const mains = new Map<number, { market: BookMarket; rank: number }>()
  for (const market of part.markets.values()) {
    if (market.g === 0 || !hasMainLine(market.key)) continue
    if (!market.outcomes.some((outcome) => isShown(market, outcome))) continue
    const rank = mainRank(market)
    const known = mains.get(market.g)
    if (!known || rank < known.rank) mains.set(market.g, { market, rank })
  }
  return new Map([...mains].map(([g, { market }]) => [g, market]))
}

/** Groups of lines that have a main one: plain totals and handicaps, not the combined or derived markets. */
const MAIN_LINE = /(^|_)(total|handicap)(_tt)?$/
const NO_MAIN_LINE = /_and_|^each_|^best_|^worst_|^euro_/
const mainLineKeys = new Map<string, boolean>()

export function hasMainLine(key: string): boolean {
  let known = mainLineKeys.get(key)
  if (known === undefined) {
    known = MAIN_LINE.test(key) && !NO_MAIN_LINE.test(key) && marketTypeOptional(key) !== undefined
    mainLineKeys.set(key, known)
  }
  return known
}

function mainRank(market: BookMarket): number {
  const prices = market.outcomes.map((outcome) => outcome.price)
  const spread = Math.max(...prices) - Math.min(...prices)
  const closed = market.status === 'active' ? 0 : 1e9
  return closed + (market.main ? spread - 1e8 : spread)
}

/** Flat order: type, then parameter; a handicap of side 2 mirrored (rule 15). */
export function compareFlat(a: BookOutcome, b: BookOutcome): number {
  return a.t - b.t || compareParam(a, b) || a.playerId - b.playerId
}

/** Order inside a column of GE (rule 14): parameter, then type; scores of the away side by away goals first. */
export function compareInColumn(a: BookOutcome, b: BookOutcome): number {
  if (scoreTypes.has(a.t) && scoreTypes.has(b.t)) return compareScore(a, b)
  return compareParam(a, b) || a.t - b.t || a.playerId - b.playerId
}

function compareParam(a: BookOutcome, b: BookOutcome): number {
  return mirrored.has(a.t) && mirrored.has(b.t) ? b.p - a.p : a.p - b.p
}

function compareScore(a: BookOutcome, b: BookOutcome): number {
  const other = Number(OTHER_SCORES.has(a.t)) - Number(OTHER_SCORES.has(b.t))
  if (other !== 0) return other
  const [homeA, awayA] = unpackThousandths(a.p)
  const [homeB, awayB] = unpackThousandths(b.p)
  return awayA > homeA && awayB > homeB ? awayA - awayB || homeA - homeB : a.p - b.p
}

/** 1-based column; the correct score's follows from its parameter, what nobody knows stands in the first. */
export function columnIn(key: string, t: number, p: number): number {
  if (scoreTypes.has(t)) {
    if (OTHER_SCORES.has(t)) return 2
    const [home, away] = unpackThousandths(p)
    return home > away ? 1 : home === away ? 2 : 3
  }
  return columnOf.get(`${key}|${t}`) || 1
}

/** `short`: list rows leave GS out. */
export function wireOutcome({ market, outcome, blocked, main }: Shown, view: View, players: PlayerNames, short: boolean): WireOutcome {
  const wire: WireOutcome = { T: outcome.t } as WireOutcome
  if (outcome.p !== 0) wire.P = outcome.p
  wire.C = wirePrice(outcome.price)
  wire.CV = formatPrice(outcome.price, view.format)
  if (blocked) wire.B = true
  wire.G = market.g
  if (!short) wire.GS = market.gs
  if (main) wire.CE = 1
  if (outcome.playerId) wire.PL = { I: outcome.playerId, N: nameIn(players(outcome.playerId) ?? {}, view.lng) }
  return wire
}

export interface WireGroup {
  G: number
  GS: number
  E: WireOutcome[][]
}

/** GE: groups in the order of the market book, those of `topGroups` first, columns without outcomes left out. */
export function wireGroups(
  shown: readonly Shown[],
  sportId: number,
  part: string,
  topGroups: readonly number[],
  view: View,
  players: PlayerNames,
): WireGroup[] {
  const groups = new Map<string, Shown[]>()
  for (const one of shown) {
    const id = `${one.market.g}|${one.market.gs}`
    const list = groups.get(id)
    if (list) list.push(one)
    else groups.set(id, [one])
  }
  const order = groupOrder(sportId, part)
  const rank = (g: number): number => {
    const top = topGroups.indexOf(g)
    return top >= 0 ? top - 1000 : (order.get(g) ?? 100_000 + g)
  }
  return [...groups.values()]
    .toSorted((a, b) => rank(a[0]!.market.g) - rank(b[0]!.market.g) || a[0]!.market.gs - b[0]!.market.gs)
    .map((members) => ({ G: members[0]!.market.g, GS: members[0]!.market.gs, E: columnsOf(members, view, players) }))
}

/** The first `most` outcomes: whole groups, and of the one that has too many whole rows, so that pairs stay pairs. */
export function cutGroups(groups: readonly WireGroup[], most: number): WireGroup[] {
  const kept: WireGroup[] = []
  let left = most
  for (const group of groups) {
    const size = group.E.reduce((sum, column) => sum + column.length, 0)
    if (size > left) return [...kept, ...cutRows(group, left)]
    kept.push(group)
    left -= size
  }
  return kept
}

/** The group with as many rows as fit, or nothing. */
function cutRows(group: WireGroup, most: number): WireGroup[] {
  let rows = 0
  let left = most
  const sizeOf = (row: number) => group.E.filter((column) => row < column.length).length
  while (sizeOf(rows) <= left) left -= sizeOf(rows++)
  return rows > 0 ? [{ ...group, E: group.E.map((column) => column.slice(0, rows)) }] : []
}

function columnsOf(members: readonly Shown[], view: View, players: PlayerNames): WireOutcome[][] {
  const columns = new Map<number, Shown[]>()
  for (const one of members) {
    const column = columnIn(one.market.key, one.outcome.t, one.outcome.p)
    const list = columns.get(column)
    if (list) list.push(one)
    else columns.set(column, [one])
  }
  return [...columns]
    .toSorted(([a], [b]) => a - b)
    .map(([, list]) => list.toSorted((a, b) => compareInColumn(a.outcome, b.outcome)).map((one) => wireOutcome(one, view, players, false)))
}

const orders = new Map<string, Map<number, number>>()

function groupOrder(sportId: number, part: string): Map<number, number> {
  const unit = unitOf(part)
  const id = `${sportId}|${unit}`
  let order = orders.get(id)
  if (!order) {
    order = new Map()
    for (const key of marketKeys(sportId, unit)) {
      const g = marketTypeOptional(key)?.g
      if (g !== undefined && !order.has(g)) order.set(g, order.size)
    }
    orders.set(id, order)
  }
  return order
}

export interface WireTab {
  MT: number
  EC: number
  N: string
}

export function inTab(key: string, tab: number): boolean {
  return tab === TAB_ALL || (keysByTab.get(tab)?.has(key) ?? false)
}

/** MEC: every tab of the sport, zero written, tab 1 (all) last (rule 17). */
export function wireTabs(shown: readonly Shown[], sport: SportInfo, view: View): WireTab[] {
  const byKey = new Map<string, number>()
  for (const { market } of shown) byKey.set(market.key, (byKey.get(market.key) ?? 0) + 1)
  return sport.tabs.map((tab) => {
    let count = 0
    for (const [key, own] of byKey) if (inTab(key, tab)) count += own
    return { MT: tab, EC: count, N: view.text(`tab_${tab}`) }
  })
}

export interface WireRowMarkets {
  E: WireOutcome[]
  AE: { G: number; ME: WireOutcome[] }[]
}

/** Row markets of a list: the main lines in E, further lines of the same groups in AE (rule 15, wire 5.1). */
export function rowMarkets(game: BookGame, part: BookPart, sport: SportInfo): { row: Shown[]; more: Map<number, Shown[]> } {
  const row: Shown[] = []
  const more = new Map<number, Shown[]>()
  const mains = mainLines(part)
  const open = takesBets(game)
  for (const market of part.markets.values()) {
    if (!sport.rowMarkets.includes(market.key) || market.g === 0) continue
    const main = mains.get(market.g) === market
    const plain = !hasMainLine(market.key)
    for (const outcome of market.outcomes) {
      if (!isShown(market, outcome)) continue
      const one: Shown = { market, outcome, blocked: !open || !isOpen(game, market, outcome), main }
      if (main || plain) row.push(one)
      else if (more.has(market.g)) more.get(market.g)!.push(one)
      else more.set(market.g, [one])
    }
  }
  row.sort((a, b) => compareFlat(a.outcome, b.outcome))
  return { row, more }
}

/** A field lists only its favourites in a row; the other runners are further lines of the group, and its card has them all. */
const MAX_RUNNERS = 6

/** What stands in the row of a list and what beside it; blocked outcomes only where they are asked for. */
export function listedRow(game: BookGame, part: BookPart, sport: SportInfo, blockedToo: boolean): ReturnType<typeof rowMarkets> {
  const markets = rowMarkets(game, part, sport)
  const kept = (list: readonly Shown[]): Shown[] => (blockedToo ? [...list] : list.filter((one) => !one.blocked))
  const row = kept(markets.row)
  const more = new Map([...markets.more].map(([g, list]) => [g, kept(list)]))
  const runners = row.filter((one) => one.outcome.playerId).toSorted((a, b) => a.outcome.price - b.outcome.price)
  for (const one of runners.slice(MAX_RUNNERS)) {
    const list = more.get(one.market.g)
    if (list) list.push(one)
    else more.set(one.market.g, [one])
  }
  return { row: [...row.filter((one) => !one.outcome.playerId), ...runners.slice(0, MAX_RUNNERS)], more }
}

export function wireRow(
  game: BookGame,
  part: BookPart,
  sport: SportInfo,
  view: View,
  players: PlayerNames,
  blockedToo: boolean,
): WireRowMarkets {
  const { row, more } = listedRow(game, part, sport, blockedToo)
  const wire = (one: Shown): WireOutcome => wireOutcome(one, view, players, true)
  return {
    E: row.map(wire),
    AE: [...more]
      .map(([g, list]) => ({ G: g, ME: list.toSorted((a, b) => compareFlat(a.outcome, b.outcome)).map(wire) }))
      .filter(({ ME }) => ME.length > 0)
      .toSorted((a, b) => a.G - b.G),
  }
}
