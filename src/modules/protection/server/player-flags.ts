/**
 * Flags of players (standards WAG-24). Staff, test accounts and accounts closed by the house are closed for bets in the
 * database, in the transaction of the flag; sports of athletes are looked up in memory for every leg, at once in this process and within a second in others.
 */
import { sql } from 'kysely'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Clock } from '#lib/time.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import { OWN_WISH } from '#modules/limits/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { keepUp, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { closedState } from '../rules/exclusion.ts'
import { barringFlag, closesMoney, type HeldFlag, type PlayerFlag } from '../rules/flags.ts'
import { insertEvent, listExclusions, lockPlayer } from './store.ts'

/** The reason of blocks that a flag has made. */
const HOUSE = 'flag'

export interface FlagRow {
  player_id: number
  flag: PlayerFlag
  officer: string | null
  sports: number[]
  note: string
  set_by: string
  set_at: Date
}

export interface NewFlag {
  playerId: number
  flag: PlayerFlag
  /** Of staff: the name at the desks. */
  officer: string | null
  sports: readonly number[]
  note: string
  setBy: string
}

export interface PlayerFlags extends Kept {
  /** Problems: protection.unknown_player (404), protection.flagged_already (409). */
  set(given: NewFlag): Promise<Problem | null>
  /** Problem: protection.not_flagged (404). */
  end(given: { playerId: number; flag: PlayerFlag; endedBy: string }): Promise<Problem | null>
  list(): Promise<FlagRow[]>
  /** Why this player may not bet on the sport, or, without one, may not play at all; from memory. */
  refusal(playerId: number, sportId: number | null): Problem | null
}

/** Players that an officer is: they decide nothing about games that they hold bets on (SET-15). */
export async function staffPlayersOf(tx: Tx, officer: string): Promise<number[]> {
  const rows = await tx.selectFrom('player_flag').select('player_id').where('officer', '=', officer).where('ended_at', 'is', null).execute()
  return rows.map((row) => row.player_id)
}

export function createPlayerFlags(deps: {
  db: Db
  clock: Clock
  log: ReadLog
  limits: Pick<Limits, 'block' | 'unblock'>
  sessions: Pick<AuthDeps['sessions'], 'close' | 'forget'>
}): PlayerFlags {
  const { db, clock, log, limits, sessions } = deps
  const held = new Map<number, HeldFlag[]>()

  async function read(since: Date): Promise<void> {
    const changed = await db.selectFrom('player_flag').select('player_id').distinct().where('changed_at', '>=', since).execute()
    await hear(changed.map((row) => row.player_id))
  }

  async function hear(playerIds: readonly number[]): Promise<void> {
    if (playerIds.length === 0) return
    const rows = await db
      .selectFrom('player_flag')
      .select(['player_id', 'flag', 'sports'])
      .where('player_id', 'in', playerIds)
      .where('ended_at', 'is', null)
      .execute()
    for (const id of playerIds) held.delete(id)
    for (const { player_id: id, flag, sports } of rows) held.set(id, [...(held.get(id) ?? []), { flag, sports }])
  }

  return {
    ...keepUp({ of: 'player_flags', log, clock, read }),
    async set(given) {
      const at = new Date(clock.now())
      const { playerId } = given
      let ended: string[] = []
      const refused = await inTx(db, async (tx) => {
        const no = await insertFlag(tx, limits, given, at)
        if (!no && given.flag === 'closed') {
          await tx.updateTable('player').set({ status: 'blocked' }).where('id', '=', playerId).where('status', '=', 'active').execute()
          ended = await sessions.close(tx, { playerId }, 'closed_by_house')
        }
        return no
      })
      if (ended.length > 0) sessions.forget(ended, playerId)
      if (!refused) await hear([playerId])
      return refused
    },
    async end(given) {
      const at = new Date(clock.now())
      const refused = await inTx(db, (tx) => endFlag(tx, limits, given, at))
      if (!refused) await hear([given.playerId])
      return refused
    },
    list: () =>
      db
        .selectFrom('player_flag')
        .select(['player_id', 'flag', 'officer', 'sports', 'note', 'set_by', 'set_at'])
        .where('ended_at', 'is', null)
        .orderBy('id', 'desc')
        .limit(200)
        .execute(),
    refusal(playerId, sportId) {
      const own = held.get(playerId)
      const flag = own ? barringFlag(own, sportId) : null
      return flag && problem(`protection.flag_${flag}`, { status: 403, wire: 900_030 })
    },
  }
}

async function insertFlag(tx: Tx, limits: Pick<Limits, 'block'>, given: NewFlag, at: Date): Promise<Problem | null> {
  const { playerId, flag, officer, sports, note, setBy } = given
  await lockPlayer(tx, playerId)
  const player = await tx.selectFrom('player').select('id').where('id', '=', playerId).executeTakeFirst()
  if (!player) return problem('protection.unknown_player', { status: 404, field: 'player' })
  const { rows } = await sql`
    INSERT INTO player_flag (player_id, flag, officer, sports, note, set_by, set_at, changed_at)
    VALUES (${playerId}, ${flag}, ${officer}, ${`{${sports.join(',')}}`}::integer[], ${note}, ${setBy}, ${at}, ${at})
    ON CONFLICT (player_id, flag) WHERE ended_at IS NULL DO NOTHING RETURNING id`.execute(tx)
  if (rows.length === 0) return problem('protection.flagged_already', { status: 409, field: 'flag' })
  if (closesMoney(flag)) await limits.block(tx, playerId, null, HOUSE)
  await insertEvent(tx, playerId, 'flagged', { flag }, at)
  return null
}

async function endFlag(
  tx: Tx,
  limits: Pick<Limits, 'block' | 'unblock'>,
  { playerId, flag, endedBy }: { playerId: number; flag: PlayerFlag; endedBy: string },
  at: Date,
): Promise<Problem | null> {
  await lockPlayer(tx, playerId)
  const ended = await tx
    .updateTable('player_flag')
    .set({ ended_by: endedBy, ended_at: at, changed_at: at })
    .where('player_id', '=', playerId)
    .where('flag', '=', flag)
    .where('ended_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!ended) return problem('protection.not_flagged', { status: 404, field: 'flag' })
  await insertEvent(tx, playerId, 'flag_ended', { flag }, at)
  // An account that was erased meanwhile stays closed.
  if (flag === 'closed')
    await tx.updateTable('player').set({ status: 'active' }).where('id', '=', playerId).where('status', '=', 'blocked').execute()
  const others = await tx.selectFrom('player_flag').select('flag').where('player_id', '=', playerId).where('ended_at', 'is', null).execute()
  const block = await tx.selectFrom('betting_block').select('reason').where('player_id', '=', playerId).forUpdate().executeTakeFirst()
  if (block?.reason !== HOUSE || others.some((other) => closesMoney(other.flag))) return null
  await limits.unblock(tx, playerId)
  // A break or an exclusion that came meanwhile goes on.
  const closed = closedState(await listExclusions(tx, playerId), at.getTime())
  if (closed) await limits.block(tx, playerId, closed.until === 'open_end' ? null : new Date(closed.until), OWN_WISH)
  return null
}
