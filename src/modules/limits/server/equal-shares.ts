/**
 * What each player's equal bets take of their largest stake (rules/equal-bets.ts), counted in the transaction of the bet as the
 * pools are (pools.ts): two servers at once cannot overrun it. A hundredth is taken by each process without a count, so that
 * small bets write no rows.
 */
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { largeMemory } from '#platform/server/large-memory.ts'
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
  /** What the bet's equals have of their largest stake. */
  taken(bet: LimitedBet): bigint
  /** Refused where equals have more than `equalTimes` the whole; null = it takes nothing. */
  take(bet: LimitedBet, share: bigint): Taken | null
  /** What another process has counted or given back. */
  hear(part: PoolPart): void
  /** Reads again what somebody asked about, `first` before everything else. */
  refresh(first?: LimitedBet): Promise<void>
  load(): Promise<void>
}

const FREE = WHOLE / 100n
/** Of a player who has nothing counted, less is nobody's matter: fifty bets on an outcome within an hour (158188) are a twentieth. */
const TINY = WHOLE / 1000n
/** Of bets beyond these the database knows. */
const MAX_SHARES = 100_000
const MAX_READ = 2_000
/** As much as a row can hold. */
const UNBOUND = 9n * 10n ** 18n

const PREFIX = 'e:'
export const isEqualKey = (key: string) => key.startsWith(PREFIX)
const playerOf = (key: string) => Number(key.slice(PREFIX.length, key.indexOf(':', PREFIX.length)))

/** The same player, kind, outcomes, size and blocks, whatever the price and the stakes; null = nobody's bet. */
function equalKey({ playerId, vid, legs, terms }: LimitedBet): string | null {
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
  const shares = largeMemory<string, Share>(MAX_SHARES)
  /** Players of whom something is counted: of the others nothing has to be looked up. More than these are everybody. */
  const holders = new Set<number>()
  const asked = new Set<string>()

  function shareOf(key: string): Share {
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { free: 0n, stored: 0n }))
    return share
  }

  function store(key: string, stored: bigint): void {
    shareOf(key).stored = stored > 0n ? stored : 0n
    if (stored > 0n && holders.size < MAX_SHARES) holders.add(playerOf(key))
  }

  const holds = (playerId: number) => holders.has(playerId) || holders.size >= MAX_SHARES

  function ask(key: string): void {
    if (asked.size < MAX_SHARES) asked.add(key)
  }

  /** Read before this, it is counted twice until the next read. */
  function hear({ key, cents }: PoolPart): void {
    store(key, shareOf(key).stored + cents)
    ask(key)
  }

  return {
    taken(bet) {
      const key = bet.playerId !== null && holds(bet.playerId) ? equalKey(bet) : null
      const share = key === null ? undefined : shares.get(key)
      if (!share || share.stored === 0n) return 0n
      ask(key!)
      return share.stored
    },
    take(bet, cents) {
      const { playerId, equalTimes = 1n } = bet
      if (playerId === null || cents <= 0n || (cents < TINY && !holds(playerId))) return null
      const key = equalKey(bet)
      if (key === null) return null
      const share = shareOf(key)
      // Beside bets that are counted every one is.
      if (share.stored > 0n || share.free + cents > FREE) {
        const part = { key, cents, mostCents: equalTimes === null ? UNBOUND : WHOLE * equalTimes }
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
      const key = first ? equalKey(first) : null
      const keys = [...new Set([...(key === null ? [] : [key]), ...asked])].slice(0, MAX_READ)
      if (keys.length === 0) return
      // Whatever is asked from now on is read in the next turn.
      for (const one of keys) asked.delete(one)
      const known = await selectCounted(db, keys).catch((error: unknown) => {
        for (const one of keys) ask(one)
        throw error
      })
      for (const one of keys) store(one, known.get(one) ?? 0n)
    },
    async load() {
      const { rows } = await sql<{ key: string; used_cents: bigint }>`
        SELECT p.key, p.used_cents FROM liability_pool p
        WHERE p.key >= ${PREFIX} AND p.key < 'e;' AND p.used_cents > 0 LIMIT ${MAX_SHARES}`.execute(db)
      for (const { key, used_cents: stored } of rows) store(key, stored)
    },
  }
}
