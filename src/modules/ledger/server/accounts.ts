/** Accounts of players: one per currency at least, one of them active. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { currencyById, currencyOptional, POINTS_CURRENCY, type Currency } from '../rules/currency.ts'

export const ACCOUNT_KINDS = { money: 0, bonus: 1, points: 2 } as const
/** Also those that a deposit or a reward opens; a player opens fewer himself (module account). */
const MAX_ACCOUNTS = 30

export interface Account {
  id: number
  playerId: number
  currency: Currency
  kind: number
  name: string
  isActive: boolean
  balanceMinor: Minor
  closed: boolean
}

/** The player's open accounts, the active one first. */
export async function listAccounts(db: Db | Tx, playerId: number): Promise<Account[]> {
  const rows = await db
    .selectFrom('account')
    .selectAll()
    .where('player_id', '=', playerId)
    .where('closed_at', 'is', null)
    .orderBy('is_active', 'desc')
    .orderBy('id')
    .execute()
  return rows.map(fromRow)
}

export async function selectAccountOptional(db: Db | Tx, accountId: number): Promise<Account | null> {
  const row = await db.selectFrom('account').selectAll().where('id', '=', accountId).executeTakeFirst()
  return row ? fromRow(row) : null
}

export async function activeAccountOptional(db: Db | Tx, playerId: number): Promise<Account | null> {
  return (await listAccounts(db, playerId))[0] ?? null
}

/**
 * Opens an account; the player's first one becomes active. One of the same currency that was closed opens again: a
 * correction may still pay into it, and then there would be two. Problems: ledger.unknown_currency, ledger.account_exists, ledger.too_many_accounts.
 */
export async function openAccount(
  tx: Tx,
  given: { playerId: number; currencyId: number; kind?: number; name?: string },
): Promise<Account | Problem> {
  const currency = currencyOptional(given.currencyId)
  const isPoints = given.kind === ACCOUNT_KINDS.points
  if (!currency || (currency.hidden && !isPoints) || isPoints !== (currency.id === POINTS_CURRENCY))
    return problem('ledger.unknown_currency', { field: 'currency_id' })
  // One account after the other for a player: the count below must not race.
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.accounts}, ${given.playerId})`.execute(tx)
  const kind = given.kind ?? ACCOUNT_KINDS.money
  const accounts = await listAccounts(tx, given.playerId)
  if (accounts.length >= MAX_ACCOUNTS) return problem('ledger.too_many_accounts', { field: 'currency_id' })
  if (accounts.some((a) => a.kind === kind && a.currency.id === currency.id)) {
    return problem('ledger.account_exists', { field: 'currency_id' })
  }
  const whose = { player_id: given.playerId, currency_id: currency.id, kind }
  const isActive = accounts.length === 0 && kind === ACCOUNT_KINDS.money
  const again = await tx
    .updateTable('account')
    .set({ closed_at: null, is_active: isActive, ...(given.name === undefined ? {} : { name: given.name }) })
    .where('id', '=', ({ selectFrom }) =>
      selectFrom('account')
        .select(({ fn }) => fn.max('id').as('id'))
        .where((eb) => eb.and(whose)),
    )
    .returningAll()
    .executeTakeFirst()
  if (again) return fromRow(again)
  const row = await tx
    .insertInto('account')
    .values({ ...whose, name: given.name ?? '', is_active: isActive })
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(row)
}

/** Makes one of the player's accounts the active one. Problem: ledger.unknown_account (error_code 30). */
export async function activateAccount(tx: Tx, playerId: number, accountId: number): Promise<Account | Problem> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.accounts}, ${playerId})`.execute(tx)
  // Whoever closes one of them comes before or after.
  await sql`SELECT 1 FROM account WHERE player_id = ${playerId} ORDER BY id FOR UPDATE`.execute(tx)
  const target = await selectAccountOptional(tx, accountId)
  if (!target || target.playerId !== playerId || target.closed || target.kind === ACCOUNT_KINDS.points) {
    return problem('ledger.unknown_account', { wire: 30, field: 'account_id' })
  }
  await tx.updateTable('account').set({ is_active: false }).where('player_id', '=', playerId).where('is_active', '=', true).execute()
  await tx.updateTable('account').set({ is_active: true }).where('id', '=', accountId).execute()
  return { ...target, isActive: true }
}

/**
 * Closes an empty account that is not the active one, and to which no money can come back: from a bet that runs or whose
 * win waits, a bid, a group or a withdrawal, nor an auto-bet place a bet. Problems: ledger.unknown_account, ledger.account_active, ledger.account_not_empty.
 */
export async function closeAccount(tx: Tx, playerId: number, accountId: number, at: Date): Promise<null | Problem> {
  const target = await selectAccountOptional(tx, accountId)
  if (!target || target.playerId !== playerId || target.closed) return problem('ledger.unknown_account', { wire: 30, field: 'account_id' })
  if (target.isActive) return problem('ledger.account_active', { field: 'account_id' })
  // Its row first: a bet of a code takes nothing from the balance, and what commits while this waits is seen by what follows.
  await sql`SELECT 1 FROM account WHERE id = ${accountId} FOR UPDATE`.execute(tx)
  const { rows } = await sql<{ id: number }>`
    UPDATE account SET closed_at = ${at} WHERE id = ${accountId} AND balance_minor = 0 AND NOT is_active
      AND NOT EXISTS (SELECT 1 FROM bets_maybe_open(${`{${accountId}}`}::integer[]) AS o(id) JOIN bet b ON b.id = o.id WHERE b.status IN (1, 3, 7))
      AND NOT EXISTS (SELECT 1 FROM bid WHERE bid.player_id = ${playerId} AND bid.account_id = ${accountId} AND bid.status IN (0, 2))
      AND NOT EXISTS (SELECT 1 FROM auto_bet o WHERE o.player_id = ${playerId} AND o.account_id = ${accountId} AND o.status = 1)
      AND NOT EXISTS (SELECT 1 FROM bet_group_member m WHERE m.account_id = ${accountId} AND m.state = 0)
      AND NOT EXISTS (SELECT 1 FROM withdrawal w WHERE w.account_id = ${accountId} AND w.state IN ('requested', 'approved', 'sent')) RETURNING id`.execute(
    tx,
  )
  return rows[0] ? null : problem('ledger.account_not_empty', { field: 'account_id' })
}

/** True: the account is open, and nobody closes it before the transaction ends. For what moves no money and so has no guarded update. */
export async function keepOpen(tx: Tx, accountId: number): Promise<boolean> {
  // FOR KEY SHARE would not wait for who closes it by an update alone.
  const { rows } = await sql`SELECT 1 FROM account WHERE id = ${accountId} AND closed_at IS NULL FOR SHARE`.execute(tx)
  return rows.length > 0
}

interface AccountRow {
  id: number
  player_id: number
  currency_id: number
  kind: number
  name: string
  is_active: boolean
  balance_minor: bigint
  closed_at: Date | null
}

function fromRow(row: AccountRow): Account {
  return {
    id: row.id,
    playerId: row.player_id,
    currency: currencyById(row.currency_id),
    kind: row.kind,
    name: row.name,
    isActive: row.is_active,
    balanceMinor: row.balance_minor,
    closed: row.closed_at !== null,
  }
}
