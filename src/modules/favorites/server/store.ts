/** Rows of the lists. Adding locks the lists of the player, so that two tabs together stay within the limit. */
import { sql, type Selectable } from 'kysely'
import type { Names } from '#modules/feeds/rules/fact.ts'
import type { Tables, Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { FavoriteList } from '../rules/limits.ts'
import './tables.ts'

export type FavoriteRow = Selectable<Tables['favorite']>

export const KIND: Readonly<Record<FavoriteList, number>> = { games: 1, championships: 2, teams: 3 }

export interface NewFavorite {
  id: number
  sportId: number
  gameKind: number
  names: Names
}

export async function lockPlayer(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.favorites}, ${playerId})`.execute(tx)
}

/** What the feeds have told of championships or sides, by id. */
export async function listNamed(
  db: Db,
  table: 'championship' | 'competitor',
  ids: readonly number[],
): Promise<ReadonlyMap<number, NewFavorite>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; sport_id: number; names: Names }>`
    SELECT id, sport_id, names FROM ${sql.table(table)} WHERE id = ANY(${sql.val(ids)}::int[])`.execute(db)
  return new Map(rows.map(({ id, sport_id, names }) => [id, { id, sportId: sport_id, gameKind: 0, names }]))
}

/** In the order of adding. */
export async function listFavorites(db: Db | Tx, playerId: number, lists: readonly FavoriteList[]): Promise<FavoriteRow[]> {
  return db
    .selectFrom('favorite')
    .selectAll()
    .where('player_id', '=', playerId)
    .where(
      'kind',
      'in',
      lists.map((list) => KIND[list]),
    )
    .orderBy('n')
    .execute()
}

export async function insertFavorites(
  tx: Tx,
  playerId: number,
  list: FavoriteList,
  added: readonly NewFavorite[],
  at: Date,
): Promise<void> {
  if (added.length === 0) return
  await tx
    .insertInto('favorite')
    .values(
      added.map(({ id, sportId, gameKind, names }) => ({
        player_id: playerId,
        kind: KIND[list],
        id,
        sport_id: sportId,
        game_kind: gameKind,
        names: JSON.stringify(names),
        added_at: at,
      })),
    )
    .execute()
}

/** Answers how many rows went. */
export async function deleteFavorites(db: Db | Tx, playerId: number, list: FavoriteList, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { numDeletedRows } = await db
    .deleteFrom('favorite')
    .where('player_id', '=', playerId)
    .where('kind', '=', KIND[list])
    .where('id', 'in', ids)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
