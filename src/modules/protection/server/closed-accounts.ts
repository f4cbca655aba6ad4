/**
 * Which accounts are closed now, known without asking: every call of a player looks here. Read at the start, again
 * every second, and at once when this process or, over the bus, another one has changed something.
 */
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { keepFresh, type Kept, type ReadLog } from '#platform/server/keep-up.ts'
import { closedState, type ClosedState } from '../rules/exclusion.ts'
import { exclusionOf, listExclusions, type StoredExclusion } from './store.ts'

/** Ids may become visible out of order: those just below the highest known are read again. */
const OVERLAP = 500

export interface ClosedAccounts extends Kept {
  stateOf(playerId: number): ClosedState<StoredExclusion> | null
  /** Reads this player's exclusions again. */
  hear(playerId: number): Promise<void>
}

export function createClosedAccounts(db: Db, clock: Clock, log: ReadLog): ClosedAccounts {
  const byPlayer = new Map<number, StoredExclusion[]>()
  let highest = 0

  function keep(exclusion: StoredExclusion): void {
    const others = (byPlayer.get(exclusion.playerId) ?? []).filter(({ id }) => id !== exclusion.id)
    byPlayer.set(exclusion.playerId, [...others, exclusion])
    highest = Math.max(highest, exclusion.id)
  }

  async function readNew(): Promise<void> {
    const now = clock.now()
    const rows = await db
      .selectFrom('protection_exclusion')
      .selectAll()
      .where((eb) => eb.or([eb('id', '>', highest - OVERLAP), eb('reopen_asked_at', '>', new Date(now - 2 * DAY))]))
      .execute()
    for (const row of rows) keep(exclusionOf(row))
  }

  async function load(): Promise<void> {
    const now = new Date(clock.now())
    const rows = await db
      .selectFrom('protection_exclusion')
      .selectAll()
      .where((eb) => eb.or([eb('kind', '=', 'self_exclusion'), eb('ends_at', '>', now)]))
      .execute()
    for (const row of rows) keep(exclusionOf(row))
    const { rows: last } = await sql<{ id: number | null }>`SELECT max(id) AS id FROM protection_exclusion`.execute(db)
    highest = Math.max(highest, last[0]?.id ?? 0)
  }

  return {
    // While it cannot be read the database itself refuses bets and deposits.
    ...keepFresh({ of: 'closed_accounts', log, load, readOn: readNew }),
    stateOf(playerId) {
      const list = byPlayer.get(playerId)
      return list ? closedState(list, clock.now()) : null
    },
    async hear(playerId) {
      for (const exclusion of await listExclusions(db, playerId)) keep(exclusion)
    },
  }
}
