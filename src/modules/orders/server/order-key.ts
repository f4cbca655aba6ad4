/**
 * One betGUID of a player is one bet, one auto-bet or one bid (wire rule 27, WAG-02): an order takes its key in the table of
 * the keys of bets (`claimKey`), in its own transaction. The bid for the rest of a VIP stake takes none: it shares that of
 * the placed part.
 */
import { keyReused, notReceived, selectKeyOptional, tryLater, type Bets, type WantedKey } from '#modules/bets/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'

/**
 * What a key says: its order, which `find` reads; why there is none (161627, 900061); null when it is free. Orders that
 * were given before they took keys are found by themselves.
 */
export async function orderOf<T extends { bodyHash: string }>(
  db: Db,
  key: WantedKey,
  find: (db: Db, playerId: number, guid: string) => Promise<T | null>,
): Promise<T | Problem | null> {
  // The key first: who sees the key of an order then sees the order too.
  const stored = await selectKeyOptional(db, key.playerId, key.guid)
  const order = await find(db, key.playerId, key.guid)
  if (order) return order.bodyHash === key.bodyHash ? order : keyReused()
  if (!stored) return null
  // The same body without an order was asked about before it came.
  return stored.bodyHash === key.bodyHash ? notReceived() : keyReused()
}

/**
 * The answer to a question (OnlyKnown) about an order that never came here: it comes too late from now on, unless the player has
 * had too many such answers. Null: its key was taken meanwhile.
 */
export async function refuseAsked({ refusals }: Pick<Bets, 'refusals'>, key: WantedKey): Promise<Problem | null> {
  if (refusals.hasTooMany(key.playerId)) return tryLater()
  const refused = notReceived()
  return (await refusals.keepAlone(key, refused)) ? refused : null
}
