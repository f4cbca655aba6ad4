/** The limits of a brand in the currency of an account: its configuration, worked out once for each combination. */
import type { Minor } from '#lib/money.ts'
import { minorOfEuro, type Currency } from '#modules/ledger/server/index.ts'
import type { SiteLimits } from '#platform/shared/site-config.ts'
import { leastStakeMinor } from '../rules/stake-limits.ts'

export type LimitConfig = SiteLimits

/** Sums of a leg, in minor units and for the pools in euro cents; null = no limit. */
export interface LegSums {
  liabilityMinor: Minor | null
  absMaxMinor: Minor | null
  outcomeCents: bigint | null
  marketCents: bigint | null
  gameCents: bigint | null
}

export interface BetSums {
  minMinor: Minor
  maxPayoutMinor: Minor | null
  playerCents: bigint | null
  brandCents: bigint | null
  /** Of these legs, by sport and group of the market. */
  leg(sportId: number, group: number): LegSums
}

/** An outcome carries at most so many largest bets, a market and a game a few such outcomes, a player's open bets as many. */
const OUTCOME_BETS = 20n
const MARKET_BETS = 60n
const GAME_BETS = 200n
const PLAYER_BETS = 40n

const known = new WeakMap<LimitConfig, Map<number, BetSums>>()

export function sumsIn(currency: Currency, config: LimitConfig): BetSums {
  let byCurrency = known.get(config)
  if (!byCurrency) known.set(config, (byCurrency = new Map()))
  let sums = byCurrency.get(currency.id)
  if (!sums) byCurrency.set(currency.id, (sums = workOut(currency, config)))
  return sums
}

function workOut(currency: Currency, config: LimitConfig): BetSums {
  const minor = (euro: string | null | undefined) => (euro == null ? null : minorOfEuro(euro, currency))
  const cents = (euro: string | null | undefined) => (euro == null ? null : centsOf(euro))
  const legs = new Map<string, LegSums>()

  function legSums(sportId: number, group: number): LegSums {
    const given = { ...config, ...config.bySport?.[sportId], ...config.byMarket?.[group] }
    const liability = cents(given.liabilityEur)
    const default_ = (euro: string | null | undefined, bets: bigint) => (euro === undefined ? liability && liability * bets : cents(euro))
    return {
      liabilityMinor: minor(given.liabilityEur),
      absMaxMinor: minor(given.maxStakeEur),
      outcomeCents: liability && liability * OUTCOME_BETS,
      marketCents: default_(given.marketEur, MARKET_BETS),
      gameCents: default_(given.gameEur, GAME_BETS),
    }
  }

  const liability = cents(config.liabilityEur)
  return {
    minMinor: leastStakeMinor(config.minStakeEur, currency),
    maxPayoutMinor: minor(config.maxPayoutEur),
    playerCents: config.playerEur === undefined ? liability && liability * PLAYER_BETS : cents(config.playerEur),
    brandCents: cents(config.brandEur),
    leg(sportId, group) {
      const key = config.bySport || config.byMarket ? `${sportId}:${group}` : ''
      let found = legs.get(key)
      if (!found) legs.set(key, (found = legSums(sportId, group)))
      return found
    },
  }
}

function centsOf(euro: string): bigint {
  const [whole = '0', decimals = ''] = euro.split('.')
  return BigInt(whole + decimals.padEnd(2, '0').slice(0, 2))
}
