/** The door of the calendar: games of leagues and lanes, and those that set sides of different matches against each other. */
import { type Fixture, plainFixture, plainFixtures, plainGame, plainModel } from './schedule.ts'
import type { WorldChampionship } from './catalogue.ts'
import { mixedBetween, mixedModel, mixedOf, mixedSources } from './mixed.ts'
import type { WorldGame, WorldModel } from './types.ts'

export type { Fixture } from './schedule.ts'

/** Games whose planned start is in [from, to), in no particular order; none of championships that only hold outrights. */
export function fixturesBetween(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  return c.mixed ? mixedBetween(seed, c, from, to) : plainFixtures(seed, c, from, to)
}

/** The game of a ref; null when the ref was never one of ours. */
export function fixtureOf(seed: string, championships: ReadonlyMap<string, WorldChampionship>, ref: string): Fixture | null {
  const [kind, key = '', day, number] = ref.split(':')
  const c = championships.get(key)
  if (kind === 'g' && c?.mixed) return mixedOf(seed, c, Number(day), Number(number))
  return plainFixture(seed, championships, ref)
}

export function modelOfFixture(seed: string, f: Fixture): WorldModel {
  return f.sources ? mixedModel(seed, f) : plainModel(seed, f)
}

/** What the engine needs. */
export function worldGame(seed: string, f: Fixture, model: WorldModel, mishaps: boolean): WorldGame {
  const game = plainGame(f, model, mishaps)
  return f.sources ? { ...game, mixed: { kind: f.championship.mixed!.kind, sources: mixedSources(seed, f) } } : game
}
