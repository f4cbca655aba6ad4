/**
 * How good the prices are, on the recorded matches of the data pack, beside the bookmaker's own.
 *
 * 1. Calibration: (λ, μ) from the quoted result and the total of 2.5 gives back the other quoted markets within the errors of
 *    feeds 10.1 (median 0.3 points, 95 % 0.9, draw bias 0.2, Asian handicap 0.9).
 * 2. A price from results alone, no quoted price read, its settings fitted on older seasons: ranked probability score of the
 *    newest season of league results at most 0.205. Where closing prices exist both are told on the same matches.
 *
 *   node bench/pricing-quality.ts [--quick]
 */
import { calibrate, resultOf } from '#modules/pricing/rules/football.ts'
import { differenceRow, lineStates, totalRow } from '#modules/pricing/rules/goals/count-grid.ts'
import { goalGrid } from '#modules/pricing/rules/goals/goal-model.ts'
import { removeMargin } from '#modules/pricing/rules/margin.ts'
import { effectiveProbability } from '#modules/pricing/rules/payoff.ts'
import { createRatings, rankedScore, RATING_SETTINGS } from '#modules/pricing/rules/ratings.ts'
import type { RatedMatch } from '#modules/pricing/rules/ratings.ts'
import { hasOdds, hasResults, ODDS_FILE, readLeagueMatches, readMatches, RESULTS_FILE } from './support/football-pack.ts'
import type { QuotedMatch, Quotes } from './support/football-pack.ts'
import { median, option, percentile, say, tellLoad, tellMost } from './support/figures.ts'

const RHO = -0.08
const SAMPLE = option('matches', 6000, 1500)

type Three = [number, number, number]
const fair = (prices: number[]): number[] => removeMargin(prices, 'power')

interface Errors {
  matches: number
  median: number
  most: number
  draw: number
  asian: number
}

/** Errors in points, from the result and one total to what else is quoted. */
function errorsOf(quoted: readonly Quotes[]): Errors {
  const step = Math.max(1, Math.floor(quoted.length / SAMPLE))
  const sample = quoted.filter((_, n) => n % step === 0)
  const worst: number[] = []
  let draw = 0
  let asian = 0
  for (const m of sample) {
    const result = fair(m.result) as Three
    const over = fair(m.total)[0]!
    const { lambda, mu } = calibrate({ result, line: 2.5, over, rho: RHO })
    const grid = goalGrid(lambda, mu, RHO, 12)
    const [home, level, away] = resultOf(grid)
    worst.push(Math.max(Math.abs(home - result[0]), Math.abs(away - result[2]), Math.abs(lineStates(totalRow(grid), 2.5)[0] - over)))
    draw += level - result[1]
    const [line, own, other] = m.asian
    asian += Math.abs(effectiveProbability(lineStates(differenceRow(grid), -line)) - fair([own, other])[0]!)
  }
  return {
    matches: sample.length,
    median: 100 * median(worst),
    most: 100 * percentile(worst, 0.95),
    draw: (100 * draw) / sample.length,
    asian: (100 * asian) / sample.length,
  }
}

function calibration(matches: readonly QuotedMatch[]): void {
  const one = errorsOf(matches.flatMap((m) => m.average ?? []))
  say(`     calibration on ${one.matches} matches, average prices of the same books at the same time`)
  tellMost('worst of home, away, over: median', one.median, 'points', 0.3)
  tellMost('worst of home, away, over: 95 %', one.most, 'points', 0.9)
  tellMost('bias of the draw', Math.abs(one.draw), 'points', 0.2)
  tellMost('Asian handicap at the quoted line, mean error', one.asian, 'points', 0.9)
  const close = errorsOf(matches.flatMap((m) => m.closing ?? []))
  say(
    `     at the close (${close.matches} matches; the result is one sharp book's, total and handicap are averages of others): median ${close.median.toFixed(2)}, 95 % ${close.most.toFixed(2)}, draw ${close.draw.toFixed(2)}, Asian handicap ${close.asian.toFixed(2)}`,
  )
}

interface Scores {
  matches: number
  rating: number
  bookmaker: number
  base: number
}

const BASE: Three = [0.437, 0.262, 0.301]

/** Walks through all matches in order: each is priced from what was played before it, then learned. */
function walk<M extends RatedMatch>(matches: readonly M[], season: number, quoted: (m: M) => number[] | null): Scores {
  const ratings = createRatings()
  const sums: Scores = { matches: 0, rating: 0, bookmaker: 0, base: 0 }
  for (const m of matches) {
    if (m.season === season) {
      const { lambda, mu } = ratings.expect(m)
      const prices = quoted(m)
      sums.matches++
      sums.rating += rankedScore(resultOf(goalGrid(lambda, mu, RATING_SETTINGS.rho, 10)), m.goals)
      sums.base += rankedScore(BASE, m.goals)
      if (prices) sums.bookmaker += rankedScore(fair(prices) as Three, m.goals)
    }
    ratings.learn(m)
  }
  return {
    matches: sums.matches,
    rating: sums.rating / sums.matches,
    bookmaker: sums.bookmaker / sums.matches,
    base: sums.base / sums.matches,
  }
}

function besideBookmaker(matches: readonly QuotedMatch[]): void {
  const rated = matches.filter((m) => m.closingResult).map((m) => ({ ...m, league: m.division }))
  const newest = Math.max(...rated.map((m) => m.season))
  for (const season of [newest - 1, newest]) {
    const { matches: n, rating, bookmaker, base } = walk(rated, season, (m) => m.closingResult)
    say(
      `     ${season}-${(season + 1) % 100}, ${n} matches with closing prices: results alone ${rating.toFixed(4)}, bookmaker's close ${bookmaker.toFixed(4)}, base rates ${base.toFixed(4)}`,
    )
  }
}

function fromResults(): void {
  const matches = readLeagueMatches()
  // The running season is the newest one that has been played for months.
  const counts = new Map<number, number>()
  for (const m of matches) counts.set(m.season, (counts.get(m.season) ?? 0) + 1)
  const newest = Math.max(...[...counts].filter(([, n]) => n > 1000).map(([season]) => season))
  const { matches: n, rating, base } = walk(matches, newest, () => null)
  say(`     ${newest}-${(newest + 1) % 100}, ${n} league matches: base rates ${base.toFixed(4)}`)
  tellMost('results alone, ranked probability score of the newest season × 1000', rating * 1000, '', 205)
}

if (hasOdds()) {
  const matches = readMatches()
  calibration(matches)
  besideBookmaker(matches)
} else say(`SKIP the data pack has no ${ODDS_FILE}: nothing was measured against quoted prices`)
if (hasResults()) fromResults()
else say(`SKIP the data pack has no ${RESULTS_FILE}: nothing was measured on results`)
tellLoad()
