/** What has been told of a game is in its prices at once: nothing that is certain is sold while its end has not been told. */
import { describe, expect, it } from 'vitest'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { stateAt } from '#modules/world/rules/state.ts'
import { courseOf, inputAfter, inputBefore, SAMPLE_GAMES } from '../../../../test/support/sample-games.ts'
import { priceGame } from './price-game.ts'
import type { PricedMarket, PriceInput } from './price-game.ts'

function inputOf(sportId: number, live: Partial<LiveState>, more: Partial<PriceInput> = {}): PriceInput {
  const before = inputBefore(SAMPLE_GAMES.find((row) => row[2] === sportId)!)
  return { ...before, status: 'live', live: { game: 'g', phase: '', score: [0, 0], periods: [], stats: {}, ...live }, ...more }
}

function sold(input: PriceInput): PricedMarket[] {
  return priceGame(input).filter(({ status }) => status === 'active')
}

function chance(input: PriceInput, part: string, key: string): number | undefined {
  return priceGame(input).find((market) => market.part === part && market.key === key)?.outcomes[0]!.prob
}

describe('a tie-break', () => {
  const model = { supremacy: 0, total: 22.6, rho: 0, extra: { pServe1: 0.64, pServe2: 0.6, bestOf: 3 } }
  const at = (points: [string, string], server?: 'home' | 'away') =>
    inputOf(4, { phase: 'set1', periods: [{ no: 1, code: 'set1', score: [6, 6] }], points, ...(server ? { server } : {}) }, { model })
  const set = (points: [string, string], server?: 'home' | 'away') => chance(at(points, server), 'set1', 'result_2way')!

  it('is priced from its points', () => {
    expect(set(['0', '0'], 'home')).toBeCloseTo(0.565237, 5)
    expect(set(['0', '0'], 'away')).toBeCloseTo(0.565237, 5)
    expect(set(['6', '1'], 'home')).toBeCloseTo(0.992, 3)
    expect(set(['6', '1'])).toBeCloseTo(0.99, 2)
    // Level after twelve: of the next two points each side serves one.
    const level = (0.64 * 0.4) / (0.64 * 0.4 + 0.36 * 0.6)
    expect(set(['6', '6'], 'home')).toBeCloseTo(level, 9)
    expect(set(['11', '11'], 'away')).toBeCloseTo(level, 9)
    expect(set(['12', '11'], 'away')).toBeCloseTo(0.4 + 0.6 * level, 9)
  })

  it('the order of serve goes on from whoever serves now', () => {
    // At 1:0 side 2 serves two points when side 1 served the first one; when side 2 did, side 1 serves them.
    const one = 0.64 * set(['1', '0'], 'away') + 0.36 * set(['0', '1'], 'away')
    const two = 0.4 * set(['1', '0'], 'home') + 0.6 * set(['0', '1'], 'home')
    expect(one).toBeCloseTo(0.565237, 5)
    expect(two).toBeCloseTo(0.565237, 5)
  })

  it('that is won is not sold while the end of its set is not told', () => {
    expect(sold(at(['7', '1'], 'home')).filter(({ part }) => part === 'set1')).toEqual([])
    expect(sold(at(['8', '10'], 'away')).filter(({ part }) => part === 'set1')).toEqual([])
  })
})

describe('a fight', () => {
  const boxing = (round: number, clockSec: number, incidents: NonNullable<PriceInput['incidents']> = [], clockRuns = true) =>
    inputOf(9, { phase: `r${round}`, clockSec, clockRuns, periods: [] }, { incidents })
  const end = (round: number) => [{ game: 'g', seq: 1, clockSec: 180, type: 'period_end', detail: { period: `r${round}` } }]
  const lines = (input: PriceInput) =>
    sold(input)
      .filter(({ key }) => key === 'round_total')
      .map(({ spec }) => Number(spec.replace('line=', '')))

  it('half of a round that is fought is over', () => {
    const martial = (clockSec: number) => inputOf(79, { phase: 'r1', clockSec, clockRuns: true })
    expect(Math.min(...lines(martial(60)))).toBe(0.5)
    expect(Math.min(...lines(martial(151)))).toBe(1.5)
  })

  it('a knock-out of the round is as likely as what is left of it', () => {
    const inRound = (clockSec: number) =>
      priceGame(boxing(4, clockSec))
        .find(({ key }) => key === 'end_round')!
        .outcomes.find(({ key }) => key === '2299:4')!.prob
    expect(inRound(135) / inRound(0)).toBeGreaterThan(0.25)
    expect(inRound(135) / inRound(0)).toBeLessThan(0.32)
    expect(inRound(179)).toBeLessThan(0.005)
  })

  it('in the break nothing of the round is sold, after the last one only who wins by the judges', () => {
    const inBreak = sold(boxing(4, 180, end(4), false))
    const ofRounds = inBreak.filter(({ key }) => key === 'end_round' || key === 'win_in_round').flatMap(({ outcomes }) => outcomes)
    expect(ofRounds.filter(({ key, active }) => active && /^(2299|136[56]):[1-4]$/.test(key))).toEqual([])
    expect(inBreak.map(({ key }) => key)).toContain('goes_distance')
    const after = sold(boxing(12, 180, end(12), false)).map(({ key }) => key)
    expect(after).toContain('result_1x2')
    expect(after.filter((key) => ['goes_distance', 'end_round', 'win_in_round', 'round_total', 'method_any'].includes(key))).toEqual([])
    expect(sold(boxing(12, 180, [...end(12), { game: 'g', seq: 2, clockSec: 180, type: 'finish', side: 'home' }], false))).toEqual([])
  })
})

