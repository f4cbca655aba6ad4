/** The last bets of this browser: they stand under "My bets" before the server is asked (CP-44). */
import type { Coupon, BetJob } from '../rules/state/index.ts'
import { combine, combinedMilli, milliText, possiblePayout } from '../rules/combined.ts'
import { parseMinor } from '#lib/money.ts'
import { legLines, type LegTexts } from './leg-text.ts'

export interface LocalLeg {
  title: string
  market: string
  teams: string
  /** Thousandths: as taken, and as the player asked for it. */
  price: number
  asked: number
}

export interface LocalBet {
  id: string
  playerId: number
  /** Unix ms. */
  at: number
  status: number
  express: boolean
  /** Combined price, decimal text. */
  price: string
  /** Minor units as text. */
  stake: string
  win: string
  currency: { code: string; exponent: number; symbol: string }
  legs: readonly LocalLeg[]
}

export const LOCAL_BETS = 20

export function localBetOf(coupon: Coupon, job: BetJob, betId: string, prices: readonly number[], at: number, texts: LegTexts): LocalBet {
  const legs = job.legKeys.flatMap((key) => coupon.legs.find((leg) => leg.key === key) ?? [])
  const given = legs.map((leg, i) => prices[i] || leg.price)
  const combined = combine(given)
  const { currency } = coupon.setup
  const stakeMinor = parseMinor(job.stake, currency.exponent) ?? 0n
  const cap = coupon.limits[job.betKey]?.maxPayoutMinor ?? 0n
  return {
    id: betId,
    playerId: job.playerId,
    at,
    status: 1,
    express: legs.length > 1,
    price: milliText(combinedMilli(combined)),
    stake: String(stakeMinor),
    win: String(possiblePayout(stakeMinor, combined, cap > 0n ? cap : null)),
    currency,
    legs: legs.map((leg, i) => {
      const { title, market, teams } = legLines(leg, texts)
      return { title, market, teams, price: given[i]!, asked: job.agreed[i] ?? given[i]! }
    }),
  }
}

/** Only what has the right shape: the storage may hold anything. */
export function readLocalBets(value: unknown): LocalBet[] {
  if (!Array.isArray(value)) return []
  return (value as LocalBet[]).filter(
    (bet) =>
      /^\d+$/.test(bet?.id) &&
      /^\d+$/.test(bet.stake) &&
      /^\d+$/.test(bet.win) &&
      Array.isArray(bet.legs) &&
      typeof bet.currency?.exponent === 'number',
  )
}
