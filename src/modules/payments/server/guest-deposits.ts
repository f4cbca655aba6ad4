/**
 * A payment of somebody who has no account yet (RG-20). Its record stands before the provider hears of it; when it is
 * paid, the player is made in the transaction that credits him, and from then on it is a deposit like any other under
 * the same reference.
 */
import type { Selectable } from 'kysely'
import { parseMinor } from '#lib/money.ts'
import { HOUR } from '#lib/time.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { CashierConfig } from '#platform/shared/site-config.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { newId } from '#modules/auth/server/index.ts'
import { currencyById, type Currency } from '#modules/ledger/server/index.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import { depositStep } from '../rules/deposit-state.ts'
import { keptTax } from '../rules/transfer-tax.ts'
import {
  boundedMethods,
  checkOrder,
  insertDeposit,
  methodItem,
  tellProvider,
  type DepositRow,
  type PaymentsDeps,
  type ProviderChoice,
} from './deposits.ts'
import { promisedBonus } from './first-deposit.ts'
import type { ProviderEvent } from './port.ts'
import type { GuestDepositTable } from './tables.ts'

export type GuestDepositRow = Selectable<GuestDepositTable>

/** Makes the player of a paid form; module `account` knows how. Throws for a brand that is gone: the word about it comes again. */
export type MakePlayer = (tx: Tx, brand: string, sealedForm: string) => Promise<{ playerId: number; accountId: number }>

/** How long after the payment its browser may still be let in by it. */
const TAKEN_WITHIN_MS = 24 * HOUR

interface GuestOrder {
  brand: string
  country: string
  lng: string
  currency: Currency
  methodId: number
  sum: string | number
  secretHash: Buffer
  sealedForm: string
  provider: ProviderChoice
  cashier: CashierConfig | undefined
  tax: TransferTax | null
}

/** Problems: those of startDeposit. */
export async function startGuestDeposit(deps: PaymentsDeps, given: GuestOrder): Promise<{ ref: string; url: string } | Problem> {
  const order = checkOrder(deps, given)
  if (isProblem(order)) return order
  const { method, provider, port, amountMinor, feeMinor } = order
  const ref = newId()
  const now = new Date(deps.clock.now())
  await deps.db
    .insertInto('guest_deposit')
    .values({
      ref,
      brand: given.brand,
      secret_hash: given.secretHash,
      currency_id: given.currency.id,
      method: method.key,
      provider,
      amount_minor: amountMinor,
      fee_minor: feeMinor,
      ...keptTax(amountMinor, given.tax),
      external_id: null,
      form: given.sealedForm,
      state: 'created',
      player_id: null,
      taken_at: null,
      created_at: now,
      updated_at: now,
    })
    .execute()
  return tellProvider(deps, port, {
    order: {
      ref,
      amountMinor: amountMinor + feeMinor,
      currency: given.currency.code,
      exponent: given.currency.exponent,
      method: method.key,
      brand: given.brand,
      lng: given.lng,
      returnPath: GUEST_RETURN,
    },
    table: 'guest_deposit',
  })
}

/** The ways in as somebody without an account is offered them. */
export function guestMethods(ctx: Ctx, country: string, currency: Currency) {
  return boundedMethods(country, currency, ctx.config.cashier).map((bounds) => methodItem(ctx, bounds, currency.exponent))
}

/** Where the provider's page sends a payer who has no account yet, below the language. */
export const GUEST_RETURN = 'registration?paid=1'

export async function selectGuestDepositOptional(db: Db | Tx, ref: string): Promise<GuestDepositRow | null> {
  if (!/^[\w-]{1,60}$/.test(ref)) return null
  return (await db.selectFrom('guest_deposit').selectAll().where('ref', '=', ref).executeTakeFirst()) ?? null
}

type GuestState = { state: 'unknown' | 'waiting' | 'refused' } | { state: 'paid'; playerId: number }

