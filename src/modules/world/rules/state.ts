/** The scoreboard: a fold of a timeline's items. */
import type { Incident, LiveState, Ref } from '#modules/feeds/rules/fact.ts'
import type { Effect, Item, Pair, Timeline } from './types.ts'

export function emptyState(game: Ref): LiveState {
  return { game, phase: 'not_started', score: [0, 0], periods: [], stats: {} }
}

function plus(a: Pair | undefined, b: Pair): Pair {
  return [(a?.[0] ?? 0) + b[0], (a?.[1] ?? 0) + b[1]]
}

/** The state after one more item; the given state stays as it was. */
export function afterItem(state: LiveState, item: Item): LiveState {
  if (item.kind === 'stop' || item.kind === 'model') return state
  const fx: Effect = item.fx
  const next: LiveState = { ...state }
  if (item.hasClock) {
    next.clockSec = item.clockSec
    next.clockRuns = fx.runs ?? state.clockRuns ?? false
  }
  if (fx.phase) next.phase = fx.phase
  if (fx.server) next.server = fx.server
  if (fx.score) next.score = plus(state.score, fx.score)
  if (fx.points === null) delete next.points
  else if (fx.points) next.points = fx.points
  if (fx.open) next.periods = [...state.periods, { no: state.periods.length + 1, code: fx.open, score: [0, 0] }]
  const last = next.periods.at(-1)
  if (fx.period && last) next.periods = [...next.periods.slice(0, -1), { ...last, score: plus(last.score, fx.period) }]
  if (fx.stats || fx.set) {
    next.stats = { ...state.stats, ...fx.set }
    for (const [key, by] of Object.entries(fx.stats ?? {})) next.stats[key] = plus(next.stats[key], by)
  }
  return next
}

/** Everything folded that happened by `atMs` after the start; what was retracted by then never happened. */
export function stateAt(timeline: Timeline, atMs: number): LiveState {
  const happened = timeline.items.filter((item) => item.at <= atMs)
  const retracted = new Set(happened.map((item) => item.retracts))
  let state = emptyState(timeline.game)
  for (const item of happened) if (!retracted.has(item.seq)) state = afterItem(state, item)
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
