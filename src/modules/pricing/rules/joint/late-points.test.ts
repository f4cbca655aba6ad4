/** The last minutes of close games of points: what is sold together and what is sold alone cover no end for less than it pays. */
import { expect, test } from 'vitest'
import { must } from '#lib/assert.ts'
import { parseOutcomeKey } from '../../../../../test/support/outcome-key.ts'
import { DEFAULT_MARGINS } from '../margin-table.ts'
import { priceGame } from '../price-game.ts'
import type { PriceInput } from '../price-input.ts'
import { priceJoint, stateSpace, type JointLeg } from './joint-price.ts'

const LEADS = [-7, -1, 0]
const LEFT_S = [5, 20, 60, 120, 180]

/** In the last quarter of a game that stands at `each` a quarter but for the lead of side 1. */
function late(
  sportId: number,
  total: number,
  { quarterS, each }: { quarterS: number; each: number },
  lead: number,
  leftS: number,
): PriceInput {
  const last: [number, number] = [each + Math.max(0, lead), each + Math.max(0, -lead)]
  const scores: [number, number][] = [[each, each], [each, each], [each, each], last]
  const periods = scores.map((score, n) => ({ no: n + 1, code: `q${n + 1}`, score }))
  const score: [number, number] = [3 * each + last[0], 3 * each + last[1]]
  return {
    sportId,
    status: 'live',
    model: { supremacy: 3, total, rho: 0, extra: {} },
    margins: DEFAULT_MARGINS,
    top: true,
    live: { game: 'g', phase: 'q4', clockSec: 4 * quarterS - leftS, clockRuns: true, score, periods, stats: {} },
  }
}

interface Sold {
  leg: JointLeg
  /** Of the opposite, alone. */
  other: number
}

function soldOf(input: PriceInput): Sold[] {
  return priceGame(input)
    .filter(({ part, outcomes }) => part === 'full' && outcomes.length === 2 && outcomes.every((one) => one.active && !one.prob5))
    .flatMap(({ key, spec, outcomes }) =>
      outcomes.map((one, n) => ({
        leg: { part: 'full', key, spec, ...parseOutcomeKey(one.key), price: must(one.price, one.key) },
        other: must(outcomes[1 - n]?.price, one.key),
      })),
    )
}

/** Both together, else one's opposite, else the other's: all that can happen, for 1. */
function cheapestCover(input: PriceInput): number {
  const space = stateSpace(input, new Set(['full']))
  if (!space) return Infinity
  const sold = soldOf(input)
  let least = Infinity
  for (const [n, one] of sold.entries())
    for (const two of sold.slice(0, n)) {
      const { price } = priceJoint(space, [one.leg, two.leg], DEFAULT_MARGINS, true)
      if (price) least = Math.min(least, 1000 / price + 1000 / one.other + 1000 / two.other)
    }
  return least
}

test.each([
  ['basketball', 3, 160, { quarterS: 600, each: 20 }],
  ['American football', 13, 45, { quarterS: 900, each: 5 }],
] as const)('%s', (_name, sportId, total, game) => {
  let covered = 0
  for (const lead of LEADS)
    for (const leftS of LEFT_S) {
      const cost = cheapestCover(late(sportId, total, game, lead, leftS))
      expect(cost, `${lead} with ${leftS} s left`).toBeGreaterThan(1.02)
      covered += Number(cost < Infinity)
    }
  expect(covered).toBeGreaterThan(0)
})
