/** What has been told of a game is in its prices at once: nothing that is certain is sold while its end has not been told. */
import { describe, expect, it } from 'vitest'
import type { LiveState } from '#modules/feeds/rules/fact.ts'
import { inputBefore, SAMPLE_GAMES } from '../../../../test/support/sample-games.ts'
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
