import { expect, it } from 'vitest'
import { DAY } from '#lib/time.ts'
import { fixturesBetween } from '../rules/calendar.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { createWorldPast } from './past-games.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const SEED = '7'
const league = worldCatalogue(SEED, 0).find((c) => c.cup)!

it('brings two seasons, the newest first, each game once, and gives the loop back before it plans more than some days', () => {
  const steps = [...createWorldPast(SEED).results(league.ref, NOW)]
  const told = steps.flatMap((fact) => (fact?.t === 'history' ? [fact.game.ref] : []))
  const planned = new Map(fixturesBetween(SEED, league, NOW - 480 * DAY, NOW).map(({ ref, startsAt }) => [ref, startsAt]))
  expect(new Set(told).size).toBe(told.length)
  expect(told.length).toBeGreaterThan(planned.size * 0.9)
  const starts = told.map((ref) => planned.get(ref)!)
  expect(starts).toEqual(starts.toSorted((a, b) => b - a))
  expect(steps[0]).toBe(null)
  expect(steps.length - told.length).toBeGreaterThanOrEqual(48)
})
