/**
 * Work on the database that memory is already ahead of. While the database is away it is tried until it is done: whoever
 * gave up would never write these rows, because memory takes them for written. An error that has another cause would stay,
 * and after some attempts it is thrown.
 */
import { isDatabaseAway } from '#platform/server/db.ts'
import type { PlainLog } from './ports.ts'

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 3_200

export interface RetryDeps {
  log: Pick<PlainLog, 'error'>
  /** Whoever has stopped waits for no database. */
  isStopped?: (error: unknown) => boolean
}

export async function retried<T>({ log, isStopped }: RetryDeps, what: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (isStopped?.(error) || (attempt >= ATTEMPTS && !isDatabaseAway(error))) throw error
      log.error({ err: error, attempt }, `${what}, trying again`)
      await new Promise((done) => setTimeout(done, Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempt - 1))))
    }
  }
}
