/** The pace of the world beside the settings: it belongs to this data, not to a process. */
import type pg from 'pg'
import type { KeptPace, PaceStore } from './world-clock.ts'

const KEY = 'world.pace'

export function paceStore(pool: Pick<pg.Pool, 'query'>): PaceStore {
  return {
    async load() {
      const { rows } = await pool.query<{ value: KeptPace }>('SELECT value FROM setting WHERE key = $1', [KEY])
      return rows[0]?.value ?? null
    },
    async keep(pace) {
      await pool.query(
        `INSERT INTO setting (key, value) VALUES ($1, $2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
        [KEY, JSON.stringify(pace)],
      )
    },
  }
}
