/**
 * Stops of betting on demand: on everything, a sport, a game, a market, a provider, a player or a brand (standards
 * WAG-11). Written once in the database; each process keeps those in force in memory, and the transaction of a bet
 * refuses whoever does not know the newest one, so a stop holds at once everywhere, whatever messages are lost.
 */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import { rawPool, type Db } from '#platform/server/db.ts'

export const STOP_SCOPES = ['all', 'sport', 'game', 'market', 'provider', 'player', 'brand'] as const
export type StopScope = (typeof STOP_SCOPES)[number]

/** `target`: '' of all, sport id, CI of the main game, `ci:group` of a market, provider, player id, brand. */
export interface Stop {
  scope: StopScope
  target: string
}

export interface StopRecord extends Stop {
  id: bigint
  at: Date
  actor: string
  reason: string
  stopped: boolean
}

export interface StoppableGame {
  mainCi: number
  sportId: number
}

export interface Stops {
  /** Resolves when the stop, or its end, is in force everywhere: no bet that was checked without it can be committed any more. */
  set(stop: Stop, stopped: boolean, actor: string, reason: string): Promise<void>
  /** Number of the newest that this process knows: a bet tells it as it was when the bet was checked. */
  version(): bigint
  /** Nothing is stopped. */
  isQuiet(): boolean
  hasGame(game: StoppableGame, provider: string | null): boolean
  hasMarket(ci: number, group: number): boolean
  has(stop: Stop): boolean
  /** Who stopped what, when and why; the newest first. */
  list(limit: number): Promise<StopRecord[]>
  refresh(): Promise<void>
}

const keyOf = ({ scope, target }: Stop) => `${scope}|${target}`

export function createStops(db: Db, clock: Clock): Stops {
  let version = 0n
  let inForce = new Set<string>()
  /** None in force is the usual case: asked for every leg of every coupon. */
  let isQuiet = true
  let reading: Promise<void> | null = null

  /** Only what was said since the last read: every stop there ever was stays in its table. */
  async function read(): Promise<void> {
    const { rows } = await sql<{ id: bigint; scope: StopScope; target: string; stopped: boolean }>`
      SELECT DISTINCT ON (scope, target) id, scope, target, stopped FROM betting_stop WHERE id > ${version}
      ORDER BY scope, target, id DESC`.execute(db)
    const newest = rows.reduce((most, row) => (row.id > most ? row.id : most), 0n)
    if (newest <= version) return
    version = newest
    inForce = new Set(inForce)
    for (const row of rows) {
      if (row.stopped) inForce.add(keyOf(row))
      else inForce.delete(keyOf(row))
    }
    isQuiet = inForce.size === 0
  }

  function put(id: bigint, stop: Stop, stopped: boolean): void {
    const next = new Set(inForce)
    if (stopped) next.add(keyOf(stop))
    else next.delete(keyOf(stop))
    version = id
    inForce = next
    isQuiet = next.size === 0
  }

  /** Whoever asks while a read is on its way gets the next one: the present one may have begun too early. */
  let next: Promise<void> | null = null
  function refresh(): Promise<void> {
    if (!reading) return (reading = read().finally(() => (reading = null)))
    return (next ??= reading
      .catch(() => {})
      .then(() => {
        next = null
        return refresh()
      }))
  }

  const has = (stop: Stop) => inForce.has(keyOf(stop))
  return {
    async set({ scope, target }, stopped, actor, reason) {
      // A statement of its own on a connection of its own: the lock must be taken before its snapshot is.
      const values = [scope, target, stopped, actor, reason, new Date(clock.now())]
      const { rows } = await rawPool(db).query<{ id: bigint }>('SELECT stop_betting($1, $2, $3, $4, $5, $6) AS id', values)
      const { id } = rows[0]!
      // Numbers have no gaps: when this is the next one, nothing else was said since the last read.
      if (id === version + 1n) put(id, { scope, target }, stopped)
      else if (id > version) await refresh()
    },
    version: () => version,
    isQuiet: () => isQuiet,
    hasGame: ({ mainCi, sportId }, provider) =>
      !isQuiet &&
      (has({ scope: 'all', target: '' }) ||
        has({ scope: 'sport', target: String(sportId) }) ||
        has({ scope: 'game', target: String(mainCi) }) ||
        (provider !== null && has({ scope: 'provider', target: provider }))),
    hasMarket: (ci, group) => !isQuiet && has({ scope: 'market', target: `${ci}:${group}` }),
    has: (stop) => !isQuiet && has(stop),
    async list(limit) {
      const { rows } =
        await sql<StopRecord>`SELECT id, at, actor, reason, scope, target, stopped FROM betting_stop ORDER BY id DESC LIMIT ${limit}`.execute(
          db,
        )
      return rows
    },
    refresh,
  }
}
