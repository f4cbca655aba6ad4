/**
 * Peak days (features XT-79): when the process is at its end, extras are turned off one stage after another, so that
 * sign-in, placing, money and the line keep what there is. Each process decides for itself and writes nothing.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { gauge } from '../metrics.ts'

/** 0: everything works. From 1 on the extras of that stage and of those before it are off. */
export type LoadStage = 0 | 1 | 2 | 3

/** Beginnings of paths, by the stage that turns them off: what is missed least goes first. */
export const EXTRAS: Readonly<Record<Exclude<LoadStage, 0>, readonly string[]>> = {
  // What others choose, and coupons that the house puts together.
  1: ['/web-api/coupon/popular', '/web-api/coupon/generate'],
  // The statistics window and its widgets.
  2: ['/service-api/statistics/', '/service-api/statisticfeed/', '/service-api/siteservice/', '/sfiles/silks/'],
  // How prices moved, and tables and letters of the history: its pages stay.
  3: [
    '/service-api/linefeed/getcoefhistory',
    '/service-api/livefeed/getcoefhistory',
    '/web-api/office/history/table.csv',
    '/web-api/office/history/mail',
    '/web-api/office/history/casino-mail',
  ],
}

/** The stage at which a call is turned off; 0: never. */
export function stageOf(paths: readonly string[]): LoadStage {
  const stages = [1, 2, 3] as const
  return stages.find((stage) => paths.some((path) => EXTRAS[stage].some((beginning) => path.toLowerCase().startsWith(beginning)))) ?? 0
}

/** What one second was like. */
export interface LoadSample {
  /** Share of the second in which the loop worked, 0…1. */
  busy: number
  /** How late the loop came to its timers, mean, ms. */
  lateMs: number
  /** Questions that wait for a connection to the database. */
  waiting: number
}

export interface LoadState {
  stage: LoadStage
  /** Seconds in a row that were heavy (above zero) or light (below). */
  run: number
}

/**
 * A loop that is never done serves everybody in turns and comes to its timers only 25 to 50 ms late, while calls wait for
 * seconds; one that works nine tenths of the time is 5 ms late (bench/peak.ts).
 */
const HEAVY = { busy: 0.95, lateMs: 15, waiting: 60 } as const
const LIGHT = { busy: 0.7, waiting: 5 } as const
const HEAVY_SECONDS = 3
export const LIGHT_SECONDS = 20

/** Up a stage after three heavy seconds, down one after twenty light ones: nothing flickers. */
export function nextLoad({ stage, run }: LoadState, { busy, lateMs, waiting }: LoadSample): LoadState {
  if ((busy > HEAVY.busy && lateMs > HEAVY.lateMs) || waiting > HEAVY.waiting) {
    const seconds = Math.max(run, 0) + 1
    return seconds < HEAVY_SECONDS || stage === 3
      ? { stage, run: Math.min(seconds, HEAVY_SECONDS) }
      : { stage: (stage + 1) as LoadStage, run: 0 }
  }
  if (busy > LIGHT.busy || waiting > LIGHT.waiting) return { stage, run: 0 }
  const seconds = Math.max(-run, 0) + 1
  return seconds < LIGHT_SECONDS || stage === 0
    ? { stage, run: -Math.min(seconds, LIGHT_SECONDS) }
    : { stage: (stage - 1) as LoadStage, run: 0 }
}

let measured: LoadStage = 0
let forced: LoadStage | null = null

export function loadStage(): LoadStage {
  return forced ?? measured
}

/** For tools and tests: this stage whatever is measured; null goes back to what is. */
export function forceLoadStage(stage: LoadStage | null): void {
  forced = stage
}

/** Measures every second until it is stopped. */
export function watchLoad({ waiting, changed }: { waiting(): number; changed(stage: LoadStage, sample: LoadSample): void }): () => void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  let state: LoadState = { stage: 0, run: 0 }
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const sample: LoadSample = {
      busy: performance.eventLoopUtilization(now, before).utilization,
      lateMs: Math.max(0, delay.mean / 1e6 - RESOLUTION_MS) || 0,
      waiting: waiting(),
    }
    before = now
    delay.reset()
    const next = nextLoad(state, sample)
    if (next.stage !== state.stage) changed(next.stage, sample)
    state = next
    measured = next.stage
  }, 1000)
  timer.unref()
  return () => {
    clearInterval(timer)
    delay.disable()
    measured = 0
  }
}

const RESOLUTION_MS = 20

gauge('load_stage', 'Extras that are turned off for load: 0 none to 3 all', loadStage)
