/** Houses for the faults of the feed: a handful of games of the world, and a provider from outside. */
import { MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { gameRefOf, makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'

export const WORLD = { worldMishaps: false, historyDays: 0, aheadDays: 1, aheadDaysOther: 1, tickMs: 20 }

export interface Cast {
  /** Games in play that end within minutes. */
  ending: string[]
  /** Games in play that go on. */
  going: string[]
  /** Games that begin within the day. */
  coming: string[]
}

/** A handful of games of the world, so that a test is about them and not about the fill of the line. */
export function castOf(seed: string, at: number): Cast {
  const world = createWorld({ seed, clock: { now: () => at }, settings: WORLD })
  // Fields of runners take no bets once they run: two sides are what has prices in play.
  const games = world.begin(at, true).flatMap((fact) => (fact.t === 'game' && fact.game.sides.length === 2 ? [fact.game] : []))
  const live = games.filter((game) => game.status === 'live').map((game) => game.ref)
  const ended = (minutes: number) =>
    new Set(
      world.advance(at + minutes * MINUTE).flatMap((fact) => (fact.t === 'game' && fact.game.status === 'ended' ? [fact.game.ref] : [])),
    )
  const atOnce = ended(2)
  const soon = ended(5)
  const later = ended(12)
  return {
    ending: live.filter((ref) => soon.has(ref)).slice(0, 3),
    going: live.filter((ref) => !atOnce.has(ref) && !soon.has(ref) && !later.has(ref)).slice(0, 3),
    coming: games
      .filter((game) => game.status === 'scheduled' && game.startsAt > at + 30 * MINUTE)
      .map((game) => game.ref)
      .slice(0, 3),
  }
}

/** The world, of which only these games are heard. */
export function heard(world: ReturnType<typeof createWorld>, refs: ReadonlySet<string>): DrivenProvider {
  const isHeard = (fact: Fact): boolean => fact.t === 'catalog' || refs.has(gameRefOf(fact) ?? '')
  return {
    id: world.id,
    caps: world.caps,
    start: (from, sink) => world.start(from, (facts) => sink(facts.filter(isHeard))),
    stop: () => world.stop(),
    recover: (producer, since) => world.recover(producer, since),
    fetchGame: (ref) => world.fetchGame(ref),
    describe: (lang) => world.describe(lang),
    resume: (unfinished) => world.resume(unfinished),
  }
}

export async function openWorldHouse(
  db: Db,
  seed: string,
  clock: ReturnType<typeof manualClock>,
  refs: ReadonlySet<string>,
  passed = { ms: 0 },
): Promise<House> {
  const world = createWorld({ seed, clock, settings: WORLD })
  const house = await openHouse({ db, clock, providers: [heard(world, refs)], monotonic: () => passed.ms, tickMs: 50 })
  return house
}

/** A feed with a provider from outside that has one game in play. */
export async function openOutsideHouse(db: Db, id: string, at: number) {
  const clock = manualClock(at)
  let sink: (facts: Fact[]) => Promise<void> = async () => {}
  const provider: DrivenProvider = {
    id: 'uof',
    caps: {
      delivery: 'push',
      liveState: true,
      incidents: true,
      prices: 'full',
      betStop: true,
      settlement: true,
      cancel: true,
      recovery: true,
      stableIds: true,
      clock: 'wall',
      languages: ['en'],
    },
    start: async (_from, to) => void (sink = to),
    stop: async () => {},
    recover: async () => ({ requestId: '1' }),
    fetchGame: async () => Promise.reject(new Error('not asked')),
    describe: async () => [],
  }
  const house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs: 1_000_000 })
  const raw = (...values: unknown[]): Promise<void> => sink(values as Fact[])
  const send = (...bodies: FactBody[]): Promise<void> => {
    clock.advance(SECOND)
    return raw(...bodies.map((body) => makeFact('uof', id, clock.now(), body)))
  }
  await send({
    t: 'catalog',
    entities: [
      { kind: 'sport', ref: `${id}:s`, sportId: 1 },
      { kind: 'country', ref: `${id}:c`, code: 'GB-ENG' },
      { kind: 'championship', ref: `${id}:l`, sport: `${id}:s`, country: `${id}:c`, type: 'league', tz: 'UTC', names: { en: id } },
      ...['a', 'b'].map((name) => ({
        kind: 'competitor' as const,
        ref: `${id}:${name}`,
        sport: `${id}:s`,
        type: 'team' as const,
        names: { en: name },
      })),
    ],
  })
  await send({
    t: 'game',
    reason: 'new',
    game: {
      kind: 'game',
      ref: `${id}:g`,
      championship: `${id}:l`,
      type: 'match',
      startsAt: at,
      startConfirmed: true,
      status: 'live',
      liveCoverage: true,
      origin: 'simulated',
      sides: [
        { competitor: `${id}:a`, role: 'home', order: 1 },
        { competitor: `${id}:b`, role: 'away', order: 2 },
      ],
    },
  })
  return { house, send, raw, now: () => clock.now() }
}
