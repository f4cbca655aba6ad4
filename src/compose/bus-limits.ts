/**
 * What other processes take is heard, so that the room and the limits that are shown stay fresh: one message per
 * 25 ms. Nothing is decided by it; that is done in the transaction of the bet (limits/README.md).
 */
import { currencyById } from '#modules/ledger/server/index.ts'
import type { ExposureLeg, Limits } from '#modules/limits/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'

interface Taken {
  legs: ExposureLeg[]
  stakeMinor: string
  currencyId: number
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
const TELL_MS = 25

/** The same limits, with other processes told and heard. `onStaked`: another process accepted bets of these players. */
export function shareLimits(limits: Limits, bus: Bus, onStaked: (playerIds: number[]) => void): Limits {
  if (!bus.shared) return limits
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

  bus.on(SUBJECT, (payload) => {
    const { taken, staked } = payload as News
    for (const { legs, stakeMinor, currencyId } of taken) limits.hear(legs, BigInt(stakeMinor), currencyById(currencyId))
    for (const { playerId, stakeMinor, currencyId } of staked) limits.count(playerId, BigInt(stakeMinor), currencyId)
    if (staked.length) onStaked([...new Set(staked.map(({ playerId }) => playerId))])
  })

  return {
    ...limits,
    take(legs, stakeMinor, currency, config) {
      const taken = limits.take(legs, stakeMinor, currency, config)
      return {
        ...taken,
        keep() {
          taken.keep()
          const told = legs.map(({ ci, t, p, playerId, price }) => ({ ci, t, p, playerId, price }))
          soon().taken.push({ legs: told, stakeMinor: String(stakeMinor), currencyId: currency.id })
        },
      }
    },
    count(playerId, stakeMinor, currencyId) {
      limits.count(playerId, stakeMinor, currencyId)
      soon().staked.push({ playerId, stakeMinor: String(stakeMinor), currencyId })
    },
  }
}
