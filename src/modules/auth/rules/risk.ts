/** What makes a sign-in with a right password strange enough to ask for a code as well (standards SES-10). Pure. */
import { DAY, HOUR, type Millis } from '#lib/time.ts'
import { FREE_TRIES } from './lockout.ts'
import { neighbourhoodOf } from '#lib/network.ts'

export type RiskSignal = 'new_place' | 'many_failures' | 'impossible_travel'

/** Where an address is; the point only where the operator's file has it. */
export interface Place {
  country: string
  point: { latitude: number; longitude: number } | null
}

/** A session that the player has had. */
export interface Visit {
  /** Mark of the browser; null where none was kept. */
  device: string | null
  ip: string
  lastActionAt: Millis
  /** The player has thrown it out himself: what it came from is known no longer. */
  disowned: boolean
}

export interface SignInSigns {
  device: string
  ip: string
  now: Millis
  /** Wrong tries before this right one. */
  failures: number
  visits: readonly Visit[]
  /** Null where nobody knows: without the operator's file there is no travel. */
  placeOf: (ip: string) => Place | null
}

/** A browser or network that was not seen for so long is new again. */
export const REMEMBERED_MS = 180 * DAY
/** As many as make the sign-in wait for the first time. */
export const MANY_FAILURES = FREE_TRIES

/** Faster than an airliner, and farther than such files err. */
const FASTEST_KM_PER_HOUR = 1000
const NEAR_KM = 500
/** Without points: nobody is in two countries within so short a time, unless he stands at their border. */
const COUNTRY_CHANGE_MS = HOUR

/**
 * Signals of a sign-in, none for a usual one. Who has never been here has nothing to differ from; who comes from a known
 * network or with a known browser is at most one step away from his habits, which is what people do every day.
 */
export function riskSignals(signs: SignInSigns): RiskSignal[] {
  const known = signs.visits.filter(({ disowned, lastActionAt }) => !disowned && signs.now - lastActionAt < REMEMBERED_MS)
  const here = neighbourhoodOf(signs.ip)
  const isNewNetwork = signs.visits.length > 0 && !known.some(({ ip }) => ip !== '' && neighbourhoodOf(ip) === here)
  const isNewDevice = signs.visits.length > 0 && !known.some(({ device }) => device === signs.device)
  const signals: RiskSignal[] = []
  if (isNewDevice && isNewNetwork) signals.push('new_place')
  if (signs.failures >= MANY_FAILURES) signals.push('many_failures')
  if (isNewNetwork && isImpossibleTravel(signs)) signals.push('impossible_travel')
  return signals
}

function isImpossibleTravel({ ip, now, visits, placeOf }: SignInSigns): boolean {
  const last = visits.filter((visit) => visit.ip !== '').toSorted((a, b) => b.lastActionAt - a.lastActionAt)[0]
  const from = last && placeOf(last.ip)
  const to = placeOf(ip)
  if (!last || !from || !to) return false
  const tookMs = Math.max(now - last.lastActionAt, 1)
  if (!from.point || !to.point) return from.country !== to.country && tookMs < COUNTRY_CHANGE_MS
  const km = distanceKm(from.point, to.point)
  return km > NEAR_KM && km / (tookMs / HOUR) > FASTEST_KM_PER_HOUR
}

const EARTH_RADIUS_KM = 6371

type Point = NonNullable<Place['point']>

/** Along the great circle. */
export function distanceKm(from: Point, to: Point): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const halfLatitude = Math.sin(radians(to.latitude - from.latitude) / 2)
  const halfLongitude = Math.sin(radians(to.longitude - from.longitude) / 2)
  const chord = halfLatitude ** 2 + Math.cos(radians(from.latitude)) * Math.cos(radians(to.latitude)) * halfLongitude ** 2
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)))
}
