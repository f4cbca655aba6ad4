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
  /** Taken by this process without a count, on top of the whole: what is small is not told, nor given back. */
  free: bigint
  /** The row of the database as last known. What is on its way is not in it: the same bet, asked for twice at once, would refuse itself. */
  stored: bigint
}

export interface EqualShares {
  taken(key: string): bigint
  /** Refused where more than `times` the whole is taken; null = never. */
  take(key: string, share: bigint, times: bigint | null): Taken
  /** What another process has counted or given back. */
  hear(part: PoolPart): void
  /** Reads again what somebody asked about, `first` before everything else. */
  refresh(first?: string | null): Promise<void>
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
  const bet = JSON.stringify([terms.jointPrice !== undefined, ...partsOf(kindOf(vid), outcomes, terms)])
  return `${PREFIX}${playerId}:${hash('sha1', bet, 'base64url')}`
}

/** Kind, size, and outcomes or blocks of them, in whatever order where that says nothing. What pays as an express is one. */
function partsOf(kind: BetKind, outcomes: readonly string[], terms: BetTerms): readonly unknown[] {
  if (isExpress(kind, terms, outcomes.length)) return ['express', outcomes.toSorted()]
  const joined = (block: readonly number[]) => block.map((leg) => must(outcomes[leg], 'leg of a block'))
  const parts = terms.blocks?.map((block) => joined(block).toSorted().join()) ?? outcomes
  if (kind === 'chain' || kind === 'conditional') return [kind, parts]
  const [lobby, ...others] = parts
  return [kind, terms.size, terms.withLobby ? [`lobby ${lobby}`, ...others.toSorted()] : parts.toSorted()]
}

/** All blocks have to win, or each stakes all that the ones before it have won. */
function isExpress(kind: BetKind, { size, blocks, withLobby, blockStakes }: BetTerms, legs: number): boolean {
  if (kind === 'multi_bet' || kind === 'system') return (size ?? 2) === (blocks?.length ?? legs) - (withLobby ? 1 : 0)
  return kind === 'express' || (kind === 'conditional' && (blockStakes ?? []).slice(1).every((stake) => stake === null))
}

export function createEqualShares(db: Db): EqualShares {
  const shares = new LRUCache<string, Share>({ max: MAX_SHARES })
  const asked = new Set<string>()

  function shareOf(key: string): Share {
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { free: 0n, stored: 0n }))
    return share
  }

  function ask(key: string): void {
    asked.add(key)
    if (asked.size > MAX_SHARES) asked.delete(asked.values().next().value!)
  }

  /** Read before this, it is counted twice until the next read. */
  function hear({ key, cents }: PoolPart): void {
    const share = shareOf(key)
    share.stored = share.stored + cents > 0n ? share.stored + cents : 0n
    ask(key)
  }

  return {
    taken(key) {
      const share = shares.get(key)
      if (!share || share.stored === 0n) return 0n
      ask(key)
      return share.stored
    },
    take(key, cents, times) {
      const share = shareOf(key)
      // Beside bets that are counted every one is.
      if (share.stored > 0n || share.free + cents > FREE) {
        const part = { key, cents, mostCents: times === null ? UNBOUND : WHOLE * times }
        return { parts: [part], giveBack: () => ask(key), keep: () => hear(part) }
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
    async refresh(first) {
      if (first) shareOf(first)
      const keys = [...new Set([...(first ? [first] : []), ...asked])].slice(0, MAX_READ)
      if (keys.length === 0) return
      // Whatever is asked from now on is read in the next turn.
      for (const key of keys) asked.delete(key)
      const known = await selectCounted(db, keys)
      for (const key of keys) {
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
