/** What a player marks: read, add, take over from the browser, remove. Games are kept by CI, which outlives the move to live. */
import { DAY, unixSeconds, type Clock } from '#lib/time.ts'
import { isOver, type BookGame } from '#modules/line/rules/book.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import { comingGames, type Line } from '#modules/line/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { LIMITS, newOnes, roomFor, TOO_MANY, type FavoriteList } from '../rules/limits.ts'
import {
  deleteFavorites,
  insertFavorites,
  KIND,
  listFavorites,
  listNamed,
  lockPlayer,
  type FavoriteRow,
  type NewFavorite,
} from './store.ts'

export interface FavoriteDeps {
  db: Db
  clock: Clock
  line: Pick<Line, 'byI' | 'byCi' | 'byRetiredI' | 'game' | 'book' | 'answers' | 'isFilling'>
}

/** A marked game that left the line so long ago makes room for new ones. */
const FORGOTTEN_AFTER_MS = 14 * DAY

function foundIn({ line }: FavoriteDeps, id: number): ReturnType<FavoriteDeps['line']['byI']> {
  return line.byCi(id) ?? line.byI(id) ?? line.byRetiredI(id)
}

/** The main game behind an I or CI of it or of one of its parts; null when it is unknown or over. */
function gameOf(deps: FavoriteDeps, id: number): BookGame | null {
  const found = foundIn(deps, id)
  return found && !isOver(found.game) ? found.game : null
}

/** Rows that may be marked, in the order asked; what nobody knows is skipped (wire 9). */
export function knownGames(deps: FavoriteDeps, ids: readonly number[]): NewFavorite[] {
  return ids.flatMap((id) => {
    const game = gameOf(deps, id)
    return game ? [{ id: game.ci, sportId: game.sportId, gameKind: game.kind, names: {} }] : []
  })
}

/** Also those that have no game now: they are named by what the feeds have told of them. */
export async function knownChampionships({ db, line }: FavoriteDeps, ids: readonly number[]): Promise<NewFavorite[]> {
  const named = await listNamed(
    db,
    'championship',
    ids.filter((id) => !line.book.championships.has(id)),
  )
  return ids.flatMap((id) => {
    const championship = line.book.championships.get(id)
    return championship ? [{ id, sportId: championship.sportId, gameKind: 0, names: championship.names }] : (named.get(id) ?? [])
  })
}

export async function knownTeams({ db, line }: FavoriteDeps, ids: readonly number[]): Promise<NewFavorite[]> {
  const playing = new Map(
    ids.flatMap((id) => {
      const game = line.answers.indexes.list(`t${id}`)[0]
      const side = game?.sides.find((one) => one.id === id)
      return game && side ? [[id, { id, sportId: game.sportId, gameKind: 0, names: side.names }] as const] : []
    }),
  )
  const named = await listNamed(
    db,
    'competitor',
    ids.filter((id) => !playing.has(id)),
  )
  return ids.flatMap((id) => playing.get(id) ?? named.get(id) ?? [])
}

/** The rows that were added. Problem favorites.too_many (error_code 20) when not all of them fit; then none is. */
export async function addFavorites(
  deps: FavoriteDeps,
  playerId: number,
  list: FavoriteList,
  wanted: readonly NewFavorite[],
): Promise<FavoriteRow[] | Problem> {
  return inTx(deps.db, async (tx) => {
    const marked = await lockedList(tx, deps, playerId, list)
    const added = newOnes(new Set(marked.map(({ id }) => id)), wanted)
    if (added.length > roomFor(list, marked.length)) {
      return problem('favorites.too_many', { wire: TOO_MANY, params: { most: LIMITS[list] }, field: list })
    }
    return insertAndRead(tx, deps, playerId, list, added)
  })
}

export interface TakenOver {
  added: number
  skipped: number
  /** Those that the browser keeps: there was no room for them. */
  left: number[]
}

/** The browser's marks after sign-in: as many as fit, in their order. `known` are those of the `asked` that may be marked. */
export async function takeOver(
  deps: FavoriteDeps,
  playerId: number,
  list: FavoriteList,
  asked: readonly number[],
  known: readonly NewFavorite[],
): Promise<TakenOver> {
  return inTx(deps.db, async (tx) => {
    const marked = await lockedList(tx, deps, playerId, list)
    const fresh = newOnes(new Set(marked.map(({ id }) => id)), known)
    const room = roomFor(list, marked.length)
    const added = fresh.slice(0, room)
    await insertFavorites(tx, playerId, list, added, new Date(deps.clock.now()))
    return { added: added.length, skipped: asked.length - added.length, left: fresh.slice(room).map(({ id }) => id) }
  })
}

