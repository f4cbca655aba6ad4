import { describe, expect, it } from 'vitest'
import rates from '#seed/world-rates.json' with { type: 'json' }
import { simulateMatches, type SimulatedMatch } from '../../../../test/support/simulated-matches.ts'

/**
 * W3 in short form: 2,000 matches instead of 20,000. The spread of a mean grows with √10 ≈ 3.2; a tolerance of feeds
 * §10 is widened by that factor at most, and stands beside each figure as [measured, tolerance of §10, ours].
 */
const N = 2000
/** Lanes of women's tennis: other figures, not in the table. */
const WOMEN: ReadonlySet<string> = new Set(['te8', 'te9'])
const matches = [...simulateMatches('football', N)]
const mean = (values: readonly number[]) => values.reduce((s, v) => s + v, 0) / values.length
const variance = (values: readonly number[]) => mean(values.map((v) => (v - mean(values)) ** 2))
const share = (test: (m: SimulatedMatch) => boolean) => (100 * matches.filter(test).length) / matches.length
const stat = (key: string, side: 0 | 1) => matches.map((m) => m.final.stats[key]?.[side] ?? 0)
const goals = (m: SimulatedMatch) => m.final.score[0] + m.final.score[1]

describe('football, 2,000 matches', () => {
  it('scores what the models say (1 % of the mean at 20,000; 3 % here)', () => {
    const expected = mean(matches.map((m) => m.game.model.total))
    expect(Math.abs(mean(matches.map(goals)) / expected - 1)).toBeLessThan(0.03)
    // The table's own mean against the recorded one: 2.636, 5 % for the mix of leagues.
    expect(Math.abs(expected / 2.636 - 1)).toBeLessThan(0.05)
  })

  it.each([
    ['home wins', (m: SimulatedMatch) => m.final.score[0] > m.final.score[1], 43.2, 3.2],
    ['draws', (m: SimulatedMatch) => m.final.score[0] === m.final.score[1], 26.5, 3.2],
    ['both score', (m: SimulatedMatch) => m.final.score[0] > 0 && m.final.score[1] > 0, 51.1, 3.2],
    ['over 1.5', (m: SimulatedMatch) => goals(m) > 1.5, 73.2, 3.8],
    ['over 2.5', (m: SimulatedMatch) => goals(m) > 2.5, 48.3, 3.8],
    ['over 3.5', (m: SimulatedMatch) => goals(m) > 3.5, 27.6, 3.8],
    ['0-0', (m: SimulatedMatch) => goals(m) === 0, 8.6, 2.2],
  ] as const)('%s', (_name, test, percent, tolerance) => {
    expect(Math.abs(share(test) - percent)).toBeLessThan(tolerance)
  })

  it('spreads goals over the minutes (1.5 pp before the break; 3 pp here; bins 0.5 pp, 1.4 pp here)', () => {
    const bins = new Array<number>(20).fill(0)
    for (const m of matches) {
      for (const item of m.timeline.items) {
        if (item.type !== 'goal') continue
        const [minute, extra] = String(item.detail!['minute']).split('+')
        bins[
          extra
            ? minute === '45'
              ? 9
              : 19
            : Math.min(8, Math.floor((Number(minute) - 1 - (Number(minute) > 45 ? 45 : 0)) / 5)) + (Number(minute) > 45 ? 10 : 0)
        ]!++
      }
    }
    const sum = bins.reduce((s, n) => s + n, 0)
    const profile = rates.football.goalShares
    bins.forEach((n, i) => expect(Math.abs((100 * n) / sum - profile[i]!), `bin ${i}`).toBeLessThan(1.4))
    expect(Math.abs((100 * bins.slice(0, 10).reduce((s, n) => s + n, 0)) / sum - 45)).toBeLessThan(3)
    const periods = mean(matches.map((m) => m.final.periods[0]!.score[0] + m.final.periods[0]!.score[1]))
    expect(Math.abs(periods / mean(matches.map(goals)) - 0.45)).toBeLessThan(0.03)
  })

  it.each([
    ['corners', 5.76, 4.79, 0.05],
    ['shots_on', 4.87, 4.03, 0.05],
    ['yellow', 1.94, 2.23, 0.06],
    ['red', 0.061, 0.066, 0.35],
  ] as const)('counts %s (3 %% at 20,000; by its own spread here)', (key, home, away, tolerance) => {
    expect(Math.abs(mean(stat(key, 0)) / home - 1)).toBeLessThan(tolerance)
    expect(Math.abs(mean(stat(key, 1)) / away - 1)).toBeLessThan(tolerance)
  })

  it('gives corners their measured spread and correlation (variance of the sum 12.3, correlation −0.21)', () => {
    const [home, away] = [stat('corners', 0), stat('corners', 1)]
    const sum = home.map((n, i) => n + away[i]!)
    const covariance = mean(home.map((n, i) => n * away[i]!)) - mean(home) * mean(away)
    expect(Math.abs(variance(sum) - 12.3)).toBeLessThan(1.3)
    expect(Math.abs(covariance / Math.sqrt(variance(home) * variance(away)) + 0.21)).toBeLessThan(0.07)
  })

  it('counts penalties, substitutions and own goals', () => {
    const of = (type: string) => mean(matches.map((m) => m.timeline.items.filter((item) => item.type === type).length))
    expect(Math.abs(of('penalty_awarded') - 0.31)).toBeLessThan(0.05)
    expect(Math.abs(of('substitution') - 8.9)).toBeLessThan(0.2)
    const own = mean(matches.map((m) => m.timeline.items.filter((item) => item.detail?.['how'] === 'own_goal').length))
    expect(Math.abs(own - 0.088)).toBeLessThan(0.03)
  })
})

