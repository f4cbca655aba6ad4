/** The nightly deletion of what nobody needs any more, with proof of it (standards DAT-11). */
import { sql, type RawBuilder } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { RETENTION_RULES, retentionDays, type RetentionRule } from '../rules/retention.ts'

/** Key of the table of settings: {rule: days} of the operator. */
const SETTING = 'privacy.retention'

/** A session that another one or a token hangs on goes in a later night. */
const WHAT: Record<RetentionRule, (before: Date) => RawBuilder<unknown>> = {
  sessions: (before) => sql`DELETE FROM session s WHERE coalesce(s.closed_at, s.expires_at) < ${before}
    AND NOT EXISTS (SELECT 1 FROM session c WHERE c.parent_id = s.id) AND NOT EXISTS (SELECT 1 FROM service_token t WHERE t.session_id = s.id)`,
  security_events: (before) => sql`DELETE FROM security_event WHERE at < ${before}`,
  letters: (before) => sql`DELETE FROM message_out WHERE state <> 'queued' AND created_at < ${before}`,
  notices: (before) => sql`DELETE FROM game_event WHERE at < ${before}`,
  calls: (before) => sql`DELETE FROM support_callback WHERE state = 'done' AND done_at < ${before}`,
  messages: (before) => sql`DELETE FROM inbox_message WHERE kind = 'promotion' AND created_at < ${before}`,
  cookie_choices: (before) => sql`DELETE FROM cookie_consent WHERE received_at < ${before}`,
  time_at_play: (before) => sql`DELETE FROM protection_time WHERE day < ${before}::date`,
  unpaid_forms: (before) => sql`UPDATE guest_deposit SET form = '' WHERE form <> '' AND created_at < ${before}`,
  appeals: (before) => sql`DELETE FROM block_appeal WHERE coalesce(answered_at, created_at) < ${before}`,
  paycheck_tries: (before) => sql`DELETE FROM paycheck_try WHERE at < ${before}`,
}

export async function selectRetention(db: Db): Promise<Record<RetentionRule, number>> {
  const row = await db.selectFrom('setting').select('value').where('key', '=', SETTING).executeTakeFirst()
  return retentionDays(row?.value)
}

/** Rows that went, by rule. Each rule is a transaction of its own: one that fails takes nothing from the others. */
export async function deleteWhatIsDue({ db, clock }: { db: Db; clock: Clock }): Promise<Record<RetentionRule, number>> {
  const days = await selectRetention(db)
  const gone = {} as Record<RetentionRule, number>
  for (const rule of RETENTION_RULES) {
    const at = new Date(clock.now())
    gone[rule] = await inTx(db, async (tx) => {
      const { numAffectedRows } = await WHAT[rule](new Date(at.getTime() - days[rule] * DAY)).execute(tx)
      const deleted = numAffectedRows ?? 0n
      await tx.insertInto('privacy_retention_run').values({ rule, days: days[rule], deleted, at }).execute()
      return Number(deleted)
    })
  }
  return gone
}
