/**
 * The sandbox provider's own pages: the hosted page of a deposit and the cashier's desk (payout-desk.ts has its payouts). Whatever is chosen goes
 * back as a signed callback over the public address, as a real provider would do it.
 */
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Clock, Millis } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import {
  canBePaid,
  depositLeft,
  depositSum,
  depositSumText,
  listWithdrawals,
  GUEST_RETURN,
  sandboxCallback,
  SANDBOX,
  selectDepositOptional,
  selectGuestDepositOptional,
  selectWithdrawalOptional,
  type DepositRow,
  type GuestDepositRow,
  type ProviderOutcome,
  type SandboxBook,
  type WithdrawalRow,
} from '#modules/payments/server/index.ts'
import type { KeyService } from '#modules/auth/server/index.ts'
import { caseDesk, caseRoutes } from './case-desk.ts'
import { checkDesk, checkRoutes, type CheckDeskDeps } from './check-desk.ts'
import { devPage, escapeHtml } from './page.ts'
import { fundsDesk, fundsRoutes } from './funds-desk.ts'
import { statementDesk, statementRoutes } from './statement-desk.ts'
import { untakenDesk, untakenRoutes } from './untaken-desk.ts'
import { payoutDesk, payoutRoutes, type PayoutDeskDeps } from './payout-desk.ts'

/** success, decline and pending are what a provider can say; the others are its bad days. */
export const CASHIER_OUTCOMES = [
  'success',
  'decline',
  'pending',
  'repeat',
  'forge',
  'tamper',
  'refund',
  'chargeback',
  'refund_part',
  'chargeback_part',
] as const
export type CashierOutcome = (typeof CASHIER_OUTCOMES)[number]

interface Callback {
  raw: Buffer
  headers: Record<string, string>
}

export interface CashierDeps extends PayoutDeskDeps, CheckDeskDeps {
  book: SandboxBook
  db: Db
  clock: Clock
  keys: KeyService
  /** Sends a callback to the product; gives its HTTP status. */
  deliver(callback: Callback): Promise<number>
}

const SAID: Partial<Record<CashierOutcome, ProviderOutcome>> = {
  success: 'paid',
  decline: 'declined',
  pending: 'pending',
  refund: 'refunded',
  chargeback: 'charged_back',
  refund_part: 'refunded',
  chargeback_part: 'charged_back',
}

/** The last callback of each reference, so that it can be repeated byte for byte. */
const sent = new Map<string, Callback>()

/** What the sandbox has been asked for: a deposit or a payout. */
async function paymentOf(db: Db, ref: string): Promise<DepositRow | GuestDepositRow | WithdrawalRow | null> {
  const payment = (await depositOf(db, ref)) ?? (await selectWithdrawalOptional(db, ref))
  return payment?.provider === SANDBOX ? payment : null
}

/** A deposit, or the payment of somebody who has no account yet. */
async function depositOf(db: Db, ref: string): Promise<DepositRow | GuestDepositRow | null> {
  return (await selectDepositOptional(db, ref)) ?? (await selectGuestDepositOptional(db, ref))
}

/** Where the payer goes after the page: who paid without an account is at his registration. */
async function backPath(db: Db, ref: string, lng: string): Promise<string> {
  return (await selectGuestDepositOptional(db, ref)) ? `/${lng}/${GUEST_RETURN}` : `/${lng}/office/recharge?deposit=${ref}`
}

/** Null for an unknown reference; else the product's answer and the state of the payment after it. */
export async function decidePayment(
  deps: CashierDeps,
  ref: string,
  outcome: CashierOutcome,
): Promise<{ status: number; state: string } | null> {
  const payment = await paymentOf(deps.db, ref)
  if (!payment) return null
  const callback = callbackOf(deps, payment, outcome)
  await noteInBook(deps, payment, outcome, callback)
  if (outcome !== 'forge' && outcome !== 'tamper') sent.set(ref, callback)
  if (sent.size > 1000) sent.delete(sent.keys().next().value!)
  const status = await deps.deliver(callback)
  const after = await paymentOf(deps.db, ref)
  return { status, state: after?.state ?? payment.state }
}

/** What it says honestly it also writes down, before anybody hears of it. */
async function noteInBook(
  { book }: CashierDeps,
  payment: DepositRow | GuestDepositRow | WithdrawalRow,
  outcome: CashierOutcome,
  callback: Callback,
) {
  const said = SAID[outcome]
  if (!said) return
  const { amount, currency } = z.object({ amount: z.string(), currency: z.string() }).parse(JSON.parse(callback.raw.toString('utf8')))
  await book.note({ ref: payment.ref, outcome: said, amount, currency, isPayout: 'approvals_needed' in payment })
}

