/** Door of limits: what a player may stake now, looked at in memory; the transaction of the bet decides (README). */
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Minor } from '#lib/money.ts'
import { euroCents, minorOfEuro, type Currency } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { Product } from '../rules/stake-limits.ts'
import { expressMaxStake, legMaxStake } from '../rules/stake-limits.ts'
import { createAccountLimits, type AccountLimits } from './account-limits.ts'
import { createExposure, type ExposureLeg, type Taken } from './exposure.ts'
import './tables.ts'

export type { ExposureLeg, Taken } from './exposure.ts'
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
  /** Takes the liability of a bet before it is written; what is counted is decided in the transaction of the bet. */
  take(legs: readonly ExposureLeg[], stakeMinor: Minor, currency: Currency, config: LimitConfig): Taken
  /** Counts a bet that another process has taken: what is shown is fresher, nothing is decided by it. */
  hear(legs: readonly ExposureLeg[], stakeMinor: Minor, currency: Currency): void
  /** Betting closed for the account, or its own limit reached (900030), at this moment. */
  check(playerId: number, stakeMinor: Minor, currencyId: number): Problem | null
  /** Counts an accepted stake against the player's own limits. */
  count(playerId: number, stakeMinor: Minor, currencyId: number): void
  block(tx: Tx, playerId: number, until: Date | null, reason: string): Promise<void>
  unblock(tx: Tx, playerId: number): Promise<void>
  setLimit: AccountLimits['setLimit']
  /** Reads blocks, limits and open liabilities, and from then on again every few seconds. */
  load(): Promise<void>
  /** Reads blocks and limits now: the database has just refused what memory would have let pass. */
  refresh(): void
  stop(): void
}

/** An outcome carries at most the liability of so many largest bets. */
const EXPOSURE_BETS = 20n
/** Outcomes are read wholly in every so many turns, beside the counted ones so many of the others. */
const WHOLE_TURNS = 15
const OTHERS = 300
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
  const exposure = createExposure(db)
  const accounts = createAccountLimits(db, clock)
  let timer: NodeJS.Timeout | null = null
  let turn = 0
  let reading: Promise<unknown> | null = null

  /** One after the other, however many ask; a failed read is made again in the next turn. */
  function inTurn(read: () => Promise<unknown>): void {
    reading ??= read()
      .catch(() => {})
      .finally(() => (reading = null))
  }

  async function readAgain(): Promise<void> {
    turn += 1
    await accounts.load()
    await exposure.refreshCounted()
    if (turn % WHOLE_TURNS === 0) await exposure.refreshOldest(OTHERS)
  }

  return {
    stakeRange(legs, price, currency, config) {
      const { liability, liabilityCents, absMax, maxPayout, min } = sumsIn(currency, config)
      const legLimits = legs.map((leg) => {
        const left = exposure.room(leg, liabilityCents * EXPOSURE_BETS)
        const share = left <= 0n ? 0n : left >= liabilityCents ? liability : (liability * left) / liabilityCents
        return legMaxStake({ liabilityMinor: share, userFactorMilli: USUAL_PLAYER, absMaxMinor: absMax }, leg.price)
      })
      return {
        minMinor: min,
        maxMinor: legs.length === 0 ? absMax : expressMaxStake(legLimits, price, maxPayout),
        maxPayoutMinor: maxPayout,
      }
    },
    take: (legs, stakeMinor, currency, config) =>
      exposure.take(legs, euroCents(stakeMinor, currency), sumsIn(currency, config).liabilityCents * EXPOSURE_BETS),
    hear: (legs, stakeMinor, currency) => exposure.hear(legs, euroCents(stakeMinor, currency)),
    check: (playerId, stakeMinor, currencyId) => accounts.check(playerId, stakeMinor, currencyId),
    count: (playerId, stakeMinor, currencyId) => accounts.count(playerId, stakeMinor, currencyId),
    block: accounts.block,
    unblock: accounts.unblock,
    setLimit: accounts.setLimit,
    async load() {
      await Promise.all([exposure.load(), accounts.load()])
      timer ??= setInterval(() => inTurn(readAgain), refreshMs).unref()
    },
    refresh: () => inTurn(() => Promise.all([accounts.load(), exposure.refreshCounted()])),
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}

/** Nobody who has limited or stopped his betting is promoted to (RG-12): asked of the database, so it is true at once everywhere. */
export async function mayPromote(db: Db, playerId: number): Promise<boolean> {
  const { rows } = await sql`SELECT 1 FROM betting_block WHERE player_id = ${playerId}
    UNION ALL SELECT 1 FROM player_limit WHERE player_id = ${playerId} LIMIT 1`.execute(db)
  return rows.length === 0
}
