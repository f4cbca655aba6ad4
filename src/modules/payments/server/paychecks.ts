/** Paper checks: issued at a desk, credited by their code exactly once; whoever tries codes out is stopped. */
import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { CODE_SIGNS, codeOf, typedCode } from '#lib/codes.ts'
import type { Minor } from '#lib/money.ts'
import { networkOf } from '#lib/network.ts'
import { DAY, HOUR } from '#lib/time.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { newId } from '#modules/auth/server/index.ts'
import { ACCOUNT_KINDS, currencyById, systemAccountId } from '#modules/ledger/server/index.ts'
import type { TransferTax } from '#modules/payout/rules/terms.ts'
import { keptTax, type KeptTax } from '../rules/transfer-tax.ts'
import type { PaymentsDeps } from './deposits.ts'
import { lockPayments, watchMoney } from './money-cases.ts'
import { bookTax } from './transfer-tax.ts'

/** Eighty bits. */
const CODE_LENGTH = 16
const LIFE_DAYS = 90
/** Wrong codes in an hour: of a player, and of a network whoever he says he is (a /64 is one customer). */
const MOST_WRONG = { player: 5, ip: 30 }
export const PAYCHECK_PROVIDER = 'paycheck'

/** The code as it is compared. Null when it is none. */
export function normalCode(text: string): string | null {
  const code = typedCode(text)
  return code.length === CODE_LENGTH && [...code].every((sign) => CODE_SIGNS.includes(sign)) ? code : null
}

const hashOf = (code: string) => createHash('sha256').update(`paycheck:${code}`).digest()