function callbackOf(deps: CashierDeps, deposit: DepositRow | GuestDepositRow | WithdrawalRow, outcome: CashierOutcome): Callback {
  const { amount, currency } = depositSum(deposit)
  const known = outcome === 'repeat' ? sent.get(deposit.ref) : undefined
  if (known) return known
  const now = deps.clock.now()
  const said = SAID[outcome] ?? 'paid'
  const made = sandboxCallback(deps.keys, {
    ref: deposit.ref,
    outcome: said,
    amount: outcome === 'tamper' ? `9${amount}` : 'returned_minor' in deposit ? goesBack(deposit, outcome, amount) : amount,
    currency,
    now,
  })
  return outcome === 'forge'
    ? { ...made, headers: { ...made.headers, 'x-signature': `t=${Math.floor(now / 1000)},v1=${'0'.repeat(64)}` } }
    : made
}

/** What has gone back whole may be told again in its own sum. */
function goesBack(deposit: DepositRow, outcome: CashierOutcome, amount: string): string {
  if (deposit.state !== 'done' && deposit.state !== 'held') return amount
  if (outcome === 'refund' || outcome === 'chargeback') return depositLeft(deposit, 'whole')
  return outcome === 'refund_part' || outcome === 'chargeback_part' ? depositLeft(deposit, 'half') : amount
}

/** Delivers through the product's own HTTP stack, without a socket. */
export function deliverInto(app: FastifyInstance): CashierDeps['deliver'] {
  return async ({ raw, headers }) => {
    const answer = await app.inject({ method: 'POST', url: `/payments/callback/${SANDBOX}`, headers, payload: raw })
    return answer.statusCode
  }
}

const bodySchema = z.object({ outcome: z.enum(CASHIER_OUTCOMES) })

/** To be registered in development only. */
export function cashierRoutes(app: FastifyInstance, deps: CashierDeps): void {
  payoutRoutes(app, deps)
  checkRoutes(app, deps)
  caseRoutes(app, deps)
  untakenRoutes(app, deps)
  statementRoutes(app, deps)
  fundsRoutes(app, deps)
  app.get('/dev/api/cashier', async () => ({
    deposits: (await listDeposits(deps.db)).map(summary),
    withdrawals: (await listWithdrawals(deps.db, { limit: 50 })).rows.map(summary),
  }))

  app.post<{ Params: { id: string } }>('/dev/api/cashier/:id', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: 'outcome', allowed: CASHIER_OUTCOMES })
    const done = await decidePayment(deps, request.params.id, body.data.outcome)
    return done ?? reply.code(404).send({ field: 'id' })
  })

  app.get('/dev/cashier', async (request, reply) => {
    const { ctx } = request
    const rows = (await listDeposits(deps.db)).map((row) => {
      const sum = escapeHtml(depositSumText(row, ctx.lng))
      return `<tr><td>${row.created_at.toISOString()}</td><td>${row.player_id}</td><td>${sum}</td><td>${row.state}</td><td><a href="/dev/cashier/pay/${row.ref}">${row.ref}</a></td></tr>`
    })
    return devPage(reply, {
      lng: ctx.lng,
      title: ctx.text('payments:cashier_title'),
      content: `<p><span class="mark">SANDBOX</span></p><table>${rows.join('')}</table>${await payoutDesk(ctx, deps.db)}${await caseDesk(ctx, deps)}${await untakenDesk(ctx, deps)}${await statementDesk(ctx, deps)}${await fundsDesk(ctx, deps)}${checkDesk(ctx, readCode(request.query))}`,
    })
  })

  app.get<{ Params: { ref: string } }>('/dev/cashier/pay/:ref', async (request, reply) => {
    const { ctx } = request
    const deposit = await depositOf(deps.db, request.params.ref)
    if (!deposit) return devPage(reply, { status: 404, lng: ctx.lng, title: ctx.text('payments:cashier_unknown'), content: '' })
    return payPage(deps, ctx, reply, deposit)
  })

  app.post<{ Params: { ref: string } }>('/dev/cashier/pay/:ref', async (request, reply) => {
    const body = bodySchema.safeParse(request.body)
    if (!body.success) return reply.code(400).send({ field: 'outcome' })
    const deposit = await depositOf(deps.db, request.params.ref)
    // A tab from before it was over: the page is closed there too.
    if (deposit && !(await takesOnPage(deps, deposit, body.data.outcome)))
      return payPage(deps, request.ctx, reply, (await depositOf(deps.db, deposit.ref))!, true)
    const done = await decidePayment(deps, request.params.ref, body.data.outcome)
    if (!done) return reply.code(404).send({ field: 'ref' })
    const { lng } = request.ctx
    // After a choice the payer goes back to the site; anything else stays on this page.
    const settled = body.data.outcome === 'success' || body.data.outcome === 'decline'
    if (!deposit) return reply.redirect(`/dev/cashier?lng=${lng}`, 303)
    return reply.redirect(
      settled ? await backPath(deps.db, request.params.ref, lng) : `/dev/cashier/pay/${request.params.ref}?lng=${lng}`,
      303,
    )
  })
}

