/** Which news a player wants, and since when: each change is kept with its time. */
import type { Generated } from 'kysely'
import { unixSeconds } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'

export const CHANNELS = ['email', 'sms', 'push'] as const
export type Channel = (typeof CHANNELS)[number]
const COLUMNS = { email: 'accept_mail', sms: 'accept_sms', push: 'accept_push' } as const

/** Version of the words beside the switches; raise it when their meaning changes. */
const WORDING = '2026-11'

declare module '#platform/server/db.ts' {
  interface Tables {
    mailing_choice: {
      id: Generated<bigint>
      player_id: number
      channel: Channel
      accepted: boolean
      wording: string
      ip: string
      at: Date
    }
  }
}

export interface Mailing extends Record<Channel, boolean> {
  /** Unix seconds of the choice in force; 0 = never asked, which is a no. */
  since: Record<Channel, number>
}

/** The ways by which a player wants news, at this moment. */
export async function acceptedChannels(db: Db | Tx, playerId: number): Promise<Record<Channel, boolean>> {
  const row = await db
    .selectFrom('player_profile')
    .select(['accept_mail', 'accept_sms', 'accept_push'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return { email: row?.accept_mail ?? false, sms: row?.accept_sms ?? false, push: row?.accept_push ?? false }
}

/** Changes what is named and answers what is in force; a choice that is in force already is not written again. */
export async function chooseMailing(
  db: Db,
  given: { playerId: number; changes: Partial<Record<Channel, boolean | null | undefined>>; ip: string; at: Date },
): Promise<Mailing> {
  const { playerId, changes, ip, at } = given
  return inTx(db, async (tx) => {
    const row = await tx
      .selectFrom('player_profile')
      .select(['accept_mail', 'accept_sms', 'accept_push'])
      .where('player_id', '=', playerId)
      .forUpdate()
      .executeTakeFirst()
    const now = { email: row?.accept_mail ?? false, sms: row?.accept_sms ?? false, push: row?.accept_push ?? false }
    const changed = row ? CHANNELS.filter((channel) => typeof changes[channel] === 'boolean' && changes[channel] !== now[channel]) : []
    for (const channel of changed) now[channel] = changes[channel]!
    if (changed.length > 0) {
      const set = Object.fromEntries(changed.map((channel) => [COLUMNS[channel], now[channel]]))
      await tx.updateTable('player_profile').set(set).where('player_id', '=', playerId).execute()
      await tx
        .insertInto('mailing_choice')
        .values(changed.map((channel) => ({ player_id: playerId, channel, accepted: now[channel], wording: WORDING, ip, at })))
        .execute()
    }
    const latest = await tx
      .selectFrom('mailing_choice')
      .select(['channel', 'at'])
      .distinctOn('channel')
      .where('player_id', '=', playerId)
      .orderBy('channel')
      .orderBy('id', 'desc')
      .execute()
    const since = { email: 0, sms: 0, push: 0 }
    for (const choice of latest) since[choice.channel] = unixSeconds(choice.at.getTime())
    return { ...now, since }
  })
}
