import { expect, test } from 'vitest'
import { fixtureOf, fixturesBetween, modelOfFixture, worldGame } from './calendar.ts'
import { worldCatalogue } from './catalogue.ts'
import { timelineOf } from './engines.ts'
import type { Fixture } from './schedule.ts'
import { stateAt } from './state.ts'

const SEED = 'pairs'
const DAY = 86_400_000
const NOW = Date.UTC(2026, 10, 21, 13)
const catalogue = worldCatalogue(SEED)
const byKey = new Map(catalogue.map((c) => [c.key, c]))
const pairs = catalogue.filter((c) => c.pairsOf)
const gameOf = (f: Fixture) => worldGame(SEED, f, modelOfFixture(SEED, f), false)

test('every sport whose book has pairs has games of them within ten days, and each is known by its ref alone', () => {
  const games = pairs.flatMap((c) => fixturesBetween(SEED, c, NOW, NOW + 10 * DAY))
  expect([...new Set(games.map(({ championship }) => championship.sportId))].toSorted((a, b) => a - b)).toEqual([18, 19, 26, 36, 41])
  for (const game of games) expect(fixtureOf(SEED, byKey, game.ref)).toEqual(game)
  expect(new Set(games.map(({ ref }) => ref)).size).toBe(games.length)
})

test('the pair ends as the race does: whoever drops out is behind', () => {
  let retired = 0
  for (const game of pairs.flatMap((c) => fixturesBetween(SEED, c, NOW, NOW + 30 * DAY))) {
    const { fixture, orders } = game.race!
    const race = stateAt(timelineOf(SEED, gameOf(fixture)), Infinity).stats
    const [one, two] = orders.map((order) => race[`place${order}`]![0] || Infinity) as [number, number]
    const timeline = timelineOf(SEED, gameOf(game))
    const { score, phase } = stateAt(timeline, Infinity)
    expect(phase).toBe('ended')
    if (one === two) retired += 1
    else expect([game.ref, score]).toEqual([game.ref, one < two ? [1, 0] : [0, 1]])
    expect(score[0] + score[1]).toBe(1)
  }
  expect(retired).toBeLessThan(20)
})

test('the chance said is the share that is won', () => {
  let said = 0
  let won = 0
  let n = 0
  for (const game of pairs.flatMap((c) => fixturesBetween(SEED, c, NOW, NOW + 100 * DAY))) {
    said += modelOfFixture(SEED, game).extra['p']!
    won += stateAt(timelineOf(SEED, gameOf(game)), Infinity).score[0]
    n += 1
  }
  expect(n).toBeGreaterThan(500)
  // Three standard errors of a coin.
  expect(Math.abs(won - said) / n).toBeLessThan(1.5 / Math.sqrt(n))
}, 60_000)
