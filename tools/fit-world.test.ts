import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import table from '#seed/world-table.json' with { type: 'json' }
import { cupRows, fit, fitLevels, packFolder, placesOf, readRows, readTournaments } from './fit-world.ts'

const pack = packFolder()
if (!pack && process.env['POLOSA_DATA_REQUIRED'] === '1') throw new Error('data pack absent (POLOSA_DATA)')

interface Figure {
  matches: number
  goals: number
  home_advantage_log: number
  attack_sd: number
  defence_sd: number
  attack_defence_corr: number
  strongest: [string, number]
}

function sd(values: readonly number[]): number {
  const mean = values.reduce((s, v) => s + v, 0) / values.length
  return Math.sqrt(values.reduce((s, v) => s + (v - mean) ** 2, 0) / values.length)
}

describe.skipIf(!pack)('fit of league strengths', () => {
  it('reproduces the published figures of every season within 0.01', () => {
    const figures = (
      JSON.parse(readFileSync(join(pack!, 'figures/league-strengths.json'), 'utf8')) as { by_season: Record<string, Figure> }
    ).by_season
    const seasons = readRows(pack!)
    const wrong: string[] = []
    for (const [id, figure] of Object.entries(figures)) {
      const result = fit(
        seasons.get(id)!.map((row) => ({ row, weight: 1 })),
        false,
      )
      const close = (name: string, ours: number, theirs: number) =>
        Math.abs(ours - theirs) > 0.0101 && wrong.push(`${id} ${name} ${ours.toFixed(3)} ${theirs} of ${result.matches}/${figure.matches}`)
      close('goals', result.goals, figure.goals)
      close('home', result.h, figure.home_advantage_log)
      close('attack', sd([...result.attack.values()]), figure.attack_sd)
      close('defence', sd([...result.defence.values()]), figure.defence_sd)
      const [name, strength] = figure.strongest
      close('strongest', result.attack.get(name)! + result.defence.get(name)!, strength)
    }
    expect(Object.keys(figures)).toHaveLength(105)
    expect(wrong).toEqual([])
  })

  it('gives the levels of leagues that are shipped', () => {
    const rows = cupRows(readTournaments(pack!), readRows(pack!))
    expect(fitLevels(rows, placesOf(table.leagues as unknown as Parameters<typeof placesOf>[0]))).toEqual(table.levels)
  })
})

describe('the shipped table', () => {
  it('holds at least 100 leagues and 1,500 teams in 120 kB', () => {
    const size = readFileSync(join(import.meta.dirname, '../seed/world-table.json')).byteLength
    expect(size).toBeLessThanOrEqual(120_000)
    expect(table.leagues.length).toBeGreaterThanOrEqual(100)
    const levels = new Map(table.levels as [string, number][])
    const order = ['gb-eng.1-premierleague', 'gr.gr1', 'kz.kz1', 'mt.mt1'].map((league) => levels.get(league)!)
    expect(order).toEqual(order.toSorted((a, b) => b - a))
    expect(table.leagues.reduce((sum, row) => sum + (row.at(-1) as unknown[]).length, 0)).toBeGreaterThanOrEqual(1500)
  })
})

afterAll(() => {
  if (!pack) console.log('data pack absent: 2 tests skipped (POLOSA_DATA)')
})
