/** The pace of a built-in provider beside the settings: it belongs to this data, not to a process. */
import type pg from 'pg'
import type { KeptPace, PaceStore } from './world-clock.ts'

export function paceStore(pool: Pick<pg.Pool, 'query'>, provider: 'world' | 'replay'): PaceStore {
  const key = `${provider}.pace`
  return {
    async load() {
      const { rows } = await pool.query<{ value: KeptPace }>('SELECT value FROM setting WHERE key = $1', [key])
      return rows[0]?.value ?? null
    },
    async keep(pace) {
      await pool.query(
        `INSERT INTO setting (key, value) VALUES ($1, $2)
         ON CONFLICT (key) DO UPDATE SET value = excluded.value, updated_at = now()`,
        [key, JSON.stringify(pace)],
      )
    },
  }
}
