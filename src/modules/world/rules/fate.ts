/** What may befall a fixture before it starts. */
import { lot, Random, round9 } from '#lib/random.ts'
import type { Millis } from '#lib/time.ts'
import type { Fixture } from './schedule.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MOVED_BY = [1, 2, 3, 24, 48, 72]
/** A moved game starts at most this much after its planned start. */
export const LATEST_MOVE = MOVED_BY.at(-1)! * HOUR

/** One game of so many is broken off. */
const BROKEN_OFF_OF = 2000

export interface Mishaps {
  /** Retractions, wrong confirmed scores, moved, cancelled and abandoned games. */
  worldMishaps: boolean
  /** Share of league games moved, and cancelled. */
  moved: number
  cancelled: number
}

export interface Fate {
  kind: 'plays' | 'moved' | 'cancelled'
  /** When it is told. */
  at: Millis
  startsAt: Millis
}

export function fateOf(seed: string, fixture: Fixture, mishaps: Mishaps): Fate {
  const plays: Fate = { kind: 'plays', at: 0, startsAt: fixture.startsAt }
  if (!mishaps.worldMishaps || fixture.championship.lane || fixture.championship.cup || fixture.sources || fixture.race) return plays
  const drawn = lot(`${seed}|${fixture.ref}|fate`)
  const at = fixture.startsAt - Math.round((2 + 46 * lot(`${seed}|${fixture.ref}|fateAt`)) * 60) * MINUTE
  if (drawn < round9(mishaps.cancelled)) return { kind: 'cancelled', at, startsAt: fixture.startsAt }
  if (drawn >= round9(mishaps.cancelled + mishaps.moved)) return plays
  const by = MOVED_BY[Math.floor(lot(`${seed}|${fixture.ref}|moved`) * MOVED_BY.length)]!
  return { kind: 'moved', at, startsAt: fixture.startsAt + by * HOUR }
}

/** Of a game that is broken off, what draws how; null: it is played to its end. */
export function breakOf(seed: string, ref: string): Random | null {
  const random = new Random(`${seed}|${ref}|abandoned`)
  return random.chance(1 / BROKEN_OFF_OF) ? random : null
}
