/** Points and three-pointers of basketball players: counts wider than Poisson, their rest in the share of the game left. */
import { negativeBinomialRow, poissonRow } from './counting.ts'
import type { GameFacts } from './game-facts.ts'
import { linesAround } from './lines.ts'
import { playersOf } from './players.ts'
import type { PriceInput } from './price-input.ts'
import { addLine, openMarket, openSheet } from './sheet.ts'
import type { PricedMarket } from './sheet.ts'
import { outcomeKey } from '#modules/line/rules/param.ts'

const PART = 'players'
/** Variance of a player's points divided by their mean: baskets come in twos and threes. */
const SPREAD = 2.2
const MOST_POINTS = 80

/** What a player has so far; undefined when the provider names no players. */
function soFar(facts: GameFacts, id: number): { points: number; threes: number } | undefined {
  const sum = { points: 0, threes: 0 }
  for (const { type, detail } of facts.incidents) {
    if (type !== 'score') continue
    if (detail?.['playerId'] === undefined) return undefined
    if (detail['playerId'] !== id) continue
    const points = Number(detail['points'] ?? 0)
    sum.points += points
    if (points === 3) sum.threes++
  }
  return sum
}

export function pricePlayerPoints(input: PriceInput, facts: GameFacts, left: number, out: PricedMarket[]): void {
  if (facts.counts.get('full')!.done || (input.parts && !input.parts.includes(PART))) return
  const sheet = openSheet(PART, input.margins, facts.stage === 'running', out)
  for (const [key, what, over, under] of [
    ['player_points', 'pts', 1807, 1806],
    ['player_threes', 'thr', 1495, 1496],
  ] as const) {
    for (const { id, value } of playersOf(input.model.extra, what)) {
      const so = soFar(facts, id)
      if (!so) return
      const mean = value * left
      const p = what === 'pts' ? negativeBinomialRow(mean, mean * SPREAD, MOST_POINTS) : poissonRow(mean)
      const from = what === 'pts' ? so.points : so.threes
      for (const { line, states, main } of linesAround({ from, p }, what === 'pts' ? 1 : 0, 2, 0.5)) {
        if (line < from) continue
        const market = openMarket(sheet, key, `line=${line}|player=${id}`, main)
        addLine(sheet, market, outcomeKey(over, line, id), outcomeKey(under, line, id), states)
      }
    }
  }
}
