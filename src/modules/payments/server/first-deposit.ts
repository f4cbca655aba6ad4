/** What the first deposit brings: promised when it is begun, given with its credit, taken back with it. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { CashierConfig } from '#platform/shared/site-config.ts'
import { minorOfEuro, systemAccountId, type Currency } from '#modules/ledger/server/index.ts'
import { bonusInPart, chargeOf, leftOf, type DepositMoney } from '../rules/deposit-state.ts'
import { ensureAccount } from './bonus-account.ts'
import type { DepositRow, PaymentsDeps } from './deposits.ts'

type Terms = CashierConfig['firstDeposit']

/** Who wanted no bonus at registration gets none; who has ever paid in has had his first deposit. */
export async function mayHaveFirstBonus(db: Db | Tx, playerId: number): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    SELECT EXISTS (SELECT 1 FROM player_profile WHERE player_id = ${playerId} AND bonus_choice >= 0)
      AND NOT EXISTS (SELECT 1 FROM deposit WHERE player_id = ${playerId} AND done_at IS NOT NULL) AS may`.execute(db)
  return rows[0]!.may
}

/** Minor units of the currency; 0 when there is nothing to promise. */
export async function promisedBonus(
  tx: Tx,
  given: { playerId: number; currency: Currency; amountMinor: Minor; terms: Terms },
): Promise<Minor> {
  const { terms, currency, amountMinor } = given
  if (!terms || amountMinor < minorOfEuro(terms.minEur, currency, 'up') || !(await mayHaveFirstBonus(tx, given.playerId))) return 0n
  const share = (amountMinor * BigInt(terms.percent)) / 100n
  const most = minorOfEuro(terms.maxEur, currency)
  return share < most ? share : most
}

/** Moves the bonus beside the money of its deposit. Gives what of it stands after the step. */
export async function moveFirstBonus(
  deps: PaymentsDeps,
  tx: Tx,
  deposit: DepositRow,
  moved: { money: DepositMoney; partMinor: Minor },
  at: Date,
): Promise<Minor> {
  const { money, partMinor } = moved
  const { player_id: playerId, currency_id: currencyId, bonus_minor: bonusMinor } = deposit
  if (bonusMinor === 0n || (money !== 'credit' && money !== 'takeBack' && money !== 'setApart')) return bonusMinor
  // Two first deposits that are paid at once: one of them is the second.
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.firstDeposits}, ${playerId})`.execute(tx)
  if (money === 'credit' && !(await mayHaveFirstBonus(tx, playerId))) return 0n
  const accountId = await ensureAccount(deps.ledger, tx, { playerId, currencyId, kind: 'bonus' })
  const backMinor = money === 'credit' ? 0n : bonusInPart(bonusMinor, leftOf(chargeOf(deposit)), partMinor)
  if (money !== 'credit' && backMinor === 0n) return bonusMinor
  const sign = money === 'credit' ? bonusMinor : -backMinor
  const posted = await deps.ledger.post(tx, {
    kind: 'bonus',
    txId: deps.ledger.ids.next(),
    key: `first:${deposit.ref}${money === 'credit' ? '' : ':back'}${deposit.returned_minor === 0n ? '' : `:${deposit.returned_minor}`}`,
    at,
    entries: [
      { accountId: systemAccountId('bonus', currencyId), currencyId, amountMinor: -sign },
      { accountId, currencyId, amountMinor: sign },
    ],
    allowNegative: money !== 'credit',
  })
  if (isProblem(posted)) throw new Error(`bonus of deposit ${deposit.ref}: ${posted.code}`)
  return bonusMinor - backMinor
}
