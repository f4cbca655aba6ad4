/** The door of the calendar: games of leagues and lanes, those that set sides of different matches against each other, and pairs of races. */
import { type Fixture, plainFixture, plainFixtures, plainGame, plainModel } from './schedule.ts'
import type { WorldChampionship } from './catalogue.ts'
import { cupBetween, cupFixture, cupModel } from './cup.ts'
import { pairGame, pairModel, pairOf, pairsBetween } from './race-pairs.ts'
import { mixedBetween, mixedModel, mixedOf, mixedSources } from './mixed.ts'
import type { WorldGame, WorldModel } from './types.ts'

export type { Fixture } from './schedule.ts'

/** Games whose planned start is in [from, to), in no particular order; none of championships that only hold outrights. */
export function fixturesBetween(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  if (c.cup) return cupBetween(seed, c, from, to)
  if (c.pairsOf) return pairsBetween(seed, c, from, to)
  return c.mixed ? mixedBetween(seed, c, from, to) : plainFixtures(seed, c, from, to)
}

/** The game of a ref; null when the ref was never one of ours. */
export function fixtureOf(seed: string, championships: ReadonlyMap<string, WorldChampionship>, ref: string): Fixture | null {
  const [kind, key = '', day, number, pair] = ref.split(':')
  const c = championships.get(key)
  if (kind === 'g' && c?.mixed) return mixedOf(seed, c, Number(day), Number(number))
  if (kind === 'g' && c?.cup) return cupFixture(seed, c, Number(day), Number(number), Number(pair))
  if (kind === 'g' && c?.pairsOf) return pairOf(seed, c, Number(day), Number(number))
  return plainFixture(seed, championships, ref)
}

export function modelOfFixture(seed: string, f: Fixture): WorldModel {
  if (f.championship.cup) return cupModel(seed, f)
  if (f.race) return pairModel(seed, f)
  return f.sources ? mixedModel(seed, f) : plainModel(seed, f)
}

/** What the engine needs. */
export function worldGame(seed: string, f: Fixture, model: WorldModel, mishaps: boolean): WorldGame {
  // Who goes through follows from the results: nothing may befall them afterwards.
  const game = plainGame(f, model, mishaps && !f.championship.cup)
  if (f.race) return pairGame(seed, f, game)
  return f.sources ? { ...game, mixed: { kind: f.championship.mixed!.kind, sources: mixedSources(seed, f) } } : game
}
