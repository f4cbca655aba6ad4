/** The nightly deletion of what nobody needs any more, with proof of it (standards DAT-11). */
import { sql, type RawBuilder } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { RETENTION_RULES, retentionDays, type RetentionRule } from '../rules/retention.ts'

/** Key of the table of settings: {rule: days} of the operator. */
const SETTING = 'privacy.retention'

/** Rows of one deletion, in a transaction of its own: the first night of a short rule may find millions. */
const PAGE = 10_000

interface Due {
  table: string
  /** Of rows of the table under the name `t`. */
  due(before: Date): RawBuilder<unknown>
  /** Column that is emptied; left out: the row goes. */
  empty?: string
}

/** A session that another one or a token hangs on goes in a later night. */
const WHAT: Record<RetentionRule, Due> = {
  sessions: {
    table: 'session',
    due: (before) => sql`coalesce(t.closed_at, t.expires_at) < ${before}
      AND NOT EXISTS (SELECT 1 FROM session c WHERE c.parent_id = t.id) AND NOT EXISTS (SELECT 1 FROM service_token s WHERE s.session_id = t.id)`,
  },
  security_events: { table: 'security_event', due: (before) => sql`at < ${before}` },
  letters: { table: 'message_out', due: (before) => sql`state <> 'queued' AND created_at < ${before}` },
  notices: { table: 'game_event', due: (before) => sql`at < ${before}` },
  calls: { table: 'support_callback', due: (before) => sql`state = 'done' AND done_at < ${before}` },
  messages: { table: 'inbox_message', due: (before) => sql`kind = 'promotion' AND created_at < ${before}` },
  cookie_choices: { table: 'cookie_consent', due: (before) => sql`received_at < ${before}` },
  time_at_play: { table: 'protection_time', due: (before) => sql`day < ${before}::date` },
  unpaid_forms: { table: 'guest_deposit', due: (before) => sql`form <> '' AND created_at < ${before}`, empty: 'form' },
  appeals: { table: 'block_appeal', due: (before) => sql`coalesce(answered_at, created_at) < ${before}` },
  paycheck_tries: { table: 'paycheck_try', due: (before) => sql`at < ${before}` },
}

export async function selectRetention(db: Db): Promise<Record<RetentionRule, number>> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return retentionDays(row?.value)
}

export interface RetentionDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error'>
}

/** Rows that went, by rule. One that fails is logged, waits for the next night and keeps nothing of the others from going. */
export async function deleteWhatIsDue({ db, clock, log }: RetentionDeps, page = PAGE): Promise<Record<RetentionRule, number>> {
  const days = await selectRetention(db)
  const gone = {} as Record<RetentionRule, number>
  for (const rule of RETENTION_RULES) {
    gone[rule] = 0
    const at = new Date(clock.now())
    try {
      for (let deleted = page; deleted === page; gone[rule] += deleted) deleted = await deletePage(db, rule, days[rule], at, page)
    } catch (err) {
      log.error({ err, rule, deleted: gone[rule] }, 'what is due by a rule of keeping did not go')
    }
  }
  return gone
}

/** With its proof. A row that is changed in the same moment is left for the next night. */
async function deletePage(db: Db, rule: RetentionRule, days: number, at: Date, page: number): Promise<number> {
  const { table, due, empty } = WHAT[rule]
  const before = new Date(at.getTime() - days * DAY)
  const rows = sql`WHERE ctid = ANY (ARRAY(SELECT t.ctid FROM ${sql.table(table)} t WHERE ${due(before)} LIMIT ${page}))`
  return inTx(db, async (tx) => {
    const { numAffectedRows } = empty
      ? await sql`UPDATE ${sql.table(table)} SET ${sql.ref(empty)} = '' ${rows}`.execute(tx)
      : await sql`DELETE FROM ${sql.table(table)} ${rows}`.execute(tx)
    const deleted = numAffectedRows ?? 0n
    await tx.insertInto('privacy_retention_run').values({ rule, days, deleted, at }).execute()
    return Number(deleted)
  })
}
