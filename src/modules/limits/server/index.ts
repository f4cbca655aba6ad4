/** Door of limits: what a player may stake now, looked at in memory; the transaction of the bet decides (README). */
import type { Clock } from '#lib/time.ts'
import type { Minor } from '#lib/money.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { readNews, type ReadLog } from '#platform/server/keep-up.ts'
import { repeat } from '#platform/server/repeat.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { createAccountLimits, type AccountLimits } from './account-limits.ts'
import { createBetLimits, type Bettor, type LimitedBet, type StakeRange } from './bet-limits.ts'
import { createEqualShares, isEqualKey } from './equal-shares.ts'
import type { LimitConfig } from './limit-sums.ts'
import { createPools, type PoolPart, type Taken } from './pools.ts'
import { releaseBet } from './pool-store.ts'
import { countAgain } from './reopened.ts'
import { createStops, type Stops } from './stops.ts'
import './tables.ts'

export { OWN_WISH, type PlayerLimit } from './account-limits.ts'
export { areEqualsBound, payoutCapMinor, type LimitedBet, type LimitLeg, type StakeRange } from './bet-limits.ts'
export { guardSpending } from './guard-spending.ts'
export type { LimitConfig } from './limit-sums.ts'
export { forgetPast } from './forget-past.ts'
export { forgetEmptyPools } from './pool-store.ts'
export type { PoolPart as CountedPart, Taken } from './pools.ts'
export { stoppedLine } from './stopped-line.ts'
export { STOP_SCOPES, type Stop, type StopRecord, type Stops, type StopScope } from './stops.ts'
export { personalData } from './personal-data.ts'

export interface Limits {
  /** Smallest and largest stake of a bet of any kind now, in the currency of the account (rules 4). */
  stakeRangeOf(bet: LimitedBet, currency: Currency, config: LimitConfig): StakeRange
  /** Numbers of those legs that take no stake now, each as a single. */
  fullLegs(bet: Bettor & Pick<LimitedBet, 'legs'>, currency: Currency, config: LimitConfig): number[]
  /** Takes the liability of a bet before it is written; what is counted is decided in the transaction of the bet. */
  take(bet: LimitedBet, stakeMinor: Minor, currency: Currency, config: LimitConfig): Taken
  /** Counts decided bets that are open again, as the last act of the transaction that opens them; answers what to `hear` after its commit. */
  countAgain(tx: Tx, betIds: readonly bigint[]): Promise<PoolPart[]>
  /**
   * Gives back what a bet counted that has just been sold or replaced; of one that is still open what its sold part had of
   * the largest stake of its equals. Answers what to `hear` after the commit.
   */
  release(tx: Tx, betId: bigint, stake?: { leftMinor: Minor; soldMinor: Minor }): Promise<PoolPart[]>
  /** Counts what another process took: what is shown is fresher, nothing is decided by it. */
  hear(parts: readonly PoolPart[]): void
  /**
   * Betting stopped for the player or the brand, closed for the account, or its own limit reached (900030), at this moment.
   * `stakeMinor` null: nothing is staked anew, a limit that was lowered below what is staked already has nothing to say.
   */
  check(playerId: number, stakeMinor: Minor | null, currencyId: number, brand?: string): Problem | null
  /** Counts an accepted stake against the player's own limits. */
  count(playerId: number, stakeMinor: Minor, currencyId: number): void
  block(tx: Tx, playerId: number, until: Date | null, reason: string): Promise<void>
  unblock(tx: Tx, playerId: number): Promise<void>
  setLimit: AccountLimits['setLimit']
  setLossLimit: AccountLimits['setLossLimit']
  liftLimit: AccountLimits['liftLimit']
  /** How far the house trusts a player, thousandths of the usual limits. */
  setTrust: AccountLimits['setTrust']
  /** Stops of betting on demand (WAG-11). */
  stops: Stops
  /** Reads blocks, limits and open liabilities, and from then on again every few seconds. */
  load(): Promise<void>
  /** Reads blocks, limits and counted pools now: the database has just refused what memory would have let pass, this bet if one is given. */
  refresh(bet?: LimitedBet): Promise<void>
  stop(): Promise<void>
}

