/** Door of the journal: the writer, receipts, heads, the offline check. */
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { Check } from '#platform/server/checks.ts'
import type { Db } from '#platform/server/db.ts'
import { route } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import { gauge } from '#platform/server/metrics.ts'
import { repeat } from '#platform/server/repeat.ts'
import type { Texts } from '#platform/server/texts.ts'
import * as contract from '../contract.ts'
import { selectSalt } from './documents.ts'
import { HEAD_EVERY_MS, listHeads, signHeads, type SignedHead } from './heads.ts'
import type { JournalKey } from './key.ts'
import { listKeys } from './key-of-database.ts'
import { createReceiptPage } from './receipt-page.ts'
import { readReceipt, type BetNames } from './read-receipt.ts'
import './tables.ts'
import { journalRounds, verifyJournal } from './verify-journal.ts'
import { writeBatch } from './write-journal.ts'

export { loadJournalKey, temporaryJournalKey, type JournalKey } from './key.ts'
export { refuseOtherJournalKey } from './key-of-database.ts'
export type { BetNames } from './read-receipt.ts'
export { verifyJournal } from './verify-journal.ts'
export { personalData } from './personal-data.ts'

/** Final heads outside the database, under the data folder. */
export const headCopyFile = (home: string): string => join(home, 'journal-heads.jsonl')

export interface JournalDeps {
  db: Db
  clock: Clock
  log: Logger
  key: JournalKey
  texts: Texts
  /** Data folder; null keeps no copy of the heads. */
  home: string | null
  namesOf?: BetNames
}

export interface Journal {
  key: JournalKey
  /** Writes everything that is due and signs heads. Answers how many due rows were taken. */
  write(): Promise<number>
  /** The whole check; an alarm in log and metrics when something is broken (OPS-03). */
  check(): Promise<Check[]>
  /** Some minutes of the check; the next call goes on. Only where the journal is longer does a look at all of it take several. */
  checkOn(forMs?: number): Promise<void>
  heads(days: number): Promise<SignedHead[]>
  routes(app: FastifyInstance): void
  /** Begins to write; the answer stops it and waits for what is running. */
  start(): () => Promise<void>
}

const LOOK_MS = 500
/** Below the quarter of an hour after which the queue takes a job for lost. */
const CHECK_MS = 10 * 60_000

export async function createJournal(deps: JournalDeps): Promise<Journal> {
  const { db, clock, log, key, texts, home } = deps
  const salt = await selectSalt(db)
  const copyFile = home === null ? null : headCopyFile(home)
  let broken = 0
  gauge('journal_broken', 'Checks of the journal that failed at the last look', () => broken)

  async function write(): Promise<number> {
    let taken = 0
    for (;;) {
      const batch = await writeBatch({ db, clock, salt })
      taken += batch
      if (batch === 0) break
    }
    await signHeads({ db, clock, key, copyFile }, HEAD_EVERY_MS)
    return taken
  }

  const earlierKeys = async () => (await listKeys(db)).filter(({ id }) => id !== key.id)
  const goOn = journalRounds(db, { copyFile })

  function alarm(checks: readonly Check[], isWhole: boolean): void {
    const bad = checks.filter(({ violations }) => violations > 0)
    // Part of a look says nothing of what was broken elsewhere.
    broken = isWhole ? bad.length : Math.max(broken, bad.length)
    for (const { name, violations, first } of bad)
      log.error({ alarm: 'journal', check: name, violations, first }, 'ALARM: the journal does not verify')
  }

  async function check(): Promise<Check[]> {
    const checks = await verifyJournal(db, { copyFile })
    alarm(checks, true)
    return checks
  }

  return {
    key,
    write,
    check,
    async checkOn(forMs = CHECK_MS) {
      const { checks, isWhole } = await goOn(forMs)
      alarm(checks, isWhole)
    },
    heads: (days) => listHeads(db, days),
    routes(app) {
      route(app, contract.betReceipt, (ctx, { query }) =>
        readReceipt({ db, key, salt, ...(deps.namesOf ? { namesOf: deps.namesOf } : {}) }, ctx, BigInt(query.bet_id)),
      )
      route(app, contract.journalHead, async (_ctx, { query }) => ({ key: wireKey(key), heads: await listHeads(db, query.days) }))
      route(app, contract.journalKey, async () => ({ ...wireKey(key), earlier: (await earlierKeys()).map(wireKey) }))
      createReceiptPage(texts, async () =>
        [key, ...(await earlierKeys())].map(({ id, publicKey }) => ({ id, publicKey: publicKey.toString('hex') })),
      )(app)
    },
    start() {
      return repeat(LOOK_MS, write, (err) => log.warn({ err }, 'the journal waits'))
    },
  }
}

function wireKey({ id, publicKey }: { id: string; publicKey: Buffer }): { id: string; algorithm: string; public_key: string } {
  return { id, algorithm: 'Ed25519', public_key: publicKey.toString('hex') }
}
