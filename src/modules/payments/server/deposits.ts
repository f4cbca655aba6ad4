/** Deposits: started by the player; callbacks.ts hears what became of them. */
import { sql, type Selectable } from 'kysely'
import { minorFromWire, minorText, moneyFault, parseMinor, wireMoney, type Minor } from '#lib/money.ts'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, sqlState, type Db, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { CashierConfig, SiteConfig } from '#platform/shared/site-config.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { currencyById, minorOfEuro, type Account, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import { newId } from '#modules/auth/server/index.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import { canBePaid, DEPOSIT_LIFE_MS, type DepositFailure } from '../rules/deposit-state.ts'
import { feeOn, METHODS, methodsFor, type PaymentMethod } from '../rules/methods.ts'
import { keptTax, NO_TAX, type KeptTax } from '../rules/transfer-tax.ts'
import { promisedBonus } from './first-deposit.ts'
import type { MakePlayer } from './guest-deposits.ts'
import { portOf, type PaymentOrder, type PaymentPort } from './port.ts'
import type { DepositTable, WithdrawalTable } from './tables.ts'

export type DepositRow = Selectable<DepositTable>
export type LedgerPort = Pick<Ledger, 'balance' | 'post' | 'ids' | 'openAccount'>

export interface PaymentsDeps {
  db: Db
  clock: Clock
  ledger: LedgerPort
  providers: Readonly<Record<string, PaymentPort>>
  log?: Pick<Logger, 'warn' | 'error'>
  /** False for a player who has excluded himself: what arrives for him is kept apart and given back. */
  mayCredit?(tx: Tx, playerId: number): Promise<boolean>
  /** Makes the player of a first payment; without it nobody registers by paying. */
  makePlayer?: MakePlayer
  cashierOf?(brand: string): CashierConfig | undefined
  /** From what sums of how many days on an officer looks at a player's money; without it nobody does. */
  watched?(brand: string): SiteConfig['withdrawals']['watched']
  /** Told in the transaction of the step that a payment did not become, or did not stay, the player's money. */
  onFailed?(tx: Tx, deposit: DepositRow, told: { failure: DepositFailure; sumMinor: Minor }): Promise<void>
  /** Told, once, that money which goes back is taken by its payer himself, at an address of the provider. */
  onToClaim?(tx: Tx, deposit: DepositRow, told: { claimAt: string; sumMinor: Minor }): Promise<void>
  /** Told in the transaction of a request that its money would leave by a way that is new for the player (PAY-09). */
  onNewWay?(tx: Tx, withdrawal: Selectable<WithdrawalTable>): Promise<void>
  /** Whether papers had been asked of a player at a moment; without it nobody refuses for want of them. */
  papersAskedBefore?(tx: Tx, playerId: number, moment: Date): Promise<boolean>
  /**
   * Asked in the transaction that brings money in, by a deposit, a check or a reward: the player's limits and blocks (module
   * protection), and early for papers (XT-49). `config` is that of the place where the player is.
   */
  guardDeposit?(tx: Tx, wanted: { playerId: number; amountMinor: Minor; currencyId: number; config: SiteConfig }): Promise<Problem | null>
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

/** The provider of a way to pay: one for all, or by way and currency. */
export type ProviderChoice = string | ((method: PaymentMethod, currency: string) => string)

export function providerOf(choice: ProviderChoice, method: PaymentMethod, currency: string): string {
  return typeof choice === 'string' ? choice : choice(method, currency)
}

export function boundedMethods(country: string, currency: Currency, cashier: CashierConfig | undefined): MethodBounds[] {
  const offered = methodsFor(country, currency, cashier).filter(({ paysIn }) => paysIn)
  return offered.map((method) => ({
    method,
    minMinor: minorOfEuro(method.minEur, currency, 'up'),
    maxMinor: minorOfEuro(method.maxEur, currency),
  }))
}

/** Its proper name, or the text of its key. */
export function methodName(ctx: Pick<Ctx, 'text'>, key: string): string {
  return METHODS.find((method) => method.key === key)?.name || ctx.text(`payments:method_${key}`)
}

/** A way to pay in as calls give it. */
export function methodItem(ctx: Pick<Ctx, 'text'>, { method, minMinor, maxMinor }: MethodBounds, exponent: number) {
  return {
    id: method.id,
    name: methodName(ctx, method.key),
    group: method.group,
    min: wireMoney(minMinor, exponent),
    max: wireMoney(maxMinor, exponent),
    /** Percent on top of the sum. */
    fee: method.feeInPermille / 10,
    image: `${method.drawing}.svg`,
    drawing: method.drawing,
    minutes: method.depositMinutes,
  }
}

/** Problems: payments.bad_sum, or what keeps it from being money: payments.sum_form, sum_decimals, sum_whole, sum_large. */
export function readSum(sum: string | number, { exponent }: Pick<Currency, 'exponent'>): Minor | Problem {
  const minor = typeof sum === 'number' ? minorFromWire(sum, exponent) : parseMinor(sum, exponent)
  if (minor !== null) return minor > 0n ? minor : problem('payments.bad_sum', { field: 'sum' })
  if (typeof sum === 'string' && sum.trim() === '') return problem('payments.bad_sum', { field: 'sum' })
  return problem(`payments.sum_${moneyFault(sum, exponent)}`, { field: 'sum', params: { n: exponent } })
}

interface CheckedOrder {
  method: PaymentMethod
  provider: string
  port: PaymentPort
  amountMinor: Minor
  feeMinor: Minor
}

/** What is wanted against what is offered. Problems: payments.closed (60), payments.unknown_method, those of `readSum`, payments.sum_bounds. */
export function checkOrder(
  deps: Pick<PaymentsDeps, 'providers'>,
  given: {
    country: string
    currency: Currency
    methodId: number
    sum: string | number
    provider: ProviderChoice
    cashier: CashierConfig | undefined
  },
): CheckedOrder | Problem {
  const { currency } = given
  const bounds = boundedMethods(given.country, currency, given.cashier).find(({ method }) => method.id === given.methodId)
  if (!bounds) return problem('payments.unknown_method', { field: 'method_id' })
  const provider = providerOf(given.provider, bounds.method, currency.code)
  const port = portOf(deps.providers, provider)
  if (!port) return problem('payments.closed', { wire: 60 })
  const amountMinor = readSum(given.sum, currency)
  if (isProblem(amountMinor)) return amountMinor
  if (amountMinor < bounds.minMinor || amountMinor > bounds.maxMinor) {
    const params = {
      min: minorText(bounds.minMinor, currency.exponent),
      max: minorText(bounds.maxMinor, currency.exponent),
      currency: currency.code,
    }
    return problem('payments.sum_bounds', { field: 'sum', params })
  }
  return { method: bounds.method, provider, port, amountMinor, feeMinor: feeOn(amountMinor, bounds.method.feeInPermille) }
}

export interface NewDeposit {
  ref: string
  brand: string
  playerId: number
  accountId: number
  currencyId: number
  method: string
  provider: string
  amountMinor: Minor
  feeMinor: Minor
  bonusMinor: Minor
  tax?: KeptTax
  externalId?: string | null
  requestKey?: string | undefined
  at: Date
}

export function insertDeposit(tx: Tx, given: NewDeposit): Promise<DepositRow> {
  return tx
    .insertInto('deposit')
    .values({
      ref: given.ref,
      brand: given.brand,
      player_id: given.playerId,
      account_id: given.accountId,
      currency_id: given.currencyId,
      method: given.method,
      provider: given.provider,
      amount_minor: given.amountMinor,
      fee_minor: given.feeMinor,
      bonus_minor: given.bonusMinor,
      ...(given.tax ?? NO_TAX),
      external_id: given.externalId ?? null,
      request_key: given.requestKey ?? null,
      pay_url: null,
      state: 'created',
      created_at: given.at,
      updated_at: given.at,
      done_at: null,
      balance_after: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Orders a payment whose record stands. Problem: payments.provider_silent (503). */
export async function tellProvider(
  deps: PaymentsDeps,
  port: PaymentPort,
  { order, table }: { order: PaymentOrder; table: 'deposit' | 'guest_deposit' },
): Promise<{ ref: string; url: string } | Problem> {
  const { ref } = order
  try {
    const { url, externalId = null } = await port.start(order)
    if (table === 'deposit') return { ref, url: await keepPage(deps.db, ref, url, externalId) }
    if (externalId) await deps.db.updateTable(table).set({ external_id: externalId }).where('ref', '=', ref).execute()
    return { ref, url }
  } catch (error) {
    deps.log?.warn({ err: error, ref }, 'deposit: the provider did not answer')
    return problem('payments.provider_silent', { status: 503 })
  }
}

/**
 * Of two that order one payment at once the first keeps its page, and both are sent there. What has paid already, by an order
 * whose answer was lost, stays its payment.
 */
async function keepPage(db: Db, ref: string, url: string, externalId: string | null): Promise<string> {
  const first = db.updateTable('deposit').set(({ fn, ref: column, val }) => ({
    pay_url: url,
    external_id: fn.coalesce(column('external_id'), val(externalId)),
  }))
  await first.where('ref', '=', ref).where('pay_url', 'is', null).execute()
  const { pay_url } = await db.selectFrom('deposit').select('pay_url').where('ref', '=', ref).executeTakeFirstOrThrow()
  return pay_url ?? url
}

export interface DepositRequest {
  playerId: number
  brand: string
  country: string
  lng: string
  accountId: number
  methodId: number
  sum: string | number
  /** Made by the caller: the same request again is the same payment. Without one every call starts another. */
  requestKey?: string | undefined
  provider: ProviderChoice
  cashier: CashierConfig | undefined
  config: SiteConfig
  tax: TransferTax | null
}

interface StartedDeposit {
  ref: string
  /** The provider's page; without one the key's payment is over. */
  url?: string
  state: string
}

/** Problems: payments.unknown_account, those of checkOrder and `guardDeposit`, payments.key_reused (409); all name their field. */
export async function startDeposit(deps: PaymentsDeps, given: DepositRequest): Promise<StartedDeposit | Problem> {
  const account = await payableAccount(deps, given.playerId, given.accountId)
  if (isProblem(account)) return account
  const { currency } = account
  const checked = checkOrder(deps, { ...given, currency })
  if (isProblem(checked)) return checked
  const row = await recordDeposit(deps, given, account, checked)
  if (isProblem(row)) return row
  const isSame = row.account_id === account.id && row.method === checked.method.key && row.amount_minor === checked.amountMinor
  if (!isSame) return problem('payments.key_reused', { field: 'request_key', status: 409 })
  const { ref, method, brand, state } = row
  // Nobody is led to the page of what is paid, called off or too old: its page may be closed.
  if (!canBePaid(row, deps.clock.now())) return { ref, state }
  if (!(await mayPay(deps, given.playerId))) return problem('payments.closed', { wire: 60 })
  if (row.pay_url !== null) return { ref, url: row.pay_url, state }
  const { code, exponent } = currencyById(row.currency_id)
  const order = { ref, amountMinor: row.amount_minor + row.fee_minor, currency: code, exponent, method, brand, lng: given.lng }
  // Its callback is looked up by the provider of the record, which may no longer be that of the way to pay.
  const port = portOf(deps.providers, row.provider)
  if (!port) return problem('payments.closed', { wire: 60 })
  const told = await tellProvider(deps, port, { order, table: 'deposit' })
  return isProblem(told) ? told : { ...told, state }
}

/** False for whoever has excluded himself: what he pays would be kept apart and given back, so he is not led to pay. */
export async function mayPay(deps: Pick<PaymentsDeps, 'db' | 'mayCredit'>, playerId: number): Promise<boolean> {
  return !deps.mayCredit || inTx(deps.db, (tx) => deps.mayCredit!(tx, playerId))
}

/** The record stands before the provider hears of it: a payment without a record cannot exist. One key has one record. */
async function recordDeposit(
  deps: PaymentsDeps,
  given: DepositRequest,
  account: Account,
  checked: CheckedOrder,
): Promise<DepositRow | Problem> {
  const known = await selectByKeyOptional(deps.db, given.playerId, given.requestKey)
  if (known) return known
  const write = (tx: Tx) => writeRecord(deps, tx, given, account, checked)
  const written = await inTx(deps.db, write).catch((error: unknown) => {
    if (sqlState(error) === '23505') return null
    throw error
  })
  if (written && !isProblem(written)) return written
  // The same request at the same time in another place: its record is the answer, also where it took the last of a limit.
  const other = await selectByKeyOptional(deps.db, given.playerId, given.requestKey)
  if (other) return other
  return written ?? problem('payments.key_reused', { field: 'request_key', status: 409 })
}

async function writeRecord(
  deps: PaymentsDeps,
  tx: Tx,
  given: DepositRequest,
  account: Account,
  { method, provider, amountMinor, feeMinor }: CheckedOrder,
): Promise<DepositRow | Problem> {
  const { playerId, brand, requestKey } = given
  const { currency } = account
  const refusal = await deps.guardDeposit?.(tx, { playerId, amountMinor, currencyId: currency.id, config: given.config })
  if (refusal) return refusal
  const bonusMinor = await promisedBonus(tx, { playerId, currency, amountMinor, terms: given.cashier?.firstDeposit })
  const at = new Date(deps.clock.now())
  const sums = { currencyId: currency.id, amountMinor, feeMinor, bonusMinor, tax: keptTax(amountMinor, given.tax) }
  return insertDeposit(tx, { ref: newId(), brand, playerId, accountId: account.id, method: method.key, provider, requestKey, ...sums, at })
}

async function selectByKeyOptional(db: Db, playerId: number, key: string | undefined): Promise<DepositRow | undefined> {
  if (key === undefined) return undefined
  return db.selectFrom('deposit').selectAll().where('player_id', '=', playerId).where('request_key', '=', key).executeTakeFirst()
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

/** Whether nothing was paid before it, whichever was begun first; of two that were paid in one moment, the one begun first. */
export async function isFirstDeposit(db: Db, deposit: Pick<DepositRow, 'id' | 'player_id' | 'done_at'>): Promise<boolean> {
  let paidBefore = db.selectFrom('deposit').select('id').where('player_id', '=', deposit.player_id).where('done_at', 'is not', null)
  const { id, done_at: at } = deposit
  if (at !== null)
    paidBefore = paidBefore.where((eb) => eb.or([eb('done_at', '<', at), eb.and([eb('done_at', '=', at), eb('id', '<', id)])]))
  return !(await paidBefore.limit(1).executeTakeFirst())
}

export const HISTORY_PAGE = 20
/** Without the archive the history shows three months (ACC-20). */
export const RECENT_MS = 92 * DAY

export interface PaymentRow {
  kind: 'deposit' | 'withdrawal'
  id: bigint
  ref: string
  method: string
  currency_id: number
  amount_minor: bigint
  balance_after: bigint | null
  state: string
  created_at: Date
  /** Of a deposit. */
  brand: string | null
  provider: string | null
  pay_url: string | null
  /** What of a deposit has gone back, with its share of the fee; 0 of a withdrawal. */
  returned_minor: bigint
  returned_at: Date | null
  fee_minor: bigint
  tax_minor: bigint
  tax_rule: string | null
  tax_rate: string | null
  claim_url: string | null
}

const DEPOSIT_COLUMNS = sql`brand, provider, pay_url, returned_minor, returned_at, claim_url`
const NO_DEPOSIT_COLUMNS = sql`NULL::text AS brand, NULL::text AS provider, NULL::text AS pay_url,
  0::bigint AS returned_minor, NULL::timestamptz AS returned_at, NULL::text AS claim_url`

/** Deposits and withdrawals of a player, newest first. */
export async function listPayments(
  deps: Pick<PaymentsDeps, 'db' | 'clock'>,
  given: { playerId: number; page: number; archive: boolean; fromMs?: number; toMs?: number },
): Promise<{ rows: PaymentRow[]; pages: number }> {
  const from = new Date(Math.max(given.fromMs ?? 0, given.archive ? 0 : deps.clock.now() - RECENT_MS))
  const to = given.toMs ? new Date(given.toMs) : null
  const part = (table: 'deposit' | 'withdrawal') =>
    sql`SELECT ${sql.lit(table)} AS kind, id, ref, method, currency_id, amount_minor, balance_after, state, created_at,
      fee_minor, tax_minor, tax_rule, tax_rate,
      ${table === 'deposit' ? DEPOSIT_COLUMNS : NO_DEPOSIT_COLUMNS}
      FROM ${sql.table(table)}
      WHERE player_id = ${given.playerId} AND created_at >= ${from} AND (${to}::timestamptz IS NULL OR created_at <= ${to})`
  const all = sql`(${part('deposit')} UNION ALL ${part('withdrawal')}) AS payment`
  const { rows: counted } = await sql<{ count: bigint }>`SELECT count(*) AS count FROM ${all}`.execute(deps.db)
  const { rows } = await sql<PaymentRow>`SELECT * FROM ${all} ORDER BY created_at DESC, kind, id DESC
    LIMIT ${HISTORY_PAGE} OFFSET ${(given.page - 1) * HISTORY_PAGE}`.execute(deps.db)
  return { rows, pages: Math.ceil(Number(counted[0]!.count) / HISTORY_PAGE) }
}
