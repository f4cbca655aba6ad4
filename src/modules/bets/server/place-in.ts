/** A bet in the transaction of somebody else: an accepted bid, a bet that replaces another. */
import { CompiledQuery } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Tx } from '#platform/server/db.ts'
import { outcomeOf, type BetOutcome, type BetToAccept } from './acceptor.ts'
import { singleOf, type SingleRow } from './place-sql.ts'

/** What the database says to this bet; nothing is tried again, because the transaction is not ours. */
export async function placeIn(tx: Tx, bet: BetToAccept, clock: Clock): Promise<BetOutcome> {
  const at = clock.now()
  const { text, values } = singleOf(bet, at)
  const { rows } = await tx.executeQuery<SingleRow>(CompiledQuery.raw(text, values))
  return outcomeOf(bet, rows[0]!, at)
}
