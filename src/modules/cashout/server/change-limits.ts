/**
 * What a changed bet may be at most (rules 4). Its stake on the screen is that of the old bet, but what it puts on its
 * outcomes is the value of the old bet: for that sum the house would have bought it, and for that sum its coefficient is
 * bought at the prices of now. So the value keeps the maximum of a new bet. Legs that are only added take the stake, as in
 * any express; the legs beside them took theirs when the bet was placed.
 */
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { kindRange, moneyText, type LineReader } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { LimitConfig, Limits, StakeRange } from '#modules/limits/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { QuotedChange, WantedLeg } from './quote-change.ts'

export interface ChangeLimits {
  reader: Pick<LineReader, 'findByConstant'>
  limits: Pick<Limits, 'stakeRangeOf'>
}

interface Asking {
  brand: string
  config: { betting: { limits: LimitConfig } }
}

/** Problems, both 900051: cashout.change_payout, cashout.change_limit. `wanted`: all legs of the new bet, at prices of now. */
export function limitProblem(deps: ChangeLimits, asking: Asking, quoted: QuotedChange, wanted: readonly WantedLeg[]): Problem | null {
  const { bet, added, basePrice } = quoted
  const currency = currencyById(bet.currencyId)
  const { limits } = asking.config.betting
  const range = rangeOf(deps, asking, quoted, added ?? wanted)
  const refused = (name: string, value: Minor, most: Minor) =>
    problem(`cashout.change_${name}`, {
      wire: 900_051,
      field: 'Events',
      params: { value: moneyText(value, currency), sum: moneyText(most, currency) },
    })
  const paidPrice = least(basePrice, (wanted.length > 1 ? limits.maxCoefMulti : limits.maxCoefSingle) ?? basePrice)
  const winMinor = (bet.stakeMinor * BigInt(paidPrice)) / 1000n
  if (winMinor > range.maxPayoutMinor) return refused('payout', winMinor, range.maxPayoutMinor)
  const putMinor = putMinorOf(quoted)
  // Equal bets have the outcomes of the whole.
  const whole = added ? rangeOf(deps, asking, quoted, wanted) : range
  const left = whole.equals?.leftMinor ?? range.maxMinor
  const mostMinor = left < range.maxMinor ? left : range.maxMinor
  return putMinor > mostMinor ? refused('limit', putMinor, mostMinor) : null
}

export const putMinorOf = ({ bet, added, valueMinor }: QuotedChange): Minor => (added ? bet.stakeMinor : valueMinor)

function rangeOf(
  { reader, limits }: ChangeLimits,
  { brand, config }: Asking,
  { bet }: QuotedChange,
  legs: readonly WantedLeg[],
): StakeRange {
  return kindRange(limits, {
    shape: { vid: legs.length > 1 ? VID.express : VID.single },
    legs: legs.map(({ ci, t, p, playerId, price }) => {
      const game = reader.findByConstant(ci)
      return { ci, t, p, playerId, price, ...(game ? { game } : {}) }
    }),
    currency: currencyById(bet.currencyId),
    config: config.betting.limits,
    playerId: bet.playerId,
    brand,
    equalTimes: null,
  })
}

const least = (a: Milli, b: Milli): Milli => (a < b ? a : b)
