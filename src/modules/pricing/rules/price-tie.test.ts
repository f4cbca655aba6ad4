/** Ties of two legs: what the world plays is what is priced and what is graded. */
import { describe, expect, it } from 'vitest'
import { cupBetween, cupFixture, cupModel } from '#modules/world/rules/cup.ts'
import { worldCatalogue } from '#modules/world/rules/catalogue.ts'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { WorldGame } from '#modules/world/rules/types.ts'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { factsFrom } from './game-facts.ts'
import type { FactsInput } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput } from './price-game.ts'

const KEYS: ReadonlySet<string> = new Set(['to_qualify', 'extra_time', 'qualify_method'])
const TYPES = [794, 795, 4722, 4723, 2577, 2578, 2579, 2580, 2583, 2584]
const model = { supremacy: 0.3, total: 2.4, rho: -0.05, extra: { tie: 1, first1: 0, first2: 1 } }
const before: PriceInput = { sportId: 1, status: 'scheduled', model, margins: DEFAULT_MARGINS, top: true }

function chances(input: PriceInput): Map<number, number> {
  const found = new Map<number, number>()
  for (const market of priceGame(input))
    if (KEYS.has(market.key)) for (const one of market.outcomes) found.set(parseOutcomeKey(one.key).t, one.prob)
  return found
}

function grades(input: FactsInput): (number | null)[] {
  const facts = factsFrom(input)
  return TYPES.map((t) => {
    const { won, voidFactor } = gradeOutcome('full', 'to_qualify', t, 0, 0, facts)
    return voidFactor === 1 ? -1 : won
  })
}

const state = (phase: string, clockSec: number, halves: [number, number][], rest: [string, number, number][] = []): LiveState => {
  const periods = [
    ...halves.map((score, n) => ({ no: n + 1, code: `h${n + 1}`, score })),
    ...rest.map(([code, h, a], n) => ({ no: 3 + n, code, score: [h, a] as [number, number] })),
  ]
  const goals = periods.filter(({ code }) => code !== 'so')
  const score: [number, number] = [goals.reduce((s, p) => s + p.score[0], 0), goals.reduce((s, p) => s + p.score[1], 0)]
  return { game: 'g', phase, clockSec, clockRuns: true, score, periods, stats: {} }
}

