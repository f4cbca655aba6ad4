/** Game rows (wire 4.1, 4.5): one object serves lists, championships and the card; lists carry fewer fields. */
import { unixSeconds } from '#lib/time.ts'
import type { Names } from '#modules/feeds/rules/fact.ts'
import { venueIn } from '#modules/feeds/rules/stadiums.ts'
import { type Book, type BookGame, type BookPart, type BookSide, KIND_LIVE } from '../book.ts'
import { globalChampionshipId } from '../global-championship.ts'
import { partName } from '../part-names.ts'
import { marketSetOf } from '../select-games.ts'
import { type SportInfo, sportInfo } from '../sport-info.ts'
import { fieldNames, isField } from './called.ts'
import { countryName } from './country.ts'
import {
  compareFlat,
  cardSize,
  cutGroups,
  inTab,
  type PlayerNames,
  shownOutcomes,
  type Shown,
  wireGroups,
  wireOutcome,
  wireRow,
  wireTabs,
} from './outcome.ts'
import { kept } from './kept-row.ts'
import { statusWord } from '../status-words.ts'
import { trackerKind } from '../tracker.ts'
import { isNumbered, roundText } from './round-text.ts'
import { wireScore } from './score.ts'
import { nameEn, nameIn, nameRu, type View } from './view.ts'
import { winProbability } from './win-probability.ts'

export type WireRow = Record<string, unknown>

export interface CardOptions {
  grouped: boolean
  subGames: boolean
  subGameOutcomes: boolean
  marketTab: number
  topGroups: readonly number[]
  builder: boolean
  countEvents: number
}

/** Which form of the row: a list, a row inside its championship, or the card of one game. */
export type RowForm = 'list' | 'champ' | 'card' | 'search'

const VARIANT_OVERTIME = 12

export function mainPart(game: BookGame): BookPart {
  return game.parts.get('full') ?? game.parts.values().next().value!
}

/** Players by our id; runners of a race are sides of the game. */
export function playersOf(book: Book, game: BookGame): PlayerNames {
  return (id) => game.sides.find((side) => side.id === id)?.names ?? book.players.get(id)
}

/** Row of a list: row markets in E, further lines in AE, score when live. */
export function wireListRow(book: Book, game: BookGame, view: View, blockedToo: boolean, more = true): WireRow {
  const form = `list${blockedToo ? 1 : 0}${more ? 1 : 0}`
  return withSeconds(
    kept(game, view, form, () => listRow(book, game, view, blockedToo, more)),
    game,
    view,
  )
}

/** The same row as JSON: a list of rows that have not changed is put together from their texts. */
export function wireListRowText(book: Book, game: BookGame, view: View, blockedToo: boolean): string {
  const text = kept(game, view, `text${blockedToo ? 1 : 0}`, () => JSON.stringify(listRow(book, game, view, blockedToo, true)))
  const seconds = secondsToStart(game, view)
  return seconds > 0 ? `${text.slice(0, -1)},"B":${seconds}}` : text
}

function listRow(book: Book, game: BookGame, view: View, blockedToo: boolean, more: boolean): WireRow {
  const part = mainPart(game)
  const sport = sportInfo(game.sportId)
  const { E, AE } = wireRow(game, part, sport, view, playersOf(book, game), blockedToo)
  const row = head(book, game, part, view, 'list')
  if (E.length) row['E'] = E
  if (more && AE.length) row['AE'] = AE
  const count = cardSize(game, part)
  if (count) row['EC'] = count
  return row
}

/** Row inside a championship: no outcomes, sub-games listed. */
export function wireChampGame(book: Book, game: BookGame, view: View): WireRow {
  return withSeconds(
    kept(game, view, 'champ', () => champGame(book, game, view)),
    game,
    view,
  )
}

function champGame(book: Book, game: BookGame, view: View): WireRow {
  const part = mainPart(game)
  const row = head(book, game, part, view, 'champ')
  const count = cardSize(game, part)
  if (count) row['EC'] = count
  row['MS'] = [marketSetOf(book, game)]
  const subGames = listedParts(game, part).map((sub) => ({
    ...subGameHead(game, part, sub, view),
    EC: cardSize(game, sub),
    SS: stageOf(game),
  }))
  if (subGames.length) row['SG'] = subGames
  return row
}