export interface LimitOptions {
  refreshMs?: number
  /** Left out: reads that fail are only counted. */
  log?: ReadLog
  /** The market of an outcome type: its group. Absent: every type is a market. */
  groupOf?: (t: number) => number
}

/** Settled bets are looked for in so many outcomes a turn. */
const OUTCOMES = 33
/** How long looking takes grows with the open bets; it gets this part of the time. */
const SPARE_SHARE = 0.01

export function createLimits(db: Db, clock: Clock, options: LimitOptions = {}): Limits {
  const { refreshMs = 2_000, groupOf = (t: number) => t } = options
  const pools = createPools(db, groupOf)
  const accounts = createAccountLimits(db, clock)
  const stops = createStops(db, clock)
  const equals = createEqualShares(db)
  const bets = createBetLimits({ pools, equals, groupOf, trustMilli: (playerId) => accounts.trustMilli(playerId) })
  const news = readNews('limits', options.log)
  let stopReading: (() => Promise<void>) | null = null
  let reading: Promise<void> | null = null

  /** One after the other, however many ask; a failed read is made again in the next turn. */
  function inTurn(read: () => Promise<unknown>): Promise<void> {
    return (reading ??= read()
      .then(news.worked, news.failed)
      .finally(() => (reading = null)))
  }

  const refreshOldest = sparing(() => pools.refreshOldest(OUTCOMES))
  const releaseSettled = sparing(() => pools.releaseSettled())

  async function readAgain(): Promise<void> {
    await Promise.all([stops.refresh(), accounts.load()])
    await Promise.all([pools.refreshCounted(), equals.refresh()])
    await refreshOldest()
    await releaseSettled()
  }

  function check(playerId: number, stakeMinor: Minor | null, currencyId: number, brand = ''): Problem | null {
    if (!stops.isQuiet() && (stops.has({ scope: 'player', target: String(playerId) }) || stops.has({ scope: 'brand', target: brand })))
      return problem('bets.betting_closed', { wire: 900_030 })
    return accounts.check(playerId, stakeMinor, currencyId)
  }

  return {
    ...bets,
    countAgain: (tx, betIds) => countAgain(tx, betIds, groupOf),
    hear(parts) {
      for (const part of parts) if (isEqualKey(part.key)) equals.hear(part)
      pools.hear(parts.filter(({ key }) => !isEqualKey(key)))
    },
    release: releaseBet,
    check,
    count: (playerId, stakeMinor, currencyId) => accounts.count(playerId, stakeMinor, currencyId),
    block: accounts.block,
    unblock: accounts.unblock,
    setLimit: accounts.setLimit,
    setLossLimit: accounts.setLossLimit,
    liftLimit: accounts.liftLimit,
    setTrust: accounts.setTrust,
    stops,
    async load() {
      await Promise.all([pools.load(), equals.load(), accounts.load(), stops.refresh()])
      stopReading ??= repeat(refreshMs, () => inTurn(readAgain), news.failed)
    },
    // A read that is on its way may have begun before what it is wanted for.
    async refresh(bet) {
      await reading
      // Whoever comes while this is read waits for the same read, but his bet may not be in it: it is asked for by itself.
      await Promise.all([inTurn(() => Promise.all([accounts.load(), pools.refreshCounted()])), equals.refresh(bet).catch(() => {})])
    },
    async stop() {
      await stopReading?.()
      await reading
    },
  }
}

/** Leaves a call out while the calls before it have had more than their share of the time. */
function sparing(act: () => Promise<void>): () => Promise<void> {
  let restsUntil = 0
  return async () => {
    const begun = performance.now()
    if (begun < restsUntil) return
    await act()
    const took = performance.now() - begun
    restsUntil = begun + took / SPARE_SHARE
  }
}