describe('a tie over two legs', () => {
  it('is offered only where the game decides it', () => {
    expect(chances(before).size).toBe(TYPES.length)
    expect(chances({ ...before, model: { ...model, extra: {} } }).size).toBe(0)
  })

  it('comes out as often as it is priced, before the match and at half time', () => {
    const came = new Map<number, number>(TYPES.map((t) => [t, 0]))
    const games = 240
    let later = 0
    for (let n = 0; n < games; n++) {
      const game: WorldGame = {
        ref: `t${n}`,
        sportId: 1,
        engine: 'goals',
        variant: 'football',
        model,
        sides: 2,
        format: {},
        mishaps: false,
      }
      const timeline = timelineOf('tie', game)
      const incidents = timeline.items.filter(({ kind }) => kind === 'incident').map((item) => incidentOf(game.ref, item))
      const live = stateAt(timeline, Infinity)
      const note = timeline.note === undefined ? {} : { statusNote: timeline.note }
      const result = grades({ sportId: 1, status: 'ended', model, live, incidents, ...note })
      TYPES.forEach((t, k) => came.set(t, came.get(t)! + result[k]!))
      if (n % 6 > 0) continue
      const half = stateAt(timeline, 50 * 60_000)
      later += chances({ ...before, top: false, status: 'live', live: half }).get(794)! - result[0]!
    }
    for (const [t, prob] of chances(before)) {
      const sd = Math.sqrt(games * prob * (1 - prob))
      expect(Math.abs(came.get(t)! - games * prob), `type ${t}: priced ${prob}, came ${came.get(t)! / games}`).toBeLessThan(4.5 * sd)
    }
    expect(Math.abs(later)).toBeLessThan(4.5 * Math.sqrt(games / 6 / 4))
  })

  it('is told as soon as it is decided, and no earlier', () => {
    const running = { sportId: 1, status: 'live', model } as const
    expect(
      grades({
        ...running,
        live: state('h2', 5000, [
          [1, 0],
          [1, 0],
        ]),
      }),
    ).toEqual(TYPES.map(() => null))
    // 2:0 after 0:1 is through; nobody plays on.
    const won = [1, 0, 0, 1, 1, 0, 0, 1, 0, 1]
    expect(
      grades({
        sportId: 1,
        status: 'ended',
        model,
        live: state('ended', 5600, [
          [1, 0],
          [1, 0],
        ]),
      }),
    ).toEqual(won)
    // 1:0 after 0:1 is level.
    const level = [null, null, 1, 0, 0, 1, null, null, null, null]
    expect(
      grades({
        ...running,
        live: state('brk', 5600, [
          [1, 0],
          [0, 0],
        ]),
      }),
    ).toEqual(level)
    const inExtra = state(
      'et',
      6000,
      [
        [1, 0],
        [0, 0],
      ],
      [['et', 0, 1]],
    )
    expect(grades({ ...running, live: inExtra })).toEqual(level)
    expect(chances({ ...before, status: 'live', live: inExtra }).get(794)).toBeLessThan(0.3)
    const shots = state(
      'so',
      7200,
      [
        [1, 0],
        [0, 0],
      ],
      [
        ['et', 0, 0],
        ['so', 2, 1],
      ],
    )
    expect(grades({ ...running, live: shots })).toEqual([null, null, 1, 0, 0, 1, 0, 1, 1, 0])
    const over = { ...shots, phase: 'ended' }
    expect(grades({ sportId: 1, status: 'ended', statusNote: 'after_shootout', model, live: over })).toEqual([1, 0, 1, 0, 0, 1, 0, 1, 1, 0])
  })

  it('broken off before it is decided is void', () => {
    const live = state('h2', 3000, [
      [1, 0],
      [0, 0],
    ])
    expect(new Set(grades({ sportId: 1, status: 'abandoned', model, live }))).toEqual(new Set([-1]))
  })
})

describe('the cup of the world', () => {
  const cup = worldCatalogue('cup').find((c) => c.cup)!

  it('goes from sixteen sides to one, each tie by those who won the ties before', () => {
    const edition = 370
    const rounds = [0, 2, 4, 6].map((week) =>
      Array.from({ length: 8 }, (_, pair) => cupFixture('cup', cup, edition, week, pair)).flatMap((f) => (f ? [f] : [])),
    )
    expect(rounds.map((list) => list.length)).toEqual([8, 4, 2, 1])
    for (let n = 1; n < rounds.length; n++) {
      const earlier = new Set(rounds[n - 1]!.flatMap((f) => f.sides.map(({ ref }) => ref)))
      expect(rounds[n]!.flatMap((f) => f.sides).every(({ ref }) => earlier.has(ref))).toBe(true)
    }
    const [first, second] = [cupFixture('cup', cup, edition, 0, 3)!, cupFixture('cup', cup, edition, 1, 3)!]
    expect(second.sides.map(({ ref }) => ref)).toEqual(first.sides.map(({ ref }) => ref).reverse())
    expect(cupModel('cup', first).extra['tie']).toBeUndefined()
    expect(cupModel('cup', second).extra).toMatchObject({ tie: 1, first1: expect.any(Number), first2: expect.any(Number) })
  })

  it('never publishes a match before those that decide its sides are over', () => {
    const year = cupBetween('cup', cup, Date.UTC(2026, 8, 1), Date.UTC(2026, 11, 31))
    for (const match of year) {
      const decided = year.filter((f) => f.season === match.season && f.number < match.number).map((f) => f.startsAt + 190 * 60_000)
      expect(Math.max(0, ...decided)).toBeLessThan(match.startsAt - cup.aheadMs)
    }
    expect(year.length).toBeGreaterThan(40)
  })
})
