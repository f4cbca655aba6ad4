/** Level games that go on: what the world's overtimes bring is what their prices say, before them and while they last. */
import { describe, expect, it } from 'vitest'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Timeline } from '#modules/world/rules/types.ts'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { courseOf, FAIR_GAMES, inputBefore } from '../../../../test/support/sample-games.ts'
import { simulateMatches } from '../../../../test/support/simulated-matches.ts'
import { clockStretch } from './engines.ts'
import { factsFrom } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput } from './price-game.ts'

const GAMES = 140
/** Deviations, either way: what comes in too rarely here is the other side of what comes in too often. */
const MOST = 4

type Row = (typeof FAIR_GAMES)[number]

function at(row: Row, course: Timeline, ms: number): PriceInput {
  const incidents = course.items.filter((item) => item.kind === 'incident' && item.at <= ms).map((item) => incidentOf(course.game, item))
  const live = stateAt(course, ms)
  // The clock runs on between two scores.
  const told = course.items.findLast((item) => item.kind === 'incident' && item.hasClock && item.at <= ms)
  const clockSec = live.clockRuns ? told!.clockSec + (ms - told!.at) / 1000 / clockStretch(row[2]) : live.clockSec!
  return { ...inputBefore(row), status: 'live', live: { ...live, clockSec }, incidents }
}

interface Band {
  expected: number
  came: number
  variance: number
}

/** Lines of one course come in together, so each course counts once in a band: with the mean of its outcomes there. */
function addCourse(bands: Map<string, Band>, row: Row, course: Timeline, ms: number): number {
  const end = factsFrom({ ...at(row, course, Infinity), status: 'ended', statusNote: 'after_extra_time' })
  const own = new Map<string, [prob: number, won: number][]>()
  for (const market of priceGame(at(row, course, ms))) {
    for (const one of market.outcomes.filter(({ active }) => active)) {
      const { t, p, playerId } = parseOutcomeKey(one.key)
      const grade = gradeOutcome(market.part, market.key, t, p, playerId, end, market.spec)
      if (grade.voidFactor) continue
      const id = `${market.key} ${t} ${[0.1, 0.3, 0.5, 0.7, 0.9].filter((edge) => one.prob > edge).length}`
      own.set(id, [...(own.get(id) ?? []), [one.prob, grade.won!]])
    }
  }
  for (const [id, list] of own) {
    const band = bands.get(id) ?? { expected: 0, came: 0, variance: 0 }
    bands.set(id, band)
    const mean = (what: (one: [number, number]) => number) => list.reduce((sum, one) => sum + what(one), 0) / list.length
    band.expected += mean(([prob]) => prob)
    band.variance += mean(([prob]) => prob * (1 - prob))
    band.came += mean(([, won]) => won)
  }
  return own.size
}

const ROWS = ['basketball', 'american-football'] as const
const courses = new Map<string, Timeline[]>()

function overtimesOf(variant: string, row: Row): Timeline[] {
  let own = courses.get(variant)
  if (own) return own
  courses.set(variant, (own = []))
  for (let n = 0; own.length < GAMES; n++) {
    const course = courseOf(row, `overtime${n}`)
    if (course.note === 'after_extra_time') own.push(course)
  }
  return own
}

describe.each(ROWS)('%s', (variant) => {
  const row = FAIR_GAMES.find(([name]) => name === variant)!
  const list = overtimesOf(variant, row)
  const began = (course: Timeline) => course.items.find(({ type, fx }) => type === 'period_start' && fx.open === 'ot')!.at

  it.each<[string, (course: Timeline) => number]>([
    ['when regular time has ended level', (course) => began(course) - 1000],
    ['when overtime begins', began],
    ['in the middle of it', (course) => (began(course) + course.endsAtMs) / 2],
  ])('%s nothing comes in oftener or more rarely than priced', (_name, when) => {
    const bands = new Map<string, Band>()
    const sold = list.reduce((sum, course) => sum + addCourse(bands, row, course, when(course)), 0)
    expect(sold).toBeGreaterThan(GAMES)
    for (const [id, { expected, came, variance }] of bands) {
      if (expected < 4) continue
      expect(Math.abs(came - expected) / Math.sqrt(variance), `${id}: expected ${expected.toFixed(1)}, came ${came}`).toBeLessThan(MOST)
    }
  })

  it('as often as they are priced', () => {
    const market = priceGame(inputBefore(row)).find(({ key }) => key === 'overtime')!
    let came = 0
    for (let n = 0; n < 1500; n++) if (courseOf(row, `often${n}`).note === 'after_extra_time') came++
    expect(Math.abs(came / 1500 - market.outcomes[0]!.prob)).toBeLessThan(0.02)
  })
})

