/** Since when the leagues of this house play whole tours; see `Season` of the catalogue. */
import type pg from 'pg'

/** 0 where the world has never played otherwise. */
export async function selectToursFrom(pool: Pick<pg.Pool, 'query'>): Promise<number> {
  const { rows } = await pool.query<{ tours_from: number }>('SELECT tours_from FROM world_calendar')
  return rows[0]?.tours_from ?? 0
}
