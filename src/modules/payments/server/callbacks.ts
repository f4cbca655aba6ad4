/** The provider's signed word: applied once, from our own record, answered after the commit (PAY-02, PAY-03, PAY-12). */
import { createHash } from 'node:crypto'
import { parseMinor, type Minor } from '#lib/money.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { currencyById, systemAccountId, type SystemRole } from '#modules/ledger/server/index.ts'
import {
  chargeOf,
  depositFailure,
  depositStep,
  feeInPart,
  leftOf,
  partFailure,
  partStep,
  type DepositMoney,
  type DepositStep,
} from '../rules/deposit-state.ts'
import { taxInPart } from '../rules/transfer-tax.ts'
import { sentMinor } from '../rules/withdrawal-state.ts'
import type { DepositRow, PaymentsDeps } from './deposits.ts'
import { moveFirstBonus } from './first-deposit.ts'
import { hearOfGuest } from './guest-deposits.ts'
import { lockPayments, watchMoney } from './money-cases.ts'
import { applyPayoutWord } from './payouts.ts'
import { portOf, type CallbackFault, type CallbackRequest, type ProviderEvent } from './port.ts'
import { moveDepositTax } from './transfer-tax.ts'
import { selectAndLockWithdrawal, type WithdrawalRow } from './withdrawals.ts'

export type CallbackAnswer =
  | {
      kind: 'refused'
      status: 400 | 401 | 404 | 409
      fault: CallbackFault | 'unknown_provider' | 'unknown_payment' | 'amount_differs' | 'event_reused' | 'contradicts' | 'foreign_source'
    }
  | { kind: 'ignored' }
  | { kind: 'accepted'; outcome: string; balanceChanged: boolean; playerId: number; accountId: number }

/**
 * A provider's word about a deposit or a withdrawal. In one transaction: the payment is locked, the event noted, the
 * step taken, the ledger posted under the key of the reference. The answer is given after the commit.
 */
export async function handleCallback(deps: PaymentsDeps, provider: string, request: CallbackRequest): Promise<CallbackAnswer> {
  const port = portOf(deps.providers, provider)
  if (!port) return { kind: 'refused', status: 404, fault: 'unknown_provider' }
  if (port.sources && !port.sources.includes(request.ip)) return { kind: 'refused', status: 401, fault: 'foreign_source' }
  const event = await port.readCallback(request)
  if (event === 'no_event') return { kind: 'ignored' }
  if (typeof event === 'string') return { kind: 'refused', status: event === 'bad_body' ? 400 : 401, fault: event }
  const bodyHash = createHash('sha256')
    .update(event.content ?? request.raw)
    .digest()
  return inTx(deps.db, (tx) => applyEvent(deps, tx, port.name, event, bodyHash))
}

/** An event of a provider, however it was heard: by callback, or read in its statement. */
export async function applyEvent(
  deps: PaymentsDeps,
  tx: Tx,
  provider: string,
  event: ProviderEvent,
  bodyHash: Buffer,
): Promise<CallbackAnswer> {
  const known = (await lockDeposit(tx, event.ref, provider)) ?? (await lockWithdrawal(tx, event.ref, provider))
  const guest = known ? null : await hearOfGuest(deps, tx, provider, event)
  if (guest === 'amount_differs') return { kind: 'refused', status: 409, fault: 'amount_differs' }
  if (guest && 'state' in guest) return { kind: 'accepted', outcome: guest.state, balanceChanged: false, playerId: 0, accountId: 0 }
  // Somebody else's callback of the same payment may have made the deposit while this one waited for its row.
  const payment = known ?? (guest ? { kind: 'deposit' as const, row: guest.deposit } : await lockDeposit(tx, event.ref, provider))
  if (!payment) return { kind: 'refused', status: 404, fault: 'unknown_payment' }
  const { row } = payment
  const seen = await tx
    .selectFrom('payment_callback')
    .selectAll()
    .where('provider', '=', provider)
    .where('event_id', '=', event.eventId)
    .executeTakeFirst()
  const where = { playerId: row.player_id, accountId: row.account_id }
  if (seen) {
    if (!seen.body_hash.equals(bodyHash)) return { kind: 'refused', status: 409, fault: 'event_reused' }
    return { kind: 'accepted', outcome: seen.outcome, balanceChanged: false, ...where }
  }
  const currency = currencyById(row.currency_id)
  const said = event.currency === currency.code ? parseMinor(event.amount, currency.exponent) : null
  if (said === null || !isOfPayment(payment, event.outcome, said)) return { kind: 'refused', status: 409, fault: 'amount_differs' }
  if (payment.kind === 'deposit' && isOfAnother(payment.row, event)) return { kind: 'ignored' }
  const now = new Date(deps.clock.now())
  const step =
    payment.kind === 'deposit'
      ? await stepDeposit(deps, tx, payment.row, { ...event, partMinor: said }, now)
      : await stepPayout(deps, tx, payment.row, event)
  if (!step) return { kind: 'refused', status: 409, fault: 'contradicts' }
  if (payment.kind === 'deposit' && event.outcome === 'paid') await keepPayer(deps, tx, payment.row, event, step)
  await tx
    .insertInto('payment_callback')
    .values({ provider, event_id: event.eventId, body_hash: bodyHash, outcome: step.state, received_at: now })
    .execute()
  return { kind: 'accepted', outcome: step.state, balanceChanged: step.balanceChanged, ...where }
}

