/**
 * Corners, yellow cards, shots on target, fouls and offsides of football as parts of their own (feeds 10.3). The sum is negative binomial, each
 * count goes to a side by an urn: the order is exchangeable, so the same order markets apply, and the urn gives
 * the measured correlation between the sides.
 */
import { unitOf } from '#modules/line/rules/market-book.ts'
import { offeredKeys } from './engines.ts'
import { negativeBinomialRow } from './counting.ts'
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { countLeft } from './goals/goal-clock.ts'
import type { GoalGame } from './price-goals.ts'
import { priceOrderMarket } from './order-markets.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { openSheet } from './sheet.ts'
import type { PricedMarket } from './sheet.ts'

interface CountFigures {
  /** Mean of a match; without one the part is priced only when the model names it. */
  mean?: number
  /** Key of the mean in the model's extra numbers; side 1's share stands beside it as `<key>Share`. */
  extra: string
  /** Variance of the sum divided by its mean. */
  spread: number
  /** Side 1's share, and what one goal of supremacy adds to it. */
  share: number
  bySupremacy: number
  /** Correlation inside the urn: 0 is a plain binomial split. */
  urn: number
  most: number
  /** When in the match they fall. */
  times: 'corners' | 'cards'
}

const CORNERS: CountFigures = {
  mean: 10.55,
  extra: 'corners',
  spread: 1.171,
  share: 0.546,
  bySupremacy: 0.05,
  urn: 0.0756,
  most: 34,
  times: 'corners',
}
const FIGURES: Readonly<Record<string, CountFigures>> = {
  corners: CORNERS,
  cards: { mean: 4.17, extra: 'cards', spread: 1.144, share: 0.465, bySupremacy: -0.03, urn: 0, most: 18, times: 'cards' },
  shots: { extra: 'shotsOn', spread: 1.36, share: 0.531, bySupremacy: 0.054, urn: 0, most: 32, times: 'corners' },
  fouls: { extra: 'fouls', spread: 1.02, share: 0.505, bySupremacy: 0.09, urn: 0, most: 58, times: 'corners' },
  offsides: { extra: 'offsides', spread: 1.02, share: 0.505, bySupremacy: 0.09, urn: 0, most: 18, times: 'corners' },
}
/** Parts of a football match that count something else than goals, with the half where it is only one. */
export const COUNT_PARTS: readonly (readonly [part: string, what: string, half?: 1 | 2])[] = [
  ['corners', 'corners'],
  ['cards', 'cards'],
  ['corners-h1', 'corners', 1],
  ['corners-h2', 'corners', 2],
  ['shots', 'shots'],
  ['fouls', 'fouls'],
  ['offsides', 'offsides'],
]

/** Split of n counts between the sides: beta-binomial, by recurrence. */
function splitRow(n: number, share: number, urn: number, out: Float64Array): void {
  if (urn <= 0) {
    let p = (1 - share) ** n
    for (let k = 0; k <= n; k++) {
      out[k] = p
      p *= ((n - k) / (k + 1)) * (share / (1 - share))
    }
    return
  }
  const strength = 1 / urn - 1
  const alpha = share * strength
  const beta = (1 - share) * strength
  let p = 1
  for (let m = 0; m < n; m++) p *= (beta + m) / (alpha + beta + m)
  for (let k = 0; k <= n; k++) {
    out[k] = p
    p *= ((n - k) / (k + 1)) * ((alpha + k) / (beta + n - k - 1))
  }
}

/** Counts still to come: a share `left` of the match's, each kept or not on its own, so that the parts add up to the whole. */
function countGrid(f: CountFigures, mean: number, share: number, left: number, h: number, a: number): CountGrid {
  const expected = mean * left
  const most = Math.min(f.most, Math.ceil(expected + 8 * Math.sqrt(expected * f.spread) + 4))
  const totals = negativeBinomialRow(expected, expected * (1 + (f.spread - 1) * left), most + 1)
  const size = most + 1
  const p = new Float64Array(size * size)
  const split = new Float64Array(size + 1)
  for (let n = 0; n < totals.length; n++) {
    if (totals[n]! < 1e-13) continue
    splitRow(n, share, f.urn, split)
    for (let k = 0; k <= n; k++) p[k * size + n - k] = totals[n]! * split[k]!
  }
  return makeGrid(h, a, size, size, p)
}

/** Grid of one statistic of a football match or of one half of it; undefined when the model or the provider does not tell it. */
export function statisticGrid({ input, facts }: GoalGame, part: string, what: string, only?: 1 | 2): CountGrid | undefined {
  const count = facts.counts.get(part)
  const figures = FIGURES[what]!
  const { extra, supremacy } = input.model
  const mean = extra[figures.extra] ?? figures.mean
  if (!count || count.done || count.unknown || mean === undefined) return undefined
  const half = facts.stage === 'before' ? 0 : (Math.min(3, facts.segment) as 0 | 1 | 2 | 3)
  const left = countLeft(figures.times, half, facts.pause, facts.clockSec / 60 - (half === 2 ? 45 : 0), only)
  const share = extra[`${figures.extra}Share`] ?? figures.share + figures.bySupremacy * supremacy
  return countGrid(figures, mean, Math.min(0.8, Math.max(0.2, share)), left, count.h, count.a)
}

export function priceCounts(game: GoalGame, out: PricedMarket[]): void {
  const { input, facts } = game
  for (const [part, what, half] of COUNT_PARTS) {
    const keys = offeredKeys(input.sportId, unitOf(part), true, input.top)
    if (keys.length === 0 || (input.parts && !input.parts.includes(part))) continue
    const grid = statisticGrid(game, part, what, half)
    if (!grid) continue
    const sheet = openSheet(part, input.margins, game.live, out)
    const scope = scoreScope(grid, false, input.top ? 3 : 1)
    const all = what === 'corners' ? facts.corners : what === 'cards' ? facts.cards : undefined
    const order = half === undefined ? all : all?.filter((corner) => corner.segment === half)
    for (const key of keys) if (!priceScoreMarket(sheet, scope, key)) priceOrderMarket(sheet, grid, key, order, input.top)
  }
}
