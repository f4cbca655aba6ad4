/**
 * Sports that players do not want to see or to bet on (features AU-36). Placing asks for every leg, so they are kept
 * in memory: at once in the process that changes them, within a second in the others.
 */
import type { Clock } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { keepUp, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { SPORT_CHOICES } from '../rules/sport-choice.ts'
import './tables.ts'

export interface SportLists {
  line: number[]
  live: number[]
}

export interface DisallowedSports extends Kept {
  /** Problem: account.unknown_sport (422) at its list. */
  set(playerId: number, lists: SportLists): Promise<SportLists | Problem>
  /** Whether the player has closed that sport for himself there. */
  isDisallowed(playerId: number, sportId: number, live: boolean): boolean
}

const KNOWN = new Set(SPORT_CHOICES.map(({ id }) => id))

export async function selectDisallowedSports(db: Db | Tx, playerId: number): Promise<SportLists> {
  const row = await db.selectFrom('disallowed_sport').select(['line', 'live']).where('player_id', '=', playerId).executeTakeFirst()
  return row ?? { line: [], live: [] }
}

export function createDisallowedSports(db: Db, clock: Clock, log: ReadLog): DisallowedSports {
  const kept = new Map<number, { line: ReadonlySet<number>; live: ReadonlySet<number> }>()

  function keep(playerId: number, { line, live }: SportLists): void {
    if (line.length === 0 && live.length === 0) kept.delete(playerId)
    else kept.set(playerId, { line: new Set(line), live: new Set(live) })
  }

  async function read(since: Date): Promise<void> {
    const rows = await db.selectFrom('disallowed_sport').selectAll().where('changed_at', '>=', since).execute()
    for (const row of rows) keep(row.player_id, row)
  }

  return {
    ...keepUp({ of: 'disallowed_sports', log, clock, read }),
    async set(playerId, given) {
      for (const [field, ids] of Object.entries({ lineDisallowSport: given.line, liveDisallowSport: given.live })) {
        if (!ids.every((id) => KNOWN.has(id))) return problem('account.unknown_sport', { field, status: 422 })
      }
      const lists = { line: sorted(given.line), live: sorted(given.live) }
      const values = { ...lists, changed_at: new Date(clock.now()) }
      await db
        .insertInto('disallowed_sport')
        .values({ player_id: playerId, ...values })
        .onConflict((conflict) => conflict.column('player_id').doUpdateSet(values))
        .execute()
      keep(playerId, lists)
      return lists
    },
    isDisallowed: (playerId, sportId, live) => kept.get(playerId)?.[live ? 'live' : 'line'].has(sportId) ?? false,
  }
}

const sorted = (ids: readonly number[]) => [...new Set(ids)].sort((a, b) => a - b)
