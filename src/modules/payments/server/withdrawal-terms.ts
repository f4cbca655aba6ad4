/** What a withdrawal is held to: the ways that money came in by, and waits before it leaves. */
import { sql } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { CashierConfig, SiteConfig } from '#platform/shared/site-config.ts'
import { selectLastSecurityChange } from '#modules/auth/server/index.ts'
import { minorOfEuro, type Account } from '#modules/ledger/server/index.ts'
import { methodsOf, takesCurrency, type PaymentMethod } from '../rules/methods.ts'
import { NEW_WAY_HOLD_MS, SECURITY_HOLD_MS } from '../rules/withdrawal-state.ts'
import type { MethodBounds } from './deposits.ts'

const FALLBACK = 'bank'

/**
 * Only ways that the player has paid in by, on whichever of his accounts: money goes back to where it came from (PAY-08). A
 * deposit that has gone back meanwhile counts as well: what was won with it must leave (ACC-21). Where none of them can pay
 * this account's currency out (cash, vouchers, ways of one country) it goes to his bank. What came as coins never does:
 * it is moved back to the account that it came to.
 */
export async function withdrawalMethods(
  db: Db | Tx,
  { playerId, currency }: Pick<Account, 'playerId' | 'currency'>,
  cashier: CashierConfig | undefined,
): Promise<MethodBounds[]> {
  const rows = await db
    .selectFrom('deposit')
    .select(['method', 'currency_id'])
    .distinct()
    .where('player_id', '=', playerId)
    .where('done_at', 'is not', null)
    .execute()
  if (rows.length === 0) return []
  const used = new Set(rows.map(({ method }) => method))
  const usedHere = new Set(rows.filter(({ currency_id: id }) => id === currency.id).map(({ method }) => method))
  const ways = methodsOf(cashier).filter(({ paysOut }) => paysOut)
  const own = ways.filter(({ key }) => used.has(key))
  const loop = own.filter((method) => usedHere.has(method.key) || takesCurrency(method, currency))
  const isAllCoins = own.length === used.size && own.every(({ crypto }) => crypto)
  const bank = currency.crypto || isAllCoins ? [] : ways.filter(({ key, crypto }) => key === FALLBACK && !crypto)
  const open = loop.length > 0 ? loop : bank
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
  const { rows } = await sql<{ paid: boolean; known: boolean }>`SELECT count(*) > 0 AS paid,
      coalesce(bool_or(method = ${method.key} AND coalesce(destination, '') = ${destination}), false) AS known
    FROM withdrawal WHERE player_id = ${playerId} AND state = 'paid'`.execute(tx)
  const { paid: isAnyPaid, known: isKnown } = rows[0]!
  if (!isAnyPaid) minutes.push(holds.firstMinutes ?? 0)
  if (!isKnown) minutes.push(holds.newMethodMinutes ?? 0)
  const newUntil = isKnown ? 0 : (await seenSince(tx, playerId, payout)) + NEW_WAY_HOLD_MS
  const changedAt = await selectLastSecurityChange(tx, playerId)
  const changedUntil = changedAt ? changedAt.getTime() + SECURITY_HOLD_MS : 0
  return { until: Math.max(now + Math.max(...minutes) * MINUTE, changedUntil, newUntil), newWay: newUntil > now }
}

/**
 * Since when a way is the player's, ms. The way that he began with has always been his, another one is from the first
 * payment by it; an address, and a way that he has never paid in by, from the first request that names it.
 */
async function seenSince(tx: Tx, playerId: number, { method, destination, now }: Payout): Promise<number> {
  const paidIn = method.needsAddress ? null : await paidInSince(tx, playerId, method)
  if (paidIn !== null) return paidIn
  let requests = tx
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.min('created_at').as('first'))
    .where('player_id', '=', playerId)
    .where('method', '=', method.key)
  if (method.needsAddress) requests = requests.where('destination', '=', destination)
  const { first } = await requests.executeTakeFirstOrThrow()
  return (first as Date | null)?.getTime() ?? now
}

/** Since when the player has paid in by a way, ms; 0 by the one that he began with. Null: never. */
async function paidInSince(tx: Tx, playerId: number, { key }: PaymentMethod): Promise<number | null> {
  const ways = await tx
    .selectFrom('deposit')
    .select(({ fn }) => ['method', fn.min('done_at').as('first')])
    .where('player_id', '=', playerId)
    .where('done_at', 'is not', null)
    .groupBy('method')
    .execute()
  const since = ways.find(({ method }) => method === key)?.first as Date | null | undefined
  if (!since) return null
  return ways.some(({ first }) => first !== null && new Date(first) < since) ? since.getTime() : 0
}