/** What became of the payment behind a secret, with its row locked: two tabs that come back at once come one by one. Who is told that it is paid is let in, so it is taken. */
export async function lockGuestState(deps: Pick<PaymentsDeps, 'clock'>, tx: Tx, brand: string, secretHash: Buffer): Promise<GuestState> {
  const row = await tx
    .selectFrom('guest_deposit')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return { state: 'unknown' }
  if (row.state === 'declined' || row.state === 'returned') return { state: 'refused' }
  if (row.player_id === null) return { state: 'waiting' }
  const deposit = await tx.selectFrom('deposit').select('state').where('ref', '=', row.ref).executeTakeFirst()
  // An officer has sent the money back before its payer came.
  if (deposit?.state === 'held' || deposit?.state === 'returned') return { state: 'refused' }
  const now = deps.clock.now()
  if (now - row.updated_at.getTime() >= TAKEN_WITHIN_MS) return { state: 'unknown' }
  if (row.taken_at === null)
    await tx
      .updateTable('guest_deposit')
      .set({ taken_at: new Date(now) })
      .where('ref', '=', row.ref)
      .execute()
  return { state: 'paid', playerId: row.player_id }
}

/**
 * The provider's word about a payment without a player. `amount_differs` as for deposits; paid, the deposit that it has
 * become, locked and not credited yet; otherwise its state after the word. Null: there is none.
 */
export async function hearOfGuest(
  deps: PaymentsDeps,
  tx: Tx,
  provider: string,
  event: ProviderEvent,
): Promise<'amount_differs' | { state: string } | { deposit: DepositRow } | null> {
  const row = await lockGuestDeposit(tx, event.ref, provider)
  if (!row || !deps.makePlayer || row.player_id !== null) return null
  const currency = currencyById(row.currency_id)
  if (event.currency !== currency.code || parseMinor(event.amount, currency.exponent) !== row.amount_minor + row.fee_minor)
    return 'amount_differs'
  const now = new Date(deps.clock.now())
  if (event.outcome !== 'paid' || row.state === 'returned') {
    const state = stateAfter(row.state, event.outcome)
    await tx.updateTable('guest_deposit').set({ state, updated_at: now }).where('ref', '=', row.ref).execute()
    return { state }
  }
  const { playerId, accountId } = await deps.makePlayer(tx, row.brand, row.form)
  const terms = deps.cashierOf?.(row.brand)?.firstDeposit
  const bonusMinor = await promisedBonus(tx, { playerId, currency, amountMinor: row.amount_minor, terms })
  const deposit = await insertDeposit(tx, {
    ref: row.ref,
    brand: row.brand,
    playerId,
    accountId,
    currencyId: row.currency_id,
    method: row.method,
    provider,
    amountMinor: row.amount_minor,
    feeMinor: row.fee_minor,
    bonusMinor,
    tax: { tax_minor: row.tax_minor, tax_rule: row.tax_rule, tax_rate: row.tax_rate },
    externalId: row.external_id,
    at: now,
  })
  await tx
    .updateTable('guest_deposit')
    .set({ state: 'paid', player_id: playerId, form: '', updated_at: now })
    .where('ref', '=', row.ref)
    .execute()
  return { deposit }
}

/** As of deposits (rules/deposit-state.ts): what has gone back before its payment was told makes no player any more. */
function stateAfter(state: GuestDepositRow['state'], outcome: ProviderEvent['outcome']): GuestDepositRow['state'] {
  if (state === 'returned' || state === 'paid') return state
  const { next } = depositStep(state, outcome)
  if (next === 'charged_back') return 'returned'
  return next === 'pending' || next === 'declined' || next === 'returned' ? next : state
}

async function lockGuestDeposit(tx: Tx, ref: string, provider: string): Promise<GuestDepositRow | null> {
  const query = tx.selectFrom('guest_deposit').selectAll().where('ref', '=', ref).where('provider', '=', provider)
  return (await query.forUpdate().executeTakeFirst()) ?? null
}
