/** A recorded match as the pack holds it, and what playing it gives. */
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'

export interface RecordedEvent {
  /** Seconds of wall clock since the start, never falling. */
  t: number
  p?: number
  type: string
  side?: 'H' | 'A'
  score?: [number, number]
  clock?: string
  m?: number | string
  how?: string
  on_target?: boolean
  server?: 'H' | 'A'
  player?: string
  pts?: number
  outs?: number
  over?: string | number
  r?: number
  x?: number
  xt?: string
  /** Who was out in what way. */
  w?: { out: string; how: string }[]
  strokes?: number
}

export interface Recording {
  id: string
  sport: string
  country: string | null
  tournament: string
  season: string
  round: string | null
  venue?: string | null
  home: string
  away: string
  length_s: number
  final: {
    score?: [number, number]
    sets?: [number, number][]
    innings?: { side: 'H' | 'A'; runs: number; wickets: number }[]
    duration?: string
  }
  events: RecordedEvent[]
}

export type Pair = [home: number, away: number]
export type Side = 'home' | 'away'

/** One thing that happens: the picture after it, and the incident when it is worth a fact of its own. */
export interface Step {
  /** Milliseconds since the start. */
  atMs: number
  state: Omit<LiveState, 'game'>
  incident?: Omit<Incident, 'game' | 'seq'>
}

export const SPORT_IDS: Readonly<Record<string, number>> = {
  football: 1,
  ice_hockey: 2,
  basketball: 3,
  baseball: 5,
  volleyball: 6,
  badminton: 16,
  cricket: 66,
}

export function sideOf(side: 'H' | 'A' | undefined): Side | undefined {
  return side === undefined ? undefined : side === 'H' ? 'home' : 'away'
}

/** 'mm:ss' → seconds; 0 when it cannot be read. */
export function seconds(clock: string | undefined): number {
  const match = /(\d+):(\d+)$/.exec(clock ?? '')
  return match ? Number(match[1]) * 60 + Number(match[2]) : 0
}

/** Builds steps: holds the picture, copies it at every step. */
export class Board {
  readonly steps: Step[] = []
  phase = ''
  clockSec = 0
  hasClock = true
  clockRuns = true
  server: Side | undefined
  score: Pair = [0, 0]
  periods: { no: number; code: string; score: Pair }[] = []
  stats: Record<string, Pair> = {}

  open(code: string, phase = code): void {
    this.phase = phase
    if (!this.periods.some((period) => period.code === code)) this.periods.push({ no: this.periods.length + 1, code, score: [0, 0] })
  }

  add(stat: string, side: Side | undefined, n = 1): void {
    if (!side) return
    const pair = (this.stats[stat] ??= [0, 0])
    pair[side === 'home' ? 0 : 1] += n
  }

  /** Sets the score; what was added counts in the open period. */
  setScore(score: Pair): void {
    const period = this.periods.at(-1)
    if (period) {
      period.score[0] += score[0] - this.score[0]
      period.score[1] += score[1] - this.score[1]
    }
    this.score = [score[0], score[1]]
  }

  step(t: number, type?: string, side?: Side, detail?: Record<string, unknown>): void {
    const state: Step['state'] = {
      phase: this.phase,
      score: [...this.score],
      periods: this.periods.map((p) => ({ ...p, score: [...p.score] as Pair })),
      stats: Object.fromEntries(Object.entries(this.stats).map(([key, pair]) => [key, [...pair] as Pair])),
    }
    if (this.hasClock) Object.assign(state, { clockSec: this.clockSec, clockRuns: this.clockRuns })
    if (this.server) state.server = this.server
    const step: Step = { atMs: Math.round(t * 1000), state }
    if (type) step.incident = { clockSec: this.clockSec, type, ...(side ? { side } : {}), ...(detail ? { detail } : {}) }
    this.steps.push(step)
  }
}
