/** Work that nobody waits for: letters, clearing, expiry. One process of the role does it at a time, through jobs. */
import { expireDeposits } from '#modules/payments/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { createJobs } from '#platform/server/jobs.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Accounts } from './accounts.ts'

const LETTERS_MS = 3_000

export interface Worker {
  stop(): Promise<void>
}

export async function startWorker(deps: { url: string; db: Db; clock: Clock; log: Logger; accounts: Accounts }): Promise<Worker> {
  const { db, clock, log, accounts } = deps
  const jobs = createJobs(deps.url, log)
  await jobs.start()
  await jobs.work('clear-sessions', () => accounts.auth.cleanUp())
  await jobs.schedule('clear-sessions', '17 4 * * *')
  await jobs.work('expire-deposits', async () => void (await expireDeposits({ db, clock })))
  await jobs.schedule('expire-deposits', '7 * * * *')
  let sending: Promise<unknown> = Promise.resolve()
  const letters = setInterval(() => {
    sending = accounts.messenger.deliver().catch((error: unknown) => log.warn({ err: error }, 'letters wait'))
  }, LETTERS_MS)
  letters.unref()
  return {
    async stop() {
      clearInterval(letters)
      await sending
      await jobs.stop()
    },
  }
}
