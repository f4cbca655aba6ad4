/** All markets of a game from one model (feeds 4.1): same input, same prices. */
import { unreachable } from '#lib/assert.ts'
import { factsFrom } from './game-facts.ts'
import type { GameFacts } from './game-facts.ts'
import { finalGrid } from './goals/goal-model.ts'
import { priceCricket } from './price-cricket.ts'
import { priceDiamond } from './price-diamond.ts'
import { priceCounts } from './price-counts.ts'
import { goalGame, priceGoals } from './price-goals.ts'
import type { PriceInput } from './price-input.ts'
import { priceMatchRows, pricePoints } from './price-points.ts'
import { priceRally, priceRallyMatch, rallyGame } from './price-rally.ts'
import { priceBout } from './price-bout.ts'
import { priceField } from './price-field.ts'
import { priceFrames } from './price-frames.ts'
import { priceTennis, priceTennisMatch, tennisGame } from './price-tennis.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { openSheet } from './sheet.ts'
import type { PricedMarket } from './sheet.ts'

export type { PricedMarket, PricedOutcome } from './sheet.ts'
export type { PriceInput, PriceModel, Runner } from './price-input.ts'

function isClosed(facts: GameFacts): boolean {
  return facts.stage === 'ended' || facts.stage === 'void'
}

/** Every market that the sport's model supports; empty once the game is over. Pure. */
export function priceGame(input: PriceInput, facts: GameFacts = factsFrom(input)): PricedMarket[] {
  const out: PricedMarket[] = []
  if (isClosed(facts)) return out
  const { engine } = facts.shape
  if (input.runners && input.runners.length > 0) {
    priceField(input, facts, out)
    return out
  }
  switch (engine) {
    case 'goals': {
      const game = goalGame(input, facts)
      priceGoals(game, out)
      if (input.sportId === 1) priceCounts(game, out)
      return out
    }
    case 'points':
      pricePoints(input, facts, out)
      return out
    case 'diamond':
      priceDiamond(input, facts, out)
      return out
    case 'cricket':
      priceCricket(input, facts, out)
      return out
    case 'tennis':
      priceTennis(tennisGame(input, facts), out)
      return out
    case 'rally':
      priceRally(rallyGame(input, facts), out)
      return out
    case 'frames':
      priceFrames(input, facts, out)
      return out
    case 'bout':
    case 'board':
      priceBout(input, facts, out)
      return out
    case 'field':
      priceField(input, facts, out)
      return out
    default:
      return unreachable(engine, 'engine')
  }
}

const FIELD_ROWS: ReadonlySet<string> = new Set(['outright'])
const ROWS: ReadonlySet<string> = new Set(['result_1x2', 'result_2way', 'winner_with_ot', 'total', 'handicap'])

/** Only the markets of a list row: winner, total, handicap. They are equal to those of `priceGame`. */
export function priceMain(input: PriceInput, facts: GameFacts = factsFrom(input)): PricedMarket[] {
  const out: PricedMarket[] = []
  if (isClosed(facts)) return out
  const { engine } = facts.shape
  if (input.runners && input.runners.length > 0) {
    priceField(input, facts, out, FIELD_ROWS)
    return out
  }
  switch (engine) {
    case 'goals': {
      if (facts.counts.get('regular')!.done) return out
      const game = goalGame(input, facts)
      const sheet = openSheet('full', input.margins, game.live, out)
      const scope = scoreScope(finalGrid(game.model), input.top, input.top ? 3 : 1)
      for (const key of ['result_1x2', 'total', 'handicap']) priceScoreMarket(sheet, scope, key)
      return out
    }
    case 'points':
      priceMatchRows(input, facts, out, ROWS)
      return out
    case 'diamond':
      priceDiamond(input, facts, out, ROWS)
      return out
    case 'cricket':
      priceCricket(input, facts, out, ROWS)
      return out
    case 'tennis':
      priceTennisMatch(tennisGame(input, facts), out, ROWS)
      return out
    case 'rally':
      priceRallyMatch(rallyGame(input, facts), out, ROWS)
      return out
    case 'frames':
      priceFrames(input, facts, out, ROWS)
      return out
    case 'bout':
    case 'board':
    case 'field':
      return priceGame(input, facts)
    default:
      return unreachable(engine, 'engine')
  }
}
