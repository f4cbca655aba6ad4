/** What of the coupon is kept for seven days and shown to the other tabs. */
import { inFlight, type BetJob } from './flow.ts'
import type { Coupon, Kind } from './coupon.ts'
import type { Leg } from './leg.ts'

export interface Stored {
  v: 1
  legs: readonly Leg[]
  chosenKind: Kind | null
  stake: string
  stakeTouched: boolean
  legStakes: Readonly<Record<string, string>>
  /** Bets on their way: their betGUIDs outlive the page. */
  jobs: readonly BetJob[]
  parked: readonly BetJob[]
}

/** What was placed is not the coupon any more, unless the player keeps it. */
export function storedOf(coupon: Coupon): Stored {
  const placed = coupon.flow.at === 'placed'
  return {
    v: 1,
    legs: placed ? [] : coupon.legs,
    chosenKind: coupon.chosenKind,
    stake: coupon.stake,
    stakeTouched: coupon.stakeTouched,
    legStakes: placed ? {} : coupon.legStakes,
    jobs: inFlight(coupon.flow) ? coupon.flow.jobs : [],
    parked: coupon.parked,
  }
}

/** Live prices and scores change all the time and are no reason to write. */
export function storedIdentity(stored: Stored): string {
  const { legs, ...rest } = stored
  return JSON.stringify([legs.map((leg) => [leg.key, leg.agreed, leg.kind]), rest])
}

/** Only what has the right shape is taken back: an older version or a hand-made value is dropped. */
export function readStored(value: unknown): Stored | null {
  const stored = value as Partial<Stored> | null
  if (typeof stored !== 'object' || stored === null || stored.v !== 1 || !Array.isArray(stored.legs)) return null
  const legs = (stored.legs as Leg[]).filter(
    (leg) => typeof leg?.key === 'string' && Number.isInteger(leg.price) && leg.price > 0 && typeof leg.names === 'object',
  )
  return {
    v: 1,
    legs,
    chosenKind: stored.chosenKind === 'singles' || stored.chosenKind === 'express' ? stored.chosenKind : null,
    stake: typeof stored.stake === 'string' ? stored.stake : '',
    stakeTouched: stored.stakeTouched === true,
    legStakes: typeof stored.legStakes === 'object' && stored.legStakes !== null ? stored.legStakes : {},
    jobs: jobsOf(stored.jobs),
    parked: jobsOf(stored.parked),
  }
}

function jobsOf(value: unknown): readonly BetJob[] {
  return Array.isArray(value) ? (value as BetJob[]).filter((job) => /^[0-9a-f]{24}$/.test(job?.guid) && typeof job.body === 'object') : []
}
