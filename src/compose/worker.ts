/** Work that nobody waits for: letters, clearing, expiry. One process of the role does it at a time, through jobs. */
import { forgetRefusals, forgetWaited, moveOpenBets } from '#modules/bets/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import { forgetCoupons } from '#modules/coupon/server/index.ts'
import { forgetOldFacts } from '#modules/feeds/server/index.ts'
import type { Journal } from '#modules/journal/server/index.ts'
import { countFunds } from '#modules/ledger/server/index.ts'
import { forgetEmptyPools, forgetPast } from '#modules/limits/server/index.ts'
import { expireDeposits, setUntakenApart, sweepPayouts, sweepReturns, sweepStatements } from '#modules/payments/server/index.ts'
import type { Privacy } from '#modules/privacy/server/index.ts'
import { COUNT_EVERY_MS } from '#modules/protection/server/index.ts'
import { forgetOver } from '#modules/subscriptions/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { writeBackupAside } from '#platform/server/backup/aside.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import { forgetConsumed } from '#platform/server/outbox.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Accounts } from './accounts.ts'

const LETTERS_MS = 3_000
const PAYOUTS_MS = 3_000
const COPIES_MS = 5_000

export interface Worker {
  stop(): Promise<void>
}

interface WorkerDeps {
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
}

type Plan = [name: string, cron: string, work: () => Promise<unknown>]

/** What comes by the clock; one process does it, whichever is free. */
function plansOf({ url, db, clock, log, accounts, journal, privacy, backup, zoneOf }: WorkerDeps): Plan[] {
  const plans: Plan[] = [
    ['clear-sessions', '17 4 * * *', () => accounts.auth.cleanUp()],
    ['move-open-bets', '11 * * * *', () => moveOpenBets({ db, clock })],
    ['forget-waited', '19 * * * *', () => forgetWaited(db)],
    ['expire-deposits', '7 * * * *', () => expireDeposits({ db, clock })],
    ['untaken-payments', '13 * * * *', () => setUntakenApart({ ...accounts.payments, log })],
    ['compare-statements', '23 * * * *', () => sweepStatements({ ...accounts.payments, log })],
    ['count-funds', '3 * * * *', () => countFunds({ db, clock, log })],
    ['notice-play', '9,39 * * * *', () => accounts.protection.noticePlay(zoneOf)],
    ['tidy-files', '27 4 * * *', () => accounts.files.tidy()],
    ['check-journal', '37 * * * *', () => journal.checkOn()],
    ['privacy-retention', '41 3 * * *', () => privacy.deleteWhatIsDue(log)],
    ['forget-consumed', '47 3 * * *', () => forgetConsumed(db)],
    ['forget-facts', '59 3 * * *', () => forgetOldFacts({ db, clock })],
    ['forget-refusals', '31 3 * * *', () => forgetRefusals({ db, clock })],
    ['forget-coupons', '43 3 * * *', () => forgetCoupons({ db, clock })],
    ['forget-empty-pools', '53 3 * * *', () => forgetEmptyPools(db)],
    ['forget-past-liability', '29 3 * * *', () => forgetPast({ db, clock })],
    ['forget-followed', '33 4 * * *', () => forgetOver({ db, clock })],
  ]
  if (!backup) return plans
  const { folder, publicKey } = backup
  const writeBackup = async () => log.info(await writeBackupAside({ url, folder, publicKey, now: Date.now() }), 'backup written')
  return [...plans, ['write-backup', '11 2 * * *', writeBackup]]
}

export async function startWorker(deps: WorkerDeps): Promise<Worker> {
  const { log, accounts, privacy } = deps
  // Read once the page is served: nobody waits for it.
  const { createJobs } = await import('#platform/server/jobs.ts')
  const jobs = createJobs(deps.url, log)
  await jobs.start()
  for (const [name, cron, work] of plansOf(deps)) {
    await jobs.work(name, async () => void (await work()))
    await jobs.schedule(name, cron)
  }
  const [letters, sms] = (['mail', 'sms'] as const).map((channel) =>
    repeat(
      LETTERS_MS,
      () => accounts.messenger.deliver(channel),
      (err) => log.warn({ err, channel }, 'messages wait'),
    ),
  )
  const gameLetters = repeat(
    LETTERS_MS,
    () => accounts.writeGameLetters(),
    (err) => log.warn({ err }, 'letters about followed games wait'),
  )
  const payouts = repeat(
    PAYOUTS_MS,
    () => sweepPayouts({ ...accounts.payments, log }),
    (err) => log.warn({ err }, 'payouts wait'),
  )
  // Beside the payouts: what ails those must not keep money from going back to its payers.
  const returns = repeat(
    PAYOUTS_MS,
    () => sweepReturns({ ...accounts.payments, log }),
    (err) => log.warn({ err }, 'returns wait'),
  )
  const playTime = repeat(
    COUNT_EVERY_MS,
    () => accounts.protection.countSessionTime(),
    (err) => log.warn({ err }, 'time at play waits'),
  )
  const copies = repeat(
    COPIES_MS,
    () => privacy.work(log),
    (err) => log.warn({ err }, 'copies of personal data wait'),
  )
  return {
    async stop() {
      await Promise.all([letters!(), sms!(), gameLetters(), payouts(), returns(), playTime(), copies()])
      await jobs.stop()
    },
  }
}

/** The zone that each brand lives in, by its identifier. */
export function zonesOf(brands: Pick<Brands, 'list'>): (brand: string) => string | undefined {
  const zones = new Map(brands.list().map(({ config }) => [config.id, config.time?.zone]))
  return (brand) => zones.get(brand)
}
