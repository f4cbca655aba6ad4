/** Frames, legs and maps (best of n), bouts, boards and fields of runners: one chance and simple counting. */
import { outcomeKey } from '#modules/line/rules/param.ts'
import { keysOf, sportShape } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { priceScoreMarket, scoreScope } from './score-markets.ts'
import { priceFirstAndMatch, priceSetMarket, setGrid } from './set-grid.ts'
import { addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket } from './sheet.ts'
import type { PriceInput } from './price-input.ts'
import { bestOfProbability, fieldProbabilities } from './other.ts'
import { trialChance } from './price-rally.ts'

/** Chance of a draw on a board when the model names none. */
const BOARD_DRAW = 0.35
const BOUT_DRAW = 0.015
/** Longest format the grid is made for. */
const MOST_FRAMES = 35

export function priceFrames(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  const full = facts.counts.get('full')!
  if (full.done) return
  const p = trialChance(input)
  const bestOf = Math.min(MOST_FRAMES, facts.bestOf % 2 === 1 ? facts.bestOf : facts.bestOf + 1)
  const need = (bestOf + 1) / 2
  const so: [number, number] = [Math.min(full.h, need), Math.min(full.a, need)]
  const grid = setGrid(p, () => p, so, need)
  const live = facts.stage === 'running'
  const sheet = openSheet('full', input.margins, live, out)
  const scope = scoreScope(grid, false)
  for (const key of keysOf(input.sportId, 'match', false)) {
    if (only && !only.has(key)) continue
    if (need === 1 && key !== 'result_2way') continue
    if (key === 'map_match') {
      if (so[0] + so[1] === 0)
        priceFirstAndMatch(sheet, key, [3820, 3821, 3822, 3823], p, bestOfProbability(p, need, [1, 0]), bestOfProbability(p, need, [0, 1]))
    } else if (key === 'handicap' || key === 'total') priceScoreMarket(sheet, scope, key)
    else priceSetMarket(sheet, grid, key, need)
  }
  if (only || !sportShape(input.sportId).segments[0]?.startsWith('map')) return
  const part = `map${so[0] + so[1] + 1}`
  if (input.parts && !input.parts.includes(part)) return
  const map = openSheet(part, input.margins, live, out)
  addPair(map, openMarket(map, 'result_2way'), outcome(1), outcome(3), p)
}

/** Boxing, martial arts, chess: winner, with a draw where the sport has one. Only before the end. */
export function priceBout(input: PriceInput, facts: GameFacts, out: PricedMarket[]): void {
  if (facts.counts.get('full')!.done || (input.parts && !input.parts.includes('full'))) return
  const board = sportShape(input.sportId).engine === 'board'
  const draw = input.model.extra['pDraw'] ?? (board ? BOARD_DRAW : BOUT_DRAW)
  const p = trialChance(input)
  const sheet = openSheet('full', input.margins, facts.stage === 'running', out)
  for (const key of keysOf(input.sportId, 'match', true)) {
    const probs: [number, number, number] = [p * (1 - draw), draw, (1 - p) * (1 - draw)]
    if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), p)
    else if (key === 'result_1x2')
      addSet(
        sheet,
        openMarket(sheet, key),
        [1, 2, 3].map((t) => outcome(t)),
        probs,
      )
    else if (key === 'double_chance') {
      addSet(
        sheet,
        openMarket(sheet, key),
        [4, 5, 6].map((t) => outcome(t)),
        [probs[0] + probs[1], probs[0] + probs[2], probs[1] + probs[2]],
        2,
      )
    }
  }
}

/** Races and long-term markets; closed as soon as the race runs. */
export function priceField(input: PriceInput, facts: GameFacts, out: PricedMarket[]): void {
  const runners = input.runners ?? []
  if (facts.stage !== 'before' || runners.length < 2) return
  const sheet = openSheet('full', input.margins, false, out)
  const keys = keysOf(input.sportId, 'match', false)
  if (runners.length === 2 || !keys.includes('outright')) {
    const [one, two] = runners
    addPair(sheet, openMarket(sheet, 'result_2way'), outcome(1), outcome(3), 1 / (1 + Math.exp(two!.strength - one!.strength)))
    return
  }
  const chances = fieldProbabilities(runners.map((r) => r.strength))
  const put = (key: string, t: number, probs: readonly number[], winners: number) =>
    addSet(
      sheet,
      openMarket(sheet, key),
      runners.map((r) => outcomeKey(t, 0, r.id)),
      probs,
      winners,
    )
  put('outright', 2637, chances.first, 1)
  if (keys.includes('top2') && runners.length > 3) put('top2', 3135, chances.top2, 2)
  if (keys.includes('top3') && runners.length > 4) put('top3', 3136, chances.top3, 3)
}
