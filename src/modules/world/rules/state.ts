/** The scoreboard: a fold of a timeline's items. */
import type { Incident, LiveState, Ref } from '#modules/feeds/rules/fact.ts'
import type { Item, Pair, Timeline } from './types.ts'

export function emptyState(game: Ref): LiveState {
  return { game, phase: 'not_started', score: [0, 0], periods: [], stats: {} }
}

function plus(a: Pair | undefined, b: Pair): Pair {
  return [(a?.[0] ?? 0) + b[0], (a?.[1] ?? 0) + b[1]]
}

/** The state after one more item; the given state stays as it was. */
export function afterItem(state: LiveState, item: Item): LiveState {
  if (item.kind === 'stop' || item.kind === 'model') return state
  const next: LiveState = { ...state }
  if (item.fx.stats || item.fx.set) next.stats = { ...state.stats }
  take(next, item)
  return next
}

/**
 * Changes the state and its table of statistics in place; everything else in it is replaced by something new, save that of a state
 * which is nobody else's (`own`) the last period is changed too: a set has forty points.
 */
function take(state: LiveState, { fx, hasClock, clockSec }: Item, own = false): void {
  if (hasClock) {
    state.clockSec = clockSec
    state.clockRuns = fx.runs ?? state.clockRuns ?? false
  }
  if (fx.phase) state.phase = fx.phase
  if (fx.server) state.server = fx.server
  if (fx.score) state.score = plus(state.score, fx.score)
  if (fx.points === null) delete state.points
  else if (fx.points) state.points = fx.points
  if (fx.open) state.periods = [...state.periods, { no: state.periods.length + 1, code: fx.open, score: [0, 0] }]
  const last = state.periods.at(-1)
  if (fx.period && last) {
    const score = plus(last.score, fx.period)
    if (own) last.score = score
    else state.periods = [...state.periods.slice(0, -1), { ...last, score }]
  }
  if (fx.set) Object.assign(state.stats, fx.set)
  for (const key in fx.stats) state.stats[key] = plus(state.stats[key], fx.stats[key]!)
}

/** Everything folded that happened by `atMs` after the start; what was retracted by then never happened. */
export function stateAt(timeline: Timeline, atMs: number): LiveState {
  const retracted = new Set<number>()
  for (const { at, retracts } of timeline.items) if (retracts !== undefined && at <= atMs) retracted.add(retracts)
  const state = emptyState(timeline.game)
  for (const item of timeline.items) {
    if (item.at <= atMs && item.kind !== 'stop' && item.kind !== 'model' && !retracted.has(item.seq)) take(state, item, true)
  }
  return state
}

/** Walks a timeline forward: gives the state after each item without starting over, save at retractions. */
export class Scoreboard {
  state: LiveState
  /** Index of the next item. */
  next = 0
  private readonly timeline: Timeline

  constructor(timeline: Timeline) {
    this.timeline = timeline
    this.state = emptyState(timeline.game)
  }

  step(): Item | null {
    const item = this.timeline.items[this.next]
    if (!item) return null
    this.next++
    this.state = item.retracts === undefined ? afterItem(this.state, item) : this.again()
    return item
  }

  private again(): LiveState {
    const happened = this.timeline.items.slice(0, this.next)
    const retracted = new Set(happened.map((item) => item.retracts))
    const state = happened.reduce((so, item) => (retracted.has(item.seq) ? so : afterItem(so, item)), emptyState(this.timeline.game))
    // What is taken back takes no time back.
    return { ...state, ...(this.state.clockSec === undefined ? {} : { clockSec: Math.max(this.state.clockSec, state.clockSec ?? 0) }) }
  }
}

export function incidentOf(game: Ref, item: Item): Incident {
  return {
    game,
    seq: item.seq,
    clockSec: item.clockSec,
    type: item.type,
    ...(item.side ? { side: item.side } : {}),
    ...(item.player ? { player: item.player } : {}),
    ...(item.where ? { at: item.where } : {}),
    ...(item.detail ? { detail: item.detail } : {}),
    ...(item.retracts === undefined ? {} : { retracts: item.retracts }),
  }
}
