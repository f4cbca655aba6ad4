/** Sends approved withdrawals to their provider and hears what became of them. Safe in any number of processes. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Logger } from '#platform/server/log.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { ProviderOutcome } from '../rules/deposit-state.ts'
import { ASK_AFTER_MS, sentMinor, withdrawalStep } from '../rules/withdrawal-state.ts'
import type { PaymentsDeps } from './deposits.ts'
import type { PaymentOrder } from './port.ts'
import { selectAndLockWithdrawal, takeStep, type WithdrawalRow } from './withdrawals.ts'

const BATCH = 50

export interface PayoutDeps extends PaymentsDeps {
  log: Pick<Logger, 'warn' | 'error'>
}

/** One round of the worker: what may be sent is sent, what was silent for long is asked for. Gives how many it touched. */
export async function sweepPayouts(deps: PayoutDeps): Promise<number> {
  const sent = await inBatch(
    () => claimDue(deps),
    (row) => order(deps, row),
  )
  const asked = await inBatch(
    () => claimSilent(deps),
    (row) => ask(deps, row),
  )
  return sent + asked
}

/** At most a batch: the next sweep is seconds away. Nothing is claimed that this one does not come to any more. Gives how many. */
export async function inBatch<Row>(claim: () => Promise<Row | null>, act: (row: Row) => Promise<void>): Promise<number> {
  for (let done = 0; done < BATCH; done += 1) {
    const row = await claim()
    if (!row) return done
    await act(row)
  }
  return BATCH
}

/** A payment that was called back or a correction took the player below zero: until it is covered nothing leaves. */
const IN_DEBT = sql<boolean>`EXISTS (
  SELECT 1 FROM account a WHERE a.player_id = withdrawal.player_id AND a.receivable AND a.kind = 0 AND a.balance_minor < 0)`

/** Of these requests the ones that wait until their player's debt is covered. */
export async function waitForCover(db: Db, rows: readonly WithdrawalRow[]): Promise<Set<bigint>> {
  const open = rows.filter(({ state }) => withdrawalStep(state, 'cancel') !== null).map(({ id }) => id)
  if (open.length === 0) return new Set()
  const waiting = await db.selectFrom('withdrawal').select('withdrawal.id').where('withdrawal.id', 'in', open).where(IN_DEBT).execute()
  return new Set(waiting.map(({ id }) => id))
}

/** What a provider of this house carries. An empty list would be no SQL: a house without a provider carries nothing. */
export function ofOurs({ providers }: Pick<PaymentsDeps, 'providers'>): RawBuilder<SqlBool> {
  return sql<SqlBool>`provider = ANY(${Object.keys(providers)}::text[])`
}

/** It counts as sent before the provider hears of it: whatever happens then, nobody takes it back or sends another. */
async function claimDue(deps: PayoutDeps): Promise<WithdrawalRow | null> {
  return inTx(deps.db, async (tx) => {
    const row = await tx
      .selectFrom('withdrawal')
      .selectAll()
      .where('state', '=', 'approved')
      .where('send_after', '<=', new Date(deps.clock.now()))
      .where(ofOurs(deps))
      .where(({ not }) => not(IN_DEBT))
      .orderBy('send_after')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    return row ? takeStep(deps, tx, row, 'send') : null
  })
}

async function claimSilent(deps: PayoutDeps): Promise<WithdrawalRow | null> {
  return inTx(deps.db, async (tx) => {
    const now = deps.clock.now()
    const row = await tx
      .selectFrom('withdrawal')
      .selectAll()
      .where('state', '=', 'sent')
      .where('ask_after', '<=', new Date(now))
      .where(ofOurs(deps))
      .orderBy('ask_after')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return null
    const next = new Date(now + ASK_AFTER_MS)
    await tx.updateTable('withdrawal').set({ ask_after: next }).where('id', '=', row.id).execute()
    return { ...row, ask_after: next }
  })
}

