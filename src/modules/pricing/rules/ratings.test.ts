/** Prices from results alone; the recorded season needs the data pack and is skipped, visibly, where it is absent. */
import { describe, expect, it } from 'vitest'
import { hasResults, readLeagueMatches } from '../../../../bench/support/football-pack.ts'
import { resultOf } from './football.ts'
import { goalGrid } from './goals/goal-model.ts'
import { createRatings, rankedScore, RATING_SETTINGS } from './ratings.ts'
import type { RatedMatch } from './ratings.ts'

const match = (home: string, away: string, goals: [number, number], season = 2020): RatedMatch => ({
  league: 'x',
  season,
  home,
  away,
  goals,
  shotsOn: null,
})

describe('ratings', () => {
  it('who wins is expected to score more, against everybody, and half forgotten after a summer', () => {
    const ratings = createRatings()
    const fresh = ratings.expect(match('a', 'b', [0, 0]))
    for (let n = 0; n < 20; n++) ratings.learn(match('a', 'b', [3, 0]))
    const after = ratings.expect(match('a', 'c', [0, 0]))
    expect(after.lambda).toBeGreaterThan(fresh.lambda * 1.3)
    expect(after.mu).toBeLessThan(fresh.mu)
    const next = ratings.expect(match('a', 'c', [0, 0], 2021))
    expect(next.lambda).toBeLessThan(after.lambda)
    expect(next.lambda).toBeGreaterThan(fresh.lambda)
  })

  it('the ranked score is 0 for a certain truth, 1 for the opposite, and mistakes of one step cost less', () => {
    expect(rankedScore([1, 0, 0], [2, 1])).toBe(0)
    expect(rankedScore([0, 0, 1], [2, 1])).toBe(1)
    expect(rankedScore([0, 1, 0], [2, 1])).toBe(0.5)
    expect(rankedScore([0.2, 0.6, 0.2], [1, 1])).toBeCloseTo(0.04, 9)
  })

  it.skipIf(!hasResults())('the newest season of league results: at most 0.205, settings fitted on older ones', () => {
    const matches = readLeagueMatches()
    const ratings = createRatings()
    let sum = 0
    let count = 0
    for (const m of matches) {
      if (m.season === 2025) {
        const { lambda, mu } = ratings.expect(m)
        sum += rankedScore(resultOf(goalGrid(lambda, mu, RATING_SETTINGS.rho, 8)), m.goals)
        count++
      }
      ratings.learn(m)
    }
    expect(count).toBeGreaterThan(5000)
    expect(sum / count).toBeLessThanOrEqual(0.205)
  })
})
