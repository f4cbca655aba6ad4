/**
 * What other processes take is heard, so that the room and the limits that are shown stay fresh: one message per
 * 25 ms. Nothing is decided by it; that is done in the transaction of the bet (limits/README.md).
 */
import type { CountedPart, Limits } from '#modules/limits/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'

interface Taken {
  key: string
  cents: string
}

interface Staked {
  playerId: number
  stakeMinor: string
  currencyId: number
}

interface News {
  taken: Taken[]
  staked: Staked[]
}

const SUBJECT = 'limits.taken'
/** Somebody stopped betting on something, or let it run again: read it now. */
const STOPPED = 'limits.stopped'
const TELL_MS = 25

/** Limits that are heard of by other processes and hear of theirs. */
export interface SharedLimits {
  limits: Limits
  /** From now on; `onStaked`: another process accepted bets of these players. Only once all that this touches is there. */
  hear(onStaked: (playerIds: number[]) => void): void
}

export function shareLimits(limits: Limits, bus: Bus): SharedLimits {
  if (!bus.shared) return { limits, hear: () => {} }
  return { limits: tellLimits(limits, bus), hear: (onStaked) => hearLimits(limits, bus, onStaked) }
}

function hearLimits(limits: Limits, bus: Bus, onStaked: (playerIds: number[]) => void): void {
  bus.on(SUBJECT, (payload) => {
    const { taken, staked } = payload as News
    limits.hear(taken.map(({ key, cents }): CountedPart => ({ key, cents: BigInt(cents), mostCents: 0n })))
    for (const { playerId, stakeMinor, currencyId } of staked) limits.count(playerId, BigInt(stakeMinor), currencyId)
    if (staked.length) onStaked([...new Set(staked.map(({ playerId }) => playerId))])
  })

  bus.on(STOPPED, () => void limits.stops.refresh().catch(() => {}))
}

function tellLimits(limits: Limits, bus: Bus): Limits {
  let waiting: News | null = null

  function soon(): News {
    if (waiting) return waiting
    waiting = { taken: [], staked: [] }
    setTimeout(() => {
      bus.broadcast(SUBJECT, waiting)
      waiting = null
    }, TELL_MS)
    return waiting
  }

  return {
    ...limits,
    take(bet, stakeMinor, currency, config) {
      const taken = limits.take(bet, stakeMinor, currency, config)
      return {
        ...taken,
        keep() {
          taken.keep()
          // What is within this process's own share is nobody else's matter.
          if (taken.parts) soon().taken.push(...taken.parts.map(({ key, cents }) => ({ key, cents: String(cents) })))
        },
      }
    },
    // Told by whoever has counted it; what is heard from others does not come this way.
    hear(parts) {
      limits.hear(parts)
      soon().taken.push(...parts.map(({ key, cents }) => ({ key, cents: String(cents) })))
    },
    stops: {
      ...limits.stops,
      async set(stop, stopped, actor, reason) {
        await limits.stops.set(stop, stopped, actor, reason)
        bus.broadcast(STOPPED, {})
      },
    },
    count(playerId, stakeMinor, currencyId) {
      limits.count(playerId, stakeMinor, currencyId)
      soon().staked.push({ playerId, stakeMinor: String(stakeMinor), currencyId })
    },
  }
}
