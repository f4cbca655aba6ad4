/** Door of limits: what a player may stake now. Counters live in this process and are rebuilt from the database. */
import type { Clock } from '#lib/time.ts'
import type { Minor } from '#lib/money.ts'
import { euroCents, minorOfEuro, type Currency } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { Product } from '../rules/stake-limits.ts'
import { expressMaxStake, legMaxStake } from '../rules/stake-limits.ts'
import { createAccountLimits, type AccountLimits } from './account-limits.ts'
import { createExposure, type Exposure, type ExposureLeg } from './exposure.ts'
import './tables.ts'

export type { ExposureLeg } from './exposure.ts'
export type { PlayerLimit } from './account-limits.ts'

/** Sums of the brand's configuration, in euro. */
export interface LimitConfig {
  minStakeEur: string
  liabilityEur: string
  maxStakeEur: string
  maxPayoutEur: string
}

export interface StakeRange {
  minMinor: Minor
  maxMinor: Minor
  maxPayoutMinor: Minor
}

export interface Limits {
  /** Smallest and largest stake on these legs together, in the currency of the account (rules 4). */
  stakeRange(legs: readonly ExposureLeg[], price: Product, currency: Currency, config: LimitConfig): StakeRange
  /** Takes the liability of a bet before it is written; the answer gives it back when the bet is not taken. */
  reserve(legs: readonly ExposureLeg[], stakeMinor: Minor, currency: Currency): () => void
  /** Betting closed for the account, or its own limit reached (900030), at this moment. */
  check(playerId: number, stakeMinor: Minor, currencyId: number): Problem | null
  /** Counts an accepted stake against the player's own limits. */
  count(playerId: number, stakeMinor: Minor, currencyId: number): void
  block(tx: Tx, playerId: number, until: Date | null, reason: string): Promise<void>
  unblock(tx: Tx, playerId: number): Promise<void>
  setLimit: AccountLimits['setLimit']
  /** Reads blocks, limits and open liabilities again: at the start, and every few seconds for other processes' changes. */
  load(): Promise<void>
  stop(): void
}

const EXPOSURE_BETS = 20n
const USUAL_PLAYER = 1000

interface Sums {
  liability: Minor
  liabilityCents: bigint
  absMax: Minor
  maxPayout: Minor
  min: Minor
}

/** The configuration's sums in a currency: worked out once for each configuration object. */
const known = new WeakMap<LimitConfig, Map<number, Sums>>()

function sumsIn(currency: Currency, config: LimitConfig): Sums {
  let byCurrency = known.get(config)
  if (!byCurrency) known.set(config, (byCurrency = new Map()))
  let sums = byCurrency.get(currency.id)
  if (!sums) {
    const liability = minorOfEuro(config.liabilityEur, currency)
    const configMin = minorOfEuro(config.minStakeEur, currency, 'up')
    sums = {
      liability,
      liabilityCents: euroCents(liability, currency),
      absMax: minorOfEuro(config.maxStakeEur, currency),
      maxPayout: minorOfEuro(config.maxPayoutEur, currency),
      min: configMin > currency.minBetMinor ? configMin : currency.minBetMinor,
    }
    byCurrency.set(currency.id, sums)
  }
  return sums
}

export function createLimits(db: Db, clock: Clock, refreshMs = 2_000): Limits {
  const exposure: Exposure = createExposure(db)
  const accounts = createAccountLimits(db, clock)
  let timer: NodeJS.Timeout | null = null
  return {
    stakeRange(legs, price, currency, config) {
      const { liability, liabilityCents, absMax, maxPayout, min } = sumsIn(currency, config)
      const legLimits = legs.map((leg) => {
        // An outcome carries at most the liability of so many largest bets; what is left bounds the next one.
        const left = liabilityCents * EXPOSURE_BETS - exposure.of(leg)
        const share = left <= 0n ? 0n : left >= liabilityCents ? liability : (liability * left) / liabilityCents
        return legMaxStake({ liabilityMinor: share, userFactorMilli: USUAL_PLAYER, absMaxMinor: absMax }, leg.price)
      })
      return {
        minMinor: min,
        maxMinor: legs.length === 0 ? absMax : expressMaxStake(legLimits, price, maxPayout),
        maxPayoutMinor: maxPayout,
      }
    },
    reserve: (legs, stakeMinor, currency) => exposure.reserve(legs, euroCents(stakeMinor, currency)),
    check: (playerId, stakeMinor, currencyId) => accounts.check(playerId, stakeMinor, currencyId),
    count: (playerId, stakeMinor, currencyId) => accounts.count(playerId, stakeMinor, currencyId),
    block: accounts.block,
    unblock: accounts.unblock,
    setLimit: accounts.setLimit,
    async load() {
      await Promise.all([exposure.load(), accounts.load()])
      timer ??= setInterval(() => void accounts.load().catch(() => {}), refreshMs).unref()
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
