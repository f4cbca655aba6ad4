/**
 * The built-in world cannot be beaten: games are played many times, every open outcome is graded by what came out, and none
 * comes in much oftener than it was priced. This holds prices, results and the world's own chances against each other.
 */
import { describe, expect, it } from 'vitest'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Timeline } from '#modules/world/rules/types.ts'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { factsFrom } from './game-facts.ts'
import type { GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { DEFAULT_MARGINS } from './margin-table.ts'
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

const RUNNERS = 14
const RACES = 300
/** A sport of short fields and one of long ones, whose books differ. */
const BOOKS = [44, 41]

/** A race of the world as its page prices it at a part of its course, and how it ended. */
function raceAt(name: string, sportId: number, share: number): { input: PriceInput; end: GameFacts } {
  const weights = Object.fromEntries(Array.from({ length: RUNNERS }, (_, k) => [`w${k + 1}`, Math.exp(0.4 * Math.cos(k))]))
  const model = { supremacy: 0, total: RUNNERS, rho: 0, extra: weights }
  const pace = { laps: 18, lapSec: 300, retired: 0.1 }
  const line = timelineOf('fair', {
    ref: name,
    sportId,
    engine: 'field',
    variant: 'track',
    model,
    sides: RUNNERS,
    format: {},
    mishaps: false,
    pace,
  })
  const at = line.endsAtMs * share
  const until = (ms: number) =>
    line.items.filter((item) => item.kind === 'incident' && item.at <= ms).map((item) => incidentOf(line.game, item))
  const extra: Record<string, number> = { ...weights }
  for (const item of line.items) if (item.kind === 'model' && item.at <= at) Object.assign(extra, item.says)
  const competitors = Array.from({ length: RUNNERS }, (_, k) => k + 1)
  const input: PriceInput = {
    sportId,
    kind: 'race',
    status: 'live',
    model: { ...model, extra },
    live: stateAt(line, at),
    incidents: until(at),
    margins: DEFAULT_MARGINS,
    top: true,
    runners: competitors.map((id) => ({ id, number: id, strength: Math.log(extra[`w${id}`]!) })),
  }
  const end = factsFrom({
    sportId,
    status: 'ended',
    live: stateAt(line, Infinity),
    incidents: until(Infinity),
    competitors,
    model: { total: RUNNERS, extra },
  })
  return { input, end }
}

describe('prices of a race on its way', () => {
  it.each([0.1, 0.5, 0.9])('after %f of it nothing comes in oftener than priced, at any price', (share) => {
    // By market and by how likely it was said to be: long shots and favourites alike.
    const bands = new Map<string, { expected: number; came: number; variance: number }>()
    for (let n = 0; n < RACES; n++) {
      const { input, end } = raceAt(`race${n}`, BOOKS[n % 2]!, share)
      for (const market of priceGame(input)) {
        for (const one of market.outcomes) {
          if (!one.active) continue
          const { t, p, playerId } = parseOutcomeKey(one.key)
          const grade = gradeOutcome(market.part, market.key, t, p, playerId, end, market.spec)
          const id = `${market.key} ${t} ${[0.02, 0.1, 0.3, 0.6, 0.9].filter((edge) => one.prob > edge).length}`
          const band = bands.get(id) ?? { expected: 0, came: 0, variance: 0 }
          bands.set(id, band)
          band.expected += one.prob
          band.variance += one.prob * (1 - one.prob)
          band.came += grade.won!
        }
      }
    }
    expect(bands.size).toBeGreaterThan(15)
    for (const [id, { expected, came, variance }] of bands) {
      if (expected < 4) continue
      expect((came - expected) / Math.sqrt(variance), `${id}: expected ${expected.toFixed(1)}, came ${came}`).toBeLessThan(MOST)
    }
  })
})

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
