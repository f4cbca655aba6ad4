/** Time at play of players who limit it: counted in turns by any number of processes, ended when it is used up. */
import { sql } from 'kysely'
import { DAY, MINUTE, SECOND, type Clock } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { closedState } from '../rules/exclusion.ts'
import { ACTIVE_WITHIN_MS, timeFreeFrom, type PlayedHour } from '../rules/session-time.ts'
import { selectWindow } from './calendar.ts'
import { eachPlayer } from './each-player.ts'
import { insertExclusion, type ExcludeDeps } from './exclude.ts'
import { listExclusions, listLimits, lockPlayer } from './store.ts'

export const COUNT_EVERY_MS = 15 * SECOND
/** What lies longer between two counts was no play that anybody saw. */
const MOST_AT_ONCE_MS = 4 * COUNT_EVERY_MS
/** A month, and a day for whoever lives where it is another one. */
const LONGEST_DAYS = 32

export async function listUsed(db: Db | Tx, playerId: number, now: number): Promise<PlayedHour[]> {
  const { rows } = await sql<{
    day: number
    hour: number
    used_ms: bigint
  }>`SELECT day - DATE '1970-01-01' AS day, hour, used_ms FROM protection_time
    WHERE player_id = ${playerId} AND day > ${new Date(now - LONGEST_DAYS * DAY)}::date`.execute(db)
  return rows.map(({ day, hour, used_ms }) => ({ day, hour, ms: Number(used_ms) }))
}

/** Players with a limit of time who did something in the last minutes. */
async function listPlaying(db: Db, now: number): Promise<number[]> {
  const { rows } = await sql<{ player_id: number }>`SELECT DISTINCT l.player_id FROM protection_limit l
    JOIN session s ON s.player_id = l.player_id AND s.closed_at IS NULL AND s.expires_at > ${new Date(now)}
      AND s.last_action_at > ${new Date(now - ACTIVE_WITHIN_MS)}
    WHERE l.kind = 'session'`.execute(db)
  return rows.map((row) => row.player_id)
}

async function addTime(tx: Tx, playerId: number, now: number): Promise<void> {
  const { rows } = await sql<{ at: Date | null }>`SELECT max(counted_at) AS at FROM protection_time WHERE player_id = ${playerId}`.execute(
    tx,
  )
  const since = rows[0]?.at?.getTime()
  const passed = since === undefined ? 0 : Math.max(0, now - since)
  const more = passed > MOST_AT_ONCE_MS ? COUNT_EVERY_MS : passed
  await sql`INSERT INTO protection_time AS t (player_id, day, hour, used_ms, counted_at)
    SELECT ${playerId}, here::date, extract(hour FROM here)::smallint, ${more}, ${new Date(now)}
    FROM (SELECT ${new Date(now)}::timestamptz AT TIME ZONE limit_zone(${playerId}) AS here) w
    ON CONFLICT (player_id, day, hour) DO UPDATE SET used_ms = t.used_ms + excluded.used_ms, counted_at = excluded.counted_at`.execute(tx)
}

export interface SessionTimeDeps extends ExcludeDeps {
  db: Db
  clock: Clock
  sessions: Pick<AuthDeps['sessions'], 'close' | 'forget'>
  onChanged(playerId: number): void
  log?: Pick<Logger, 'error'> | undefined
}

/** Counts and, where a limit is reached, ends the player's sessions and closes play until there is time again. */
export async function countSessionTime(deps: SessionTimeDeps): Promise<number[]> {
  const now = deps.clock.now()
  const ended: number[] = []
  const round = { idOf: (playerId: number) => playerId, log: deps.log, failed: 'time at play was not counted' }
  await eachPlayer(await listPlaying(deps.db, now), round, async (playerId) => {
    const closed = await inTx(deps.db, async (tx) => {
      await lockPlayer(tx, playerId)
      await addTime(tx, playerId, now)
      return endIfUsedUp(deps, tx, playerId, now)
    })
    if (!closed) return
    deps.sessions.forget(closed, playerId)
    deps.onChanged(playerId)
    ended.push(playerId)
  })
  return ended
}

/** Sessions that were closed; null when there is time left or play is closed already. */
async function endIfUsedUp(deps: SessionTimeDeps, tx: Tx, playerId: number, now: number): Promise<string[] | null> {
  const used = await listUsed(tx, playerId, now)
  const limits = (await listLimits(tx, playerId)).filter(({ kind }) => kind === 'session')
  const free: number[] = []
  for (const { period, amount } of limits)
    free.push(timeFreeFrom(used, await selectWindow(tx, playerId, period, now), Number(amount) * MINUTE) ?? 0)
  const until = Math.max(0, ...free)
  if (until <= now || closedState(await listExclusions(tx, playerId), now)) return null
  await insertExclusion(tx, deps.limits, { playerId, kind: 'session_time', period: 'none', startsAt: now, endsAt: until })
  return deps.sessions.close(tx, { playerId }, 'session_limit')
}