/** Games that nobody knows are over; as long as the line is still coming after a start they may only not be there yet. */
export async function takeOverGames(deps: FavoriteDeps, playerId: number, asked: readonly number[]): Promise<TakenOver> {
  const taken = await takeOver(deps, playerId, 'games', asked, knownGames(deps, asked))
  const notYet = deps.line.isFilling() ? asked.filter((id) => !foundIn(deps, id)) : []
  return { ...taken, left: [...taken.left, ...notYet] }
}

/** The list as it stands for this transaction; games that ended long ago have left it. */
async function lockedList(tx: Tx, deps: FavoriteDeps, playerId: number, list: FavoriteList): Promise<FavoriteRow[]> {
  await lockPlayer(tx, playerId)
  const rows = await listFavorites(tx, playerId, [list])
  if (list !== 'games' || deps.line.isFilling()) return rows
  const before = deps.clock.now() - FORGOTTEN_AFTER_MS
  const gone = rows.filter(({ id, added_at }) => added_at.getTime() < before && !deps.line.game(id)).map(({ id }) => id)
  await deleteFavorites(tx, playerId, list, gone)
  return rows.filter(({ id }) => !gone.includes(id))
}

async function insertAndRead(
  tx: Tx,
  deps: FavoriteDeps,
  playerId: number,
  list: FavoriteList,
  added: readonly NewFavorite[],
): Promise<FavoriteRow[]> {
  await insertFavorites(tx, playerId, list, added, new Date(deps.clock.now()))
  const ids = new Set(added.map(({ id }) => id))
  return (await listFavorites(tx, playerId, [list])).filter(({ id }) => ids.has(id))
}

/** Removes rows named by CI or by an I of the game. */
export function removeGames(deps: FavoriteDeps, playerId: number, ids: readonly number[]): Promise<number> {
  const found = ids.map((id) => (deps.line.byCi(id) ?? deps.line.byI(id) ?? deps.line.byRetiredI(id))?.game.ci ?? id)
  return deleteFavorites(deps.db, playerId, 'games', found)
}

/** All games, or those that are of the kind now. */
export async function clearGames(deps: FavoriteDeps, playerId: number, kind: number | undefined): Promise<number> {
  const rows = await listFavorites(deps.db, playerId, ['games'])
  const ids = rows.filter((row) => kind === undefined || kindNow(deps, row) === kind).map(({ id }) => id)
  return deleteFavorites(deps.db, playerId, 'games', ids)
}

export async function clearList(deps: FavoriteDeps, playerId: number, list: FavoriteList): Promise<number> {
  const rows = await listFavorites(deps.db, playerId, [list])
  return deleteFavorites(
    deps.db,
    playerId,
    list,
    rows.map(({ id }) => id),
  )
}

function kindNow({ line }: FavoriteDeps, row: FavoriteRow): number {
  return line.game(row.id)?.kind ?? row.game_kind
}

export interface WireLists {
  games: { constId: number; id?: number; kind: number; sportId: number; added: number }[]
  championships: { champId: number; sportId: number; name: string; added: number }[]
  teams: { teamId: number; sportId: number; name: string; added: number }[]
}

/** Rows in wire form; `id` of a game is missing when it has left the line. */
export async function wireLists(deps: FavoriteDeps, rows: readonly FavoriteRow[], lng: string): Promise<WireLists> {
  const absent = rows.flatMap(({ kind, id }) => (kind === KIND.games && !deps.line.byCi(id) ? [id] : []))
  const coming = new Map((await comingGames(deps.db, deps.line.isFilling(), absent)).map(({ ci, i }) => [ci, i]))
  const lists: WireLists = { games: [], championships: [], teams: [] }
  for (const row of rows) {
    const added = unixSeconds(row.added_at.getTime())
    if (row.kind === KIND.games) {
      const game = gameOf(deps, row.id)
      const id = game?.parts.get('full')?.i ?? coming.get(row.id)
      lists.games.push({ constId: row.id, ...(id === undefined ? {} : { id }), kind: kindNow(deps, row), sportId: row.sport_id, added })
    } else if (row.kind === KIND.championships) {
      const names = deps.line.book.championships.get(row.id)?.names ?? row.names
      lists.championships.push({ champId: row.id, sportId: row.sport_id, name: nameIn(names, lng), added })
    } else lists.teams.push({ teamId: row.id, sportId: row.sport_id, name: nameIn(row.names, lng), added })
  }
  return lists
}