export function wireSearchRow(book: Book, game: BookGame, view: View): WireRow {
  return head(book, game, mainPart(game), view, 'search')
}

/** The card of a game or of one of its sub-games (GetGameZip, wire 5.4). */
export function wireCard(book: Book, game: BookGame, part: BookPart, view: View, options: CardOptions): WireRow {
  const sport = sportInfo(game.sportId)
  const players = playersOf(book, game)
  const shown = shownOutcomes(game, part)
  const row = head(book, game, part, view, 'card')
  putOutcomes(row, game, part, shown, view, options, players)
  if (shown.length) row['EC'] = shown.length
  row['MEC'] = wireTabs(shown, sport, view)
  row['MS'] = [marketSetOf(book, game)]
  const main = mainPart(game)
  if (part !== main) {
    row['MG'] = main.i
    row['CMG'] = main.ci
    row['BIG'] = listedParts(game, main, part).map((sub) => bigRow(sub, game, view))
  } else if (options.subGames) {
    const subGames = subGameCards(game, main, view, options, players)
    if (subGames.length) row['SG'] = subGames
  }
  if (options.builder) {
    const wp = winProbability(part)
    if (wp) row['WP'] = wp
  }
  return withSeconds(row, game, view)
}

function putOutcomes(
  row: WireRow,
  game: BookGame,
  part: BookPart,
  shown: readonly Shown[],
  view: View,
  options: CardOptions,
  players: PlayerNames,
): void {
  const inside = shown.filter(({ market }) => inTab(market.key, options.marketTab))
  if (!options.grouped) {
    const flat = inside.toSorted((a, b) => compareFlat(a.outcome, b.outcome)).slice(0, options.countEvents)
    if (flat.length) row['E'] = flat.map((one) => wireOutcome(one, view, players, false))
    return
  }
  const groups = cutGroups(wireGroups(inside, game.sportId, part.part, options.topGroups, view, players), options.countEvents)
  if (groups.length === 0) return
  row['GE'] = groups
  row['EGC'] = groups.length
}

/** Fields of every row; the form says which of them lists leave out (wire 4.1, rule 7). */
function head(book: Book, game: BookGame, part: BookPart, view: View, form: RowForm): WireRow {
  const row: WireRow = { I: part.i, CI: part.ci, N: part.n, S: unixSeconds(game.startsAt), KI: game.kind }
  if (form !== 'search') putStage(row, game, part, view)
  putSides(row, book, game, view, form)
  putPlace(row, book, game, view, form)
  putPartNames(row, game, part, view, form)
  if (form !== 'search') putInformation(row, game, view, form)
  putMarks(row, game, view, form)
  if (game.kind === KIND_LIVE && game.live) row['SC'] = wireScore(game, game.live, view)
  return row
}

/** Ids of the statistics pages (24 hex digits): games from the constant id, championships from their own. */
const STATISTIC_GAME = '6a'
const STATISTIC_CHAMPIONSHIP = '70'
const HEX_DIGITS = 22

/** What stands beside a game: statistics, head-to-head, table, coefficient graph, notifications. */
function putMarks(row: WireRow, game: BookGame, { marks }: View, form: RowForm): void {
  const match = game.type === 'match'
  if (form === 'search' || !(match || game.type === 'race')) return
  row['HSI'] = true
  if (match) {
    if (marks?.met.has(game.ci)) row['HHTHS'] = true
    if (marks?.tables.has(game.championshipId)) row['HSRT'] = true
    if (game.liveCoverage) row['SUBA'] = true
  }
  if (form === 'card') row['IG'] = true
  if (!match) return
  row['SGI'] = STATISTIC_GAME + game.ci.toString(16).padStart(HEX_DIGITS, '0')
  row['STI'] = STATISTIC_CHAMPIONSHIP + game.championshipId.toString(16).padStart(HEX_DIGITS, '0')
}

function putStage(row: WireRow, game: BookGame, part: BookPart, view: View): void {
  const live = game.kind === KIND_LIVE
  row['SS'] = stageOf(game)
  row['SST'] = game.status === 'postponed' || game.status === 'interrupted' ? 2 : 1
  const word = statusWord(game.status, game.statusNote)
  if (word) row['DI'] = view.text(word)
  if (!live) return
  row['U'] = unixSeconds(game.updatedAt)
  row['INS'] = true
  row['HMH'] = 1
  row['DI'] ??= ''
  // A sport without a field to draw has no live zone: a mark in its row would lead to nothing.
  if (game.live && part.part === 'full' && trackerKind(game.sportId)) row['ZP'] = part.i
}

