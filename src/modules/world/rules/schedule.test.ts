/** Leagues play whole tours; seasons of a house that ran before this was so keep their calendar. */
import { describe, expect, it } from 'vitest'
import { roundsOf, seasonFixtures } from './schedule.ts'
import { worldCatalogue } from './catalogue.ts'
import { fixtureOf } from './calendar.ts'

const SEED = 'tours'
const YEAR = 2026
const leagues = worldCatalogue(SEED).filter((c) => c.season)
const league = (key: string) => leagues.find((c) => c.key === key)!

describe('a season of a league', () => {
  it.each([
    ['gb-eng.1-premierleague', 38],
    ['gb-eng.2-championship', 46],
    ['es.1-liga', 38],
    ['de.1-bundesliga', 34],
    ['ru.ru1', 30],
    ['ipl', 36],
    // Too short for one meeting of each with each.
    ['nfl', 21],
  ])('has as many rounds as its tours need: %s', (key, rounds) => {
    expect(roundsOf(league(key), YEAR)).toBe(rounds)
  })

  it('lets everybody meet everybody as often at home as away, one game a round', () => {
    for (const c of leagues) {
      const sides = c.competitors.length
      const rounds = roundsOf(c, YEAR)
      const tour = sides + (sides % 2) - 1
      if (rounds < 2 * tour) continue
      const fixtures = seasonFixtures(SEED, c, YEAR, 0, rounds)
      const meetings = new Map<string, number>()
      for (const { sides: pair } of fixtures) {
        const key = pair.map(({ ref }) => ref).join(' ')
        meetings.set(key, (meetings.get(key) ?? 0) + 1)
      }
      expect(meetings.size, c.key).toBe(sides * (sides - 1))
      expect(new Set(meetings.values()), c.key).toEqual(new Set([rounds / (2 * tour)]))
    }
  })

  it('is spread from the first free week to the last', () => {
    for (const c of leagues) {
      const before = worldCatalogue(SEED, YEAR + 1).find(({ key }) => key === c.key)!
      const span = (of: typeof c) => {
        const starts = seasonFixtures(SEED, of, YEAR, 0, roundsOf(of, YEAR)).map(({ startsAt }) => startsAt)
        return [Math.min(...starts), Math.max(...starts)] as const
      }
      const [from, to] = span(c)
      const [fromBefore, toBefore] = span(before)
      const WEEK = 7 * 86_400_000
      expect(Math.abs(from - fromBefore), c.key).toBeLessThanOrEqual(WEEK)
      expect(Math.abs(to - toBefore), c.key).toBeLessThanOrEqual(WEEK)
    }
  })

  it('that began before tours were played keeps its games', () => {
    const old = new Map(worldCatalogue(SEED, YEAR + 1).map((c) => [c.key, c]))
    const england = old.get('gb-eng.1-premierleague')!
    expect([roundsOf(england, YEAR), roundsOf(england, YEAR + 1)]).toEqual([52, 38])
    // The game as it was told before: same sides, same day.
    expect(fixtureOf(SEED, old, 'g:gb-eng.1-premierleague:2026:45:3')).not.toBeNull()
    expect(fixtureOf(SEED, new Map(leagues.map((c) => [c.key, c])), 'g:gb-eng.1-premierleague:2026:45:3')).toBeNull()
  })
})
