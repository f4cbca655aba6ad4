/** Money that may not be credited goes back to where it came from. Safe in any number of processes. */
import { inTx } from '#platform/server/db.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { chargeOf, leftOf, RETURN_AGAIN_MS } from '../rules/deposit-state.ts'
import { stepDeposit } from './callbacks.ts'
import type { DepositRow } from './deposits.ts'
import { inBatch, ofOurs, type PayoutDeps } from './payouts.ts'

/** Money that arrived for excluded players goes back to its payers. Gives how many the provider was asked about. */
export async function sweepReturns(deps: PayoutDeps): Promise<number> {
  return inBatch(
    () => claimHeld(deps),
    (row) => giveBack(deps, row),
  )
}

async function claimHeld(deps: PayoutDeps): Promise<DepositRow | null> {
  return inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const row = await tx
      .selectFrom('deposit')
      .selectAll()
      .where('state', '=', 'held')
      .where('return_after', '<=', new Date(now))
      .where(ofOurs(deps))
      .orderBy('return_after')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    await tx
      .updateTable('deposit')
      .set({ return_after: new Date(now + RETURN_AGAIN_MS) })
      .where('id', '=', row.id)
      .execute()
    return row
  })
}

async function giveBack(deps: PayoutDeps, row: DepositRow): Promise<void> {
  const { code, exponent } = currencyById(row.currency_id)
  try {
    const answer = await deps.providers[row.provider]!.refund({
      ref: row.ref,
      // A part may have gone back by itself meanwhile.
      amountMinor: leftOf(chargeOf(row)),
      currency: code,
      exponent,
      method: row.method,
      brand: row.brand,
      lng: 'en',
      ...(row.external_id ? { externalId: row.external_id } : {}),
    })
    if (answer === 'refused') deps.log.error({ ref: row.ref }, 'return: the provider refuses, an officer must act')
    if (typeof answer === 'object') await tellClaim(deps, row, answer.claimAt)
    if (answer !== 'done') return
    await inTx(deps.db, async (tx) => {
      const held = await tx.selectFrom('deposit').selectAll().where('id', '=', row.id).forUpdate().executeTakeFirstOrThrow()
      await stepDeposit(deps, tx, held, { outcome: 'refunded' }, new Date(deps.clock.now()))
    })
  } catch (error) {
    deps.log.warn({ err: error, ref: row.ref }, 'return: the provider did not answer')
  }
}

/** Where its payer takes the money is told once; the record keeps it. */
async function tellClaim(deps: PayoutDeps, row: DepositRow, claimAt: string): Promise<void> {
  await inTx(deps.db, async (tx) => {
    const told = await tx
      .updateTable('deposit')
      .set({ claim_url: claimAt })
      .where('id', '=', row.id)
      .where('state', '=', 'held')
      .where('claim_url', 'is', null)
      .returningAll()
      .executeTakeFirst()
    if (told) await deps.onToClaim?.(tx, told, { claimAt, sumMinor: leftOf(chargeOf(told)) })
  })
}
