/**
 * Blocks and limits of players. Reads are in memory: they refuse early and say why. Writes go to the database and
 * at once into the memory of this process; other processes see them at their next load. What counts is the guard
 * in the transaction of the bet (migrations 0016, 0064, 0070); windows are those of the player's own calendar, or rolling ones.
 */
import { sql } from 'kysely'
import type { Clock, Millis } from '#lib/time.ts'
import { minorText, type Minor } from '#lib/money.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'

export interface PlayerLimit {
  playerId: number
  periodDays: 1 | 7 | 30
  currencyId: number
  amountMinor: Minor
}

/** A limit with what of its window is used, and when the next window begins. */
interface HeldLimit extends PlayerLimit {
  usedMinor: Minor
  restartsAt: Millis
  /** Over the hours up to now: there is no window that begins anew (migration 0070). */
  rolls: boolean
}

interface WindowRow {
  player_id: number
  period_days: 1 | 7 | 30
  currency_id: number
  amount_minor: bigint
  used_minor: bigint
  restarts: Date
  rolls: boolean
}

const heldOf = (row: WindowRow): HeldLimit => ({
  playerId: row.player_id,
  periodDays: row.period_days,
  currencyId: row.currency_id,
  amountMinor: row.amount_minor,
  usedMinor: row.used_minor,
  restartsAt: row.restarts.getTime(),
  rolls: row.rolls,
})

const PERIOD_KEYS = { 1: 'day', 7: 'week', 30: 'month' } as const

export interface AccountLimits {
  check(playerId: number, stakeMinor: Minor | null, currencyId: number): Problem | null
  count(playerId: number, stakeMinor: Minor, currencyId: number): void
  block(tx: Tx, playerId: number, until: Date | null, reason: string): Promise<void>
  unblock(tx: Tx, playerId: number): Promise<void>
  setLimit(tx: Tx, limit: PlayerLimit): Promise<void>
  /** A limit of net losses; decided in the transaction of the bet alone. */
  setLossLimit(tx: Tx, limit: PlayerLimit): Promise<void>
  /** The limit is no more; memory forgets it at once here and within two seconds elsewhere. */
  liftLimit(tx: Tx, limit: Omit<PlayerLimit, 'amountMinor'> & { kind: 'stake' | 'loss' }): Promise<void>
  /** Thousandths of the usual limits, 1000 = usual. */
  trustMilli(playerId: number): number
  setTrust(tx: Tx, trust: { playerId: number; factorMilli: number; actor: string; reason: string }): Promise<void>
  load(): Promise<void>
}

const STAKES = 1
const LOSSES = 2
const USUAL_TRUST_MILLI = 1000
/** The reason of blocks that players asked for themselves: one of an officer's stands before it. */
export const OWN_WISH = 'protection'

/** What a correction took has to be covered first. */
export const debtProblem = (): Problem => problem('bets.betting_closed_debt', { wire: 900_030 })

export function ownLimitProblem(limit: Pick<HeldLimit, 'amountMinor' | 'currencyId' | 'periodDays' | 'rolls'>): Problem {
  const { exponent, code } = currencyById(limit.currencyId)
  const params = {
    sum: minorText(limit.amountMinor, exponent),
    currency: code,
    ...(limit.rolls ? {} : { context: PERIOD_KEYS[limit.periodDays] }),
  }
  return problem('bets.own_limit', { wire: 900_030, params })
}

