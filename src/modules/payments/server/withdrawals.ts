/** Money out in two phases (PAY-04): the sum leaves the balance at once and waits until it is paid or given back. */
import { sql, type Selectable } from 'kysely'
import { unreachable } from '#lib/assert.ts'
import { minorText, type Minor } from '#lib/money.ts'
import { inTx, inTxOrProblem, sqlState, Undone, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { CashierConfig, SiteConfig } from '#platform/shared/site-config.ts'
import { newId } from '#modules/auth/server/index.ts'
import { minorOfEuro, systemAccountId, type Account, type Currency } from '#modules/ledger/server/index.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import { feeOn, METHODS, type PaymentMethod } from '../rules/methods.ts'
import { keptTax, type KeptTax } from '../rules/transfer-tax.ts'
import {
  approvalsNeeded,
  ASK_AFTER_MS,
  COUNTED_MS,
  moneyOf,
  sentMinor,
  withdrawalStep,
  type RefusalReason,
  type WithdrawalAction,
  type WithdrawalState,
} from '../rules/withdrawal-state.ts'
import { payableAccount, providerOf, readSum, type MethodBounds, type PaymentsDeps, type ProviderChoice } from './deposits.ts'
import { lockPayments, watchMoney } from './money-cases.ts'
import { portOf } from './port.ts'
import { bookTax } from './transfer-tax.ts'
import { holdOf, withdrawalMethods } from './withdrawal-terms.ts'
import type { WithdrawalTable } from './tables.ts'

export type WithdrawalRow = Selectable<WithdrawalTable>
export type WithdrawalTerms = SiteConfig['withdrawals']

/** A player with many open requests waits for one of them first. */
const MOST_OPEN = 5

export interface WithdrawalRequest {
  playerId: number
  brand: string
  accountId: number
  methodId: number
  sum: string | number
  /** Made by the browser: the same request again is the same withdrawal. */
  requestKey: string
  provider: ProviderChoice
  terms: WithdrawalTerms
  cashier?: CashierConfig | undefined
  tax: TransferTax | null
  /** Where to, for ways that need to be told. */
  destination?: string
}

/**
 * Problems: payments.withdrawals_closed (60), payments.unknown_account, payments.unknown_method, those of `readSum`,
 * payments.sum_bounds, payments.not_enough (103), payments.too_many_open, payments.key_reused (409); all name their field.
 */
export async function requestWithdrawal(deps: PaymentsDeps, given: WithdrawalRequest): Promise<WithdrawalRow | Problem> {
  const account = await payableAccount(deps, given.playerId, given.accountId)
  if (isProblem(account)) return account
  const amountMinor = readSum(given.sum, account.currency)
  if (isProblem(amountMinor)) return amountMinor
  const known = await selectByKeyOptional(deps.db, given.playerId, given.requestKey)
  if (known) return sameRequest(known, account.id, given.methodId, amountMinor)
  const bounds = (await withdrawalMethods(deps.db, account, given.cashier)).find(({ method }) => method.id === given.methodId)
  if (!bounds) return problem('payments.unknown_method', { field: 'method_id' })
  const provider = providerOf(given.provider, bounds.method, account.currency.code)
  if (!portOf(deps.providers, provider)) return problem('payments.withdrawals_closed', { wire: 60 })
  const destination = given.destination?.trim() ?? ''
  if (bounds.method.needsAddress && destination.length < 10) return problem('payments.destination', { field: 'destination' })
  const { method } = bounds
  const taken = { fee_minor: feeOn(amountMinor, method.feeOutPermille), ...keptTax(amountMinor, given.tax) }
  const isTooSmall = amountMinor < bounds.minMinor || sentMinor({ amount_minor: amountMinor, ...taken }) <= 0n
  if (isTooSmall || amountMinor > bounds.maxMinor) return outOfBounds(bounds, account.currency)
  // The same request at the same time in another place: its withdrawal is the answer, also where it took the last of the money.
  const again = async () => {
    const other = await selectByKeyOptional(deps.db, given.playerId, given.requestKey)
    return other ? sameRequest(other, account.id, given.methodId, amountMinor) : null
  }
  try {
    const reserved = await inTxOrProblem(deps.db, (tx) =>
      reserve(deps, tx, given, { account, method, amountMinor, taken, provider, destination }),
    )
    return isProblem(reserved) ? ((await again()) ?? reserved) : reserved
  } catch (error) {
    const other = sqlState(error) === '23505' ? await again() : null
    if (!other) throw error
    return other
  }
}

function outOfBounds({ minMinor, maxMinor }: MethodBounds, { code, exponent }: Currency): Problem {
  const params = { min: minorText(minMinor, exponent), max: minorText(maxMinor, exponent), currency: code }
  return problem('payments.sum_bounds', { field: 'sum', params })
}

async function selectByKeyOptional(db: Db, playerId: number, key: string): Promise<WithdrawalRow | undefined> {
  return db.selectFrom('withdrawal').selectAll().where('player_id', '=', playerId).where('request_key', '=', key).executeTakeFirst()
}

function sameRequest(row: WithdrawalRow, accountId: number, methodId: number, amountMinor: Minor): WithdrawalRow | Problem {
  const method = METHODS.find(({ key }) => key === row.method)
  return row.account_id === accountId && row.amount_minor === amountMinor && method?.id === methodId
    ? row
    : problem('payments.key_reused', { field: 'request_key', status: 409 })
}

interface Wanted {
  account: Account
  method: PaymentMethod
  amountMinor: Minor
  /** Out of the sum, kept with the record. */
  taken: { fee_minor: Minor } & KeptTax
  provider: string
  destination: string
}

async function reserve(
  deps: PaymentsDeps,
  tx: Tx,
  given: WithdrawalRequest,
  { account, method, amountMinor, taken, provider, destination }: Wanted,
): Promise<WithdrawalRow> {
  const { currency } = account
  const now = deps.clock.now()
  const at = new Date(now)
  const ref = newId()
  await lockPayments(tx, given.playerId)
  const othersMinor = await sumOfDay(tx, given.playerId, currency, now)
  // The debit locks the account's row, so the count below is of all withdrawals before this one.
  const posted = await deps.ledger.post(tx, {
    kind: 'withdrawal',
    txId: deps.ledger.ids.next(),
    key: `${provider}:${ref}`,
    at,
    entries: [
      { accountId: account.id, currencyId: currency.id, amountMinor: -amountMinor },
      { accountId: systemAccountId('payouts', currency.id), currencyId: currency.id, amountMinor },
    ],
  })
  if (isProblem(posted)) {
    throw new Undone(posted.wire === 103 ? problem('payments.not_enough', { field: 'sum', wire: 103 }) : posted)
  }
  const open = await onTheirWay(tx, account.id).executeTakeFirstOrThrow()
  if (open.count >= BigInt(MOST_OPEN)) throw new Undone(problem('payments.too_many_open', { params: { count: MOST_OPEN } }))
  const asked = { amountMinor, currencyId: currency.id }
  const isWatched = await watchMoney(deps, tx, { playerId: given.playerId, brand: given.brand, asked })
  const needed = approvalsNeeded(amountMinor + othersMinor, {
    autoMaxMinor: minorOfEuro(given.terms.autoMaxEur, currency),
    fourEyesFromMinor: minorOfEuro(given.terms.fourEyesFromEur, currency, 'up'),
    isWatched,
  })
  const held = await holdOf(tx, given, { method, destination, isLarge: needed === 2, now })
  const row = await tx
    .insertInto('withdrawal')
    .values({
      ref,
      brand: given.brand,
      player_id: given.playerId,
      request_key: given.requestKey,
      account_id: account.id,
      currency_id: currency.id,
      method: method.key,
      provider,
      amount_minor: amountMinor,
      ...taken,
      destination: method.needsAddress ? destination : null,
      state: needed === 0 ? 'approved' : 'requested',
      approvals_needed: needed,
      send_after: new Date(held.until),
      ask_after: null,
      reason: null,
      balance_after: posted.balances.get(account.id)!,
      created_at: at,
      updated_at: at,
      sent_at: null,
      done_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertStep(tx, row.id, 'requested', at)
  if (needed === 0) await insertStep(tx, row.id, 'approved', at)
  await tell(tx, row)
  if (held.newWay) await deps.onNewWay?.(tx, row)
  return row
}

/** Counts what is on its way out of an account. The states are written out as in the index that finds them (0121). */
export const onTheirWay = (db: Db | Tx, accountId: number) =>
  db
    .selectFrom('withdrawal')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('account_id', '=', accountId)
    .where(sql<boolean>`state IN ('requested', 'approved', 'sent')`)

/** What the player has asked for in the last day, from all his accounts: in small parts a sum is as large as in one (PAY-13). */
async function sumOfDay(tx: Tx, playerId: number, { id }: Currency, now: number): Promise<Minor> {
  const { rows } = await sql<{ minor: bigint }>`
    SELECT coalesce(sum(in_currency(amount_minor, currency_id, ${id}::smallint)), 0)::bigint AS minor FROM withdrawal
    WHERE player_id = ${playerId} AND created_at > ${new Date(now - COUNTED_MS)} AND state NOT IN ('refused', 'cancelled')`.execute(tx)
  return rows[0]!.minor
}

/** Takes one step of a locked withdrawal with its money. Null when the action does not belong to its state. */
export async function takeStep(
  deps: Pick<PaymentsDeps, 'clock' | 'ledger'>,
  tx: Tx,
  row: WithdrawalRow,
  action: WithdrawalAction,
  reason?: RefusalReason,
): Promise<WithdrawalRow | null> {
  const state = withdrawalStep(row.state, action)
  if (!state) return null
  const now = deps.clock.now()
  const at = new Date(now)
  await moveMoney(deps, tx, row, state, at)
  const next = await tx
    .updateTable('withdrawal')
    .set({
      state,
      updated_at: at,
      reason: state === 'refused' ? (reason ?? 'provider') : null,
      ...(state === 'sent' ? { sent_at: at, ask_after: new Date(now + ASK_AFTER_MS) } : { ask_after: null }),
      ...(moneyOf(state) === 'waits' ? {} : { done_at: at }),
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertStep(tx, row.id, state, at)
  await tell(tx, next)
  return next
}

async function moveMoney(deps: Pick<PaymentsDeps, 'ledger'>, tx: Tx, row: WithdrawalRow, state: WithdrawalState, at: Date): Promise<void> {
  const to = moneyOf(state)
  if (to === 'waits') return
  const { currency_id: currencyId, fee_minor: feeMinor, tax_minor: taxMinor, account_id: playerAccount } = row
  const payouts = systemAccountId('payouts', currencyId)
  const key = `${row.provider}:${row.ref}`
  // What is given back is whole; the tax of what is paid leaves the payouts by a posting of its own.
  const amountMinor = to === 'cashier' ? row.amount_minor - taxMinor : row.amount_minor
  const posted = await deps.ledger.post(tx, {
    kind: to === 'cashier' ? 'withdrawalPaid' : 'withdrawalReturn',
    txId: deps.ledger.ids.next(),
    key,
    at,
    entries: [
      { accountId: payouts, currencyId, amountMinor: -amountMinor },
      ...(to === 'cashier'
        ? [
            { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: sentMinor(row) },
            ...(feeMinor === 0n ? [] : [{ accountId: systemAccountId('fees', currencyId), currencyId, amountMinor: feeMinor }]),
          ]
        : [{ accountId: playerAccount, currencyId, amountMinor }]),
    ],
  })
  if (isProblem(posted)) throw new Error(`withdrawal ${row.ref} cannot go to ${to}: ${posted.code}`)
  if (posted.repeated) throw new Error(`withdrawal ${row.ref} went to ${to} before`)
  if (to === 'cashier') await bookTax(deps, tx, { kind: 'withdrawalTax', key, from: payouts, currencyId, taxMinor, at })
}

async function insertStep(tx: Tx, id: bigint, state: WithdrawalState, at: Date): Promise<void> {
  const last = await tx
    .selectFrom('withdrawal_step')
    .select(({ fn }) => fn.max('n').as('n'))
    .where('withdrawal_id', '=', id)
    .executeTakeFirst()
  await tx
    .insertInto('withdrawal_step')
    .values({ withdrawal_id: id, n: (last?.n ?? 0) + 1, state, at })
    .execute()
}

async function tell(tx: Tx, row: WithdrawalRow): Promise<void> {
  const payload = { ref: row.ref, playerId: row.player_id, accountId: row.account_id, state: row.state }
  await emit(tx, { topic: 'payments.withdrawal', key: String(row.player_id), payload })
}

export async function selectAndLockWithdrawal(tx: Tx, ref: string): Promise<WithdrawalRow | null> {
  if (!/^[\w-]{1,60}$/.test(ref)) return null
  return (await tx.selectFrom('withdrawal').selectAll().where('ref', '=', ref).forUpdate().executeTakeFirst()) ?? null
}

export async function selectWithdrawalOptional(db: Db, ref: string): Promise<WithdrawalRow | null> {
  if (!/^[\w-]{1,60}$/.test(ref)) return null
  return (await db.selectFrom('withdrawal').selectAll().where('ref', '=', ref).executeTakeFirst()) ?? null
}

/** The player takes it back while nobody has been told to pay. Problems: payments.unknown_withdrawal, payments.not_cancellable. */
export async function cancelWithdrawal(
  deps: PaymentsDeps,
  given: { playerId: number; ref: string; terms: WithdrawalTerms },
): Promise<WithdrawalRow | Problem> {
  return inTx(deps.db, async (tx) => {
    const row = await selectAndLockWithdrawal(tx, given.ref)
    if (!row || row.player_id !== given.playerId) return problem('payments.unknown_withdrawal', { status: 404, field: 'id' })
    if (row.state === 'cancelled') return row
    const next = given.terms.playerCanCancel ? await takeStep(deps, tx, row, 'cancel') : null
    return next ?? problem('payments.not_cancellable', { field: 'id', status: 409 })
  })
}

export type OfficerAnswer = { kind: 'unknown' | 'too_late' | 'papers_not_asked' } | { kind: 'done'; row: WithdrawalRow; approvals: number }

/**
 * An officer agrees or refuses; agreement twice by one officer counts once (PAY-13). Papers that nobody had asked for
 * before the request are no reason to refuse it (ACC-06).
 */
export async function decideWithdrawal(
  deps: PaymentsDeps,
  given: { ref: string; officer: string; decision: 'agree' | 'refuse'; reason?: RefusalReason },
): Promise<OfficerAnswer> {
  return inTx(deps.db, async (tx) => {
    const row = await selectAndLockWithdrawal(tx, given.ref)
    if (!row) return { kind: 'unknown' }
    switch (given.decision) {
      case 'refuse': {
        if (given.reason === 'documents' && !(await deps.papersAskedBefore?.(tx, row.player_id, row.created_at)))
          return { kind: 'papers_not_asked' }
        const next = row.state === 'sent' ? null : await takeStep(deps, tx, row, 'refuse', given.reason ?? 'rules')
        return next ? { kind: 'done', row: next, approvals: 0 } : { kind: 'too_late' }
      }
      case 'agree': {
        if (row.state !== 'requested') return { kind: 'too_late' }
        const at = new Date(deps.clock.now())
        await tx
          .insertInto('withdrawal_approval')
          .values({ withdrawal_id: row.id, officer: given.officer, at })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        const agreed = await tx.selectFrom('withdrawal_approval').select('officer').where('withdrawal_id', '=', row.id).execute()
        const next = agreed.length >= row.approvals_needed ? await takeStep(deps, tx, row, 'agree') : row
        return { kind: 'done', row: next!, approvals: agreed.length }
      }
      default:
        return unreachable(given.decision)
    }
  })
}
