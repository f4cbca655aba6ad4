/**
 * A first payment whose payer has never come back (RG-20). Nobody knows a way into the account that it made, so after some
 * days, or when an officer says so, its money goes back to where it came from. Safe in any number of processes.
 */
import { must } from '#lib/assert.ts'
import { DAY } from '#lib/time.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { untakenStep } from '../rules/deposit-state.ts'
import { takeStep } from './callbacks.ts'
import type { DepositRow } from './deposits.ts'
import type { PayoutDeps } from './payouts.ts'

/** Where a brand says nothing. Longer than the payer may be let in by his payment, so that both never meet. */
const USUAL_DAYS = 7
const LEAST_DAYS = 2
const BATCH = 50

/** Payments that made an account which nobody has entered, in the order they were begun: some of those behind a number. */
export async function listUntaken(db: Db, before: Date, after = 0n): Promise<DepositRow[]> {
  return db
    .selectFrom('guest_deposit')
    .innerJoin('deposit', 'deposit.ref', 'guest_deposit.ref')
    .selectAll('deposit')
    .where('guest_deposit.state', '=', 'paid')
    .where('guest_deposit.taken_at', 'is', null)
    .where('guest_deposit.updated_at', '<=', before)
    .where('deposit.state', '=', 'done')
    .where('deposit.id', '>', after)
    .orderBy('deposit.id')
    .limit(BATCH)
    .execute()
}

/** Sets apart what is due, by each brand's days; `sweepReturns` gives it back. Gives how many. */
export async function setUntakenApart(deps: PayoutDeps): Promise<number> {
  const now = deps.clock.now()
  let [count, after] = [0, 0n]
  for (;;) {
    const rows = await listUntaken(deps.db, new Date(now - LEAST_DAYS * DAY), after)
    for (const { ref, brand, done_at: paidAt } of rows) {
      const days = deps.cashierOf?.(brand)?.untakenDays ?? USUAL_DAYS
      if (must(paidAt, 'a deposit is done without its time').getTime() > now - days * DAY) continue
      try {
        if (await setApart(deps, ref)) count += 1
      } catch (error) {
        deps.log.error({ err: error, ref }, 'untaken payment: an officer must act')
      }
    }
    // On past those that wait for longer days, and those that failed: they hold up nobody behind them.
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return count
    after = last.id
  }
}

/** By an officer before its days are over. False: somebody has come, or it is no such payment. */
export async function setApart(deps: PayoutDeps, ref: string): Promise<boolean> {
  return inTx(deps.db, async (tx) => {
    // The row of the guest first, as whoever comes back takes it.
    const guest = await tx.selectFrom('guest_deposit').select(['state', 'taken_at']).where('ref', '=', ref).forUpdate().executeTakeFirst()
    if (guest?.state !== 'paid' || guest.taken_at !== null) return false
    const deposit = await tx.selectFrom('deposit').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst()
    if (!deposit) return false
    const step = untakenStep(deposit.state)
    if (step.next === deposit.state) return false
    await takeStep(deps, tx, deposit, step, new Date(deps.clock.now()))
    return true
  })
}
