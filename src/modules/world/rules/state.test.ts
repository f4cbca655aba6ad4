import { describe, expect, it } from 'vitest'
import { fixturesBetween, modelOfFixture, worldGame } from './calendar.ts'
import { worldCatalogue } from './catalogue.ts'
import { timelineOf } from './engines.ts'
import { afterItem, emptyState, stateAt } from './state.ts'
import type { LiveState, Timeline, WorldGame } from './types.ts'

const SEED = 'state'
const FROM = Date.UTC(2026, 10, 14)
const DAYS = 8 * 86_400_000

/** Some games of every kind, with mishaps, so that incidents are taken back. */
const games: WorldGame[] = worldCatalogue(SEED)
  .filter((c) => !c.mixed)
  .flatMap((c) => fixturesBetween(SEED, c, FROM, FROM + DAYS).slice(0, 6))
  .map((fixture) => worldGame(SEED, fixture, modelOfFixture(SEED, fixture), true))

/** What `stateAt` says in one pass, told item by item. */
function folded({ game, items }: Timeline, atMs: number): LiveState {
  const happened = items.filter(({ at }) => at <= atMs)
  const retracted = new Set(happened.map(({ retracts }) => retracts))
  return happened.filter(({ seq }) => !retracted.has(seq)).reduce(afterItem, emptyState(game))
}

describe('stateAt', () => {
  it('is the fold of what happened until then, without what was taken back', () => {
    let takenBack = 0
    for (const game of games) {
      const timeline = timelineOf(SEED, game)
      if (timeline.items.some(({ retracts }) => retracts !== undefined)) takenBack += 1
      for (const part of [0.3, 0.7, 1, Infinity]) {
        const at = part === Infinity ? Infinity : timeline.endsAtMs * part
        expect(JSON.stringify(stateAt(timeline, at))).toBe(JSON.stringify(folded(timeline, at)))
      }
    }
    expect(takenBack).toBeGreaterThan(10)
  })

  it('leaves the items as they were, so that it says the same again', () => {
    const timeline = timelineOf(SEED, games[0]!)
    const before = JSON.stringify(timeline)
    expect(stateAt(timeline, Infinity)).toEqual(stateAt(timeline, Infinity))
    expect(JSON.stringify(timeline)).toBe(before)
  })
})

describe('afterItem', () => {
  it('leaves the given state as it was', () => {
    const timeline = timelineOf(SEED, games[0]!)
    let state = emptyState(timeline.game)
    for (const item of timeline.items) {
      const before = JSON.stringify(state)
      const next = afterItem(state, item)
      expect(JSON.stringify(state)).toBe(before)
      state = next
    }
  })
})

describe('a timeline without its picture', () => {
  it('ends with the same score and periods, at the same moment and in the same way, and holds nothing beside', () => {
    const end = (timeline: Timeline) => {
      const { score, periods, phase } = stateAt(timeline, Infinity)
      const { endsAtMs, ending, note } = timeline
      return { score, periods, phase, endsAtMs, ending, note }
    }
    let leaner = 0
    for (const game of games) {
      const whole = timelineOf(SEED, game)
      const lean = timelineOf(SEED, game, false)
      expect(end(lean)).toEqual(end(whole))
      expect(stateAt(lean, Infinity).stats).toEqual({})
      if (lean.items.length < whole.items.length / 2) leaner += 1
    }
    expect(leaner).toBeGreaterThan(50)
  })
})
