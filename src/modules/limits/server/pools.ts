/**
 * What the house may lose on an outcome, a market, a game, through a player, under a brand, in euro cents (standards
 * WAG-07). The most of a pool is split: every process may take a small share without asking (FREE_PARTS), the rest is
 * counted in a row of the database in the transaction of the bet (migrations/0047_limit_pools.sql). Sixteen processes
 * with all their shares and a full row stay within the most, whatever they do at the same time; and what few bet on
 * costs no lock.
 */
import type { Db } from '#platform/server/db.ts'
import {
  gameKey,
  isCountedOnly,
  listOutcomesWithBets,
  marketKey,
  outcomeKey,
  releasePools,
  selectCounted,
  selectFree,
  selectWinnable,
  type Outcome,
} from './pool-store.ts'
import { lowestOf, sumByKey, type PoolPart } from './pool-sums.ts'

export type { PoolPart } from './pool-sums.ts'

/** The most of the pools around a leg; null = no limit. */
export interface LegMost {
  outcomeCents: bigint | null
  marketCents: bigint | null
  gameCents: bigint | null
}

/** A leg takes of its outcome, and of the market and game around it, the same sum. */
export interface LegTake {
  outcome: Outcome
  mainCi: number
  cents: bigint
  most: LegMost
  /** Counted whatever the share: what it takes cannot be read from the bet again. */
  alwaysCounted: boolean
}

/** What a bet takes. `parts` are those that the transaction of the bet counts; null = all of it is within free shares. */
export interface Taken {
  parts: readonly PoolPart[] | null
  /** The bet was not taken. */
  giveBack(): void
  /** The bet was taken. */
  keep(): void
}

export interface Pools {
  /** What the next bet may take of a pool. */
  room(key: string, mostCents: bigint): bigint
  /** What the next bet may take of an outcome with its market and game; null = nothing bounds it. */
  legRoom(outcome: Outcome, mainCi: number, most: LegMost): bigint | null
  take(legs: readonly LegTake[], net: readonly PoolPart[]): Taken
  /** Counts what another process told: for the room that is shown, the database decides. */
  hear(parts: readonly PoolPart[]): void
  /** Reads the rows of the counted pools again: what other processes have taken. */
  refreshCounted(): Promise<void>
  /** Gives back what settled bets had taken without a count: of so many outcomes, and of players that have used up their share. */
  refreshOldest(outcomes: number): Promise<void>
  /** Gives back what settled bets had counted, some at a time. */
  releaseSettled(): Promise<void>
  /** Reads everything that open bets take. */
  load(): Promise<void>
  /** Of how many pools something is kept in memory. */
  size(): number
}

interface Share {
  key: string
  /** The outcome that this pool is of, with the pools around it; null = a pool of outcomes, of a player, of a brand. */
  of: { outcome: Outcome; mainCi: number; market: Share; game: Share } | null
  /** Taken without a count: by every process until the last read, by this one since. */
  free: bigint
  /** The row of the database as last known. */
  counted: bigint
  /** The same as it was last read: nothing of it is on its way. */
  stored: bigint
  /** Of `free`: bets that are on their way. */
  flying: bigint
  /** Taken and given back since a read began; null when none is under way. */
  since: bigint | null
  /** Bets on their way that have taken of it, counted or not. */
  bets: number
  /** Shares of outcomes that stand inside it. */
  inside: number
}

/** Taken without a count. */
interface Moved {
  share: Share
  cents: bigint
}

/** What one bet takes of the shares of this process. */
interface Taking {
  moved: Moved[]
  parts: PoolPart[]
  /** Whatever it takes of: not forgotten while it is on its way. */
  held: Share[]
}

/** Processes are numbered 0 to 15: sixteen free shares are a quarter of the most, the row has the other three. */
const FREE_PARTS = 64n
const freeMost = (mostCents: bigint) => mostCents / FREE_PARTS
const countedMost = (mostCents: bigint) => (mostCents * 3n) / 4n

