/** A bet in the transaction of somebody else: an accepted bid, a bet that replaces another, the bets of a group. */
import { CompiledQuery } from 'kysely'
import { assert, must } from '#lib/assert.ts'
import type { Clock } from '#lib/time.ts'
import type { Tx } from '#platform/server/db.ts'
import { outcomeOf, type BetOutcome, type BetToAccept } from './acceptor.ts'
import { batchOf, singleOf, type BatchRow, type SingleRow } from './place-sql.ts'

/** What the database says to this bet; nothing is tried again, because the transaction is not ours. */
export async function placeIn(tx: Tx, bet: BetToAccept, clock: Clock): Promise<BetOutcome> {
  const at = clock.now()
  const { text, values } = singleOf(bet, at)
  const { rows } = await tx.executeQuery<SingleRow>(CompiledQuery.raw(text, values))
  return outcomeOf(bet, rows[0]!, at)
}

/**
 * The same of several bets, of an account each and without promo codes, advances and edits; in their order. One call takes all keys,
 * then all accounts, then the rows of pools that many bets want, which one call a bet would hold beside the accounts of the next.
 */
export async function placeAllIn(tx: Tx, bets: readonly BetToAccept[], clock: Clock): Promise<BetOutcome[]> {
  assert(
    bets.every(({ money, legs }) => !money?.promo && !money?.advance && !legs.some((leg) => leg.isKept)),
    'a bet that goes alone',
  )
  const at = clock.now()
  const { text, values } = batchOf(
    bets.toSorted((a, b) => a.accountId - b.accountId),
    at,
  )
  const { rows } = await tx.executeQuery<BatchRow>(CompiledQuery.raw(text, values))
  const byRequest = new Map(rows.map((row) => [row.request, row]))
  return bets.map((bet) => outcomeOf(bet, must(byRequest.get(bet.betId), `answer to bet ${bet.betId}`), at))
}
