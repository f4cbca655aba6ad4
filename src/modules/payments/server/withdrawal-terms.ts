/** What a withdrawal is held to: the ways that money came in by, and waits before it leaves. */
import { MINUTE } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { CashierConfig, SiteConfig } from '#platform/shared/site-config.ts'
import { selectLastSecurityChange } from '#modules/auth/server/index.ts'
import { minorOfEuro, type Account } from '#modules/ledger/server/index.ts'
import { methodsOf } from '../rules/methods.ts'
import { SECURITY_HOLD_MS } from '../rules/withdrawal-state.ts'
import type { MethodBounds } from './deposits.ts'

const FALLBACK = 'bank'

/**
 * Only ways that the player has paid in by: money goes back to where it came from (PAY-08). Where none of them can
 * pay out (cash, vouchers) it goes to his bank.
 */
export async function withdrawalMethods(
  db: Db | Tx,
  { playerId, currency }: Pick<Account, 'playerId' | 'currency'>,
  cashier: CashierConfig | undefined,
): Promise<MethodBounds[]> {
  const rows = await db
    .selectFrom('deposit')
    .select('method')
    .distinct()
    .where('player_id', '=', playerId)
    .where('currency_id', '=', currency.id)
    .where('state', '=', 'done')
    .execute()
  if (rows.length === 0) return []
  const used = new Set(rows.map(({ method }) => method))
  const ways = methodsOf(cashier).filter(({ paysOut }) => paysOut)
  const loop = ways.filter(({ key }) => used.has(key))
  const open = loop.length > 0 ? loop : ways.filter(({ key, crypto }) => key === FALLBACK && !crypto && !currency.crypto)
  return open.map((method) => ({
    method,
    minMinor: minorOfEuro(method.outMinEur, currency, 'up'),
    maxMinor: minorOfEuro(method.outMaxEur, currency),
  }))
}

interface HoldGiven {
  playerId: number
  terms: SiteConfig['withdrawals']
  cashier?: CashierConfig | undefined
}

/** When the money may leave, ms: the longest of the brand's waits and of a change of the account's security. */
export async function heldUntil(
  tx: Tx,
  { playerId, terms, cashier }: HoldGiven,
  payout: { method: string; destination: string; isLarge: boolean; now: number },
): Promise<number> {
  const { now } = payout
  const holds = cashier?.holds ?? {}
  const minutes = [terms.holdMinutes]
  if (payout.isLarge) minutes.push(holds.largeMinutes ?? 0)
  const paid = await tx
    .selectFrom('withdrawal')
    .select(['method', 'destination'])
    .where('player_id', '=', playerId)
    .where('state', '=', 'paid')
    .execute()
  if (paid.length === 0) minutes.push(holds.firstMinutes ?? 0)
  const isKnown = paid.some(({ method, destination }) => method === payout.method && (destination ?? '') === payout.destination)
  if (!isKnown) minutes.push(holds.newMethodMinutes ?? 0)
  const changedAt = await selectLastSecurityChange(tx, playerId)
  return Math.max(now + Math.max(...minutes) * MINUTE, changedAt ? changedAt.getTime() + SECURITY_HOLD_MS : 0)
}