describe('other sports (their own measured mean and spread; widened for the sample)', () => {
  const margin = (m: SimulatedMatch) => m.final.score[0] - m.final.score[1]
  it.each([
    ['ice-hockey', 'nhl', 1200, 6.17, 0.22, 2.31, 0.25],
    ['basketball', 'nba', 1200, 220.6, 3, 19.4, 1.6],
    ['afl', 'afl', 200, 168.2, 7, 29.1, 5],
    ['baseball', 'mlb', 2000, 9.66, 0.4, 4.76, 0.6],
  ] as const)('%s totals', (variant, key, n, total, tolerance, sd, sdTolerance) => {
    const sums = [...simulateMatches(variant, n, 'other', key)].map((m) => m.final.score[0] + m.final.score[1])
    expect(Math.abs(mean(sums) - total)).toBeLessThan(tolerance)
    expect(Math.abs(Math.sqrt(variance(sums)) - sd)).toBeLessThan(sdTolerance)
  })

  it('basketball quarters: margin sd 7.7, overtime 6.6 %', () => {
    const games = [...simulateMatches('basketball', 1200, 'other', 'nba')]
    const quarters = games.flatMap((m) => m.final.periods.slice(0, 4).map((p) => p.score[0] - p.score[1]))
    expect(Math.abs(Math.sqrt(variance(quarters)) - 7.7)).toBeLessThan(0.6)
    expect(Math.abs((100 * games.filter((m) => m.timeline.note === 'after_extra_time').length) / games.length - 6.6)).toBeLessThan(2.5)
    expect(Math.abs(Math.sqrt(variance(games.map(margin))) - 13.3)).toBeLessThan(1.2)
  })

  it('tennis best of three: two sets 63.7 %, 23.2 games (sd 6.0), tie-breaks 17.6 % of sets', () => {
    const games = [...simulateMatches('tennis', 1500)].filter((m) => !WOMEN.has(m.game.ref.split(':')[1]!))
    const played = games.map((m) => m.final.periods.reduce((s, p) => s + p.score[0] + p.score[1], 0))
    expect(Math.abs((100 * games.filter((m) => m.final.periods.length === 2).length) / games.length - 63.7)).toBeLessThan(4)
    expect(Math.abs(mean(played) - 23.2)).toBeLessThan(0.8)
    expect(Math.abs(Math.sqrt(variance(played)) - 6)).toBeLessThan(0.6)
    const sets = games.flatMap((m) => m.final.periods)
    expect(Math.abs((100 * sets.filter((p) => p.score[0] + p.score[1] === 13).length) / sets.length - 17.6)).toBeLessThan(3)
  })

  it('cricket T20: first innings near 157 (sd 30)', () => {
    const first = [...simulateMatches('cricket', 500)].map((m) => m.final.periods[0]!.score[0] + m.final.periods[0]!.score[1])
    expect(Math.abs(mean(first) - 157)).toBeLessThan(9)
    expect(Math.abs(Math.sqrt(variance(first)) - 30)).toBeLessThan(7)
  })

  it('badminton: three sets in 39 %; the receiving side wins 57 % in volleyball', () => {
    const badminton = [...simulateMatches('badminton', 1000)]
    expect(Math.abs((100 * badminton.filter((m) => m.final.periods.length === 3).length) / badminton.length - 39)).toBeLessThan(5)
    const models = [...simulateMatches('volleyball', 200)].map(
      (m) => 1 - (m.game.model.extra['pServe1']! + m.game.model.extra['pServe2']!) / 2,
    )
    expect(Math.abs(mean(models) - 0.57)).toBeLessThan(0.005)
  })
})
