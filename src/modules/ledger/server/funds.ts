/** Players' money in total, every day, and whether as much lies apart for them (standards PAY-15). */
import { sql, type Selectable } from 'kysely'
import type { Minor } from '#lib/money.ts'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, sqlState, type Db, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { gauge } from '#platform/server/metrics.ts'
import { currencyById } from '../rules/currency.ts'
import { SYSTEM_ROLES } from '../rules/entry.ts'
import { ACCOUNT_KINDS } from './accounts.ts'
import type { PlayerFundsTable } from './tables.ts'

export type FundsRow = Selectable<PlayerFundsTable>

interface FundsDeps {
  db: Db
  clock: Clock
  log: Pick<Logger, 'error' | 'warn'>
}

/** Of the process that counts. */
let short = 0
gauge('player_funds_short', 'Currencies of which less lies apart than players are owed, by the last statement', () => short)

/** What players are owed: what they have, what is in play, and what is on its way to them. */
export function owedMinor(row: Pick<FundsRow, 'balances_minor' | 'staked_minor' | 'leaving_minor'>): Minor {
  return row.balances_minor + row.staked_minor + row.leaving_minor
}

/** Below zero: so much is missing. Null: nobody has stated what lies apart. */
export function coverMinor(row: FundsRow): Minor | null {
  return row.stated_minor === null ? null : row.stated_minor - owedMinor(row)
}

/** Counts once a day, at the first call of it (UTC); every other call only looks at what was stated. Gives whether it counted. */
export async function countFunds(deps: FundsDeps): Promise<boolean> {
  const counted = await takeCount(deps)
  await callForCover(deps, counted)
  return counted
}

/** The books are read through once a day: they are not asked again for what is counted, and get the time they need. */
async function takeCount({ db, clock }: FundsDeps): Promise<boolean> {
  const now = new Date(clock.now())
  const day = dayOf(now.getTime())
  if (await db.selectFrom('player_funds').select('day').where('day', '=', day).limit(1).executeTakeFirst()) return false
  try {
    await inTx(db, async (tx) => {
      await sql`SET LOCAL statement_timeout = 0`.execute(tx)
      await insertCount(tx, day, now)
    })
    return true
  } catch (error) {
    // Counted meanwhile by another process.
    if (sqlState(error) === '23505') return false
    throw error
  }
}

/** One statement sees one moment: no stake is counted in two places. Debts of players are theirs and lower nobody's money. */
async function insertCount(tx: Tx, day: string, now: Date): Promise<void> {
  const role = (name: keyof typeof SYSTEM_ROLES) => sql.lit(SYSTEM_ROLES[name])
  await sql`
      INSERT INTO player_funds (day, currency_id, balances_minor, staked_minor, leaving_minor, received_minor, taken_at)
      SELECT ${day}::date, coalesce(p.currency_id, s.currency_id), coalesce(p.minor, 0), coalesce(s.staked, 0),
        coalesce(s.leaving, 0), coalesce(s.received, 0), ${now}
      FROM (
        SELECT currency_id::integer, sum(greatest(balance_minor, 0))::bigint AS minor FROM account
        WHERE kind = ${sql.lit(ACCOUNT_KINDS.money)} GROUP BY 1
      ) p FULL JOIN (
        SELECT (-account_id) / 16 AS currency_id,
          (sum(amount_minor) FILTER (WHERE (-account_id) % 16 IN (${role('openStakes')}, ${role('held')}, ${role('groups')})))::bigint AS staked,
          (sum(amount_minor) FILTER (WHERE (-account_id) % 16 IN (${role('payouts')}, ${role('returns')})))::bigint AS leaving,
          (-sum(amount_minor) FILTER (WHERE (-account_id) % 16 = ${role('cashier')}))::bigint AS received
        FROM ledger_entry WHERE account_id < 0 GROUP BY 1
      ) s ON s.currency_id = p.currency_id`.execute(tx)
}

const dayOf = (now: number): string => new Date(now).toISOString().slice(0, 10)

/** A count that nobody has stated by the next one is told; what was stated last counts until then. */
async function callForCover({ db, log }: FundsDeps, isNewDay: boolean): Promise<void> {
  const rows = await listFunds(db)
  const missing = rows.filter(({ stated }) => stated !== null && (coverMinor(stated) ?? 0n) < 0n)
  short = missing.length
  const codes = (some: readonly Funds[]) => some.map(({ last }) => currencyById(last.currency_id).code)
  if (missing.length > 0) log.error({ currencies: codes(missing) }, 'player funds: less lies apart than players are owed')
  if (!isNewDay) return
  const unstated = rows.filter(({ last, stated }) => daysBetween(stated?.day ?? null, last.day) > 1)
  if (unstated.length > 0) log.warn({ currencies: codes(unstated) }, 'player funds: nobody has stated what lies apart')
}

function daysBetween(from: string | null, to: string): number {
  return from === null ? Infinity : (Date.parse(to) - Date.parse(from)) / DAY
}

export interface Funds {
  /** The newest count. */
  last: FundsRow
  /** The newest one of which an officer has stated what lies apart. */
  stated: FundsRow | null
}

/** Currencies that players are owed something in. */
export async function listFunds(db: Db): Promise<Funds[]> {
  const newest = db
    .selectFrom('player_funds')
    .selectAll()
    .select(sql<string>`day::text`.as('day'))
    .distinctOn('currency_id')
  const ordered = newest.orderBy('currency_id').orderBy('player_funds.day', 'desc')
  const stated = new Map((await ordered.where('stated_minor', 'is not', null).execute()).map((row) => [row.currency_id, row]))
  const rows = (await ordered.execute()).map((last) => ({ last, stated: stated.get(last.currency_id) ?? null }))
  return rows.filter(({ last }) => owedMinor(last) > 0n)
}

/** An officer states what lies apart for players. False: no count of that day and currency. */
export async function stateFunds(
  { db, clock }: Pick<FundsDeps, 'db' | 'clock'>,
  given: { day: string; currencyId: number; statedMinor: Minor; officer: string },
): Promise<boolean> {
  const done = await db
    .updateTable('player_funds')
    .set({ stated_minor: given.statedMinor, stated_by: given.officer, stated_at: new Date(clock.now()) })
    .where('day', '=', given.day)
    .where('currency_id', '=', given.currencyId)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}
