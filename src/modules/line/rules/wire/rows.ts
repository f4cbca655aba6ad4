/** Sport and championship rows (wire 4.6, 4.7) counted from a set of games. */
import { type Book, type BookChampionship, type BookGame, KIND_LIVE } from '../book.ts'
import { type SportInfo, sportInfo } from '../sport-info.ts'
import { marketSetOf, SET_LONG_TERM, SET_USUAL } from '../select-games.ts'
import { countryName } from './country.ts'
import { wireChampGame, type WireRow } from './game.ts'
import { nameEn, nameIn, nameRu, type View } from './view.ts'

export interface SportRowOptions {
  /** Short list: Russian name; full list: English name. */
  form: 'short' | 'full'
  /** Sports whose championships are opened; 'all' in the full list. */
  open: ReadonlySet<number> | 'all'
  /** Championships whose games are opened. */
  champs: ReadonlySet<number>
  nested: boolean
}

/** What a list of games holds of one sport and market set. */
interface SportGames {
  sport: SportInfo
  set: number
  games: number
  live: number
  champs: Map<number, BookGame[]>
}

/** Every open sport, language and brand counts the same list: the selection keeps it until a head changes. */
const counted = new WeakMap<readonly BookGame[], SportGames[]>()

function countSports(book: Book, games: readonly BookGame[]): SportGames[] {
  const bySport = new Map<number, Map<number, SportGames>>()
  for (const game of games) {
    const set = marketSetOf(book, game)
    let bySet = bySport.get(game.sportId)
    if (!bySet) bySport.set(game.sportId, (bySet = new Map()))
    let found = bySet.get(set)
    if (!found) bySet.set(set, (found = { sport: sportInfo(game.sportId), set, games: 0, live: 0, champs: new Map() }))
    found.games += 1
    if (isInPlay(game)) found.live += 1
    putGame(found.champs, game)
  }
  return [...bySport.values()].flatMap((bySet) => [...bySet.values()].toSorted((a, b) => a.set - b.set))
}

function isInPlay({ kind, live }: BookGame): boolean {
  return kind === KIND_LIVE && live !== undefined
}

/** One row per sport and market set: sports in the order of the games given, sets by number (wire 5.6). A list that nobody changes any more. */
export function wireSports(book: Book, games: readonly BookGame[], view: View, options: SportRowOptions): WireRow[] {
  let sports = counted.get(games)
  if (!sports) counted.set(games, (sports = countSports(book, games)))
  return sports.map((one) => sportRow(book, one, view, options))
}

function sportRow(book: Book, { sport, set, games, live, champs: byChamp }: SportGames, view: View, options: SportRowOptions): WireRow {
  const names = { ...sport.names, ...book.sports.get(sport.id)?.names }
  const N = nameIn(names, view.lng)
  const row: WireRow = { I: sport.id, N, C: games, CC: byChamp.size, CID: sport.rank }
  if (options.form === 'full') row['E'] = nameEn(names)
  else if (nameRu(names, N) !== undefined) row['R'] = nameRu(names, N)
  if (sport.top) row['IT'] = 1
  if (set !== SET_USUAL && !(set === SET_LONG_TERM && sport.rank === -1)) row['MS'] = set
  if (live) row['Z'] = live
  if (options.open !== 'all' && !options.open.has(sport.id)) return row
  const champs = champRows(book, byChamp, view, options.champs)
  row['L'] = options.nested ? nestByCountry(champs, view) : champs.map(({ row: champ }) => champ)
  return row
}

const grouped = new WeakMap<readonly BookGame[], ReadonlyMap<number, readonly BookGame[]>>()

/** By championship, in the order of the games given: a list that nobody changes any more. */
export function groupByChampionship(games: readonly BookGame[]): ReadonlyMap<number, readonly BookGame[]> {
  const known = grouped.get(games)
  if (known) return known
  const byChamp = new Map<number, BookGame[]>()
  for (const game of games) putGame(byChamp, game)
  grouped.set(games, byChamp)
  return byChamp
}

function putGame(byChamp: Map<number, BookGame[]>, game: BookGame): void {
  const list = byChamp.get(game.championshipId)
  if (list) list.push(game)
  else byChamp.set(game.championshipId, [game])
}

interface CountedChamp {
  championship: BookChampionship
  row: WireRow
}

function champRows(
  book: Book,
  byChamp: ReadonlyMap<number, readonly BookGame[]>,
  view: View,
  openChamps: ReadonlySet<number>,
): CountedChamp[] {
  const rows: CountedChamp[] = []
  for (const [id, games] of byChamp) {
    const championship = book.championships.get(id)
    if (!championship) continue
    const row = wireChamp(championship, games.length, view)
    const live = games.filter(isInPlay).length
    if (live) row['Z'] = live
    if (openChamps.has(id)) row['G'] = games.map((game) => wireChampGame(book, game, view))
    rows.push({ championship, row })
  }
  return rows.toSorted((a, b) => b.championship.weight - a.championship.weight)
}

/** A championship row; `LE` and `LR` only when they say something else (wire 4.7). */
export function wireChamp(championship: BookChampionship, games: number, view: View): WireRow {
  const L = nameIn(championship.names, view.lng)
  const row: WireRow = { LI: championship.id, L }
  const LE = nameEn(championship.names)
  if (LE !== L) row['LE'] = LE
  const LR = nameRu(championship.names, L)
  if (LR !== undefined) row['LR'] = LR
  row['CI'] = championship.countryId
  row['GC'] = games
  if (championship.weight) row['T'] = championship.weight
  const subSport = championship.about?.subSport
  if (subSport) {
    row['SSI'] = subSport.id
    row['SSN'] = nameIn(subSport.names, view.lng)
  }
  return row
}

/** Sport fields of a championship row in flat and top lists and in GetChampZip. */
export function putSport(row: WireRow, book: Book, sportId: number, view: View): WireRow {
  const sport: SportInfo = sportInfo(sportId)
  const names = { ...sport.names, ...book.sports.get(sportId)?.names }
  const SN = nameIn(names, view.lng)
  row['SI'] = sportId
  row['SN'] = SN
  row['SE'] = nameEn(names)
  const SR = nameRu(names, SN)
  if (SR !== undefined) row['SR'] = SR
  return row
}

/** Countries with more than one championship become nodes with `SC`; a node has the country's own small id. */
function nestByCountry(champs: readonly CountedChamp[], view: View): WireRow[] {
  const byCountry = new Map<number, CountedChamp[]>()
  for (const champ of champs) {
    const { countryId } = champ.championship
    const list = byCountry.get(countryId)
    if (list) list.push(champ)
    else byCountry.set(countryId, [champ])
  }
  return [...byCountry].flatMap(([countryId, list]) => {
    if (list.length < 2) return list.map(({ row }) => row)
    const L = countryName(countryId, view.lng)
    const node: WireRow = { L, LI: countryId, GC: list.reduce((sum, { row }) => sum + (row['GC'] as number), 0) }
    const LE = countryName(countryId, 'en')
    if (LE !== L) node['LE'] = LE
    node['SC'] = list.map(({ row }) => row)
    node['CSC'] = list.length
    return [node]
  })
}
