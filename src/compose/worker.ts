/** Work that nobody waits for: letters, clearing, expiry. One process of the role does it at a time, through jobs. */
import { moveOpenBets } from '#modules/bets/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Journal } from '#modules/journal/server/index.ts'
import { countFunds } from '#modules/ledger/server/index.ts'
import { expireDeposits, setUntakenApart, sweepPayouts, sweepReturns, sweepStatements } from '#modules/payments/server/index.ts'
import type { Privacy } from '#modules/privacy/server/index.ts'
import { COUNT_EVERY_MS } from '#modules/protection/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { writeBackupAside } from '#platform/server/backup/aside.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Accounts } from './accounts.ts'

const LETTERS_MS = 3_000
const PAYOUTS_MS = 3_000
const COPIES_MS = 5_000

export interface Worker {
  stop(): Promise<void>
}

export async function startWorker(deps: {
  url: string
  db: Db
  clock: Clock
  log: Logger
  accounts: Accounts
  journal: Journal
  privacy: Privacy
  backup: Env['backup']
  /** IANA name of the zone that a brand lives in. */
  zoneOf(brand: string): string | undefined
}): Promise<Worker> {
  const { db, clock, log, accounts, journal, privacy } = deps
  // Read once the page is served: nobody waits for it.
  const { createJobs } = await import('#platform/server/jobs.ts')
  const jobs = createJobs(deps.url, log)
  await jobs.start()
  await jobs.work('clear-sessions', () => accounts.auth.cleanUp())
  await jobs.schedule('clear-sessions', '17 4 * * *')
  await jobs.work('move-open-bets', async () => void (await moveOpenBets({ db, clock })))
  await jobs.schedule('move-open-bets', '11 * * * *')
  await jobs.work('expire-deposits', async () => void (await expireDeposits({ db, clock })))
  await jobs.schedule('expire-deposits', '7 * * * *')
  await jobs.work('untaken-payments', async () => void (await setUntakenApart({ ...accounts.payments, log })))
  await jobs.schedule('untaken-payments', '13 * * * *')
  await jobs.work('compare-statements', async () => void (await sweepStatements({ ...accounts.payments, log })))
  await jobs.schedule('compare-statements', '23 * * * *')
  await jobs.work('count-funds', async () => void (await countFunds({ db, clock, log })))
  await jobs.schedule('count-funds', '3 * * * *')
  await jobs.work('notice-play', async () => void (await accounts.protection.noticePlay(deps.zoneOf)))
  await jobs.schedule('notice-play', '9,39 * * * *')
  await jobs.work('tidy-files', async () => void (await accounts.files.tidy()))
  await jobs.schedule('tidy-files', '27 4 * * *')
  await jobs.work('check-journal', async () => void (await journal.check()))
  await jobs.schedule('check-journal', '37 * * * *')
  await jobs.work('privacy-retention', async () => void (await privacy.deleteWhatIsDue()))
  await jobs.schedule('privacy-retention', '41 3 * * *')
  if (deps.backup) {
    const { folder, publicKey } = deps.backup
    await jobs.work('write-backup', async () =>
      log.info(await writeBackupAside({ url: deps.url, folder, publicKey, now: Date.now() }), 'backup written'),
    )
    await jobs.schedule('write-backup', '11 2 * * *')
  }
  const letters = repeat(
    LETTERS_MS,
    () => accounts.messenger.deliver(),
    (err) => log.warn({ err }, 'letters wait'),
  )
  const payouts = repeat(
    PAYOUTS_MS,
    async () => {
      await sweepPayouts({ ...accounts.payments, log })
      await sweepReturns({ ...accounts.payments, log })
    },
    (err) => log.warn({ err }, 'payouts wait'),
  )
  const playTime = repeat(
    COUNT_EVERY_MS,
    () => accounts.protection.countSessionTime(),
    (err) => log.warn({ err }, 'time at play waits'),
  )
  const copies = repeat(
    COPIES_MS,
    () => privacy.work(),
    (err) => log.warn({ err }, 'copies of personal data wait'),
  )
  return {
    async stop() {
      await Promise.all([letters(), payouts(), playTime(), copies()])
      await jobs.stop()
    },
  }
}

/** The zone that each brand lives in, by its identifier. */
export function zonesOf(brands: Pick<Brands, 'list'>): (brand: string) => string | undefined {
  const zones = new Map(brands.list().map(({ config }) => [config.id, config.time?.zone]))
  return (brand) => zones.get(brand)
}

/** Does it again and again, one at a time; what it gives stops it and waits for the last. */
function repeat(everyMs: number, work: () => Promise<unknown>, onError: (error: unknown) => void): () => Promise<void> {
  let running: Promise<unknown> | null = null
  const timer = setInterval(() => {
    running ??= work()
      .catch(onError)
      .finally(() => (running = null))
  }, everyMs)
  timer.unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