/** A read names so many at most, so that none is slow: whole reads sum up legs, the others look at one row each. */
const MAX_ROWS = 2_000
const RELEASE_ROWS = 2_000
const MAX_PLAYERS_READ = 20

const isIdle = ({ free, counted, flying, bets, inside }: Share) =>
  free === 0n && counted === 0n && flying === 0n && bets === 0 && inside === 0

const fits = (share: Share, cents: bigint, mostCents: bigint | null) =>
  mostCents === null || (share.free + cents <= freeMost(mostCents) && !isOver(share, mostCents))

/** Bets that are open again have filled the row above its part of the most: no process has a share of such a pool. */
const isOver = (share: Share, mostCents: bigint) => share.stored > 0n && share.stored > countedMost(mostCents)

/** A read may have come between: what was on its way is not in it. */
function uncount(share: Share, cents: bigint): void {
  share.counted = share.counted > cents ? share.counted - cents : 0n
}

/** `groupOf` tells the market of an outcome type: outcomes of one group of one part of a game are a market. */
export function createPools(db: Db, groupOf: (t: number) => number): Pools {
  const shares = new Map<string, Share>()
  /** Those of outcomes, in the order of their last whole read. */
  const oldest = new Set<Share>()
  /** Shares of outcomes that are no player's, by constant id and `outcomeNumber`: a coupon looks for them again and again. */
  const byGame = new Map<number, Map<number, Share>>()
  /** Pools that are counted, as far as this process knows. */
  const counted = new Set<string>()
  /** Players whose free share is used up: read again, so that what was settled counts no longer. */
  const fullPlayers = new Set<string>()
  let releaseFrom = 0n
  let reading: Promise<void> = Promise.resolve()

  function shareOf(key: string): Share {
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { key, of: null, free: 0n, counted: 0n, stored: 0n, flying: 0n, since: null, bets: 0, inside: 0 }))
    return share
  }

  function findOutcomeShare({ ci, t, p, playerId }: Outcome): Share | undefined {
    return playerId === 0 ? byGame.get(ci)?.get(outcomeNumber(t, p)) : shares.get(outcomeKey(ci, t, p, playerId))
  }

  /** Only what is idle. A market and a game that the last of their outcomes has left go with it. */
  function forget(share: Share): void {
    if (shares.get(share.key) !== share) return
    shares.delete(share.key)
    oldest.delete(share)
    if (!share.of) return
    leaveAround(share.of)
    if (share.of.outcome.playerId !== 0) return
    const { ci, t, p } = share.of.outcome
    const ofGame = byGame.get(ci)
    ofGame?.delete(outcomeNumber(t, p))
    if (ofGame?.size === 0) byGame.delete(ci)
  }

  function leaveAround({ market, game }: Pick<NonNullable<Share['of']>, 'market' | 'game'>): void {
    for (const around of [market, game]) {
      around.inside -= 1
      if (isIdle(around)) forget(around)
    }
  }

  function fileByGame(share: Share, { ci, t, p, playerId }: Outcome): void {
    if (playerId !== 0) return
    let ofGame = byGame.get(ci)
    if (!ofGame) byGame.set(ci, (ofGame = new Map()))
    ofGame.set(outcomeNumber(t, p), share)
  }

  /** The share of an outcome stands inside the shares of its market and game: what it takes, they take. */
  function outcomeShare(outcome: Outcome, mainCi: number): Share {
    const known = findOutcomeShare(outcome)
    if (known?.of?.mainCi === mainCi) return known
    const { ci, t, p, playerId } = outcome
    const share = known ?? shareOf(outcomeKey(ci, t, p, playerId))
    const free = share.free
    setFree(share, 0n)
    const [market, game] = [shareOf(marketKey(ci, groupOf(t))), shareOf(gameKey(mainCi))]
    market.inside += 1
    game.inside += 1
    if (share.of) leaveAround(share.of)
    share.of = { outcome: { ci, t, p, playerId }, mainCi, market, game }
    oldest.add(share)
    fileByGame(share, outcome)
    setFree(share, free)
    return share
  }

  function setFree(share: Share, free: bigint): void {
    if (share.of) {
      share.of.market.free += free - share.free
      share.of.game.free += free - share.free
    }
    share.free = free
  }

  function move(share: Share, cents: bigint): void {
    setFree(share, share.free + cents)
    share.flying += cents
    if (share.since !== null) share.since += cents
  }

  function count(share: Share, cents: bigint, mostCents: bigint | null, { parts, held }: Taking): void {
    if (mostCents === null) return
    counted.add(share.key)
    share.counted += cents
    parts.push({ key: share.key, cents, mostCents: countedMost(mostCents) })
    held.push(share)
  }

  function takeFree(share: Share, cents: bigint, { moved, held }: Taking): void {
    move(share, cents)
    moved.push({ share, cents })
    held.push(share)
  }

  /** One read after the other: a share knows of one read only. */
  function oneByOne(read: () => Promise<void>): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  /** Free parts of shares read anew. A bet on its way may be in what was read as well: counted twice until the next read, never too little. */
  async function readFree(list: readonly Share[], read: () => Promise<Map<string, bigint>>): Promise<void> {
    if (list.length === 0) return
    const before = list.map((share) => {
      share.since = 0n
      return share.flying
    })
    try {
      const known = await read()
      list.forEach((share, i) => {
        setFree(share, (known.get(share.key) ?? 0n) + before[i]! + (share.since ?? 0n))
        if (isIdle(share)) forget(share)
        // To the end of the line.
        else if (oldest.delete(share)) oldest.add(share)
      })
    } finally {
      for (const share of list) share.since = null
    }
  }

  const readOutcomes = (list: readonly Share[]) =>
    readFree(list, () =>
      selectFree(
        db,
        list.map((share) => share.of!.outcome),
      ),
    )

  async function readCounted(keys: readonly string[]): Promise<void> {
    if (keys.length === 0) return
    const known = await selectCounted(db, keys)
    for (const key of keys) {
      const share = shares.get(key)
      // To the end of the line, or out of it.
      counted.delete(key)
      if (!share) continue
      share.counted = share.stored = known.get(key) ?? 0n
      if (share.counted > 0n || share.bets > 0) counted.add(key)
      else if (isIdle(share)) forget(share)
    }
  }

  async function readFullPlayers(): Promise<void> {
    const keys = [...fullPlayers].slice(0, MAX_PLAYERS_READ)
    for (const key of keys) fullPlayers.delete(key)
    const list = keys.map((key) => shares.get(key)).filter((share) => share !== undefined)
    await readFree(list, () =>
      selectWinnable(
        db,
        keys.map((key) => Number(key.slice(2))),
      ),
    )
  }

  function takeLeg({ outcome, mainCi, cents, most, alwaysCounted }: LegTake, taking: Taking): void {
    if (cents <= 0n || (most.outcomeCents === null && most.marketCents === null && most.gameCents === null)) return
    const share = outcomeShare(outcome, mainCi)
    const { market, game } = share.of!
    const isFree = fits(share, cents, most.outcomeCents) && fits(market, cents, most.marketCents) && fits(game, cents, most.gameCents)
    // Of a leg either all is counted or nothing: what is free of a game is the sum of what is free of its outcomes.
    if (isFree && !alwaysCounted) return takeFree(share, cents, taking)
    count(share, cents, most.outcomeCents, taking)
    count(market, cents, most.marketCents, taking)
    count(game, cents, most.gameCents, taking)
  }

  function takeNet({ key, cents, mostCents }: PoolPart, taking: Taking): void {
    const share = shareOf(key)
    const isPlayer = key.startsWith('p:')
    if (isPlayer && fits(share, cents, mostCents)) return takeFree(share, cents, taking)
    if (isPlayer) fullPlayers.add(key)
    count(share, cents, mostCents, taking)
  }

  const roomIn = (share: Share, mostCents: bigint | null) => (mostCents === null ? null : roomOf(share, share.key, mostCents))

  function roomOf(share: Share | undefined, key: string, mostCents: bigint): bigint {
    if (!share) return countedMost(mostCents)
    // Whoever is told that there is no room is told so by the latest figures soon.
    if (share.counted > 0n) counted.add(key)
    const free = isCountedOnly(key) || isOver(share, mostCents) ? 0n : freeMost(mostCents) - share.free
    const left = countedMost(mostCents) - share.counted
    return free > left ? free : left
  }

  return {
    size: () => shares.size,
    room: (key, mostCents) => roomOf(shares.get(key), key, mostCents),
    legRoom(outcome, mainCi, most) {
      const share = findOutcomeShare(outcome)
      if (share?.of?.mainCi === mainCi) {
        const { market, game } = share.of
        return lowestOf(roomIn(share, most.outcomeCents), lowestOf(roomIn(market, most.marketCents), roomIn(game, most.gameCents)))
      }
      const [market, game] = [marketKey(outcome.ci, groupOf(outcome.t)), gameKey(mainCi)]
      const look = (key: string, mostCents: bigint | null) => (mostCents === null ? null : roomOf(shares.get(key), key, mostCents))
      // Another process may have told of an outcome that nobody has bet on here.
      const { ci, t, p, playerId } = outcome
      const own = look(outcomeKey(ci, t, p, playerId), most.outcomeCents)
      return lowestOf(own, lowestOf(look(market, most.marketCents), look(game, most.gameCents)))
    },
    take(legs, net) {
      const taking: Taking = { moved: [], parts: [], held: [] }
      for (const leg of legs) takeLeg(leg, taking)
      for (const part of net) takeNet(part, taking)
      const { moved, held } = taking
      for (const share of held) share.bets += 1
      const parts = taking.parts.length > 1 ? sumByKey(taking.parts) : taking.parts
      let open = true
      const close = (refused: boolean) => {
        if (!open) return
        open = false
        for (const { share, cents } of moved) {
          if (refused) move(share, -cents)
          else share.flying -= cents
        }
        if (refused) for (const { key, cents } of parts) uncount(shareOf(key), cents)
        for (const share of held) share.bets -= 1
      }
      return { parts: parts.length > 0 ? parts : null, giveBack: () => close(true), keep: () => close(false) }
    },
    hear(parts) {
      for (const { key, cents } of parts) {
        counted.add(key)
        shareOf(key).counted += cents
      }
    },
    refreshCounted: () => oneByOne(() => readCounted([...counted].slice(0, MAX_ROWS))),
    refreshOldest: (outcomes) =>
      oneByOne(async () => {
        const list: Share[] = []
        for (const share of oldest) {
          if (list.length >= outcomes) break
          list.push(share)
        }
        await readOutcomes(list)
        await readFullPlayers()
      }),
    async releaseSettled() {
      releaseFrom = await releasePools(db, releaseFrom, RELEASE_ROWS)
    },
    load: () =>
      oneByOne(async () => {
        const outcomes = await listOutcomesWithBets(db)
        await readOutcomes(outcomes.map((outcome) => outcomeShare(outcome, outcome.mainCi)))
        const players = await selectWinnable(db, null)
        await readFree([...players.keys()].map(shareOf), async () => players)
        const known = await selectCounted(db, [...shares.keys()], true)
        for (const [key, cents] of known) {
          const share = shareOf(key)
          share.counted = share.stored = cents
          if (cents > 0n) counted.add(key)
        }
      }),
  }
}

/** Type and parameter in one number: types are below 2^20, parameters within 2^31 (rules of the wire). */
const outcomeNumber = (t: number, p: number) => t * 2 ** 33 + p
