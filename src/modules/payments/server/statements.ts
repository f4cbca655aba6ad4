/** The provider's statement of every day against our ledger (PAY-06): what differs is kept until it is explained. */
import { createHash } from 'node:crypto'
import { sql, type Selectable } from 'kysely'
import { minorText, parseMinor } from '#lib/money.ts'
import { DAY } from '#lib/time.ts'
import { gauge } from '#platform/server/metrics.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { currencyByCode, currencyById, currencyOfSystemAccount, ENTRY_KINDS, SYSTEM_ROLES } from '#modules/ledger/server/index.ts'
import { AGEING_MS, daysDue, NEIGHBOUR_DAYS, reconcile, type Difference, type Explanation, type Moved } from '../rules/reconcile.ts'
import { applyEvent, type CallbackAnswer } from './callbacks.ts'
import type { PaymentsDeps } from './deposits.ts'
import type { PayoutDeps } from './payouts.ts'
import type { Statement, StatementLine } from './port.ts'
import type { DifferenceTable } from './tables.ts'

export type DifferenceRow = Selectable<DifferenceTable>

/** Of the process that compares. */
let open = 0
let ageing = 0
gauge('payment_differences', 'Differences between statements of providers and the ledger that nobody has explained', () => open)
gauge('payment_differences_ageing', 'Those of them that are older than a day', () => ageing)

/** Compares the days that are due with every provider that gives a statement. Gives how many days it has compared. */
export async function sweepStatements(deps: PayoutDeps): Promise<number> {
  let compared = 0
  for (const [provider, { statement }] of Object.entries(deps.providers)) {
    if (!statement) continue
    try {
      for (const day of daysDue(deps.clock.now(), await stateOf(deps.db, provider))) {
        await compareDay(deps, provider, statement, day)
        compared += 1
      }
    } catch (error) {
      deps.log.warn({ err: error, provider }, 'statement: not compared, tried again within the hour')
    }
  }
  await countOpen(deps)
  return compared
}

async function stateOf(db: Db, provider: string): Promise<{ last: number | null; open: number[] }> {
  const last = await db
    .selectFrom('statement_day')
    .select(({ fn }) => fn.max(sql<string>`day::text`).as('day'))
    .where('provider', '=', provider)
    .executeTakeFirst()
  const days = await db
    .selectFrom('payment_difference')
    .select(sql<string>`day::text`.as('day'))
    .distinct()
    .where('provider', '=', provider)
    .where('over_at', 'is', null)
    .execute()
  return { last: last?.day ? dayNumber(last.day) : null, open: days.map(({ day }) => dayNumber(day)) }
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY
const dayText = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10)

async function compareDay(deps: PayoutDeps, provider: string, { covers, read }: Statement, day: number): Promise<void> {
  const now = deps.clock.now()
  // With the days beside it: see `reconcile`.
  const span = { from: (day - NEIGHBOUR_DAYS) * DAY, to: Math.min((day + 1 + NEIGHBOUR_DAYS) * DAY, now) }
  const there = (await read(span.from, span.to)).filter(({ movement }) => covers.includes(movement)).map(asMoved)
  const here = (await movedHere(deps.db, provider, span)).filter(({ movement }) => covers.includes(movement))
  const found = reconcile(there, here, { from: day * DAY, to: (day + 1) * DAY })
  await inTx(deps.db, async (tx) => {
    await keepDifferences(tx, { provider, day: dayText(day), now: new Date(now) }, found)
    const row = { movements: there.length, checked_at: new Date(now) }
    await tx
      .insertInto('statement_day')
      .values({ provider, day: dayText(day), ...row })
      .onConflict((conflict) => conflict.columns(['provider', 'day']).doUpdateSet(row))
      .execute()
  })
}

/** Written as ours are; what is no sum of a known currency stays as it came and meets nothing. */
function asMoved({ amount, currency: code, ...line }: StatementLine): Moved {
  const currency = currencyByCode(code)
  const minor = currency ? parseMinor(amount, currency.exponent) : null
  return { ...line, sum: currency && minor !== null ? `${minorText(minor, currency.exponent)} ${code}` : `${amount} ${code}` }
}

