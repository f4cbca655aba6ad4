/** Best of n: distribution of the final score in sets, frames or maps, and markets on it. */
import { packThousandths } from '#modules/line/rules/param.ts'
import { differenceRow, scoreProbability, totalRow } from './goals/count-grid.ts'
import type { CountGrid } from './goals/count-grid.ts'
import { linesAround } from './lines.ts'
import { putLines } from './score-markets.ts'
import { addPair, addSet, openMarket, outcome } from './sheet.ts'
import type { Sheet } from './sheet.ts'

/** So many sets, frames or maps win a match; of an even number the side that has more than half. */
export function setsToWin(bestOf: number): number {
  return Math.floor(bestOf / 2) + 1
}

/** A side has all that it needs. Facts that say so come a moment before the one that ends the match: nothing is left to price. */
export function isMatchWon(sets: readonly [number, number], setsToWin: number): boolean {
  return Math.max(...sets) >= setsToWin
}

/** Cells are final scores from 0:0; `current` is the chance of the set in play, `later(i, j)` of the others. */
export function setGrid(
  current: number,
  later: (i: number, j: number) => number,
  sets: readonly [number, number],
  setsToWin: number,
): CountGrid {
  const size = setsToWin + 1
  const p = new Float64Array(size * size)
  p[sets[0] * size + sets[1]] = 1
  for (let n = sets[0] + sets[1]; n < 2 * setsToWin - 1; n++) {
    for (let i = Math.max(sets[0], n - setsToWin); i <= Math.min(setsToWin, n - sets[1]); i++) {
      const j = n - i
      const here = p[i * size + j]!
      if (here === 0 || i === setsToWin || j === setsToWin) continue
      const win = i === sets[0] && j === sets[1] ? current : later(i, j)
      p[i * size + j] = 0
      p[(i + 1) * size + j]! += here * win
      p[i * size + j + 1]! += here * (1 - win)
    }
  }
  return { h: 0, a: 0, rows: size, columns: size, p }
}

export function matchWin(grid: CountGrid): number {
  let win = 0
  for (let j = 0; j < grid.columns - 1; j++) win += grid.p[(grid.rows - 1) * grid.columns + j]!
  return win
}

type SetKeys = Readonly<Record<string, readonly [over: number, under: number, handicap: boolean]>>
const ON_SETS: SetKeys = {
  set_handicap: [732, 733, true],
  set_total: [971, 972, false],
  set_handicap_tt: [5749, 5750, true],
  set_total_tt: [3150, 3151, false],
  map_handicap: [2826, 2827, true],
  map_total: [2824, 2825, false],
  frame_total: [1850, 1851, false],
  leg_total: [1417, 1416, false],
}

/** False when the key does not count sets. */
export function priceSetMarket(sheet: Sheet, grid: CountGrid, key: string, setsToWin: number): boolean {
  const shape = ON_SETS[key]
  if (shape) {
    if (setsToWin > 1)
      putLines(
        sheet,
        key,
        shape[0],
        shape[1],
        linesAround(shape[2] ? differenceRow(grid) : totalRow(grid), setsToWin > 2 ? 1 : 0, 1, 0.5),
        shape[2],
      )
    return true
  }
  if (key === 'result_2way') {
    addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), matchWin(grid))
    return true
  }
  if (key === 'correct_score') {
    if (setsToWin > 1) setScores(sheet, grid, setsToWin)
    return true
  }
  return false
}

function setScores(sheet: Sheet, grid: CountGrid, setsToWin: number): void {
  const scores: [number, number][] = []
  for (let lost = 0; lost < setsToWin; lost++) scores.push([setsToWin, lost], [lost, setsToWin])
  const keys = scores.map(([h, a]) => outcome(731, packThousandths(h, a)))
  addSet(
    sheet,
    openMarket(sheet, 'correct_score'),
    keys,
    scores.map(([h, a]) => scoreProbability(grid, h, a)),
  )
}

/** First set (map) and match: winner of the one, winner of the other. */
export function priceFirstAndMatch(
  sheet: Sheet,
  key: string,
  ts: readonly number[],
  first: number,
  afterWin: number,
  afterLoss: number,
): void {
  const probs = [first * afterWin, first * (1 - afterWin), (1 - first) * afterLoss, (1 - first) * (1 - afterLoss)]
  addSet(
    sheet,
    openMarket(sheet, key),
    ts.map((t) => outcome(t)),
    probs,
  )
}
