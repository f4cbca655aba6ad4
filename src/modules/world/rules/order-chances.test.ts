import { describe, expect, it } from 'vitest'
import { Random } from '#lib/random.ts'
import { worldCatalogue } from './catalogue.ts'
import { NO_MISHAPS } from '../../../../test/support/no-mishaps.ts'
import { endingOf, orderChances } from './order-chances.ts'
import { MATCH_MS, matchesOf, tableChances } from './seasons.ts'

const SEED = 'order'
const DRAWS = { seed: SEED, mishaps: NO_MISHAPS }
const catalogue = worldCatalogue(SEED)
const RUNS = 10_000

describe('chances of places in an order of sums', () => {
  it('are those of every way in which a few sides may end', () => {
    const chances = [
      [0.5, 0.3, 0.2],
      [0.1, 0.6, 0.3],
      [0.9, 0.1, 0],
      [0.2, 0.2, 0.6],
    ]
    const endings = chances.map((one, n) => endingOf(n, Float64Array.from(one), -n))
    const exact = [0, 1, 2].map(() => chances.map(() => 0))
    for (let code = 0; code < 81; code++) {
      const at = chances.map((_, n) => Math.floor(code / 3 ** n) % 3)
      const likely = at.reduce((product, x, n) => product * chances[n]![x]!, 1)
      const order = chances.map((_, n) => n).toSorted((a, b) => b + at[b]! - a - at[a]! || a - b)
      order.forEach((n, place) => {
        for (let k = place; k < 3; k++) exact[k]![n]! += likely
      })
    }
    const found = orderChances(4, 3, () => [{ chance: 1, endings }])
    for (const [k, row] of exact.entries()) row.forEach((p, n) => expect(found[k]![n]!, `${n} in the first ${k + 1}`).toBeCloseTo(p, 6))
  })

  it.each([
    ['br.br1', 200],
    ['br.br1', 20],
    ['br.br1', 10],
    ['es.1-liga', 370],
    ['gb-sct.sco1', 12],
  ])(
    'are those of the rest of a season played again and again: %s, %i matches left',
    (key, open) => {
      const league = catalogue.find((c) => c.key === key)!
      const matches = matchesOf(DRAWS, league, 2026).toSorted((a, b) => a.at - b.at)
      const now = matches[matches.length - open - 1]!.at + MATCH_MS
      const came = Array.from({ length: 6 }, () => league.competitors.map(() => 0))
      const random = new Random('again')
      for (let run = 0; run < RUNS; run++) {
        const sums = league.competitors.map(() => 0)
        for (const match of matches) {
          const goals = match.at + MATCH_MS <= now ? match.score : match.means.map((mean) => random.poisson(mean))
          const margin = goals[0]! - goals[1]!
          const points = [0, 1, 3][Math.sign(margin) + 1]!
          sums[match.home]! += points * 1e4 + margin + goals[0]! / 100
          sums[match.away]! += [3, 1, 0, 0][points]! * 1e4 - margin + goals[1]! / 100
        }
        const order = sums.map((_, i) => i).toSorted((a, b) => sums[b]! - sums[a]!)
        order.slice(0, 6).forEach((side, place) => {
          for (let k = place; k < 6; k++) came[k]![side]!++
        })
      }
      const found = tableChances(DRAWS, league, 2026, now, { up: true, most: 6 })
      for (const [k, row] of came.entries())
        row.forEach((n, side) => expect(Math.abs(found[k]![side]! - n / RUNS), `${side} in the first ${k + 1}`).toBeLessThan(0.03))
    },
    60_000,
  )
})
