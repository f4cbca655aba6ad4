import { describe, expect, it } from 'vitest'
import { Random } from '#lib/random.ts'
import { timelineOf } from './engines.ts'
import { courseOfRace, orderOf, shownWeights, standing } from './race-course.ts'
import { stateAt } from './state.ts'
import type { Timeline, Variant, WorldGame } from './types.ts'

const WEIGHTS = [3, 1.5, 1, 0.6, 0.4, 0]
const PARTS = [0.1, 0.3, 0.5, 0.7, 0.9]
const RACES = 2500

/** Wins of every runner that were expected at a stage, and those that came. */
function tally(stage: number): { expected: number[]; came: number[]; variance: number[] } {
  const [expected, came, variance] = [0, 1, 2].map(() => WEIGHTS.map(() => 0)) as [number[], number[], number[]]
  for (let n = 0; n < RACES; n++) {
    const random = new Random(`race${n}`)
    const stages = courseOfRace(random, WEIGHTS, PARTS)
    const weights = shownWeights(stages[stage]!.logs)
    const whole = weights.reduce((sum, w) => sum + w, 0)
    weights.forEach((w, k) => {
      expected[k]! += w / whole
      variance[k]! += (w / whole) * (1 - w / whole)
    })
    came[orderOf(random, stages.at(-1)!.logs)[0]! - 1]!++
  }
  return { expected, came, variance }
}

describe('the course of a race', () => {
  it.each([0, 1, 3, 5])('stage %i: who wins comes as often as the weights of that moment say', (stage) => {
    const { expected, came, variance } = tally(stage)
    for (const [k, times] of came.entries()) {
      if (WEIGHTS[k] === 0) expect(times).toBe(0)
      else expect(Math.abs(times - expected[k]!), `runner ${k + 1}`).toBeLessThan(4 * Math.sqrt(variance[k]!))
    }
  })

  it('tells more and more: late favourites are surer than early ones', () => {
    const surest = [0, 3, 5].map((stage) => {
      let sum = 0
      for (let n = 0; n < 400; n++) {
        const weights = shownWeights(courseOfRace(new Random(`sure${n}`), WEIGHTS, PARTS)[stage]!.logs)
        sum += 1 / weights.reduce((all, w) => all + w, 0)
      }
      return sum / 400
    })
    expect(surest[0]!).toBeLessThan(surest[1]!)
    expect(surest[1]!).toBeLessThan(surest[2]!)
  })

  it('never calls a runner that runs a non-runner, and one that does not stays one', () => {
    for (let n = 0; n < 200; n++) {
      const weights = shownWeights(courseOfRace(new Random(`out${n}`), WEIGHTS, PARTS).at(-1)!.logs)
      expect(weights.map((w) => w > 0)).toEqual(WEIGHTS.map((w) => w > 0))
    }
  })

  it('shows in front who is in front, more so the nearer the end is', () => {
    const logs = [0, 5, 10].map((log) => -log)
    const against = [-8, 0, 8]
    expect(standing({ run: 0, logs }, against)[0]).toBe(3)
    expect(standing({ run: 0.9999, logs: logs.map((log) => log * 100) }, against)).toEqual([1, 2, 3])
  })
})

function race(variant: Variant, name: string, extra: Record<string, number> = {}): Timeline {
  const weights = Object.fromEntries(Array.from({ length: 12 }, (_, k) => [`w${k + 1}`, 1 + (k % 3)]))
  const pace = { laps: 10, lapSec: 120, retired: 0.3 }
  const model = { supremacy: 0, total: 12, rho: 0, extra: { ...weights, ...extra } }
  const game: WorldGame = { ref: name, sportId: 18, engine: 'field', variant, model, sides: 12, format: {}, mishaps: false, pace }
  return timelineOf('course', game)
}

describe('a race of the world', () => {
  it('says its chances all along, pauses before a drop-out and closes before the finish', () => {
    const { items, endsAtMs } = race('track', 'one')
    const says = items.filter((item) => item.kind === 'model')
    expect(says.length).toBeGreaterThan(20)
    expect(new Set(says.map((item) => item.says!['w1'])).size).toBeGreaterThan(10)
    const drops = items.filter((item) => item.type === 'retired')
    expect(drops.length).toBeGreaterThan(0)
    for (const drop of drops) expect(items.some((item) => item.kind === 'stop' && item.at === drop.at - 3000)).toBe(true)
    const closed = items.findIndex((item) => item.kind === 'stop' && item.reason === 'match_ended')
    expect(items[closed]!.at).toBeLessThan(endsAtMs - 20_000)
    expect(items.slice(closed).some((item) => item.kind === 'model')).toBe(false)
  })

  it('shows who runs until he drops out, and gives him no place then', () => {
    let seen = 0
    for (let n = 0; n < 20; n++) {
      const line = race('track', `two${n}`)
      for (const drop of line.items.filter((item) => item.type === 'retired')) {
        const key = `place${drop.detail!['order'] as number}`
        if (stateAt(line, drop.at - 1).stats[key]?.[0]) seen++
        expect(stateAt(line, drop.at).stats[key]![0]).toBe(0)
        expect(stateAt(line, Infinity).stats[key]![0]).toBe(0)
      }
    }
    // Who drops out is not known from the picture before.
    expect(seen).toBeGreaterThan(10)
  })

  it('does not give its end away: who leads after the first lap seldom wins', () => {
    let same = 0
    for (let n = 0; n < 200; n++) {
      const line = race('track', `three${n}`)
      const [lap, end] = [line.items.find((item) => item.type === 'lap')!, line.items.find((item) => item.type === 'race_end')!]
      if ((lap.detail!['order'] as number[])[0] === (end.detail!['order'] as number[])[0]) same++
    }
    expect(same).toBeGreaterThan(5)
    expect(same).toBeLessThan(80)
  })

  it('a draw has no chances that move', () => {
    expect(race('draw', 'four').items.some((item) => item.kind === 'model' || item.kind === 'stop')).toBe(false)
  })
})
