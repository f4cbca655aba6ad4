/** What the tracker of a live game draws, from its incidents alone (EV-06, XT-53). */

export type TrackerKind = 'football' | 'hockey' | 'basketball' | 'tennis' | 'cricket'

const KINDS: Readonly<Record<TrackerKind, readonly number[]>> = {
  football: [1, 85, 144, 14, 25, 211],
  hockey: [2, 89, 67, 15],
  basketball: [3, 91],
  tennis: [4, 94, 88],
  cricket: [66, 99],
}

/** Null for sports that have no field to draw: they have their chronology. */
export function trackerKind(sportId: number): TrackerKind | null {
  return (Object.keys(KINDS) as TrackerKind[]).find((kind) => KINDS[kind].includes(sportId)) ?? null
}

export interface TrackerEvent {
  id: number
  /** Word of the feed: goal, attack, dangerous_attack, shot, corner, ball, point … */
  type: string
  side: 0 | 1 | 2
  clockSec: number | null
  amount: number
  /** Where it happened, 0–100 along and across, seen from side 1; null when the feed does not say. */
  at: readonly [number, number] | null
  cancelled: boolean
}

/** How much an incident says about who presses. */
const WEIGHTS: Readonly<Record<string, number>> = {
  attack: 1,
  dangerous_attack: 2,
  shot: 3,
  corner: 2,
  free_kick: 1,
  goal: 6,
  own_goal: 0,
  penalty_goal: 6,
  penalty_missed: 3,
}

export function weightOf({ type, amount }: Pick<TrackerEvent, 'type' | 'amount'>): number {
  if (type === 'score' || type === 'points' || type === 'run') return Math.max(1, amount)
  if (type === 'point' || type === 'ace') return 1
  return WEIGHTS[type] ?? 0
}

/**
 * Pressure over the game in equal spans of its clock, oldest first: positive for side 1, negative for side 2. Games
 * without a clock are cut by the number of their incidents.
 */
export function momentum(events: readonly TrackerEvent[], bins: number): readonly number[] {
  const telling = events.filter((event) => !event.cancelled && event.side !== 0 && weightOf(event) > 0)
  const last = Math.max(...telling.map(({ clockSec }) => clockSec ?? 0), 0)
  const bars = Array.from({ length: bins }, () => 0)
  telling
    .toSorted((a, b) => a.id - b.id)
    .forEach((event, index) => {
      const share = last > 0 ? (event.clockSec ?? 0) / (last + 1) : index / telling.length
      bars[Math.min(bins - 1, Math.floor(share * bins))]! += (event.side === 1 ? 1 : -1) * weightOf(event)
    })
  return bars
}

/** Depth of the play by what happens, from the middle (0.5) to the goal line (1), seen from the side that has it. */
const DEPTHS: Readonly<Record<string, number>> = {
  attack: 0.66,
  dangerous_attack: 0.8,
  shot: 0.88,
  corner: 0.99,
  free_kick: 0.72,
  goal: 0.97,
  penalty_goal: 0.9,
  penalty_missed: 0.9,
  goal_kick: 0.06,
  offside: 0.84,
  score: 0.92,
  points: 0.92,
}

export interface BallPlace {
  side: 1 | 2
  type: string
  /** 0–1 along the field from the goal of side 1 to that of side 2, and across it. */
  x: number
  y: number
}

/** Where the play is: the newest incident that has a side and a place. Null before the first. */
export function ballPlace(events: readonly TrackerEvent[]): BallPlace | null {
  const event = events
    .filter(({ cancelled, side, type, at }) => !cancelled && side !== 0 && (at !== null || DEPTHS[type] !== undefined))
    .reduce<TrackerEvent | null>((newest, one) => (newest === null || one.id > newest.id ? one : newest), null)
  if (!event) return null
  const side = event.side as 1 | 2
  if (event.at) return { side, type: event.type, x: event.at[0] / 100, y: event.at[1] / 100 }
  const depth = DEPTHS[event.type] ?? 0.5
  // Without a place of its own an incident stands in a lane that its number gives: the ball does not lie still.
  const lane = event.type === 'corner' ? (event.id % 2 ? 0.04 : 0.96) : 0.25 + ((event.id * 37) % 50) / 100
  return { side, type: event.type, x: side === 1 ? depth : 1 - depth, y: lane }
}

/** The last points of a game without a clock, oldest first: who won each. */
export function lastPoints(events: readonly TrackerEvent[], count: number): readonly (1 | 2)[] {
  return events
    .filter(({ type, side, cancelled }) => !cancelled && side !== 0 && (type === 'point' || type === 'points' || type === 'ace'))
    .toSorted((a, b) => a.id - b.id)
    .slice(-count)
    .map(({ side }) => side as 1 | 2)
}

export interface Ball {
  runs: number
  wicket: boolean
}

/** The last balls of cricket, oldest first. */
export function lastBalls(events: readonly TrackerEvent[], count: number): readonly Ball[] {
  return events
    .filter(({ type, cancelled }) => !cancelled && (type === 'ball' || type === 'wicket'))
    .toSorted((a, b) => a.id - b.id)
    .slice(-count)
    .map(({ type, amount }) => ({ runs: amount, wicket: type === 'wicket' }))
}

/** Nothing has happened: said only when the course of the game is known and empty, and no score speaks against it. */
export function isUntouched(course: readonly unknown[] | undefined, score: readonly number[] | undefined): boolean {
  return course?.length === 0 && (score ?? []).every((points) => points === 0)
}
