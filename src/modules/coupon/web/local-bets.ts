/** The last bets of this browser: they stand under "My bets" before the server is asked (CP-44). */
import { milliText } from '#lib/price.ts'
import { currencyOf, currentJob, inFlight, pricesAsTaken, takenFigures, type BetJob, type Coupon } from '../rules/state/index.ts'
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
  /** Wire coupon type. */
  vid: number
  /** Price of the bet as a whole, decimal text; '' = the kind has none. */
  price: string
  /** Minor units as text. */
  stake: string
  win: string
  currency: { code: string; exponent: number; symbol: string }
  legs: readonly LocalLeg[]
  /** Absent = placed. */
  state?: 'waiting' | 'placed' | 'refused'
  reason?: string
}

export const LOCAL_BETS = 20

export function localBetOf(coupon: Coupon, job: BetJob, betId: string, prices: readonly number[], at: number, texts: LegTexts): LocalBet {
  const chosen = job.legKeys.flatMap((key) => coupon.legs.find((leg) => leg.key === key) ?? [])
  const figures = takenFigures(coupon, job, prices)
  const given = pricesAsTaken(job, prices)
  return {
    id: betId,
    playerId: job.playerId,
    at,
    status: 1,
    vid: job.vid,
    price: figures.price === null ? '' : milliText(figures.price),
    stake: String(figures.stakeMinor),
    win: String(figures.winMinor),
    currency: currencyOf(coupon, job),
    legs: chosen.map((leg, i) => {
      const { title, market, teams } = legLines(leg, texts)
      const taken = given.get(leg.key) || leg.price
      return { title, market, teams, price: taken, asked: job.agreed[i] ?? taken }
    }),
  }
}

/** The bet that is being decided now, in the form of the list; its moment comes with the answer. */
export function waitingBet(coupon: Coupon, texts: LegTexts): LocalBet | null {
  const job = currentJob(coupon.flow)
  if (!inFlight(coupon.flow) || !job) return null
  return { ...localBetOf(coupon, job, job.guid, [], 0, texts), state: 'waiting' }
}

/** Only what has the right shape: the storage may hold anything. */
export function readLocalBets(value: unknown): LocalBet[] {
  if (!Array.isArray(value)) return []
  return (value as LocalBet[]).filter(
    (bet) =>
      /^\d+$/.test(bet?.id) &&
      /^\d+$/.test(bet.stake) &&
      /^\d+$/.test(bet.win) &&
      Number.isInteger(bet.vid) &&
      Array.isArray(bet.legs) &&
      typeof bet.currency?.exponent === 'number',
  )
}
