/**
 * Papers are asked for when money comes in, not when it goes out: a withdrawal is never the first to hear of them
 * (standards ACC-06, features XT-49). What was asked, and when, is a step of the player like the others.
 */
import type { Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { insertStep, lockPlayer } from './store.ts'

/** Once for each player; whoever has sent something knows. */
export async function askForPapers(tx: Tx, playerId: number, at: Date): Promise<void> {
  await lockPlayer(tx, playerId)
  if (await wasAskedBefore(tx, playerId, at)) return
  await insertStep(tx, { playerId, requestId: null, what: 'asked', at })
  await emit(tx, {
    topic: 'player.message',
    key: `identity:${playerId}:asked`,
    payload: { playerId, template: 'identity_asked', params: {} },
  })
}

/** Whether the player knew of papers at a moment: he was asked, or had sent some by himself. */
export async function wasAskedBefore(tx: Tx, playerId: number, moment: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('identity_step')
    .select('id')
    .where('player_id', '=', playerId)
    .where('at', '<=', moment)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
