/** Money from one account of a player to another of his own: one movement, once a guid. */
import type { FastifyInstance } from 'fastify'
import { minorFromWire, wireMoney, type Minor } from '#lib/money.ts'
import { inTxOrProblem, Undone, type Tx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { ACCOUNT_KINDS, ENTRY_KINDS, systemAccountId, type Account, type Rates } from '#modules/ledger/server/index.ts'
import { transferCall, transferTermsCall } from '../contract/transfer.ts'
import { transferred, type TransferTerms } from '../rules/transfer.ts'
import type { AccountDeps } from './register.ts'

export interface Transfer {
  playerId: number
  from: number
  to: number
  /** In the currency of the first account. */
  amount: number
  guid: string
  terms: DatedTerms
}

/** Rates with their day and source, as they are kept beside a transfer. */
export interface DatedTerms extends TransferTerms {
  day: string
  source: string
  simulated: boolean
}

/** The brand's own rates where it has some, else those of the day; null while there are none. */
async function termsOf(ctx: Ctx, rates: Rates | undefined): Promise<DatedTerms | null> {
  const { transfers } = ctx.config
  if (!transfers) return null
  const { feePermille, perEuro } = transfers
  if (perEuro) return { perEuro, feePermille, day: new Date(ctx.now).toISOString().slice(0, 10), source: 'brand', simulated: false }
  const day = await rates?.current()
  return day ? { ...day, feePermille } : null
}

export interface Transferred {
  from: Account
  to: Account
  sentMinor: Minor
  receivedMinor: Minor
  repeated: boolean
}

export function transferRoutes(app: FastifyInstance, deps: AccountDeps): void {
  const closed = () => problem('account.transfer_closed', { status: 404 })
  route(app, transferTermsCall, async (ctx) => {
    const terms = await termsOf(ctx, deps.rates)
    if (!terms) return closed()
    // Only what this player can use: the table of a day has hundreds of rates.
    const codes = new Set((await deps.ledger.balance(ctx.player!.id)).map(({ currency }) => currency.code))
    return { ...terms, perEuro: Object.fromEntries(Object.entries(terms.perEuro).filter(([code]) => codes.has(code))) }
  })
  route(app, transferCall, async (ctx: Ctx, { body }) => {
    const terms = await termsOf(ctx, deps.rates)
    if (!terms) return closed()
    const session = await deps.requireMoneySession?.(ctx)
    if (isProblem(session)) return session
    const playerId = ctx.player!.id
    const given = { playerId, from: body.account_id, to: body.to_account_id, amount: body.transfer_amount, guid: body.guid, terms }
    const done = await transferMoney(deps, given)
    if (isProblem(done)) return done
    deps.onBalanceChanged?.(playerId)
    return {
      transferred: wireMoney(done.sentMinor, done.from.currency.exponent),
      received: wireMoney(done.receivedMinor, done.to.currency.exponent),
      repeated: done.repeated,
    }
  })
}

/**
 * Problems: ledger.unknown_account (30) also for accounts of others and for bonus accounts, account.same_account,
 * account.transfer_amount, account.transfer_pair, ledger.insufficient_funds (103), ledger.key_reused (409).
 */
export async function transferMoney(deps: AccountDeps, given: Transfer): Promise<Transferred | Problem> {
  if (given.from === given.to) return problem('account.same_account', { field: 'to_account_id' })
  // Owner, currency and kind of an account never change; what may change, the posting guards. Read before the
  // transaction, so that nobody holds a connection while waiting for another.
  const from = await own(deps, given.playerId, given.from, 'account_id')
  if (isProblem(from)) return from
  const to = await own(deps, given.playerId, given.to, 'to_account_id')
  if (isProblem(to)) return to
  const sentMinor = minorFromWire(given.amount, from.currency.exponent)
  if (sentMinor === null || sentMinor <= 0n) return problem('account.transfer_amount', { field: 'transfer_amount' })
  const receivedMinor = transferred(sentMinor, from.currency, to.currency, given.terms)
  if (receivedMinor === null) return problem('account.transfer_pair', { field: 'to_account_id' })
  if (receivedMinor === 0n) return problem('account.transfer_amount', { field: 'transfer_amount' })
  const money = { from, to, sentMinor, receivedMinor }
  const done = await inTxOrProblem(deps.auth.db, async (tx) => ({ ...money, repeated: await post(deps, tx, given, money) }))
  const before = isProblem(done) && done.code === 'ledger.key_reused' ? await movedBefore(deps, given, money) : null
  return before ?? done
}

/** The same wish under its guid at the rates of another day: what it moved then is the answer. */
async function movedBefore(
  { auth: { db } }: AccountDeps,
  given: Transfer,
  { from, to, sentMinor }: Omit<Transferred, 'repeated'>,
): Promise<Transferred | null> {
  const row = await db
    .selectFrom('ledger_posting as p')
    .innerJoin('account_transfer as t', 't.tx_id', 'p.tx_id')
    .select('t.received_minor')
    .where('p.kind', '=', ENTRY_KINDS.transfer)
    .where('p.key', '=', keyOf(given))
    .where('t.from_account', '=', from.id)
    .where('t.to_account', '=', to.id)
    .where('t.sent_minor', '=', sentMinor)
    .executeTakeFirst()
  return row ? { from, to, sentMinor, receivedMinor: row.received_minor, repeated: true } : null
}

const keyOf = ({ playerId, guid }: Transfer): string => `${playerId}:${guid}`

/** True when the guid had moved the money before. */
async function post(deps: AccountDeps, tx: Tx, given: Transfer, money: Omit<Transferred, 'repeated'>): Promise<boolean> {
  const { from, to, sentMinor, receivedMinor } = money
  const posted = await deps.ledger.post(tx, {
    kind: 'transfer',
    txId: deps.ledger.ids.next(),
    key: keyOf(given),
    entries: [
      { accountId: from.id, currencyId: from.currency.id, amountMinor: -sentMinor },
      { accountId: systemAccountId('adjustments', from.currency.id), currencyId: from.currency.id, amountMinor: sentMinor },
      { accountId: systemAccountId('adjustments', to.currency.id), currencyId: to.currency.id, amountMinor: -receivedMinor },
      { accountId: to.id, currencyId: to.currency.id, amountMinor: receivedMinor },
    ],
    at: new Date(deps.auth.clock.now()),
  })
  if (isProblem(posted)) throw new Undone(posted.code === 'ledger.insufficient_funds' ? { ...posted, field: 'transfer_amount' } : posted)
  if (!posted.repeated) {
    const { terms } = given
    await tx
      .insertInto('account_transfer')
      .values({
        tx_id: posted.txId,
        player_id: given.playerId,
        from_account: from.id,
        to_account: to.id,
        sent_minor: sentMinor,
        received_minor: receivedMinor,
        rate_from: terms.perEuro[from.currency.code]!,
        rate_to: terms.perEuro[to.currency.code]!,
        fee_permille: terms.feePermille,
        source: `${terms.source} ${terms.day}`,
        at: new Date(deps.auth.clock.now()),
      })
      .execute()
  }
  return posted.repeated
}

async function own(deps: AccountDeps, playerId: number, accountId: number, field: string): Promise<Account | Problem> {
  const account = await deps.ledger.account(accountId)
  if (account?.playerId === playerId && !account.closed && account.kind === ACCOUNT_KINDS.money) return account
  return problem('ledger.unknown_account', { wire: 30, field })
}