/**
 * Whether a sum can be of a payment: what the provider was told to take, or to pay, the fee on top of a deposit and out of
 * a payout, of which the tax comes too. What goes back of a deposit is at most what is left of it; what has gone back whole
 * may be told again.
 */
function isOfPayment(
  payment: { kind: 'deposit'; row: DepositRow } | { kind: 'withdrawal'; row: WithdrawalRow },
  outcome: ProviderEvent['outcome'],
  said: Minor,
): boolean {
  if (payment.kind === 'withdrawal') return said === sentMinor(payment.row)
  const { amount_minor: amount, fee_minor: fee, state } = payment.row
  const isOver = state === 'returned' || state === 'charged_back'
  if ((outcome !== 'refunded' && outcome !== 'charged_back') || isOver) return said === amount + fee
  return said > 0n && said <= leftOf(chargeOf(payment.row))
}

/**
 * Whether a word is about a payment of the provider that nobody was shown: it was ordered, its answer was lost, and another
 * one was ordered in its place. Only that it was paid counts: money is money. While none is known, one may be under way.
 */
function isOfAnother({ external_id: known }: DepositRow, { outcome, externalId }: ProviderEvent): boolean {
  if (externalId === undefined || outcome === 'paid') return false
  return known === null ? outcome !== 'pending' : known !== externalId
}

/** What paid a deposit is what its money goes back to; that a second one was paid for it is for people. */
async function keepPayer(
  { log }: PaymentsDeps,
  tx: Tx,
  { id, ref, state, external_id: known }: DepositRow,
  { externalId }: ProviderEvent,
  step: EventStep,
): Promise<void> {
  if (externalId === undefined || externalId === known) return
  if (known === null || step.state !== state)
    await tx.updateTable('deposit').set({ external_id: externalId }).where('id', '=', id).execute()
  else log?.error({ ref, externalId, known }, 'deposit: paid a second time, by another payment of the provider')
}

export async function lockDeposit(tx: Tx, ref: string, provider: string): Promise<{ kind: 'deposit'; row: DepositRow } | null> {
  const query = tx.selectFrom('deposit').selectAll().where('ref', '=', ref).where('provider', '=', provider)
  const row = await query.forUpdate().executeTakeFirst()
  return row ? { kind: 'deposit', row } : null
}

async function lockWithdrawal(tx: Tx, ref: string, provider: string): Promise<{ kind: 'withdrawal'; row: WithdrawalRow } | null> {
  const row = await selectAndLockWithdrawal(tx, ref)
  return row?.provider === provider ? { kind: 'withdrawal', row } : null
}

/** What an event did: the state after it, and whether the player's balance grew or shrank by it. */
interface EventStep {
  state: string
  balanceChanged: boolean
}

/** One step of a locked deposit with its money; `partMinor` of a charge goes back, the rest of it where none is named. Null: not yet. */
export async function stepDeposit(
  deps: PaymentsDeps,
  tx: Tx,
  deposit: DepositRow,
  event: Pick<ProviderEvent, 'outcome'> & { partMinor?: Minor },
  now: Date,
): Promise<EventStep | null> {
  const { outcome, partMinor } = event
  const goesBack = outcome === 'refunded' || outcome === 'charged_back'
  if (goesBack && partMinor !== undefined && partMinor < leftOf(chargeOf(deposit))) {
    const step = partStep(deposit.state)
    return step && takeStep(deps, tx, deposit, step, now, { partMinor, outcome })
  }
  const mayPlay = event.outcome !== 'paid' || ((await deps.mayCredit?.(tx, deposit.player_id)) ?? true)
  return takeStep(deps, tx, deposit, depositStep(deposit.state, event.outcome, mayPlay), now)
}

