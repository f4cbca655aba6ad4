/** Houses for the faults of the feed: a handful of games of the world, and a provider from outside. */
import { MINUTE, SECOND } from '#lib/time.ts'
import type { Fact, FactBody, Game } from '#modules/feeds/rules/fact.ts'
import { gameRefOf, makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { isOpen, type BookGame } from '#modules/line/rules/book.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { createWorld } from '#modules/world/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { openHouse, type House } from '../../tools/replay-house.ts'

export const WORLD = { worldMishaps: false, historyDays: 0, aheadDays: 1, aheadDaysOther: 1, tickMs: 20 }

const EURO = 2
const PLAYER = 1
const WAIT_MS = 25_000

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
  // Fields of runners take no bets once they run: two sides are what has prices in play. What other games decide has few.
  const isCast = ({ sides, about }: Game) => sides.length === 2 && !about?.of
  const games = world.begin(at, true).flatMap((fact) => (fact.t === 'game' && isCast(fact.game) ? [fact.game] : []))
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
    // An empty batch is a sign of life, and says that all has been told: none is made of others.
    async start(from, sink) {
      await world.start(from, async (facts) => {
        const some = facts.filter(isHeard)
        if (some.length > 0 || facts.length === 0) await sink(some)
      })
    },
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

/** A championship of football with two teams, named after `id`. */
export function sampleCatalog(id: string): FactBody {
  return {
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
  }
}

/** A new game of those two. */
export function sampleHead(id: string, ref: string, startsAt: number, status: Game['status'] = 'scheduled'): FactBody {
  return {
    t: 'game',
    reason: 'new',
    game: {
      kind: 'game',
      ref,
      championship: `${id}:l`,
      type: 'match',
      startsAt,
      startConfirmed: true,
      status,
      liveCoverage: true,
      origin: 'simulated',
      sides: [
        { competitor: `${id}:a`, role: 'home', order: 1 },
        { competitor: `${id}:b`, role: 'away', order: 2 },
      ],
    },
  }
}

export type Sink = (facts: Fact[]) => Promise<void>

/** A provider from outside; `begun` is given where its facts go. */
export function outsideProvider(begun: (sink: Sink) => void): DrivenProvider {
  return {
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
    start: async (_from, to) => begun(to),
    stop: async () => {},
    recover: async () => ({ requestId: '1' }),
    fetchGame: async () => Promise.reject(new Error('not asked')),
    describe: async () => [],
  }
}

/** A feed with a provider from outside that has one game in play. */
export async function openOutsideHouse(db: Db, id: string, at: number) {
  const clock = manualClock(at)
  let sink: Sink = async () => {}
  const provider = outsideProvider((to) => (sink = to))
  const house = await openHouse({ db, clock, providers: [provider], monotonic: () => 0, tickMs: 1_000_000 })
  const raw = (...values: unknown[]): Promise<void> => sink(values as Fact[])
  const send = (...bodies: FactBody[]): Promise<void> => {
    clock.advance(SECOND)
    return raw(...bodies.map((body) => makeFact('uof', id, clock.now(), body)))
  }
  await send(sampleCatalog(id))
  await send(sampleHead(id, `${id}:g`, at, 'live'))
  return { house, send, raw, now: () => clock.now() }
}

export async function until(what: string, met: () => boolean | Promise<boolean>): Promise<void> {
  for (const deadline = Date.now() + WAIT_MS; !(await met()); await new Promise((done) => setTimeout(done, 20))) {
    if (Date.now() > deadline) throw new Error(`after ${WAIT_MS / 1000} s not yet: ${what}`)
  }
}

/** So many seconds pass, ten at a time, with time for the house to hear of them. */
export async function playOn(clock: ReturnType<typeof manualClock>, seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 10) {
    clock.advance(10 * SECOND)
    await new Promise((done) => setTimeout(done, 100))
  }
}

export const gameOf = (house: House, ref: string): BookGame | undefined =>
  [...house.line.book.games.values()].find((game) => game.ref === ref)

/** The one player of a house, with money for every bet. */
export async function openAccount(db: Db, house: House, now: number): Promise<void> {
  await inTx(db, async (tx) => {
    await tx
      .insertInto('account')
      .values({ id: PLAYER, player_id: PLAYER, currency_id: EURO, is_active: true } as never)
      .execute()
    const entries = [
      { accountId: PLAYER, currencyId: EURO, amountMinor: 10_000_000n },
      { accountId: systemAccountId('cashier', EURO), currencyId: EURO, amountMinor: -10_000_000n },
    ]
    await house.ledger.post(tx, { kind: 'deposit', txId: house.ledger.ids.next(), key: 'start', at: new Date(now), entries })
  })
}

/** A single bet on one outcome of every open market of a game, by who takes it for a game of this kind. Answers how many were accepted. */
export async function betOnAll(house: House, ref: string, kind = gameOf(house, ref)!.kind): Promise<number> {
  const game = gameOf(house, ref)!
  let accepted = 0
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      const outcome = market.outcomes.find((one) => isOpen(game, market, one))
      if (!outcome) continue
      const betId = house.ledger.ids.next()
      const leg = { ci: part.ci, t: outcome.t, p: paramKey(outcome.p), playerId: outcome.playerId, kind, price: outcome.price }
      const answer = await house.acceptor.accept({
        betId,
        playerId: PLAYER,
        accountId: PLAYER,
        currencyId: EURO,
        guid: `fault-${betId}`,
        bodyHash: betId.toString(16).padStart(32, '0'),
        vid: 0,
        stakeMinor: 100n,
        price: String(outcome.price / 1000),
        maxPayoutMinor: null,
        receipt: '{}',
        legs: [leg],
      })
      if (answer.kind === 'accepted') accepted += 1
    }
  }
  return accepted
}
