/**
 * What each player's equal bets take of their largest stake (rules/equal-bets.ts), counted in the transaction of the bet as the
 * pools are (pools.ts): two servers at once cannot overrun it. A hundredth is taken by each process without a count, so that
 * small bets write no rows.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { must } from '#lib/assert.ts'
import type { BetKind } from '#modules/payout/rules/bet.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import type { Db } from '#platform/server/db.ts'
import { WHOLE } from '../rules/equal-bets.ts'
import { kindOf } from '../rules/kind-range.ts'
import type { LimitedBet } from './bet-limits.ts'
import { selectCounted } from './pool-store.ts'
import type { PoolPart, Taken } from './pools.ts'

interface Share {
  /** Taken by this process without a count. */
  free: bigint
  /** The row of the database as last known. What is on its way is not in it: the same bet, asked for twice at once, would refuse itself. */
  stored: bigint
}

export interface EqualShares {
  taken(key: string): bigint
  /** `isBound`: refused where the whole is taken. */
  take(key: string, share: bigint, isBound: boolean): Taken
  /** What another process has counted or given back. */
  hear(part: PoolPart): void
  /** Reads again what somebody asked about. */
  refresh(): Promise<void>
  load(): Promise<void>
}

const FREE = WHOLE / 100n
/** Of bets beyond these the database knows. */
const MAX_SHARES = 100_000
const MAX_READ = 2_000
/** As much as a row can hold. */
const UNBOUND = 9n * 10n ** 18n

const PREFIX = 'e:'
export const isEqualKey = (key: string) => key.startsWith(PREFIX)

/** The same player, kind, outcomes, size and blocks, whatever the price and the stakes; null = nobody's bet. */
export function equalKey({ playerId, vid, legs, terms }: LimitedBet): string | null {
  if (playerId === null || legs.length === 0) return null
  const outcomes = legs.map((leg) => `${leg.ci}:${leg.t}:${leg.p}:${leg.playerId}`)
  if (outcomes.length === 1) return `${PREFIX}${playerId}:${outcomes[0]}`
  const kind = kindOf(vid)
  const bet = JSON.stringify([kind, terms.size, terms.jointPrice !== undefined, partsOf(kind, outcomes, terms)])
  return `${PREFIX}${playerId}:${hash('sha1', bet, 'base64url')}`
}

/** Outcomes, or blocks of them, in whatever order where that says nothing. */
function partsOf(kind: BetKind, outcomes: readonly string[], { blocks, withLobby }: BetTerms): readonly string[] {
  const joined = (block: readonly number[]) =>
    block
      .map((leg) => must(outcomes[leg], 'leg of a block'))
      .toSorted()
      .join()
  const parts = blocks?.map(joined) ?? outcomes
  if (kind === 'chain' || kind === 'conditional') return parts
  const [lobby, ...others] = parts
  return withLobby ? [`lobby ${lobby}`, ...others.toSorted()] : parts.toSorted()
}

export function createEqualShares(db: Db): EqualShares {
  const shares = new LRUCache<string, Share>({ max: MAX_SHARES })
  const asked = new Set<string>()

  function shareOf(key: string): Share {
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { free: 0n, stored: 0n }))
    return share
  }

  /** Read before this, it is counted twice until the next read. */
  function hear({ key, cents }: PoolPart): void {
    const share = shareOf(key)
    share.stored = share.stored + cents > 0n ? share.stored + cents : 0n
    asked.add(key)
  }

  return {
    taken(key) {
      const share = shares.get(key)
      if (!share) return 0n
      if (share.stored > 0n) asked.add(key)
      return share.free + share.stored
    },
    take(key, cents, isBound) {
      const share = shareOf(key)
      if (share.free + cents > FREE) {
        const part = { key, cents, mostCents: isBound ? WHOLE - share.free : UNBOUND }
        return { parts: [part], giveBack: () => void asked.add(key), keep: () => hear(part) }
      }
      share.free += cents
      let isTaken = true
      const giveBack = () => {
        if (isTaken) share.free -= cents
        isTaken = false
      }
      return { parts: null, giveBack, keep: () => void (isTaken = false) }
    },
    hear,
    async refresh() {
      const keys = [...asked].slice(0, MAX_READ)
      if (keys.length === 0) return
      const known = await selectCounted(db, keys)
      for (const key of keys) {
        asked.delete(key)
        const share = shares.get(key)
        if (share) share.stored = known.get(key) ?? 0n
      }
    },
    async load() {
      const { rows } = await sql<{ key: string; used_cents: bigint }>`
        SELECT p.key, p.used_cents FROM liability_pool p
        WHERE p.key >= ${PREFIX} AND p.key < 'e;' AND p.used_cents > 0 LIMIT ${MAX_SHARES}`.execute(db)
      for (const { key, used_cents: stored } of rows) shareOf(key).stored = stored
    },
  }
}