/** What a step does to the record, its money, its bonus and whoever listens. */
export async function takeStep(
  deps: PaymentsDeps,
  tx: Tx,
  deposit: DepositRow,
  step: DepositStep,
  now: Date,
  part?: { partMinor: Minor; outcome: 'refunded' | 'charged_back' },
): Promise<EventStep> {
  const balanceChanged = step.money === 'credit' || step.money === 'takeBack' || step.money === 'setApart'
  if (step.next === deposit.state && !part) return { state: step.next, balanceChanged: false }
  if (step.money === 'credit') await lockPayments(tx, deposit.player_id)
  const movedMinor = part?.partMinor ?? leftOf(chargeOf(deposit))
  const bonusMinor = await moveFirstBonus(deps, tx, deposit, { money: step.money, partMinor: movedMinor }, now)
  const balanceAfter =
    step.money === 'nothing' ? null : await moveTaxed(deps, tx, deposit, { money: step.money, partMinor: movedMinor }, now)
  const goesBack = step.money === 'takeBack' || step.money === 'giveBack'
  await tx
    .updateTable('deposit')
    .set({
      state: step.next,
      updated_at: now,
      ...(part ? {} : { return_after: step.next === 'held' ? now : null }),
      bonus_minor: bonusMinor,
      ...(goesBack ? { returned_minor: deposit.returned_minor + movedMinor, returned_at: now } : {}),
      ...(step.money === 'credit' ? { done_at: now, balance_after: balanceAfter } : {}),
    })
    .where('id', '=', deposit.id)
    .execute()
  if (step.money === 'credit') await watchMoney(deps, tx, { playerId: deposit.player_id, brand: deposit.brand })
  await emit(tx, {
    topic: 'payments.deposit',
    key: String(deposit.player_id),
    payload: {
      ref: deposit.ref,
      playerId: deposit.player_id,
      accountId: deposit.account_id,
      state: step.next,
      credited: step.money === 'credit',
    },
  })
  const failure = part ? partFailure(part.outcome, step) : depositFailure(deposit.state, step)
  if (failure) await deps.onFailed?.(tx, deposit, { failure, sumMinor: toldMinor(deposit, step, movedMinor) })
  return { state: step.next, balanceChanged }
}

/** What his account had, or would have had, of what moved. */
function toldMinor(deposit: DepositRow, { money }: DepositStep, movedMinor: Minor): Minor {
  if (money === 'nothing') return deposit.amount_minor
  const ofPlayer = movedMinor - feeInPart(chargeOf(deposit), movedMinor)
  // What is kept apart was never taxed.
  return money === 'keepApart' || money === 'giveBack' ? ofPlayer : ofPlayer - taxInPart(deposit, movedMinor)
}

async function stepPayout(deps: PaymentsDeps, tx: Tx, row: WithdrawalRow, event: ProviderEvent): Promise<EventStep | null> {
  const next = await applyPayoutWord(deps, tx, row, event.outcome)
  return next === 'contradicts' ? null : { state: next.state, balanceChanged: next.state === 'refused' && row.state !== 'refused' }
}

interface Moved {
  money: Exclude<DepositMoney, 'nothing'>
  partMinor: Minor
}

/**
 * The money of a step with its tax: of a credit the tax follows, otherwise it is back on the account before the money leaves
 * it. Gives the player's balance after both.
 */
async function moveTaxed(deps: PaymentsDeps, tx: Tx, deposit: DepositRow, moved: Moved, at: Date): Promise<Minor | null> {
  const tax = () => moveDepositTax(deps, tx, deposit, { ...moved, key: keyOf(deposit, moved.money) }, at)
  if (moved.money !== 'credit') await tax()
  const after = await moveMoney(deps, tx, deposit, moved, at)
  return moved.money === 'credit' ? ((await tax()) ?? after) : after
}

/**
 * The key is the reference, the way and what had gone back before: a second time is refused by the ledger itself, whatever
 * this module believes.
 */
function keyOf({ provider, ref, returned_minor: before }: DepositRow, money: Moved['money']): string {
  return `${provider}:${ref}${money === 'credit' ? '' : `:${money}`}${before === 0n ? '' : `:${before}`}`
}

async function moveMoney(
  deps: PaymentsDeps,
  tx: Tx,
  deposit: DepositRow,
  { money, partMinor: charge }: Moved,
  at: Date,
): Promise<Minor | null> {
  const { account_id: accountId, currency_id: currencyId } = deposit
  const feeMinor = feeInPart(chargeOf(deposit), charge)
  const amountMinor = charge - feeMinor
  const system = (role: SystemRole, minor: Minor) => ({ accountId: systemAccountId(role, currencyId), currencyId, amountMinor: minor })
  const player = (minor: Minor) => ({ accountId, currencyId, amountMinor: minor })
  const fee = (minor: Minor) => (feeMinor === 0n ? [] : [system('fees', minor)])
  const entries = {
    credit: () => [system('cashier', -charge), player(amountMinor), ...fee(feeMinor)],
    keepApart: () => [system('cashier', -charge), system('returns', charge)],
    giveBack: () => [system('returns', -charge), system('cashier', charge)],
    takeBack: () => [system('cashier', charge), player(-amountMinor), ...fee(-feeMinor)],
    setApart: () => [system('returns', charge), player(-amountMinor), ...fee(-feeMinor)],
  }[money]()
  const posted = await deps.ledger.post(tx, {
    kind: 'deposit',
    txId: deps.ledger.ids.next(),
    key: keyOf(deposit, money),
    at,
    entries,
    // What the payer's bank has taken back is owed, also when it has been played away.
    allowNegative: money === 'takeBack',
    // The payer's money is never without an account, nor is what he owes.
    reopens: money === 'credit' || money === 'takeBack',
  })
  if (isProblem(posted)) throw new Error(`deposit ${deposit.ref}: ${money} refused: ${posted.code}`)
  if (posted.repeated) throw new Error(`deposit ${deposit.ref}: ${money} was posted before`)
  return posted.balances.get(accountId) ?? null
}