/** Gives the code, which is shown once and kept nowhere. */
export async function issuePaycheck(
  { db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>,
  given: { brand: string; currencyId: number; amountMinor: Minor; officer: string },
): Promise<{ id: bigint; code: string }> {
  const code = codeOf(randomBytes(CODE_LENGTH))
  const now = clock.now()
  const row = await db
    .insertInto('paycheck')
    .values({
      brand: given.brand,
      code_hash: hashOf(code),
      currency_id: given.currencyId,
      amount_minor: given.amountMinor,
      issued_by: given.officer,
      issued_at: new Date(now),
      valid_until: new Date(now + LIFE_DAYS * DAY),
      player_id: null,
      account_id: null,
      credited_at: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: row.id, code: code.match(/.{4}/g)!.join('-') }
}

export interface Redeemed {
  /** The number of its payment, which the history and the house call it by: the check itself is never numbered for a player. */
  id: bigint
  at: Date
  accountId: number
  currencyId: number
  amountMinor: Minor
  tax: KeptTax
  repeated: boolean
}

/**
 * Problems: payments.too_many_tries (429, 44), payments.paycheck_unknown (one answer for a wrong, spent, foreign and
 * outdated code), payments.paycheck_currency, those of the deposit's guard.
 */
export async function redeemPaycheck(
  deps: PaymentsDeps,
  given: { playerId: number; brand: string; ip: string; code: string; config: SiteConfig; tax: TransferTax | null },
): Promise<Redeemed | Problem> {
  const code = normalCode(given.code)
  const at = new Date(deps.clock.now())
  return inTx(deps.db, async (tx) => {
    // One try of a player after the other, so that the count of wrong ones holds.
    await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.paychecks}, ${given.playerId})`.execute(tx)
    if (await triesTooOften(tx, given, at)) return problem('payments.too_many_tries', { status: 429, wire: 44, field: 'code' })
    const check = code === null ? undefined : await selectAndLock(tx, given.brand, code)
    if (check?.player_id === given.playerId) return redeemedOf(check, await paymentOf(tx, check), true)
    if (!check || check.player_id !== null || check.valid_until <= at) {
      await tx
        .insertInto('paycheck_try')
        .values({ player_id: given.playerId, ip: networkOf(given.ip), at })
        .execute()
      return problem('payments.paycheck_unknown', { field: 'code' })
    }
    return credit(deps, tx, check, given, at)
  })
}

async function triesTooOften(tx: Tx, { playerId, ip }: { playerId: number; ip: string }, at: Date): Promise<boolean> {
  const since = new Date(at.getTime() - HOUR)
  const { rows } = await sql<{ own: bigint; near: bigint }>`
    SELECT (SELECT count(*) FROM paycheck_try WHERE player_id = ${playerId} AND at > ${since}) AS own,
      (SELECT count(*) FROM paycheck_try WHERE ip = ${networkOf(ip)} AND at > ${since}) AS near`.execute(tx)
  return rows[0]!.own >= BigInt(MOST_WRONG.player) || rows[0]!.near >= BigInt(MOST_WRONG.ip)
}

function selectAndLock(tx: Tx, brand: string, code: string) {
  return tx
    .selectFrom('paycheck')
    .selectAll()
    .where('code_hash', '=', hashOf(code))
    .where('brand', '=', brand)
    .forUpdate()
    .executeTakeFirst()
}
type Row = NonNullable<Awaited<ReturnType<typeof selectAndLock>>>

type Payment = KeptTax & { id: bigint }

async function paymentOf(tx: Tx, check: Row): Promise<Payment> {
  return tx
    .selectFrom('deposit')
    .select(['id', 'tax_minor', 'tax_rule', 'tax_rate'])
    .where('player_id', '=', check.player_id)
    .where('provider', '=', PAYCHECK_PROVIDER)
    .where('external_id', '=', String(check.id))
    .executeTakeFirstOrThrow()
}

function redeemedOf(row: Row, { id, ...tax }: Payment, repeated: boolean): Redeemed {
  const { currency_id: currencyId, amount_minor: amountMinor } = row
  return { id, at: row.credited_at!, accountId: row.account_id!, currencyId, amountMinor, tax, repeated }
}

/** The check is a deposit like others: limits and breaks hold for it, and it stands in the history. */
async function credit(
  deps: PaymentsDeps,
  tx: Tx,
  check: Row,
  { playerId, brand, config, tax: inForce }: { playerId: number; brand: string; config: SiteConfig; tax: TransferTax | null },
  at: Date,
): Promise<Redeemed | Problem> {
  const { currency_id: currencyId, amount_minor: amountMinor } = check
  const refusal = await deps.guardDeposit?.(tx, { playerId, amountMinor, currencyId, config })
  if (refusal) return refusal
  // After the guard's own lock of the player, as the provider's word takes them.
  await lockPayments(tx, playerId)
  const account = await tx
    .selectFrom('account')
    .select('id')
    .where('player_id', '=', playerId)
    .where('currency_id', '=', currencyId)
    .where('kind', '=', ACCOUNT_KINDS.money)
    .where('closed_at', 'is', null)
    .executeTakeFirst()
  if (!account) return problem('payments.paycheck_currency', { field: 'code', params: { currency: currencyById(currencyId).code } })
  const key = `${PAYCHECK_PROVIDER}:${check.id}`
  const posted = await deps.ledger.post(tx, {
    kind: 'deposit',
    txId: deps.ledger.ids.next(),
    key,
    at,
    entries: [
      { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: -amountMinor },
      { accountId: account.id, currencyId, amountMinor },
    ],
  })
  if (isProblem(posted)) throw new Error(`paycheck ${check.id}: ${posted.code}`)
  if (posted.repeated) throw new Error(`paycheck ${check.id} was credited before`)
  const tax = keptTax(amountMinor, inForce)
  const taxed = { kind: 'depositTax', key, from: account.id, currencyId, taxMinor: tax.tax_minor, at } as const
  const balanceAfter = (await bookTax(deps, tx, taxed)) ?? posted.balances.get(account.id) ?? null
  const payment = await tx
    .insertInto('deposit')
    .values({
      ref: newId(),
      brand,
      player_id: playerId,
      account_id: account.id,
      currency_id: currencyId,
      method: 'paper_check',
      provider: PAYCHECK_PROVIDER,
      external_id: String(check.id),
      amount_minor: amountMinor,
      ...tax,
      state: 'done',
      created_at: at,
      updated_at: at,
      done_at: at,
      balance_after: balanceAfter,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await watchMoney(deps, tx, { playerId, brand })
  const row = await tx
    .updateTable('paycheck')
    .set({ player_id: playerId, account_id: account.id, credited_at: at })
    .where('id', '=', check.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  return redeemedOf(row, { ...payment, ...tax }, false)
}