function stageOf(game: BookGame): number {
  return game.kind === KIND_LIVE ? 3 : 2
}

function secondsToStart(game: BookGame, view: View): number {
  return game.kind === KIND_LIVE ? 0 : unixSeconds(game.startsAt) - view.now
}

/** Only the seconds to the start are always new. */
function withSeconds(row: WireRow, game: BookGame, view: View): WireRow {
  const seconds = secondsToStart(game, view)
  return seconds > 0 ? { ...row, B: seconds } : row
}

function putSides(row: WireRow, book: Book, game: BookGame, view: View, form: RowForm): void {
  if (isField(game)) {
    // Its one side is the field itself, under a number that no team has (wire 4.1: O1I is never left out).
    putSide(row, '1', { id: game.ci, names: fieldNames(book, game) }, view, form)
    return
  }
  putSide(row, '1', game.sides[0], view, form)
  if (game.sides[1]) putSide(row, '2', game.sides[1], view, form)
}

type NamedSide = Pick<BookSide, 'id' | 'names'> & Partial<Pick<BookSide, 'countryId'>>

function putSide(row: WireRow, no: '1' | '2', side: NamedSide | undefined, view: View, form: RowForm): void {
  const names = side?.names ?? {}
  const shown = nameIn(names, view.lng)
  row[`O${no}`] = shown
  if (side) row[`O${no}I`] = side.id
  if (form === 'search') return
  row[`O${no}E`] = nameEn(names)
  const ru = nameRu(names, shown)
  if (ru !== undefined) row[`O${no}R`] = ru
  if (!side) return
  row[`O${no}IS`] = [side.id]
  if (side.countryId) row[`O${no}C`] = side.countryId
}

function putPlace(row: WireRow, book: Book, game: BookGame, view: View, form: RowForm): void {
  const sport = sportInfo(game.sportId)
  const sportNames = { ...sport.names, ...book.sports.get(game.sportId)?.names }
  const championship = book.championships.get(game.championshipId)
  const league = nameIn(championship?.names ?? {}, view.lng)
  row['SI'] = game.sportId
  row['LI'] = game.championshipId
  if (form !== 'champ') {
    const name = nameIn(sportNames, view.lng)
    row['SN'] = name
    row['L'] = league
    if (form !== 'search') putRussian(row, sportNames, name, championship?.names ?? {}, league)
  }
  if (form === 'search') return
  row['SE'] = nameEn(sportNames)
  row['LE'] = nameEn(championship?.names ?? {})
  if (championship) row['GLI'] = globalChampionshipId(championship)
  if (championship?.countryId) row['COI'] = championship.countryId
  if (championship?.weight) row['T'] = championship.weight
  if (form !== 'champ') row['CID'] = sport.rank
  if (sport.cyber) row['ICY'] = true
  const subSport = championship?.about?.subSport
  if (subSport && form !== 'card') row['SSI'] = subSport.id
  if (form !== 'card') return
  row['SSI'] = subSport?.id ?? 0
  if (championship?.countryId) putCountry(row, championship.countryId, view)
}

function putRussian(row: WireRow, sport: Names, sportShown: string, league: Names, leagueShown: string): void {
  const SR = nameRu(sport, sportShown)
  if (SR !== undefined) row['SR'] = SR
  const LR = nameRu(league, leagueShown)
  if (LR !== undefined) row['LR'] = LR
}

function putCountry(row: WireRow, countryId: number, view: View): void {
  const CN = countryName(countryId, view.lng)
  const english = countryName(countryId, 'en')
  if (CN) row['CN'] = CN
  if (english && english !== CN) row['CE'] = english
}

function putPartNames(row: WireRow, game: BookGame, part: BookPart, view: View, form: RowForm): void {
  const { TG, PN } = partTexts(part, game, view)
  row['TG'] = TG
  row['PN'] = PN
  if (form === 'search') return
  if (part.ti) row['TI'] = part.ti
  if (part.p) row['P'] = part.p
  const sport = sportInfo(game.sportId)
  putVariant(row, sport, part, view, form === 'card')
  if (!sport.unit) return
  row['TN'] = view.text(`unit_${sport.unit}`)
  row['TNS'] = view.text(`units_${sport.unit}`)
}