it('games of the NBA, whose overtimes are a smaller share of them, have one as often as they are priced', () => {
  const games = [...simulateMatches('basketball', 1200, 'overtimes', 'nba')]
  const long = games.filter(({ timeline }) => timeline.note === 'after_extra_time')
  const came = long.length
  // By a rate of their own, which the variant does not know.
  expect(long.filter(({ game }) => timelineOf('overtimes', { ...game, overtime: 0 }).note === 'after_extra_time')).toEqual([])
  // Their cards are long; every twelfth stands for all.
  const some = games.filter((_, n) => n % 12 === 0)
  const prices = some.map(({ game }) => {
    const input = { ...inputBefore(FAIR_GAMES.find(([name]) => name === 'basketball')!), model: game.model }
    return priceGame(input).find(({ key }) => key === 'overtime')!.outcomes[0]!.prob
  })
  const priced = prices.reduce((sum, p) => sum + p, 0) / prices.length
  const deviation = Math.sqrt((priced * (1 - priced)) / games.length)
  expect(Math.abs(came / games.length - priced) / deviation, `${priced} is priced, ${came} came`).toBeLessThan(1.5)
})

describe('odd or even', () => {
  const row = FAIR_GAMES.find(([name]) => name === 'basketball')!
  const evenOf = (input: PriceInput) => priceGame(input).find(({ key, part }) => key === 'odd_even' && part === 'full')!.outcomes[0]!.prob
  const courses = Array.from({ length: 500 }, (_, n) => courseOf(row, `odd${n}`))
  const isEven = (course: Timeline) => {
    const { score } = stateAt(course, Infinity)
    return (score[0] + score[1]) % 2 === 0
  }

  it('before the match a level end, which is even, goes on', () => {
    const even = evenOf(inputBefore(row))
    expect(even).toBeLessThan(0.48)
    expect(Math.abs(courses.filter(isEven).length / courses.length - even)).toBeLessThan(0.05)
  })

  it.each([10, 45])('%i seconds before the end what stands is the likelier the nearer it is', (seconds) => {
    const told = courses.map((course) => {
      const end = course.items.filter(({ type }) => type === 'period_end')[3]!
      const even = evenOf(at(row, course, end.at - seconds * 1000 * clockStretch(row[2])))
      return { likely: Math.max(even, 1 - even), came: isEven(course) === even > 0.5 }
    })
    const expected = told.reduce((sum, { likely }) => sum + likely, 0) / told.length
    expect(expected).toBeGreaterThan(0.55)
    expect(Math.abs(told.filter(({ came }) => came).length / told.length - expected)).toBeLessThan(0.06)
  })
})

it('what is over is not sold while its end is not told', () => {
  for (const variant of [...ROWS, 'rugby']) {
    const row = FAIR_GAMES.find(([name]) => name === variant)!
    for (let n = 0; n < 20; n++) {
      const course = courseOf(row, `over${n}`)
      const last = course.items.filter(({ type }) => type === 'period_end').at(-1)!
      const incidents = course.items.filter((item) => item.kind === 'incident' && item.seq <= last.seq)
      const input = at(row, { ...course, items: incidents }, Infinity)
      expect(priceGame(input).filter(({ status }) => status === 'active')).toEqual([])
    }
  }
})