export function createAccountLimits(db: Db, clock: Clock): AccountLimits {
  let blocks = new Map<number, number | null>()
  /** Players with an account below zero (rules 3.7). */
  let debtors = new Set<number>()
  let limits = new Map<number, HeldLimit[]>()
  let trust = new Map<number, number>()
  /** Numbers of the read that began last, and of the one whose figures are here. */
  let begun = 0
  let taken = 0
  /** Players whose memory was written, with the number of the read that had begun last: that one may not have seen it. */
  const written = new Map<number, number>()
  const wrote = (playerId: number) => void written.set(playerId, begun)

  /** In a window that has begun since it was read, only the transaction of the bet knows what is used. */
  const staked = (limit: HeldLimit): Minor => (clock.now() < limit.restartsAt ? limit.usedMinor : 0n)

  return {
    check(playerId, stakeMinor, currencyId) {
      const until = blocks.get(playerId)
      if (until !== undefined && (until === null || until > clock.now())) {
        const params: Record<string, number> = until === null ? {} : { until }
        return problem(until === null ? 'bets.betting_closed' : 'bets.betting_closed_until', { wire: 900_030, params })
      }
      if (debtors.has(playerId)) return debtProblem()
      if (stakeMinor === null) return null
      for (const limit of limits.get(playerId) ?? []) {
        if (limit.currencyId !== currencyId || staked(limit) + stakeMinor <= limit.amountMinor) continue
        return ownLimitProblem(limit)
      }
      return null
    },
    count(playerId, stakeMinor, currencyId) {
      const list = limits.get(playerId)
      if (!list) return
      wrote(playerId)
      const counted = (limit: HeldLimit) => (limit.currencyId === currencyId ? { ...limit, usedMinor: staked(limit) + stakeMinor } : limit)
      limits.set(playerId, list.map(counted))
    },
    async block(tx, playerId, until, reason) {
      // Bets on their way hold these locks: they commit before the block, and whoever comes later sees it.
      await sql`SELECT 1 FROM account WHERE player_id = ${playerId} ORDER BY id FOR UPDATE`.execute(tx)
      // Of two blocks the longer one stands: none ever opens what another has closed.
      const { rows } = await sql<{
        until: Date | null
      }>`INSERT INTO betting_block AS b (player_id, until, reason) VALUES (${playerId}, ${until}, ${reason})
        ON CONFLICT (player_id) DO UPDATE SET
          until = CASE WHEN b.until IS NULL OR excluded.until IS NULL THEN NULL ELSE greatest(b.until, excluded.until) END,
          reason = CASE WHEN b.until > excluded.until OR (b.until IS NULL AND excluded.until IS NOT NULL) THEN b.reason
            WHEN b.until IS NULL AND b.reason <> ${OWN_WISH} THEN b.reason ELSE excluded.reason END
        RETURNING b.until`.execute(tx)
      wrote(playerId)
      blocks.set(playerId, rows[0]?.until?.getTime() ?? null)
    },
    async unblock(tx, playerId) {
      await tx.deleteFrom('betting_block').where('player_id', '=', playerId).execute()
      wrote(playerId)
      blocks.delete(playerId)
    },
    async setLimit(tx, limit) {
      const { playerId, periodDays, currencyId, amountMinor } = limit
      const at = new Date(clock.now())
      await sql`SELECT set_stake_limit(${playerId}, ${periodDays}::smallint, ${currencyId}::smallint, ${amountMinor}, ${at})`.execute(tx)
      const { rows } = await sql<WindowRow>`SELECT * FROM stake_windows(${at}) WHERE player_id = ${playerId}`.execute(tx)
      wrote(playerId)
      limits.set(playerId, rows.map(heldOf))
    },
    async setLossLimit(tx, { playerId, periodDays, currencyId, amountMinor }) {
      await sql`SELECT set_loss_limit(${playerId}, ${periodDays}::smallint, ${currencyId}::smallint, ${amountMinor}, ${new Date(clock.now())})`.execute(
        tx,
      )
    },
    async liftLimit(tx, { playerId, kind, periodDays, currencyId }) {
      await tx
        .deleteFrom('player_limit')
        .where('player_id', '=', playerId)
        .where('kind', '=', kind === 'stake' ? STAKES : LOSSES)
        .where('period_days', '=', periodDays)
        .where('currency_id', '=', currencyId)
        .execute()
      if (kind === 'loss') return
      wrote(playerId)
      const left = (limits.get(playerId) ?? []).filter((l) => l.periodDays !== periodDays || l.currencyId !== currencyId)
      if (left.length) limits.set(playerId, left)
      else limits.delete(playerId)
    },
    trustMilli: (playerId) => trust.get(playerId) ?? USUAL_TRUST_MILLI,
    async setTrust(tx, { playerId, factorMilli, actor, reason }) {
      const row = { player_id: playerId, factor_milli: factorMilli, actor, reason, at: new Date(clock.now()) }
      await tx
        .insertInto('player_trust')
        .values(row)
        .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
        .execute()
      wrote(playerId)
      trust.set(playerId, factorMilli)
    },
    async load() {
      const read = (begun += 1)
      const now = new Date(clock.now())
      const blocked = await db
        .selectFrom('betting_block')
        .selectAll()
        .where((row) => row.or([row('until', 'is', null), row('until', '>', now)]))
        .execute()
      const inDebt = await db
        .selectFrom('account')
        .select('player_id')
        .where('receivable', '=', true)
        .where('kind', '=', 0)
        .where('balance_minor', '<', 0n)
        .execute()
      const { rows } = await sql<WindowRow>`SELECT * FROM stake_windows(${now})`.execute(db)
      const trusted = await db.selectFrom('player_trust').select(['player_id', 'factor_milli']).execute()
      // Two reads at once: the one that began last has seen more.
      if (read < taken) return
      taken = read
      const kept: number[] = []
      for (const [playerId, at] of written) {
        if (at >= read) kept.push(playerId)
        else written.delete(playerId)
      }
      debtors = new Set(inDebt.map((row) => row.player_id))
      trust = keeping(kept, trust, new Map(trusted.map((row) => [row.player_id, row.factor_milli])))
      blocks = keeping(kept, blocks, new Map(blocked.map((b) => [b.player_id, b.until?.getTime() ?? null])))
      limits = keeping(
        kept,
        limits,
        Map.groupBy(rows.map(heldOf), (limit) => limit.playerId),
      )
    },
  }
}

/** What was read, but for players of whom memory knows more. */
function keeping<T>(players: readonly number[], known: ReadonlyMap<number, T>, read: Map<number, T>): Map<number, T> {
  for (const player of players) {
    const value = known.get(player)
    if (value === undefined) read.delete(player)
    else read.set(player, value)
  }
  return read
}
