/** Deposits: started by the player, paid by the provider's signed word, credited once from our own record. */
import { createHash } from 'node:crypto'
import type { Selectable } from 'kysely'
import { minorFromWire, minorText, parseMinor, type Minor } from '#lib/money.ts'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { currencyById, minorOfEuro, systemAccountId, type Account, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import { newId } from '#modules/auth/server/index.ts'
import { DEPOSIT_LIFE_MS, depositStep } from '../rules/deposit-state.ts'
import { methodsFor, type PaymentMethod } from '../rules/methods.ts'
import type { CallbackFault, CallbackRequest, PaymentPort, ProviderEvent } from './port.ts'
import type { DepositTable } from './tables.ts'

export type DepositRow = Selectable<DepositTable>
export type LedgerPort = Pick<Ledger, 'balance' | 'post' | 'ids'>

export interface PaymentsDeps {
  db: Db
  clock: Clock
  ledger: LedgerPort
  providers: Readonly<Record<string, PaymentPort>>
}

/** The player's account by id, or the active one for 0. Problem: payments.unknown_account (30). */
export async function payableAccount(deps: PaymentsDeps, playerId: number, accountId: number): Promise<Account | Problem> {
  const accounts = await deps.ledger.balance(playerId)
  const account = accountId === 0 ? accounts[0] : accounts.find((candidate) => candidate.id === accountId)
  return account && account.kind === 0 ? account : problem('payments.unknown_account', { wire: 30, field: 'account_id' })
}

export interface MethodBounds {
  method: PaymentMethod
  minMinor: Minor
  maxMinor: Minor
}

export function boundedMethods(country: string, currency: Currency): MethodBounds[] {
  return methodsFor(country, currency).map((method) => ({
    method,
    minMinor: minorOfEuro(method.minEur, currency, 'up'),
    maxMinor: minorOfEuro(method.maxEur, currency),
  }))
}

/** Problems: payments.closed (60), payments.unknown_account, payments.unknown_method, payments.bad_sum, payments.sum_bounds; all name their field. */
export async function startDeposit(
  deps: PaymentsDeps,
  given: {
    playerId: number
    brand: string
    country: string
    lng: string
    accountId: number
    methodId: number
    sum: string | number
    provider: string
  },
): Promise<{ ref: string; url: string } | Problem> {
  const port = Object.hasOwn(deps.providers, given.provider) ? deps.providers[given.provider] : undefined
  if (!port) return problem('payments.closed', { wire: 60 })
  const account = await payableAccount(deps, given.playerId, given.accountId)
  if (isProblem(account)) return account
  const { currency } = account
  const bounds = boundedMethods(given.country, currency).find(({ method }) => method.id === given.methodId)
  if (!bounds) return problem('payments.unknown_method', { field: 'method_id' })
  const amountMinor = typeof given.sum === 'number' ? minorFromWire(given.sum, currency.exponent) : parseMinor(given.sum, currency.exponent)
  if (amountMinor === null || amountMinor <= 0n) return problem('payments.bad_sum', { field: 'sum' })
  if (amountMinor < bounds.minMinor || amountMinor > bounds.maxMinor) {
    const params = {
      min: minorText(bounds.minMinor, currency.exponent),
      max: minorText(bounds.maxMinor, currency.exponent),
      currency: currency.code,
    }
    return problem('payments.sum_bounds', { field: 'sum', params })
  }
  const ref = newId()
  const now = new Date(deps.clock.now())
  // The record stands before the provider hears of it: a payment without a record cannot exist.
  await deps.db
    .insertInto('deposit')
    .values({
      ref,
      brand: given.brand,
      player_id: given.playerId,
      account_id: account.id,
      currency_id: currency.id,
      method: bounds.method.key,
      provider: given.provider,
      amount_minor: amountMinor,
      state: 'created',
      created_at: now,
      updated_at: now,
      done_at: null,
      balance_after: null,
    })
    .execute()
  const order = {
    ref,
    amountMinor,
    currency: currency.code,
    exponent: currency.exponent,
    method: bounds.method.key,
    brand: given.brand,
    lng: given.lng,
  }
  const { url } = await port.start(order)
  return { ref, url }
}

export type CallbackAnswer =
  | {
      kind: 'refused'
      status: 400 | 401 | 404 | 409
      fault: CallbackFault | 'unknown_provider' | 'unknown_deposit' | 'amount_differs' | 'event_reused' | 'foreign_source'
    }
  | { kind: 'accepted'; outcome: string; credited: boolean; playerId: number; accountId: number }

/**
 * A provider's word about a deposit (PAY-02, PAY-03, PAY-12). In one transaction: the event is noted, the deposit
 * locked, the step taken, the ledger posted under the key of the reference. The answer is given after the commit.
 */
export async function handleCallback(deps: PaymentsDeps, provider: string, request: CallbackRequest): Promise<CallbackAnswer> {
  const port = Object.hasOwn(deps.providers, provider) ? deps.providers[provider] : undefined
  if (!port) return { kind: 'refused', status: 404, fault: 'unknown_provider' }
  if (port.sources && !port.sources.includes(request.ip)) return { kind: 'refused', status: 401, fault: 'foreign_source' }
  const event = port.readCallback(request)
  if (typeof event === 'string') return { kind: 'refused', status: event === 'bad_body' ? 400 : 401, fault: event }
  const bodyHash = createHash('sha256').update(request.raw).digest()
  return inTx(deps.db, (tx) => applyEvent(deps, tx, port.name, event, bodyHash))
}

async function applyEvent(deps: PaymentsDeps, tx: Tx, provider: string, event: ProviderEvent, bodyHash: Buffer): Promise<CallbackAnswer> {
  const deposit = await tx
    .selectFrom('deposit')
    .selectAll()
    .where('ref', '=', event.ref)
    .where('provider', '=', provider)
    .forUpdate()
    .executeTakeFirst()
  if (!deposit) return { kind: 'refused', status: 404, fault: 'unknown_deposit' }
  const currency = currencyById(deposit.currency_id)
  if (event.currency !== currency.code || parseMinor(event.amount, currency.exponent) !== deposit.amount_minor) {
    return { kind: 'refused', status: 409, fault: 'amount_differs' }
  }
  const seen = await tx
    .selectFrom('payment_callback')
    .selectAll()
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst()
  const where = { playerId: deposit.player_id, accountId: deposit.account_id }
  if (seen) {
    if (!seen.body_hash.equals(bodyHash)) return { kind: 'refused', status: 409, fault: 'event_reused' }
    return { kind: 'accepted', outcome: seen.outcome, credited: false, ...where }
  }
  const now = new Date(deps.clock.now())
  const step = depositStep(deposit.state, event.outcome)
  const balanceAfter = step.credits ? await credit(deps, tx, deposit, now) : null
  if (step.next !== deposit.state) {
    await tx
      .updateTable('deposit')
      .set({ state: step.next, updated_at: now, ...(step.credits ? { done_at: now, balance_after: balanceAfter } : {}) })
      .where('id', '=', deposit.id)
      .execute()
    await emit(tx, {
      topic: 'payments.deposit',
      key: String(deposit.player_id),
      payload: { ref: deposit.ref, playerId: deposit.player_id, accountId: deposit.account_id, state: step.next, credited: step.credits },
    })
  }
  await tx
    .insertInto('payment_callback')
    .values({ provider, event_id: event.eventId, body_hash: bodyHash, outcome: step.next, received_at: now })
    .execute()
  return { kind: 'accepted', outcome: step.next, credited: step.credits, ...where }
}

/** The key is the reference: a second credit of it is refused by the ledger itself, whatever this module believes. */
async function credit(deps: PaymentsDeps, tx: Tx, deposit: DepositRow, at: Date): Promise<Minor | null> {
  const { account_id: accountId, currency_id: currencyId, amount_minor: amountMinor } = deposit
  const posted = await deps.ledger.post(tx, {
    kind: 'deposit',
    txId: deps.ledger.ids.next(),
    key: `${deposit.provider}:${deposit.ref}`,
    at,
    entries: [
      { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: -amountMinor },
      { accountId, currencyId, amountMinor },
    ],
  })
  // A closed account cannot take the money: the callback fails, the provider repeats it, an officer decides.
  if (isProblem(posted)) throw new Error(`deposit ${deposit.ref} cannot be credited: ${posted.code}`)
  if (posted.repeated) throw new Error(`deposit ${deposit.ref} was credited before`)
  return posted.balances.get(accountId) ?? null
}

/** Marks what nobody finished within a day. A later payment still counts. */
export async function expireDeposits(deps: Pick<PaymentsDeps, 'db' | 'clock'>): Promise<number> {
  const now = deps.clock.now()
  const done = await deps.db
    .updateTable('deposit')
    .set({ state: 'expired', updated_at: new Date(now) })
    .where('state', 'in', ['created', 'pending'])
    .where('created_at', '<', new Date(now - DEPOSIT_LIFE_MS))
    .executeTakeFirst()
  return Number(done.numUpdatedRows)
}

export async function selectDepositOptional(db: Db | Tx, ref: string): Promise<DepositRow | null> {
  if (!/^[\w-]{1,60}$/.test(ref)) return null
  return (await db.selectFrom('deposit').selectAll().where('ref', '=', ref).executeTakeFirst()) ?? null
}

export const HISTORY_PAGE = 20
/** Without the archive the history shows three months (ACC-20). */
const RECENT_MS = 92 * DAY

export async function listPayments(
  deps: Pick<PaymentsDeps, 'db' | 'clock'>,
  given: { playerId: number; page: number; archive: boolean; fromMs?: number; toMs?: number },
): Promise<{ rows: DepositRow[]; pages: number }> {
  let query = deps.db.selectFrom('deposit').where('player_id', '=', given.playerId)
  const from = Math.max(given.fromMs ?? 0, given.archive ? 0 : deps.clock.now() - RECENT_MS)
  if (from > 0) query = query.where('created_at', '>=', new Date(from))
  if (given.toMs) query = query.where('created_at', '<=', new Date(given.toMs))
  const { count } = await query.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(HISTORY_PAGE)
    .offset((given.page - 1) * HISTORY_PAGE)
    .execute()
  return { rows, pages: Math.ceil(Number(count) / HISTORY_PAGE) }
}
