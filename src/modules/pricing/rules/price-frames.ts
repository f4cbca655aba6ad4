/** Frames, legs and maps: best of n, each won with one chance; what else falls in them has a mean a frame. */
import { poissonRow } from './counting.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { aheadProbability, totalRow } from './goals/count-grid.ts'
import type { CountGrid, Row } from './goals/count-grid.ts'
import { linesAround } from './lines.ts'
import { killRows, mapGrid, winByKills } from './map-rounds.ts'
import { bestOfProbability } from './other.ts'
import { trialChance } from './price-rally.ts'
import type { PriceInput } from './price-input.ts'
import { priceScoreMarket, putLines, scoreScope } from './score-markets.ts'
import { isMatchWon, priceFirstAndMatch, priceSetMarket, setGrid, setsToWin } from './set-grid.ts'
import { addPair, addSet, addSingle, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'

/** Longest format the grid is made for. */
const MOST_FRAMES = 35

interface FrameGame {
  input: PriceInput
  facts: GameFacts
  /** Side 1's chance of a frame, and of the one in play. */
  p: number
  current: number
  need: number
  so: [number, number]
  /** Rounds, or kills, of the map in play. */
  rounds: [number, number]
  maps: boolean
  /** The maps count kills, not rounds (first blood is told). */
  kills: boolean
  live: boolean
}

function frameGame(input: PriceInput, facts: GameFacts): FrameGame {
  const full = facts.counts.get('full')!
  const need = setsToWin(Math.min(MOST_FRAMES, facts.bestOf))
  const so: [number, number] = [Math.min(full.h, need), Math.min(full.a, need)]
  const maps = facts.shape.segments[0]?.startsWith('map') ?? false
  const map = maps && facts.stage === 'running' ? facts.counts.get(`map${so[0] + so[1] + 1}`) : undefined
  const rounds: [number, number] = map && !map.done ? [map.h, map.a] : [0, 0]
  const p = trialChance(input)
  const kills = maps && input.model.extra['pFirst'] !== undefined
  const grid = rounds[0] + rounds[1] > 0 && !kills ? mapGrid(p, rounds) : undefined
  const current = kills ? winByKills(p, rounds) : grid ? aheadProbability(grid) : p
  return { input, facts, p, current, need, so, rounds, maps, kills, live: facts.stage === 'running' }
}

export function priceFrames(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (facts.counts.get('full')!.done) return
  const game = frameGame(input, facts)
  const { p, need, so } = game
  if (isMatchWon(so, need)) return
  const grid = setGrid(game.current, () => p, so, need)
  const sheet = openSheet('full', input.margins, game.live, out)
  const scope = scoreScope(grid, false)
  const match = !input.parts || input.parts.includes('full')
  for (const key of match ? keysOf(input.sportId, facts.shape.unit ?? 'match', false) : []) {
    if (only && !only.has(key)) continue
    if (need === 1 && key !== 'result_2way') continue
    if (key === 'map_match') {
      if (so[0] + so[1] === 0) {
        const after = (sets: [number, number]) => bestOfProbability(p, need, sets)
        priceFirstAndMatch(sheet, key, [3820, 3821, 3822, 3823], game.current, after([1, 0]), after([0, 1]))
      }
    } else if (key === 'handicap' || key === 'total') priceScoreMarket(sheet, scope, key)
    else if (!priceSetMarket(sheet, grid, key, need)) priceInFrames(game, sheet, grid, key)
  }
  if (!only && game.maps) priceMaps(game, out)
}

function priceInFrames(game: FrameGame, sheet: Sheet, grid: CountGrid, key: string): void {
  const { input, facts, p, need, so, live } = game
  const { extra } = input.model
  switch (key) {
    case 'race_to_frames':
      for (let n = 2; n < need; n++) {
        if (Math.max(...so) >= n) continue
        const market = openMarket(sheet, key, `n=${n}`, n === 2)
        const first = bestOfProbability(p, n, so)
        addSet(
          sheet,
          market,
          [1852, 1853, 1854].map((t) => outcome(t, n)),
          [first, 1 - first, 0],
        )
      }
      return
    case 'team1_map':
      if (so[0] === 0) addSingle(sheet, openMarket(sheet, key), outcome(5606), 1 - grid.p[need]!)
      return
    case 'century': {
      const chance = extra['pCentury']
      if (chance === undefined || (live && !facts.stats['centuries']) || (facts.stats['centuries'] ?? [0, 0]).some((n) => n > 0)) return
      const frames = totalRow(grid)
      let none = 0
      for (let n = 0; n < frames.p.length; n++) none += frames.p[n]! * (1 - chance) ** Math.max(0, n + frames.from - so[0] - so[1])
      addPair(sheet, openMarket(sheet, key), outcome(1357), outcome(1358), 1 - none)
      return
    }
    case 'total_180': {
      const mean = extra['s180']
      const told = facts.stats['s180'] ?? [0, 0]
      if (mean === undefined || (live && !facts.stats['s180'])) return
      putLines(sheet, key, 1419, 1418, linesAround(inFrames(grid, mean, so[0] + so[1], told[0] + told[1]), 1, 1, 0.5), false)
      return
    }
    default:
  }
}

/** A Poisson count of every frame still to come, summed over how many there will be. */
function inFrames(grid: CountGrid, mean: number, played: number, so: number): Row {
  const frames = totalRow(grid)
  let p = new Float64Array(0)
  for (let n = 0; n < frames.p.length; n++) {
    const weight = frames.p[n]!
    if (weight < 1e-12) continue
    const row = poissonRow(mean * Math.max(0, n + frames.from - played), 2)
    if (row.length > p.length) {
      const longer = new Float64Array(row.length)
      longer.set(p)
      p = longer
    }
    for (let k = 0; k < row.length; k++) p[k]! += weight * row[k]!
  }
  return { from: so, p }
}

/** The map in play and the next one, when it is sure to be played. */
function priceMaps(game: FrameGame, out: PricedMarket[]): void {
  const { input, so, need } = game
  const now = so[0] + so[1] + 1
  const certain = need - Math.max(...so)
  const keys = keysOf(input.sportId, 'part', false)
  for (let n = now; n < now + Math.min(2, certain); n++) {
    const part = `map${n}`
    if (input.parts && !input.parts.includes(part)) continue
    const rounds = n === now ? game.rounds : ([0, 0] as const)
    const grid = game.kills ? undefined : mapGrid(game.p, rounds)
    // A map whose last round is played waits for its end.
    if (!game.kills && !grid) continue
    const sheet = openSheet(part, input.margins, game.live, out)
    const win = n === now ? game.current : game.p
    for (const key of keys) {
      if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), win)
      else if (grid && (key === 'total' || key === 'handicap' || key === 'odd_even')) priceScoreMarket(sheet, scoreScope(grid, false), key)
      else if (game.kills && rounds[0] + rounds[1] === 0) priceKills(game, sheet, key)
    }
  }
}

/** Kills of a map are offered until its first blood. */
function priceKills({ input, p }: FrameGame, sheet: Sheet, key: string): void {
  if (key === 'first_blood') {
    addPair(sheet, openMarket(sheet, key), outcome(2991), outcome(2992), input.model.extra['pFirst'] ?? 0.5)
  } else if (key === 'frag_total') putLines(sheet, key, 3457, 3458, linesAround(killRows(p).total, 2, 2, 0.5), false)
  else if (key === 'frag_handicap') putLines(sheet, key, 3455, 3456, linesAround(killRows(p).difference, 2, 2, 0.5), true)
}
