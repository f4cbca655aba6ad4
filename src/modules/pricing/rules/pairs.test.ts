import { describe, expect, it } from 'vitest'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import { factsFrom } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { HIGHER } from './pairs.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput } from './price-input.ts'

const RUNNERS = [11, 12, 13, 14, 15]
const [ODD, EVEN] = HIGHER

/** Runners 11 to 15 under the numbers 1 to 5; `run` 0: before the start. */
function race({ run = 0, gone = [], sportId = 41 }: { run?: number; gone?: readonly number[]; sportId?: number }): PriceInput {
  const incidents: Incident[] = gone.map((order, n) => ({ game: 'g', seq: n + 1, clockSec: 50, type: 'retired', detail: { order } }))
  return {
    sportId,
    kind: 'race',
    status: run > 0 ? 'live' : 'scheduled',
    model: { supremacy: 0, total: 0, rho: 0, extra: run > 0 ? { run } : {} },
    ...(run > 0 ? { live: { game: 'g', phase: 'race', score: [0, 0], periods: [], stats: {} } } : {}),
    incidents,
    margins: DEFAULT_MARGINS,
    top: true,
    runners: RUNNERS.map((id, n) => ({ id, strength: Math.log(5 - n), number: n + 1 })),
  }
}

const pairsOf = (input: PriceInput) => priceGame(input).filter(({ key }) => key === 'head_to_head')

describe('head-to-heads of a race', () => {
  it.each([0, 0.5])('are pairs of neighbours, priced by the weights that hold (run: %d)', (run) => {
    const markets = pairsOf(race({ run }))
    expect(markets.map(({ spec }) => spec)).toEqual(['n=1', 'n=2'])
    expect(markets[0]!.outcomes.map(({ key }) => key)).toEqual([`${ODD}:1@11`, `${EVEN}:1@12`])
    expect(markets[0]!.outcomes[0]!.prob).toBeCloseTo(5 / 9, 9)
    expect(markets[1]!.outcomes[1]!.prob).toBeCloseTo(2 / 5, 9)
    for (const { outcomes } of markets) expect(outcomes.reduce((sum, { price }) => sum + 1000 / price!, 0)).toBeGreaterThan(1)
  })

  it('close with a runner that drops out on the way', () => {
    const [first, second] = pairsOf(race({ run: 0.5, gone: [2] }))
    expect(first!.outcomes.map(({ active }) => active)).toEqual([false, false])
    expect(second!.outcomes.every(({ active }) => active)).toBe(true)
    expect(pairsOf(race({ run: 0.5, gone: [1, 2] }))[0]!.outcomes.some(({ active }) => active)).toBe(false)
  })

  it('are sold in every sport of races', () => {
    for (const sportId of [18, 19, 26, 36, 41, 44, 68, 92]) expect(pairsOf(race({ sportId })).length, String(sportId)).toBe(2)
  })

  const ended = (places: readonly (readonly [id: number, place: number])[], out: readonly number[] = []) =>
    factsFrom({
      sportId: 41,
      status: 'ended',
      competitors: RUNNERS,
      model: { total: 0, extra: Object.fromEntries(out.map((number) => [`w${number}`, 0])) },
      live: {
        game: 'g',
        phase: 'ended',
        score: [0, 0],
        periods: [],
        stats: Object.fromEntries(places.map(([id, place]) => [`place${RUNNERS.indexOf(id) + 1}`, [place, 0]])),
      },
    })
  const grade = (facts: ReturnType<typeof ended>, id: number) => {
    const number = RUNNERS.indexOf(id) + 1
    return gradeOutcome('full', 'head_to_head', HIGHER[(number + 1) % 2]!, Math.ceil(number / 2), id, facts)
  }
  const WON = { won: 1 }
  const LOST = { won: 0 }
  const BACK = { won: 0, voidFactor: 1 }

  it.each([
    [
      'by place',
      ended([
        [13, 1],
        [12, 2],
        [11, 3],
      ]),
      LOST,
      WON,
    ],
    [
      'against one that did not come in',
      ended([
        [13, 1],
        [11, 4],
      ]),
      WON,
      LOST,
    ],
    [
      'given back when level',
      ended([
        [13, 1],
        [11, 2],
        [12, 2],
      ]),
      BACK,
      BACK,
    ],
    ['given back when neither came in', ended([[13, 1]]), BACK, BACK],
    [
      'given back when one did not start',
      ended(
        [
          [13, 1],
          [11, 2],
        ],
        [2],
      ),
      BACK,
      BACK,
    ],
  ] as const)('are decided %s', (_how, facts, odd, even) => {
    expect([grade(facts, 11), grade(facts, 12)]).toEqual([odd, even])
  })

  it('wait for the end: who is in front on the way has won nothing', () => {
    const running = {
      ...ended([
        [11, 1],
        [12, 2],
      ]),
      stage: 'running' as const,
    }
    expect([grade(running, 11), grade(running, 12)]).toEqual([{ won: null }, { won: null }])
  })
})

describe('a game of two runners', () => {
  const two = (more: Partial<PriceInput> = {}): PriceInput => ({
    sportId: 26,
    twoSided: true,
    bestOf: 1,
    status: 'scheduled',
    model: { supremacy: 0, total: 0, rho: 0, extra: { p: 0.6 } },
    incidents: [],
    margins: DEFAULT_MARGINS,
    top: true,
    ...more,
  })
  const winner = (t: number, facts: ReturnType<typeof factsFrom>) => gradeOutcome('full', 'result_2way', t, 0, 0, facts).won

  it.each([18, 19, 26, 36, 41])('has one market, who is higher, in sport %d', (sportId) => {
    const [market, ...others] = priceGame(two({ sportId }))
    expect([market!.key, others]).toEqual(['result_2way', []])
    expect(market!.outcomes.map(({ prob }) => prob)).toEqual([0.6, 0.4])
    expect(market!.outcomes.reduce((sum, { price }) => sum + 1000 / price!, 0)).toBeGreaterThan(1)
  })

  it('is decided by who is higher, and by nothing before', () => {
    const live = { game: 'g', phase: 'race', score: [0, 0] as [number, number], periods: [], stats: {} }
    const running = factsFrom(two({ status: 'live', live }))
    expect([winner(1, running), winner(3, running)]).toEqual([null, null])
    const over = factsFrom(two({ status: 'ended', live: { ...live, phase: 'ended', score: [0, 1] } }))
    expect([winner(1, over), winner(3, over)]).toEqual([0, 1])
  })
})