function putVariant(row: WireRow, sport: SportInfo, part: BookPart, view: View, always: boolean): void {
  const overtime = sport.overtime && countsOvertime(part)
  if (overtime) row['IV'] = VARIANT_OVERTIME
  if (!overtime && !always) return
  row['V'] = overtime ? view.text('variant_12') : ''
  row['VE'] = overtime ? 'Including Overtime' : ''
}

function countsOvertime(part: BookPart): boolean {
  return part.part === 'full' || part.part === 'players'
}

function partTexts(part: BookPart, game: BookGame, view: View): { TG: string; PN: string } {
  const { period, type } = partName(part.part, game.sportId)
  return {
    TG: type ? view.text(type) : '',
    PN: period ? view.text(period.key, { count: period.count, ordinal: 1 }) : '',
  }
}

/** What the first match of a tie brought, as the sides of this one have it. */
function firstLeg(game: BookGame, view: View): string {
  const { first1, first2 } = game.model?.extra ?? {}
  return first1 === undefined || first2 === undefined ? '' : `, ${view.text('match_first_leg', { score: `${first1}:${first2}` })}`
}

/** What stands under the board of the event: its ground, and that it is no game of today (feeds §11). */
function aboutLine(venue: string | undefined, { origin }: BookGame, view: View): string {
  return [venue ? view.text('venue', { venue }) : '', origin === 'real' ? '' : view.text(`origin_${origin}`)].filter(Boolean).join(' · ')
}

function putInformation(row: WireRow, game: BookGame, view: View, form: RowForm): void {
  const MIS: { K: number; V: string }[] = []
  const MIO: Record<string, string> = {}
  if (game.round && game.sides.length <= 2) {
    const stage = roundText(game.round, view.text) + (isNumbered(game.round) ? '' : firstLeg(game, view))
    MIS.push({ K: 1, V: stage })
    MIO['TSt'] = stage
  }
  if (game.venue) {
    MIO['Loc'] = venueIn(game.venue, view.lng)
    MIS.push({ K: 2, V: MIO['Loc'] })
  }
  const about = form === 'card' ? aboutLine(MIO['Loc'], game, view) : ''
  if (about) MIO['Abt'] = about
  if (MIS.length > 0) row['MIS'] = MIS
  if (about || MIS.length > 0) row['MIO'] = MIO
}

/** Sub-games that have something to bet on, and the one asked for, in the order of the parts. */
export function listedParts(game: BookGame, main: BookPart, asked?: BookPart): BookPart[] {
  return [...game.parts.values()].filter((part) => part !== main && (part === asked || cardSize(game, part) > 0))
}

function subGameHead(game: BookGame, main: BookPart, part: BookPart, view: View): WireRow {
  const { TG, PN } = partTexts(part, game, view)
  const overtime = sportInfo(game.sportId).overtime && countsOvertime(part)
  const row: WireRow = {
    I: part.i,
    CI: part.ci,
    N: part.n,
    MG: main.i,
    SI: game.sportId,
    TG,
    PN,
    V: overtime ? view.text('variant_12') : '',
  }
  if (overtime) row['IV'] = VARIANT_OVERTIME
  if (part.p) row['P'] = part.p
  if (part.ti) row['TI'] = part.ti
  return row
}

function subGameCards(game: BookGame, main: BookPart, view: View, options: CardOptions, players: PlayerNames): WireRow[] {
  const sport = sportInfo(game.sportId)
  return listedParts(game, main).map((part) => {
    const shown = shownOutcomes(game, part)
    const row: WireRow = subGameHead(game, main, part, view)
    if (shown.length) row['EC'] = shown.length
    row['MEC'] = wireTabs(shown, sport, view)
    if (options.subGameOutcomes && shown.length) row['GE'] = wireGroups(shown, game.sportId, part.part, options.topGroups, view, players)
    row['SS'] = stageOf(game)
    return row
  })
}

function bigRow(part: BookPart, game: BookGame, view: View): WireRow {
  const { TG, PN } = partTexts(part, game, view)
  const row: WireRow = { I: part.i, CI: part.ci, PN, TG, V: '' }
  if (part.p) row['P'] = part.p
  if (part.ti) row['TI'] = part.ti
  return row
}