/** What the ledger has moved between the house and a provider: the entries of the cashier's account. */
async function movedHere(db: Db, provider: string, { from, to }: { from: number; to: number }): Promise<Moved[]> {
  const { rows } = await sql<{ key: string; account_id: number; minor: bigint; at: Date; kind: number }>`
    SELECT p.key, p.kind, p.at, e.account_id, sum(e.amount_minor)::bigint AS minor
    FROM ledger_posting p JOIN ledger_entry e ON e.tx_id = p.tx_id AND e.kind = p.kind
    WHERE p.kind IN (${sql.lit(ENTRY_KINDS.deposit)}, ${sql.lit(ENTRY_KINDS.withdrawalPaid)}) AND p.at >= ${new Date(from)} AND p.at < ${new Date(to)} AND starts_with(p.key, ${`${provider}:`})
      AND e.account_id < 0 AND (-e.account_id) % 16 = ${sql.lit(SYSTEM_ROLES.cashier)}
    GROUP BY p.key, p.kind, p.at, e.account_id HAVING sum(e.amount_minor) <> 0`.execute(db)
  return rows.map(({ key, kind, account_id: accountId, minor, at }) => {
    const { code, exponent } = currencyById(currencyOfSystemAccount(accountId))
    const movement = kind === ENTRY_KINDS.withdrawalPaid ? 'out' : minor < 0n ? 'in' : 'back'
    return { movement, ref: key.split(':')[1]!, sum: `${minorText(minor < 0n ? -minor : minor, exponent)} ${code}`, at: at.getTime() }
  })
}

/** New ones are kept, those that are gone are over; what an officer has explained stays explained. */
async function keepDifferences(tx: Tx, { provider, day, now }: { provider: string; day: string; now: Date }, found: readonly Difference[]) {
  const known = await tx
    .selectFrom('payment_difference')
    .selectAll()
    .where('provider', '=', provider)
    .where('day', '=', day)
    .forUpdate()
    .execute()
  const nameOf = (one: Difference | DifferenceRow) => [one.kind, one.movement, one.ref, one.there, one.here].join(' ')
  const still = new Map(found.map((one) => [nameOf(one), one]))
  for (const row of known) {
    const same = still.get(nameOf(row))
    still.delete(nameOf(row))
    const change = changeOf(row, same, now)
    if (change) await tx.updateTable('payment_difference').set(change).where('id', '=', row.id).execute()
  }
  for (const one of still.values()) {
    const end = { over_at: null, reason: null, officer: null }
    await tx
      .insertInto('payment_difference')
      .values({ ...one, provider, day, found_at: now, ...end })
      // Another process may have compared the day meanwhile.
      .onConflict((conflict) => conflict.doNothing())
      .execute()
  }
}

function changeOf(row: DifferenceRow, same: Difference | undefined, now: Date) {
  if (!same) return row.over_at === null ? { over_at: now, reason: 'gone' as const } : null
  if (row.reason === 'gone') return { over_at: null, reason: null, found_at: now, times: same.times }
  // An explanation is of what its officer saw: more of the same asks again.
  if (same.times > row.times) return { over_at: null, reason: null, officer: null, times: same.times }
  return null
}

async function countOpen({ db, clock, log }: PayoutDeps): Promise<void> {
  const rows = await listDifferences(db)
  const old = rows.filter(({ found_at }) => found_at.getTime() < clock.now() - AGEING_MS)
  open = rows.length
  ageing = old.length
  if (old.length > 0)
    log.error({ count: old.length, refs: old.slice(0, 10).map(({ ref }) => ref) }, 'statement: unexplained for over a day')
}

/** Open ones, the oldest first. */
export async function listDifferences(db: Db): Promise<DifferenceRow[]> {
  return db
    .selectFrom('payment_difference')
    .selectAll()
    .select(sql<string>`day::text`.as('day'))
    .where('over_at', 'is', null)
    .orderBy('found_at')
    .orderBy('id')
    .limit(1000)
    .execute()
}

/** An officer says what it is. False: it is unknown or over. */
export async function explainDifference(
  { db, clock }: Pick<PaymentsDeps, 'db' | 'clock'>,
  given: { id: bigint; officer: string; reason: Explanation },
): Promise<boolean> {
  const done = await db
    .updateTable('payment_difference')
    .set({ over_at: new Date(clock.now()), reason: given.reason, officer: given.officer })
    .where('id', '=', given.id)
    .where('over_at', 'is', null)
    .executeTakeFirst()
  return done.numUpdatedRows === 1n
}

/**
 * What the provider has and we have not, taken as its word: a lost callback is made up for. It goes the way of a callback, so
 * it credits once at most, whatever comes later. Null: nothing that can be taken.
 */
export async function takeFromStatement(deps: PaymentsDeps, id: bigint): Promise<CallbackAnswer | null> {
  return inTx(deps.db, async (tx) => {
    const row = await tx.selectFrom('payment_difference').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
    if (!row || row.over_at !== null || row.kind !== 'missing_here' || row.movement === 'back') return null
    const [amount = '', currency = ''] = row.there.split(' ')
    const event = { eventId: `statement-${row.id}`, ref: row.ref, outcome: 'paid' as const, amount, currency }
    const answer = await applyEvent(deps, tx, row.provider, event, createHash('sha256').update(JSON.stringify(event)).digest())
    if (answer.kind === 'accepted') {
      const over = { over_at: new Date(deps.clock.now()), reason: 'gone' as const }
      await tx.updateTable('payment_difference').set(over).where('id', '=', id).execute()
    }
    return answer
  })
}
