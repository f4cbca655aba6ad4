/**
 * The built-in world cannot be beaten: games are played many times, every open outcome is graded by what came out, and none
 * comes in much oftener than it was priced. This holds prices, results and the world's own chances against each other.
 */
import { describe, expect, it } from 'vitest'
import { incidentOf, stateAt } from '#modules/feeds/rules/world/state.ts'
import { timelineOf } from '#modules/feeds/rules/world/engines.ts'
import type { Engine, Variant, WorldGame } from '#modules/feeds/rules/world/types.ts'
import { parseOutcomeKey } from '#modules/line/rules/param.ts'
import { factsFrom } from './game-facts.ts'
import type { GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
import { priceGame } from './price-game.ts'
import type { PricedMarket, PricedOutcome, PriceInput } from './price-game.ts'

type Extra = Record<string, number>
type Row = [variant: Variant, engine: Engine, sportId: number, supremacy: number, total: number, extra: Extra, bestOf?: number]

const ROWS: Row[] = [
  ['football', 'goals', 1, 0.4, 2.7, { cornersShare: 0.546, cardsShare: 0.465 }],
  ['ice-hockey', 'periods', 2, 0.4, 6.1, { otWin: 0.64, penalties: 5.9 }],
  ['handball', 'periods', 8, 2, 58, {}],
  ['basketball', 'points', 3, 4, 160, { sdMargin: 12.2, sdTotal: 17 }],
  ['american-football', 'points', 13, 3, 45, { sdMargin: 12.5, sdTotal: 13 }],
  ['rugby', 'points', 7, 5, 49, { sdMargin: 14, sdTotal: 14 }],
  ['tennis', 'rally', 4, 0.03, 22.6, { pServe1: 0.645, pServe2: 0.615, bestOf: 3 }, 3],
  ['volleyball', 'rally', 6, 0.02, 45.5, { pServe1: 0.44, pServe2: 0.42, bestOf: 5 }, 5],
  ['table-tennis', 'rally', 10, 0.03, 18.6, { pServe1: 0.535, pServe2: 0.505, bestOf: 5 }, 5],
  ['baseball', 'balls', 5, 0.5, 9.66, { nbR: 0.4 }],
  ['cricket', 'balls', 66, 8, 314, { sdSide: 30 }],
  ['snooker', 'frames', 30, 0.1, 9, { p: 0.55, bestOf: 9, pDraw: 0 }, 9],
  ['boxing', 'bout', 9, 0.12, 9, { p1: 0.55, p2: 0.43, pDraw: 0.02, rounds: 12, pDecision: 0.55 }],
  ['mma', 'bout', 79, 0.11, 2.2, { p1: 0.55, p2: 0.444, pDraw: 0.006, rounds: 3, pDecision: 0.5 }],
]

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

function playedOut(game: WorldGame, bestOf: number | undefined): GameFacts {
  const timeline = timelineOf('fair', game)
  return factsFrom({
    sportId: game.sportId,
    status: 'ended',
    live: stateAt(timeline, Infinity),
    incidents: timeline.items.filter((item) => item.kind === 'incident').map((item) => incidentOf(game.ref, item)),
    model: game.model,
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
  it.each(ROWS)('%s', (variant, engine, sportId, supremacy, total, extra, bestOf) => {
    const model = { supremacy, total, rho: variant === 'football' ? -0.05 : 0, extra }
    const input: PriceInput = {
      sportId,
      status: 'scheduled',
      model,
      margins: DEFAULT_MARGINS,
      top: true,
      redCards: false,
      ...(bestOf === undefined ? {} : { bestOf }),
    }
    const tallies = priceGame(input).flatMap((market) =>
      market.outcomes.filter((o) => o.active).map((outcome): Tally => ({ market, outcome, expected: 0, variance: 0, came: 0 })),
    )
    expect(tallies.length).toBeGreaterThan(20)
    for (let n = 0; n < GAMES; n++) {
      const format = bestOf === undefined ? {} : { bestOf }
      addResult(tallies, playedOut({ ref: `fair${n}`, sportId, engine, variant, model, sides: 2, format, mishaps: false }, bestOf))
    }
    for (const { market, outcome, expected, variance, came } of tallies) {
      if (expected < 4) continue
      const over = (came - expected) / Math.sqrt(variance)
      const label = `${market.part} ${market.key} ${market.spec} ${outcome.key}: expected ${expected.toFixed(1)}, came ${came.toFixed(1)}`
      expect(over, label).toBeLessThan(MOST)
    }
  })
})
