/** Which lines are offered (wire 19.3): the main one is the line whose two prices are nearest. */
import { lineStates, rowMean } from './goals/count-grid.ts'
import type { Row } from './goals/count-grid.ts'
import { effectiveProbability } from './payoff.ts'
import type { FiveStates } from './payoff.ts'

export interface Line {
  line: number
  states: FiveStates
  main: boolean
}

/** Only lines whose two sides are real bets. */
const LEAST = 0.03

/** Line nearest to even money on a grid of `step` with offset `shift`, close to the mean of the row. */
function mainLine(row: Row, step: number, shift: number): number {
  const start = Math.round((rowMean(row) - shift) / step) * step + shift
  let best = start
  let distance = 2
  for (let n = -3; n <= 3; n++) {
    const line = start + n * step
    const off = Math.abs(effectiveProbability(lineStates(row, line)) - 0.5)
    if (off < distance - 1e-9) {
      distance = off
      best = line
    }
  }
  return best
}

/** Lines around the main one, `each` to both sides, in rising order; sides under 3 % are left out. */
export function linesAround(row: Row, each: number, step = 0.5, shift = 0): Line[] {
  const main = mainLine(row, step, shift)
  const lines: Line[] = []
  for (let n = -each; n <= each; n++) {
    const line = main + n * step
    const states = lineStates(row, line)
    const prob = effectiveProbability(states)
    if (n === 0 || (prob > LEAST && prob < 1 - LEAST)) lines.push({ line, states, main: n === 0 })
  }
  return lines
}

/** Quarter lines next to the main plain line: …25 and …75 only. */
export function quarterLines(row: Row, each: number): Line[] {
  return linesAround(row, each, 0.5, 0.25)
}

/** −0 would print as "-0" in a specifier. */
export function canonicalLine(line: number): number {
  return line === 0 ? 0 : line
}