async function order(deps: PayoutDeps, row: WithdrawalRow): Promise<void> {
  try {
    const answer = await deps.providers[row.provider]!.payOut(orderOf(row))
    if (answer === 'refused') await hear(deps, row.ref, 'declined')
  } catch (error) {
    // In doubt (PAY-05): it stays sent, and its state is asked for under the same reference.
    deps.log.warn({ err: error, ref: row.ref }, 'payout: the provider did not answer')
  }
}

async function ask(deps: PayoutDeps, row: WithdrawalRow): Promise<void> {
  try {
    const said = await deps.providers[row.provider]!.payOutState(row.ref)
    // The order never arrived: the same order under the same reference cannot pay twice.
    if (said === 'unknown') await order(deps, row)
    else await hear(deps, row.ref, said)
  } catch (error) {
    deps.log.warn({ err: error, ref: row.ref }, 'payout: the provider could not be asked')
  }
}

async function hear(deps: PayoutDeps, ref: string, outcome: ProviderOutcome): Promise<void> {
  const answer = await inTx(deps.db, async (tx) => {
    const row = await selectAndLockWithdrawal(tx, ref)
    return row ? applyPayoutWord(deps, tx, row, outcome) : 'unknown'
  })
  if (answer === 'contradicts') deps.log.error({ ref, outcome }, 'payout: the provider contradicts what stands')
}

/**
 * The provider's word about a locked withdrawal. `contradicts` changes nothing and is for people: paid although it was
 * given back, refused although it was paid.
 */
export async function applyPayoutWord(
  deps: Pick<PaymentsDeps, 'clock' | 'ledger'>,
  tx: Tx,
  row: WithdrawalRow,
  outcome: ProviderOutcome,
): Promise<WithdrawalRow | 'contradicts'> {
  if (outcome === 'pending') return row
  // A payout that is given back comes as a refusal; the words of deposits mean nothing here.
  if (outcome === 'refunded' || outcome === 'charged_back') return 'contradicts'
  const action = outcome === 'paid' ? 'pay' : 'refuse'
  if (row.state === (outcome === 'paid' ? 'paid' : 'refused')) return row
  if (row.state !== 'sent' || !withdrawalStep(row.state, action)) return 'contradicts'
  return (await takeStep(deps, tx, row, action)) ?? 'contradicts'
}

function orderOf(row: WithdrawalRow): PaymentOrder {
  const { code, exponent } = currencyById(row.currency_id)
  return {
    ref: row.ref,
    amountMinor: sentMinor(row),
    currency: code,
    exponent,
    method: row.method,
    brand: row.brand,
    lng: 'en',
    ...(row.destination ? { destination: row.destination } : {}),
  }
}

export async function listWithdrawals(
  db: Db,
  given: { playerId?: number; limit: number; offset?: number },
): Promise<{ rows: WithdrawalRow[]; count: number }> {
  let query = db.selectFrom('withdrawal')
  if (given.playerId !== undefined) query = query.where('player_id', '=', given.playerId)
  const { count } = await query.select((eb) => eb.fn.countAll<bigint>().as('count')).executeTakeFirstOrThrow()
  const rows = await query
    .selectAll()
    .orderBy('id', 'desc')
    .limit(given.limit)
    .offset(given.offset ?? 0)
    .execute()
  return { rows, count: Number(count) }
}

export async function listSteps(db: Db, ids: readonly bigint[]): Promise<Map<bigint, { state: string; at: Date }[]>> {
  const steps = new Map<bigint, { state: string; at: Date }[]>()
  if (ids.length === 0) return steps
  const rows = await db
    .selectFrom('withdrawal_step')
    .selectAll()
    .where('withdrawal_id', 'in', ids)
    .orderBy('withdrawal_id')
    .orderBy('n')
    .execute()
  for (const row of rows) steps.set(row.withdrawal_id, [...(steps.get(row.withdrawal_id) ?? []), { state: row.state, at: row.at }])
  return steps
}
