/** The goal model against recorded prices (feeds 10.1). Needs the data pack; skipped where it is absent. */
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { calibrate, resultOf } from './football.ts'
import { differenceRow, lineStates, totalRow } from './goals/count-grid.ts'
import { goalGrid } from './goals/goal-model.ts'
import { removeMargin } from './margin.ts'
import { effectiveProbability } from './payoff.ts'

const pack = process.env['POLOSA_DATA'] ?? resolve(import.meta.dirname, '../../../../../shared/data')
const file = resolve(pack, 'republished/odds/football_odds_2012_2021.csv')
const RHO = -0.08
const SAMPLE = 2500

interface Match {
  result: [number, number, number]
  over: number
  line: number
  asianHome: number
}

/** Matches spread evenly over the file that have 1X2, total 2.5 and Asian handicap prices. */
function readMatches(): Match[] {
  const [head, ...lines] = readFileSync(file, 'utf8').trim().split('\n')
  const columns = head!.trim().split(',')
  const at = (name: string): number => columns.indexOf(name)
  const wanted = ['avg_h', 'avg_d', 'avg_a', 'avg_o25', 'avg_u25', 'avg_ah_h', 'avg_ah_a', 'ah_line'].map(at)
  const all: Match[] = []
  for (const text of lines) {
    const cells = text.split(',')
    const [h, d, a, over, under, asianH, asianA, line] = wanted.map((n) => Number(cells[n] || Number.NaN))
    if ([h, d, a, over, under, asianH, asianA].some((x) => !(x! > 1)) || !Number.isFinite(line!)) continue
    all.push({
      result: removeMargin([h!, d!, a!], 'power') as [number, number, number],
      over: removeMargin([over!, under!], 'power')[0]!,
      line: line!,
      asianHome: removeMargin([asianH!, asianA!], 'power')[0]!,
    })
  }
  const step = Math.max(1, Math.floor(all.length / SAMPLE))
  return all.filter((_, n) => n % step === 0).slice(0, SAMPLE)
}

it.skipIf(!existsSync(file))(
  'rho −0.08 meets the acceptance of feeds 10.1 on recorded prices',
  () => {
    const matches = readMatches()
    expect(matches.length).toBeGreaterThanOrEqual(2000)
    const worst: number[] = []
    let drawBias = 0
    let asian = 0
    for (const m of matches) {
      const { lambda, mu } = calibrate({ result: m.result, line: 2.5, over: m.over, rho: RHO })
      const grid = goalGrid(lambda, mu, RHO, 12)
      const [home, draw, away] = resultOf(grid)
      const over = lineStates(totalRow(grid), 2.5)[0]
      worst.push(Math.max(Math.abs(home - m.result[0]), Math.abs(away - m.result[2]), Math.abs(over - m.over)))
      drawBias += draw - m.result[1]
      asian += Math.abs(effectiveProbability(lineStates(differenceRow(grid), -m.line)) - m.asianHome)
    }
    worst.sort((x, y) => x - y)
    const median = worst[Math.floor(worst.length / 2)]!
    const most = worst[Math.floor(worst.length * 0.95)]!
    console.log(
      `matches ${matches.length}: median ${(median * 100).toFixed(3)} pp, 95 % ${(most * 100).toFixed(3)} pp, draw bias ${((drawBias / matches.length) * 100).toFixed(3)} pp, Asian handicap ${((asian / matches.length) * 100).toFixed(3)} pp`,
    )
    expect(median).toBeLessThanOrEqual(0.003)
    expect(most).toBeLessThanOrEqual(0.009)
    expect(Math.abs(drawBias / matches.length)).toBeLessThanOrEqual(0.002)
    expect(asian / matches.length).toBeLessThanOrEqual(0.009)
  },
  30_000,
)
