/** Setting, softening and ending limits. The rules decide; what bets are held to is written in the same transaction. */
import { toldSum } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { unixSeconds } from '#lib/time.ts'
import {
  askLimit,
  askRemoval,
  cancelPending,
  confirmPending,
  DAYS_OF_PERIOD,
  type LimitKind,
  type LimitPeriod,
  type OwnLimit,
} from '../rules/limits.ts'
import { chooseCalendar, type CalendarChoice } from './calendar.ts'
import {
  deleteLimit,
  insertEvent,
  insertLimit,
  listLimits,
  lockPlayer,
  selectLimitOptional,
  updateLimit,
  type StoredLimit,
} from './store.ts'

export interface LimitDeps {
  db: Db
  clock: Clock
  limits: Pick<Limits, 'setLimit' | 'setLossLimit' | 'liftLimit'>
}

export interface WantedLimit {
  playerId: number
  kind: LimitKind
  period: LimitPeriod
  currencyId: number
  /** Minor units, or minutes. */
  amount: bigint
  raiseWaitMs: number
  /** For a player's first limit. */
  calendar?: CalendarChoice
}

const unknownLimit = () => problem('protection.unknown_limit', { status: 404, wire: 93, field: 'limit_id' })

/** "300.00 EUR" or "120" minutes, for the history. */
function amountText(limit: Pick<StoredLimit, 'kind' | 'currencyId'>, amount: bigint): string {
  if (limit.kind === 'session') return String(amount)
  const { sum, currency } = toldSum(amount, limit.currencyId)
  return `${sum} ${currency}`
}

/** Words of a message: a sum with its currency, or minutes. */
function valueOf(limit: StoredLimit, amount: bigint): Record<string, string | number> {
  if (limit.kind === 'session') return { minutes: Number(amount) }
  return toldSum(amount, limit.currencyId)
}

const MESSAGES = {
  limit_lowered: 'limit_lowered',
  limit_set: 'limit_set',
  raise_asked: 'limit_waits',
  limit_raised: 'limit_raised',
} as const

/** The player reads of it in his messages too, also the one who did not ask for it himself. */
async function tellPlayer(tx: Tx, limit: StoredLimit, what: keyof typeof MESSAGES, amount: bigint, now: number): Promise<void> {
  const date = limit.pending ? `${new Date(limit.pending.activeFrom).toISOString().slice(0, 16).replace('T', ' ')} UTC` : ''
  const params = { ...valueOf(limit, amount), limit: limit.kind, period: limit.period, ...(date ? { date } : {}) }
  const key = `limit:${limit.id}:${what}:${now}`
  await emit(tx, { topic: 'player.message', key, payload: { playerId: limit.playerId, template: MESSAGES[what], params } })
}

const told = (limit: StoredLimit, amount: bigint | null) => ({
  type: limit.kind,
  period: limit.period,
  ...(amount === null ? {} : { amount: amountText(limit, amount) }),
})

/** What bets are held to from now on; deposits and time are read from the limit itself. */
async function enforce(tx: Tx, limits: LimitDeps['limits'], limit: StoredLimit, next: OwnLimit | null): Promise<void> {
  if (limit.kind !== 'stake' && limit.kind !== 'loss') return
  const where = { playerId: limit.playerId, periodDays: DAYS_OF_PERIOD[limit.period], currencyId: limit.currencyId }
  if (next === null) return limits.liftLimit(tx, { ...where, kind: limit.kind })
  const held = { ...where, amountMinor: next.amount }
  return limit.kind === 'stake' ? limits.setLimit(tx, held) : limits.setLossLimit(tx, held)
}

/** A stricter limit holds when this has committed; a softer one waits. The currency of a limit never changes. */
export async function setOwnLimit({ db, clock, limits }: LimitDeps, wanted: WantedLimit): Promise<StoredLimit> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, wanted.playerId)
    const { playerId, kind, period } = wanted
    const all = await listLimits(tx, playerId)
    if (all.length === 0) await chooseCalendar(tx, playerId, wanted.calendar ?? { zones: [], weekStart: 1, windows: 'calendar' })
    const known = all.find((limit) => limit.kind === kind && limit.period === period) ?? null
    const next = askLimit(known, wanted.amount, now, wanted.raiseWaitMs)
    const limit = known ? { ...known, ...next } : await insertLimit(tx, { ...next, playerId, kind, period, currencyId: wanted.currencyId })
    if (known) await updateLimit(tx, known.id, next)
    if (known?.amount !== next.amount) await enforce(tx, limits, limit, next)
    if (known && known.amount === next.amount && !next.pending) {
      // The same again lowers nothing; it takes back what waited.
      if (known.pending) await insertEvent(tx, playerId, 'raise_cancelled', told(known, known.amount), new Date(now))
      return limit
    }
    const what = known === null ? 'limit_set' : next.pending ? 'raise_asked' : 'limit_lowered'
    await insertEvent(tx, playerId, what, told(limit, next.pending?.amount ?? next.amount), new Date(now))
    await tellPlayer(tx, limit, what, next.pending?.amount ?? next.amount, now)
    return limit
  })
}

/** Problem: protection.unknown_limit (404). */
export async function askLimitRemoval(
  { db, clock }: LimitDeps,
  given: { playerId: number; id: number; raiseWaitMs: number },
): Promise<StoredLimit | Problem> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, given.playerId)
    const known = await selectLimitOptional(tx, given.playerId, given.id)
    if (!known) return unknownLimit()
    const next = askRemoval(known, now, given.raiseWaitMs)
    await updateLimit(tx, known.id, next)
    await insertEvent(tx, given.playerId, 'removal_asked', told(known, null), new Date(now))
    return { ...known, ...next }
  })
}

/** Problems: protection.unknown_limit (404), protection.nothing_waits (409), protection.too_early (409, 92), protection.too_late (409). */
export async function decidePending(
  { db, clock, limits }: LimitDeps,
  given: { playerId: number; id: number; action: 'confirm' | 'cancel' },
): Promise<'confirmed' | 'cancelled' | Problem> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, given.playerId)
    const known = await selectLimitOptional(tx, given.playerId, given.id)
    if (!known) return unknownLimit()
    if (!known.pending) return problem('protection.nothing_waits', { status: 409, wire: 92 })
    if (given.action === 'cancel') {
      await updateLimit(tx, known.id, cancelPending(known))
      await insertEvent(tx, given.playerId, 'raise_cancelled', told(known, known.amount), new Date(now))
      return 'cancelled'
    }
    const said = confirmPending(known, now)
    switch (said.kind) {
      case 'nothing':
        return problem('protection.nothing_waits', { status: 409, wire: 92 })
      case 'too_early':
        return problem('protection.too_early', { status: 409, wire: 92, extra: { activeFrom: unixSeconds(said.activeFrom) } })
      case 'too_late':
        await updateLimit(tx, known.id, said.limit)
        return problem('protection.too_late', { status: 409, wire: 92 })
      case 'done':
        if (said.limit) await updateLimit(tx, known.id, said.limit)
        else await deleteLimit(tx, known.id)
        await enforce(tx, limits, known, said.limit)
        await insertEvent(
          tx,
          given.playerId,
          said.limit ? 'limit_raised' : 'limit_removed',
          told(known, said.limit?.amount ?? null),
          new Date(now),
        )
        if (said.limit) await tellPlayer(tx, { ...known, ...said.limit }, 'limit_raised', said.limit.amount, now)
        return 'confirmed'
    }
  })
}
