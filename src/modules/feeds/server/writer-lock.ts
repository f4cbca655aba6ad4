/** One process writes the feed (design §6): a Postgres advisory lock held by a connection of its own. */
import { rawPool, type Db } from '#platform/server/db.ts'
import type { PlainLog } from './ports.ts'

const FEED_LOCK = 7_061_968

export interface WriterLock {
  release(): Promise<void>
}

/** Waits until this process is the writer. */
export async function holdWriterLock(db: Db, log: PlainLog, retryMs = 2000): Promise<WriterLock> {
  const client = await rawPool(db).connect()
  for (let told = false; ; told = true) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [FEED_LOCK])
    if (rows[0]?.mine) break
    if (!told) log.info({}, 'another process writes the feed; waiting for its lock')
    await new Promise((done) => setTimeout(done, retryMs))
  }
  return {
    async release() {
      await client.query('SELECT pg_advisory_unlock($1)', [FEED_LOCK])
      client.release()
    },
  }
}