describe('a half inning after its third out', () => {
  const baseball = (phase: string, outs: number, score: [number, number]) =>
    inputOf(5, { phase, score, periods: [{ no: 1, code: 'inn1', score }], stats: { outs: [0, outs] } })

  it('is over, and the next one is priced', () => {
    const after = priceGame(baseball('inn4a', 3, [2, 1])).filter(({ part }) => part === 'full')
    const next = priceGame(baseball('inn4b', 0, [2, 1])).filter(({ part }) => part === 'full')
    expect(after).toEqual(next)
    expect(sold(baseball('inn4b', 2, [2, 1])).map(({ part }) => part)).toContain('inn4')
    expect(sold(baseball('inn4b', 3, [2, 1])).map(({ part }) => part)).not.toContain('inn4')
  })

  it.each<[string, number, [number, number]]>([
    ['inn9a', 3, [5, 3]],
    ['inn9b', 1, [5, 4]],
    ['inn9b', 3, [3, 5]],
    ['inn11b', 3, [3, 5]],
    ['inn11b', 0, [5, 4]],
  ])('%s with %i outs at %j: the game is decided', (phase, outs, score) => {
    expect(sold(baseball(phase, outs, score))).toEqual([])
  })

  it.each<[string, number, [number, number]]>([
    ['inn10a', 0, [3, 4]],
    ['inn10a', 1, [3, 4]],
    ['inn10a', 3, [3, 4]],
    ['inn10b', 2, [3, 4]],
    ['inn10b', 3, [4, 4]],
  ])('%s with %i outs at %j: the home side may still win', (phase, outs, score) => {
    const winner = sold(baseball(phase, outs, score)).find(({ key }) => key === 'result_2way')!
    expect(winner.outcomes[0]!.prob).toBeGreaterThan(0.05)
    expect(winner.outcomes[0]!.prob).toBeLessThan(score[0] < score[1] ? 0.45 : 0.65)
  })
})

describe('an over of cricket', () => {
  const row = SAMPLE_GAMES.find(([variant]) => variant === 'cricket')!
  const course = courseOf(row, 'overs')
  const balls = course.items.filter(({ type }) => type === 'ball' || type === 'wicket')

  it('is counted by the balls that are no wides and no no-balls', () => {
    for (const item of balls) {
      const [over, ball] = String(item.detail!['ball']).split('.').map(Number) as [number, number]
      const told = stateAt(course, item.at).stats['balls']![item.side === 'home' ? 0 : 1]
      expect(told).toBe(over * 6 + ball)
    }
  })

  it('is not sold once it has begun', () => {
    let seen = 0
    for (const item of balls.filter((_, n) => n % 7 === 0)) {
      const overs = sold(inputAfter(row, course, item.at / course.endsAtMs)).filter(({ key }) => key.startsWith('over_runs'))
      for (const { spec } of overs) expect(Number(/n=(\d+)/.exec(spec)![1])).toBeGreaterThan(Number(item.detail!['over']))
      seen += overs.length
    }
    expect(seen).toBeGreaterThan(5)
  })

  it('is the last one of its innings, of which nothing is sold then, or of the match', () => {
    const [inn1, inn2] = course.items.filter(({ type }) => type === 'innings_end').map(({ at }) => at - 1)
    expect(sold(inputAfter(row, course, inn1! / course.endsAtMs)).filter(({ part }) => part === 'inn1')).toEqual([])
    const last = balls.findLast(({ at }) => at <= inn2! + 1)!
    expect(sold(inputAfter(row, course, last.at / course.endsAtMs))).toEqual([])
  })
})

describe('odd or even points of volleyball', () => {
  const scores: [number, number][] = [
    [25, 20],
    [25, 20],
    [20, 25],
    [20, 25],
  ]
  const at = (h: number, a: number) =>
    inputOf(6, {
      phase: 'set5',
      score: [2, 2],
      server: 'home',
      periods: [...scores, [h, a] as [number, number]].map((score, n) => ({ no: n + 1, code: `set${n + 1}`, score })),
    })

  it('are what the ways in which the match can end add up to', () => {
    // Either 15:12, which is odd, or 14:13, after which every end is even.
    const even = chance(at(14, 12), 'full', 'odd_even')!
    expect(even).toBeGreaterThan(0.3)
    expect(even).toBeLessThan(0.75)
    expect(chance(at(0, 0), 'full', 'odd_even')).toBeCloseTo(0.5, 0)
  })

  it('are not sold where every end is even', () => {
    expect(sold(at(14, 13)).filter(({ key, part }) => key === 'odd_even' && part === 'full')).toEqual([])
  })
})
