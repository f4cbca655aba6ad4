/** What a withdrawal is held to: the ways that money came in by, and waits before it leaves. */
import { MINUTE } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { CashierConfig, SiteConfig } from '#platform/shared/site-config.ts'
import { selectLastSecurityChange } from '#modules/auth/server/index.ts'
import { minorOfEuro, type Account } from '#modules/ledger/server/index.ts'
import { methodsOf, type PaymentMethod } from '../rules/methods.ts'
import { NEW_WAY_HOLD_MS, SECURITY_HOLD_MS } from '../rules/withdrawal-state.ts'
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

interface Payout {
  method: PaymentMethod
  destination: string
  isLarge: boolean
  now: number
}

/**
 * When the money may leave, ms: the longest of the brand's waits, of a change of the account's security and of a way that
 * is new. `newWay`: the player is to be told of it.
 */
export async function holdOf(tx: Tx, { playerId, terms, cashier }: HoldGiven, payout: Payout): Promise<{ until: number; newWay: boolean }> {
  const { now, method, destination } = payout
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
  const isKnown = paid.some((before) => before.method === method.key && (before.destination ?? '') === destination)
  if (!isKnown) minutes.push(holds.newMethodMinutes ?? 0)
  const newUntil = isKnown ? 0 : (await seenSince(tx, playerId, payout)) + NEW_WAY_HOLD_MS
  const changedAt = await selectLastSecurityChange(tx, playerId)
  const changedUntil = changedAt ? changedAt.getTime() + SECURITY_HOLD_MS : 0
  return { until: Math.max(now + Math.max(...minutes) * MINUTE, changedUntil, newUntil), newWay: newUntil > now }
}

/**
 * Since when a way is the player's, ms. An address is his from the first request that names it; a way without one from
 * the first payment by it, and the way that he began with has always been his.
 */
async function seenSince(tx: Tx, playerId: number, { method, destination, now }: Payout): Promise<number> {
  if (method.needsAddress) {
    const { first } = await tx
      .selectFrom('withdrawal')
      .select(({ fn }) => fn.min('created_at').as('first'))
      .where('player_id', '=', playerId)
      .where('method', '=', method.key)
      .where('destination', '=', destination)
      .executeTakeFirstOrThrow()
    return (first as Date | null)?.getTime() ?? now
  }
  const ways = await tx
    .selectFrom('deposit')
    .select(({ fn }) => ['method', fn.min('done_at').as('first')])
    .where('player_id', '=', playerId)
    .where('state', '=', 'done')
    .groupBy('method')
    .execute()
  const since = ways.find((way) => way.method === method.key)?.first as Date | null | undefined
  const hasOlder = since && ways.some(({ first }) => first !== null && new Date(first) < since)
  return hasOlder ? since.getTime() : 0
}
