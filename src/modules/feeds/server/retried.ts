/** Work on the database that memory is already ahead of: it is tried again until it is done, or the database stays away. */
import type { PlainLog } from './ports.ts'

const ATTEMPTS = 6
const FIRST_PAUSE_MS = 100

export async function retried<T>(log: Pick<PlainLog, 'error'>, what: string, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= ATTEMPTS) throw error
      log.error({ err: error, attempt }, `${what}, trying again`)
      await new Promise((done) => setTimeout(done, FIRST_PAUSE_MS * 2 ** (attempt - 1)))
    }
  }
}
