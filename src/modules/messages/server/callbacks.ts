/** Calls that somebody asked for: a number has one at a time. */
import { sql } from 'kysely'
import { networkOf } from '#lib/network.ts'
import { HOUR } from '#lib/time.ts'
import type { Clock } from '#platform/server/clock.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SupportConfig } from '#platform/shared/site-config.ts'
import { callTimes } from '../rules/hours.ts'
import { cleanLine } from '../rules/ticket.ts'

/** From one network; a number has one waiting call anyway. */
const MAX_CALLS_AN_HOUR = 5

export interface WantedCall {
  brand: string
  playerId: number | null
  /** Digits with the country's code. */
  phone: string
  name: string
  language: string
  ip: string
  /** Unix seconds; 0 = as soon as somebody is free. */
  callAt: number
}

/** Problems: messages.no_calls, messages.call_time, messages.call_waits, messages.too_often. */
export async function askForCall(
  { db, clock }: { db: Db; clock: Clock },
  support: SupportConfig | undefined,
  wanted: WantedCall,
): Promise<{ id: number; call_at: number } | Problem> {
  if (!support?.callback) return problem('messages.no_calls', { status: 404 })
  const now = clock.now()
  // A /64 is one customer, who has as many addresses in it as he likes.
  const network = networkOf(wanted.ip)
  if (wanted.callAt !== 0 && !callTimes(support.hours, now).includes(wanted.callAt * 1000))
    return problem('messages.call_time', { field: 'call_at' })
  const row = await inTx(db, async (tx) => {
    await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.callbacks}, hashtext(${network}))`.execute(tx)
    const { n } = await tx
      .selectFrom('support_callback')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .where('ip', '=', network)
      .where('created_at', '>', new Date(now - HOUR))
      .executeTakeFirstOrThrow()
    if (n >= MAX_CALLS_AN_HOUR) return problem('messages.too_often', { status: 429, field: 'phone_number' })
    return tx
      .insertInto('support_callback')
      .values({
        brand: wanted.brand,
        player_id: wanted.playerId,
        phone: wanted.phone,
        name: cleanLine(wanted.name),
        language: wanted.language,
        ip: network,
        wanted_at: wanted.callAt === 0 ? null : new Date(wanted.callAt * 1000),
        created_at: new Date(now),
      })
      .onConflict((conflict) => conflict.columns(['brand', 'phone']).where('state', '=', 'waiting').doNothing())
      .returning('id')
      .executeTakeFirst()
  })
  if (isProblem(row)) return row
  return row ? { id: Number(row.id), call_at: wanted.callAt } : problem('messages.call_waits', { field: 'phone_number' })
}
