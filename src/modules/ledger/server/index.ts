/** Door of the ledger. Writers pass their transaction: nothing here opens one. */
import { sql } from 'kysely'
import type { Minor } from '#lib/money.ts'
import type { Clock } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import { currencies } from '../rules/currency.ts'
import * as accounts from './accounts.ts'
import type { Account } from './accounts.ts'
import { checkInvariants, type Violation } from './invariants.ts'
import { post, type Posted, type Posting } from './post.ts'
import './tables.ts'
import { createIdSource, type IdSource } from './tx-id.ts'

export type { Account } from './accounts.ts'
export { ACCOUNT_KINDS } from './accounts.ts'
export type { Posted, Posting } from './post.ts'
export type { IdSource } from './tx-id.ts'
export { createIdSource, firstIdAt } from './tx-id.ts'
export type { Violation } from './invariants.ts'
export { checkInvariants } from './invariants.ts'
export { post } from './post.ts'
export { createRates, referenceRates, simulatedRates, type DayRates, type Rates, type RatesPort } from './rates.ts'
export * from '../rules/currency.ts'
export * from '../rules/entry.ts'
export { isOffered } from '../rules/offered.ts'
export { currencyName, currencyRoutes } from './currencies.ts'
export { countFunds, coverMinor, listFunds, owedMinor, stateFunds, type Funds } from './funds.ts'
export { personalData } from './personal-data.ts'
export { verifyAccounts } from './verify-accounts.ts'

export interface Ledger {
  /** Ids of transactions and bets of this process. */
  ids: IdSource
  post(tx: Tx, posting: Posting): Promise<Posted | Problem>
  /** Sum of an account's entries: the truth behind the stored balance. System accounts too. */
  sumOfEntries(db: Db | Tx, accountId: number): Promise<Minor>
  /** Balances of the player's open accounts, the active one first. */
  balance(playerId: number): Promise<Account[]>
  account(accountId: number): Promise<Account | null>
  activeAccount(playerId: number): Promise<Account | null>
  openAccount: typeof accounts.openAccount
  activateAccount: typeof accounts.activateAccount
  closeAccount: typeof accounts.closeAccount
  keepOpen: typeof accounts.keepOpen
  checkInvariants(): Promise<Violation[]>
}

export interface LedgerDeps {
  db: Db
  clock: Clock
  /** Number of this process, 0..15: no two processes of an installation may share it. */
  node?: number
}

/** Fills the currency table and finds where this process goes on counting ids. */
export async function createLedger({ db, clock, node = 0 }: LedgerDeps): Promise<Ledger> {
  await storeCurrencies(db)
  const { rows } = await sql<{ top: bigint | null }>`
    SELECT greatest((SELECT max(id) FROM bet), (SELECT max(tx_id) FROM ledger_posting)) AS top`.execute(db)
  const ids = createIdSource(clock, node, rows[0]?.top ?? 0n)
  return {
    ids,
    post,
    async sumOfEntries(executor, accountId) {
      const row = await executor
        .selectFrom('ledger_entry')
        .select(sql<bigint>`coalesce(sum(amount_minor), 0)::bigint`.as('total'))
        .where('account_id', '=', accountId)
        .executeTakeFirstOrThrow()
      return row.total
    },
    balance: (playerId) => accounts.listAccounts(db, playerId),
    account: (accountId) => accounts.selectAccountOptional(db, accountId),
    activeAccount: (playerId) => accounts.activeAccountOptional(db, playerId),
    openAccount: accounts.openAccount,
    activateAccount: accounts.activateAccount,
    closeAccount: accounts.closeAccount,
    keepOpen: accounts.keepOpen,
    checkInvariants: () => checkInvariants(db),
  }
}

async function storeCurrencies(db: Db): Promise<void> {
  const data = JSON.stringify(
    currencies.map((c) => ({
      id: c.id,
      code: c.code,
      symbol: c.symbol,
      name_key: `currency_${c.code}`,
      exponent: c.exponent,
      rate: c.rate,
      min_bet_minor: String(c.minBetMinor),
      hidden: c.hidden,
      crypto: c.crypto,
    })),
  )
  await sql`INSERT INTO currency (id, code, symbol, name_key, exponent, rate, min_bet_minor, hidden, crypto)
    SELECT r.id, r.code, r.symbol, r.name_key, r.exponent, r.rate, r.min_bet_minor, r.hidden, r.crypto
    FROM json_to_recordset(${data}::json) AS r(id smallint, code text, symbol text, name_key text, exponent smallint, rate numeric, min_bet_minor bigint, hidden boolean, crypto boolean)
    ON CONFLICT (id) DO UPDATE SET symbol = excluded.symbol, name_key = excluded.name_key, rate = excluded.rate,
      min_bet_minor = excluded.min_bet_minor, hidden = excluded.hidden, crypto = excluded.crypto`.execute(db)
}