/** Nobody pays it there any more; a word about money that was under way is sent by the script. */
function isClosed(deposit: DepositRow | GuestDepositRow, now: Millis): boolean {
  const isGivenUp = ['called_off', 'declined', 'expired'].includes(deposit.state)
  return isGivenUp || (isToPay(deposit) && !canBePaid(deposit, now))
}

/** Of a press and a call-off in one moment the first has the word. */
async function takesOnPage(
  { book, clock }: Pick<CashierDeps, 'book' | 'clock'>,
  deposit: DepositRow | GuestDepositRow,
  outcome: CashierOutcome,
): Promise<boolean> {
  if (isClosed(deposit, clock.now())) return false
  const pays = outcome === 'success' || (outcome === 'repeat' && saidPaid(deposit.ref))
  return !pays || !isToPay(deposit) || book.payOnPage(deposit.ref)
}

/** What was not sent before is repeated as a payment. */
function saidPaid(ref: string): boolean {
  const last = sent.get(ref)?.raw.toString('utf8')
  return last === undefined || z.object({ outcome: z.string() }).parse(JSON.parse(last)).outcome === 'paid'
}

const isToPay = ({ state }: DepositRow | GuestDepositRow): boolean => state === 'created' || state === 'pending'

/** The hosted page of a deposit; `refused`: of a press that came too late. */
async function payPage(
  { db, clock }: Pick<CashierDeps, 'db' | 'clock'>,
  ctx: Ctx,
  reply: FastifyReply,
  deposit: DepositRow | GuestDepositRow,
  refused = false,
): Promise<FastifyReply> {
  const text = (key: string) => escapeHtml(ctx.text(`payments:${key}`))
  const button = (outcome: CashierOutcome, main = false) =>
    `<button name="outcome" value="${outcome}"${main ? ' class="main"' : ''}>${text(`cashier_${outcome}`)}</button>`
  const over = deposit.state === 'returned' || deposit.state === 'charged_back'
  const buttons = over
    ? button('repeat')
    : deposit.state === 'done'
      ? (['refund', 'chargeback', 'refund_part', 'chargeback_part', 'repeat'] as const).map((outcome) => button(outcome)).join('')
      : `${button('success', true)}${button('decline')}${button('pending')}${button('repeat')}`
  const content = `<p><span class="mark">SANDBOX</span> ${text('cashier_note')}</p><p class="sum">${escapeHtml(depositSumText(deposit, ctx.lng))}</p>
<dl><dt>${text('cashier_state')}</dt><dd>${text(`cashier_state_${deposit.state}`)}</dd><dt>${text('cashier_ref')}</dt><dd>${deposit.ref}</dd></dl>
${refused || isClosed(deposit, clock.now()) ? `<p>${text('cashier_over')}</p>` : `<form method="post" action="/dev/cashier/pay/${deposit.ref}?lng=${escapeHtml(ctx.lng)}">${buttons}</form>`}
<p><a href="${escapeHtml(await backPath(db, deposit.ref, ctx.lng))}">${text('cashier_back')}</a></p>`
  return devPage(reply, { status: refused ? 409 : 200, lng: ctx.lng, title: ctx.text('payments:cashier_pay'), content })
}

function readCode(query: unknown): string {
  const code = typeof query === 'object' && query !== null && 'code' in query ? query.code : ''
  return typeof code === 'string' ? code : ''
}

async function listDeposits(db: Db): Promise<DepositRow[]> {
  return db.selectFrom('deposit').selectAll().orderBy('id', 'desc').limit(50).execute()
}

function summary(row: DepositRow | WithdrawalRow) {
  return {
    id: row.ref,
    playerId: row.player_id,
    accountId: row.account_id,
    ...depositSum(row),
    method: row.method,
    state: row.state,
    at: row.created_at.toISOString(),
  }
}
