/**
 * What the house may lose on an outcome, in euro cents (standards WAG-07). The most is split: every process may
 * take a small share without asking (FREE_PARTS), the rest is counted in a row of the database in the transaction
 * of the bet (migrations/0016_limit_guards.sql). Sixteen processes with all their shares and a full row stay
 * within the most, whatever they do at the same time; and outcomes that few bet on cost no lock.
 */
import type { Milli } from '#lib/price.ts'
import type { Db } from '#platform/server/db.ts'
import { keyOf, listOutcomesWithBets, selectCounted, selectTaken, type Outcome } from './exposure-store.ts'

export interface ExposureLeg extends Outcome {
  price: Milli
}

/** What a bet takes. `cents` has a figure for every leg, 0 for those within the free share; null = no leg is counted. */
export interface Taken {
  cents: readonly bigint[] | null
  /** Room of the counted row. */
  mostCents: bigint
  /** The bet was not taken. */
  giveBack(): void
  /** The bet was taken. */
  keep(): void
}

export interface Exposure {
  /** What the next bet may take of the outcome. */
  room(leg: ExposureLeg, mostCents: bigint): bigint
  take(legs: readonly ExposureLeg[], stakeCents: bigint, mostCents: bigint): Taken
  /** Counts what another process told: for the room that is shown, the database decides. */
  hear(legs: readonly ExposureLeg[], stakeCents: bigint): void
  /** Reads the rows of the counted outcomes again: what other processes have taken. */
  refreshCounted(): Promise<void>
  /** Reads outcomes wholly, the counted ones and so many of the others, those read longest ago first. Settled bets give back. */
  refreshOldest(others: number): Promise<void>
  /** Reads every outcome with open bets. */
  load(): Promise<void>
}

interface Share {
  outcome: Outcome
  /** Taken without a count: by every process until the last read, by this one since. */
  free: bigint
  /** The row of the database as last known. */
  counted: bigint
  /** Of `free`: bets that are on their way. */
  flying: bigint
  /** Taken and given back since a read began; null when none is under way. */
  since: bigint | null
}

/** Processes are numbered 0 to 15: sixteen free shares are a quarter of the most, the row has the other three. */
const FREE_PARTS = 64n
const freeMost = (mostCents: bigint) => mostCents / FREE_PARTS
const countedMost = (mostCents: bigint) => (mostCents * 3n) / 4n

/** A read names so many outcomes at most, so that none is slow: whole reads sum up legs, the others look at one row each. */
const MAX_READ = 500
const MAX_ROWS = 2_000

const lossCents = (price: Milli, stakeCents: bigint) => (stakeCents * BigInt(price - 1000)) / 1000n

export function createExposure(db: Db): Exposure {
  /** Insertion order is the order of the last whole read. */
  const shares = new Map<string, Share>()
  /** Outcomes that are counted, as far as this process knows. */
  const counted = new Set<string>()
  let reading: Promise<void> = Promise.resolve()

  function shareOf({ ci, t, p, playerId }: Outcome): Share {
    const outcome = { ci, t, p, playerId }
    const key = keyOf(outcome)
    let share = shares.get(key)
    if (!share) shares.set(key, (share = { outcome, free: 0n, counted: 0n, flying: 0n, since: null }))
    return share
  }

  function move(share: Share, cents: bigint): void {
    share.free += cents
    share.flying += cents
    if (share.since !== null) share.since += cents
  }

  function takeLeg(share: Share, cents: bigint, mostCents: bigint): bigint {
    if (share.free + cents <= freeMost(mostCents)) {
      move(share, cents)
      return 0n
    }
    counted.add(keyOf(share.outcome))
    share.counted += cents
    return cents
  }

  /** One read after the other: a share knows of one read only. */
  function oneByOne(read: () => Promise<void>): Promise<void> {
    reading = reading.catch(() => {}).then(read)
    return reading
  }

  async function readWholly(list: readonly Share[]): Promise<void> {
    if (list.length === 0) return
    const before = list.map((share) => {
      share.since = 0n
      return share.flying
    })
    try {
      const known = await selectTaken(
        db,
        list.map((share) => share.outcome),
      )
      list.forEach((share, i) => {
        const key = keyOf(share.outcome)
        const taken = known.get(key) ?? { free: 0n, counted: 0n }
        // A bet that was on its way may be in what was read as well: counted twice until the next read, never too little.
        share.free = taken.free + before[i]! + (share.since ?? 0n)
        share.counted = taken.counted
        if (share.counted === 0n) counted.delete(key)
        shares.delete(key)
        if (share.free !== 0n || share.counted !== 0n || share.flying !== 0n) shares.set(key, share)
      })
    } finally {
      for (const share of list) share.since = null
    }
  }

  const knownOf = (keys: Iterable<string>) => [...keys].map((key) => shares.get(key)).filter((share) => share !== undefined)

  return {
    room(leg, mostCents) {
      const share = shares.get(keyOf(leg))
      if (!share) return countedMost(mostCents)
      // Whoever is told that there is no room is told so by the latest figures soon.
      if (share.counted > 0n) counted.add(keyOf(leg))
      const free = freeMost(mostCents) - share.free
      const left = countedMost(mostCents) - share.counted
      return free > left ? free : left
    },
    take(legs, stakeCents, mostCents) {
      const losses = legs.map((leg) => lossCents(leg.price, stakeCents))
      const own = legs.map(shareOf)
      const cents = own.map((share, i) => takeLeg(share, losses[i]!, mostCents))
      let open = true
      const close = (refused: boolean) => {
        if (!open) return
        open = false
        own.forEach((share, i) => {
          if (cents[i]! > 0n) share.counted -= refused ? cents[i]! : 0n
          else if (refused) move(share, -losses[i]!)
          else share.flying -= losses[i]!
        })
      }
      return {
        cents: cents.some((one) => one > 0n) ? cents : null,
        mostCents: countedMost(mostCents),
        giveBack: () => close(true),
        keep: () => close(false),
      }
    },
    hear(legs, stakeCents) {
      for (const leg of legs) {
        counted.add(keyOf(leg))
        shareOf(leg).counted += lossCents(leg.price, stakeCents)
      }
    },
    refreshCounted: () =>
      oneByOne(async () => {
        const list = knownOf([...counted].slice(0, MAX_ROWS))
        if (list.length === 0) return
        const known = await selectCounted(
          db,
          list.map((share) => share.outcome),
        )
        for (const share of list) {
          const key = keyOf(share.outcome)
          share.counted = known.get(key) ?? 0n
          // To the end of the line, or out of it.
          counted.delete(key)
          if (share.counted > 0n) counted.add(key)
          else if (share.free === 0n && share.flying === 0n) shares.delete(key)
        }
      }),
    refreshOldest: (others) =>
      oneByOne(async () => {
        const keys = new Set([...counted].slice(0, MAX_READ))
        for (const key of shares.keys()) {
          if (keys.size >= MAX_READ + others) break
          keys.add(key)
        }
        await readWholly(knownOf(keys))
      }),
    load: () => oneByOne(async () => readWholly((await listOutcomesWithBets(db)).map(shareOf))),
  }
}
