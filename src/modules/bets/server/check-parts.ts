/** Checks that plain and other bets have in common. */
import type { Milli } from '#lib/price.ts'
import { moneyText, relatedGame } from '#modules/coupon/server/index.ts'
import type { Minor } from '#lib/money.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { areEqualsBound, type StakeRange } from '#modules/limits/server/index.ts'
import { standApart } from '#modules/coupon/rules/each-way.ts'
import { firstRelation } from '#modules/coupon/rules/relation.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { liveDelayMs } from '../rules/check-bet.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { CheckHow, PlaceDeps, SeenLeg } from './checked-bet.ts'

/** Price of outcomes of one game together: worked out when it is first needed. */
export interface JointAsked {
  /** Thousandths, 0 = none. */
  shown: bigint
  price(): Milli | Problem
}

export function areRelated(legs: readonly SeenLeg[], eachWay: boolean): boolean {
  const apart = standApart(legs, eachWay)
  return apart.length > 1 && firstRelation(apart.map(({ game }) => relatedGame(game))) !== null
}

export function relatedProblem(): Problem {
  return problem('coupon.related', { wire: 161_627, field: 'Events' })
}

/** What is against the stake (900031, 109). */
export function stakeProblem(wanted: Wanted, stakeMinor: bigint, range: StakeRange, how: CheckHow): Problem | null {
  if (how.anyStake) return null
  const { currency } = wanted.account
  // Nothing is taken, whatever is staked.
  if (range.maxMinor < range.minMinor && how.maxStakeMinor === undefined) return tooLarge(range, range.maxMinor, currency)
  if (stakeMinor < range.minMinor) {
    return problem('bets.stake_too_small', { wire: 900_031, field: 'Summ', params: { sum: moneyText(range.minMinor, currency) } })
  }
  const most = how.maxStakeMinor ?? range.maxMinor
  return stakeMinor > most ? tooLarge(range, most, currency) : null
}

/** The stake that would be taken; where none is because of what it would win, that. */
export function tooLarge(range: StakeRange, mostMinor: Minor, currency: Currency): Problem {
  const isNone = mostMinor < range.minMinor
  const refused = (name: string, sumMinor: Minor) =>
    problem(`bets.${name}`, { wire: 109, field: 'Summ', params: { sum: moneyText(sumMinor, currency) } })
  if (isNone && range.isWinTooLarge) return refused('win_too_large', range.maxPayoutMinor)
  if (!areEqualsBound(range)) return refused('stake_too_large', mostMinor)
  return refused(isNone ? 'equal_bets_full' : 'equal_bets_left', mostMinor)
}

export function countProblem(deps: PlaceDeps, wanted: Wanted): Problem | null {
  return deps.recent.hasTooMany(wanted.playerId, wanted.outcomes) ? problem('bets.too_many_bets', { wire: 158_188 }) : null
}

export function delayOf(ctx: BetCtx, legs: readonly SeenLeg[]): number {
  return liveDelayMs(legs, ctx.config.betting.liveDelayMs)
}
