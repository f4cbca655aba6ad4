/**
 * The built-in world cannot be beaten: games are played many times, every open outcome is graded by what came out, and none
 * comes in much oftener than it was priced. This holds prices, results and the world's own chances against each other.
 */
import { describe, expect, it } from 'vitest'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Timeline } from '#modules/world/rules/types.ts'
import { parseOutcomeKey } from '#modules/line/rules/param.ts'
import { factsFrom } from './game-facts.ts'
import type { GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { priceGame } from './price-game.ts'
import type { PricedMarket, PricedOutcome, PriceInput } from './price-game.ts'
import { courseOf, FAIR_GAMES, inputBefore } from '../../../../test/support/sample-games.ts'

const GAMES = 120
/** Deviations by which an outcome may come in oftener than priced: thousands are looked at. */
const MOST = 5.5

interface Tally {
  market: PricedMarket
  outcome: PricedOutcome
  expected: number
  variance: number
  came: number
}

function playedOut({ sportId, model }: PriceInput, timeline: Timeline, bestOf: number | undefined): GameFacts {
  return factsFrom({
    sportId,
    status: 'ended',
    live: stateAt(timeline, Infinity),
    incidents: timeline.items.filter((item) => item.kind === 'incident').map((item) => incidentOf(timeline.game, item)),
    model,
    ...(bestOf === undefined ? {} : { bestOf }),
    ...(timeline.note === undefined ? {} : { statusNote: timeline.note }),
  })
}

function addResult(tallies: readonly Tally[], facts: GameFacts): void {
  for (const tally of tallies) {
    const { market, outcome } = tally
    const { t, p, playerId } = parseOutcomeKey(outcome.key)
    const grade = gradeOutcome(market.part, market.key, t, p, playerId, facts, market.spec)
    if (grade.won === null) throw new Error(`${market.part} ${market.key} ${market.spec} ${outcome.key} stays open at the end`)
    const staked = 1 - (grade.voidFactor ?? 0)
    tally.expected += outcome.prob * staked
    tally.variance += outcome.prob * (1 - outcome.prob) * staked
    tally.came += grade.won * (grade.deadHeat ?? 1) * staked
  }
}

describe('prices against the world', () => {
  it.each(FAIR_GAMES)('%s', (...row) => {
    const bestOf = row[6]
    const input = inputBefore(row)
    const tallies = priceGame(input).flatMap((market) =>
      market.outcomes.filter((o) => o.active).map((outcome): Tally => ({ market, outcome, expected: 0, variance: 0, came: 0 })),
    )
    expect(tallies.length).toBeGreaterThan(20)
    for (let n = 0; n < GAMES; n++) {
      addResult(tallies, playedOut(input, courseOf(row, `fair${n}`), bestOf))
    }
    for (const { market, outcome, expected, variance, came } of tallies) {
      if (expected < 4) continue
      const over = (came - expected) / Math.sqrt(variance)
      const label = `${market.part} ${market.key} ${market.spec} ${outcome.key}: expected ${expected.toFixed(1)}, came ${came.toFixed(1)}`
      expect(over, label).toBeLessThan(MOST)
    }
  })
})
