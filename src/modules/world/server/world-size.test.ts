/** The sentences of the specification about the size of the world, each with its figure (feeds 5.1, 5.4). */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { createWorld } from './create-world.ts'

type TableRow = [
  key: string,
  country: string,
  tz: string,
  name: string,
  kind: string,
  c: number,
  h: number,
  teams: [string, number, number][],
]
const tableText = readFileSync('seed/world-table.json', 'utf8')
const { leagues } = JSON.parse(tableText) as { leagues: TableRow[] }
const catalogue = worldCatalogue('size')

describe('the table of strengths', () => {
  it('is compact and ours: at most 120 kB, 100 leagues, 1,500 real names, each with two strengths', () => {
    expect(Buffer.byteLength(tableText)).toBeLessThanOrEqual(120_000)
    expect(leagues.length).toBeGreaterThanOrEqual(100)
    const teams = leagues.flatMap((league) => league[7])
    expect(new Set(teams.map(([name]) => name)).size).toBeGreaterThanOrEqual(1500)
    expect(teams.every(([, attack, defence]) => Math.abs(attack) < 2 && Math.abs(defence) < 2)).toBe(true)
  })

  it.each([
    // Measured over 105 league seasons (feeds 5.1): median, and the tolerance for our table's medians.
    ['goals a match', 2.66, 0.25, (league: TableRow) => Math.exp(league[5]) * (1 + Math.exp(league[6]))],
    ['home advantage (log)', 0.21, 0.06, (league: TableRow) => league[6]],
    ['sd of attack', 0.15, 0.06, (league: TableRow) => sd(league[7].map(([, attack]) => attack))],
    ['sd of defence', 0.14, 0.06, (league: TableRow) => sd(league[7].map(([, , defence]) => defence))],
  ] as const)('has the measured spread: %s', (_what, median, tolerance, of) => {
    const values = leagues.map(of).toSorted((a, b) => a - b)
    expect(Math.abs(values[values.length >> 1]! - median)).toBeLessThan(tolerance)
  })
})

describe('the world', () => {
  it('has at least 11 sports and 100 leagues', () => {
    expect(new Set(catalogue.map((championship) => championship.sportId)).size).toBeGreaterThanOrEqual(11)
    expect(catalogue.filter((championship) => !championship.lane).length).toBeGreaterThanOrEqual(100)
    expect(new Set(catalogue.map((championship) => championship.key)).size).toBe(catalogue.length)
  })

  it('has at least 3,000 games ahead in at least 11 sports', () => {
    const now = Date.UTC(2026, 10, 21, 13)
    const games = createWorld({ seed: 'size', clock: { now: () => now } })
      .begin(now, true)
      .flatMap((fact) => (fact.t === 'game' && fact.game.startsAt > now ? [fact.game] : []))
    expect(games.length).toBeGreaterThanOrEqual(3000)
    expect(games.every((game) => game.origin === 'simulated')).toBe(true)
    const sportOf = new Map(catalogue.map((championship) => [championship.ref, championship.sportId]))
    expect(new Set(games.map((game) => sportOf.get(game.championship))).size).toBeGreaterThanOrEqual(11)
  }, 120_000)

  it('has at least 40 live games in at least 6 sports at every hour of the day, all the year round', () => {
    // Every hour of the day, on days spread over the year and all weekdays.
    const fewest = { games: Infinity, sports: Infinity }
    for (let hour = 0; hour < 24; hour += 1) {
      const now = Date.UTC(2027, 0, 1) + hour * (15 * DAY + HOUR)
      const world = createWorld({
        seed: 'hours',
        clock: { now: () => now },
        settings: { aheadDays: 1, aheadDaysOther: 1, historyDays: 0, longTerm: false },
      })
      world.begin(now, true)
      const live = world.liveCount()
      const when = new Date(now).toISOString()
      expect(live.games, when).toBeGreaterThanOrEqual(40)
      expect(live.sports, when).toBeGreaterThanOrEqual(6)
      fewest.games = Math.min(fewest.games, live.games)
      fewest.sports = Math.min(fewest.sports, live.sports)
    }
    expect(fewest.games).toBeLessThan(200)
  }, 120_000)

  it('plays minute by minute: what is live is heard of within ten minutes', () => {
    const now = Date.UTC(2026, 10, 21, 15)
    const world = createWorld({
      seed: 'moves',
      clock: { now: () => now },
      settings: { aheadDays: 1, aheadDaysOther: 1, historyDays: 0, longTerm: false, worldMishaps: false },
    })
    const opening = world.begin(now, true)
    const running = new Set(
      opening.flatMap((fact) =>
        fact.t === 'live' && fact.state.clockRuns === true && fact.state.phase !== 'ended' ? [fact.state.game] : [],
      ),
    )
    expect(running.size).toBeGreaterThan(20)
    const told = new Set(world.advance(now + 10 * 60_000).flatMap((fact) => (fact.t === 'live' ? [fact.state.game] : [])))
    expect([...running].filter((game) => told.has(game)).length / running.size).toBeGreaterThan(0.95)
  }, 120_000)
})

function sd(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length)
}
