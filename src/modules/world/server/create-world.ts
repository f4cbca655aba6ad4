/** The simulated provider (feeds §5). `advance` is the pure core; `start` loops it on the given clock. */
import { setTimeout as wait } from 'node:timers/promises'
import { must } from '#lib/assert.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { Capabilities, Cursor, Fact, FeedProvider, Game, MarketDescription, Ref } from '#modules/feeds/rules/fact.ts'
import { gameRefOf } from '#modules/feeds/rules/fact-key.ts'
import { type Fixture, fixtureOf, fixturesBetween } from '../rules/calendar.ts'
import { type WorldChampionship, worldCatalogue } from '../rules/catalogue.ts'
import { fateOf, LATEST_MOVE } from '../rules/fate.ts'
import { outrightChampionships, Outrights } from '../rules/outrights.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import { championshipBody, EPOCH, frameBody, makeFact, playersBody } from './facts.ts'
import { GameRun } from './game-run.ts'
import { LongRun } from './long-run.ts'
import { RunQueue, type Told, type WorldRun } from './run-queue.ts'
import { CORRECTION_MIN, DEFAULT_SETTINGS, EARLY_LEAGUES, longestMin, type WorldSettings } from './settings.ts'
import { type PaceStore, WorldClock } from './world-clock.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** What is told first. */
const NEAR = DAY
/** Names of players come when what is near is told and the first of what is far. */
const PLAYERS_AFTER = 300

const OVER: ReadonlySet<string> = new Set(['ended', 'closed', 'cancelled', 'abandoned', 'postponed'])

const CAPS: Capabilities = {
  delivery: 'builtin',
  liveState: true,
  incidents: true,
  prices: 'model',
  betStop: true,
  settlement: false,
  cancel: false,
  recovery: true,
  stableIds: true,
  clock: 'given',
  languages: ['ru', 'en'],
}

export interface WorldOptions {
  seed: string
  clock: Clock
  settings?: Partial<WorldSettings>
  /** Seasons of leagues that begin in this year or later are whole tours (default: all). */
  toursFrom?: number
  /** Left out: after a restart the world stands where the product's clock stands. */
  pace?: PaceStore
}

export interface World extends FeedProvider {
  /** Sets the world to a moment. Without a cursor gives what a newcomer must be told; with one only the catalogue. */
  begin(at: Millis, fresh: boolean): Fact[]
  /** Facts of [where the world stands, to), in order of (time, game, seq). */
  advance(to: Millis): Fact[]
  /** Results of league games planned in [from, to): `history` facts, computed as they are taken. */
  history(from: Millis, to: Millis): Generator<Fact>
  /**
   * Acts of a person (feeds 5.3.6). What was added to a score stays on top of the world's by intake; here only games
   * that a person has ended or called off fall silent.
   */
  act(facts: readonly Fact[]): void
  /** Its clock runs so many times as fast as the product's from now on; at 1 it lets the product's come up to it. */
  setSpeed(speed: number): void
  /** Tells how games ended that are `unfinished` for somebody who was away. */
  resume(unfinished: readonly Ref[]): void
  /** Games in play at the moment where the world stands. */
  liveCount(): { games: number; sports: number }
}

interface Known {
  run: WorldRun
  told: Told[]
}

class SimulatedWorld implements World {
  readonly id = 'world' as const
  readonly caps = CAPS
  private readonly seed: string
  private readonly clock: Clock
  private readonly settings: WorldSettings
  private readonly championships: WorldChampionship[]
  private readonly byKey: Map<string, WorldChampionship>
  private readonly outrights: Outrights
  private queue = new RunQueue()
  private now: Millis = 0
  /** Games published before this hour are in the queue. */
  private knownTo: Millis = 0
  private stopping: AbortController | null = null
  private readonly time: WorldClock
  /** Games that a person has ended: a run that is made anew stays silent about them. */
  private readonly silenced = new Set<Ref>()
  /** What somebody waits for who was away: games that are near, and how games ended. */
  private missed: { near: ReadonlySet<Ref> | null; ends: Ref[] } = { near: null, ends: [] }

  constructor(options: WorldOptions) {
    this.seed = options.seed
    this.clock = options.clock
    this.time = new WorldClock(options.clock, options.pace)
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings }
    const catalogue = worldCatalogue(this.seed, options.toursFrom)
    this.championships = [...catalogue, ...outrightChampionships(catalogue)].map((c) =>
      c.lane || c.outright || c.mixed || c.cup || c.pairsOf
        ? c
        : {
            ...c,
            aheadMs: DAY * (EARLY_LEAGUES.has(c.key) || c.season?.from === 2 ? this.settings.aheadDays : this.settings.aheadDaysOther),
          },
    )
    this.byKey = new Map(this.championships.map((c) => [c.key, c]))
    this.outrights = new Outrights(this.seed, this.byKey, this.settings)
  }

  begin(at: Millis, fresh: boolean): Fact[] {
    return [...this.opening(at, fresh)].filter((fact) => fact !== undefined)
  }

  /**
   * Facts are made as they are taken, and nothing is given back where work was done without one, so that the taker
   * can let others run. First the catalogue's frame, then what is live or starts within a day, then the rest; the
   * catalogue of a championship stands right before its first game.
   */
  private *opening(at: Millis, fresh: boolean): Generator<Fact | undefined> {
    this.queue = new RunQueue()
    this.now = at
    this.knownTo = Math.floor(at / HOUR) * HOUR
    const said = new Set<string>()
    yield makeFact(frameBody(this.championships), EPOCH, at)
    const later: Known[] = []
    for (const [from, to] of [
      [-Infinity, at + NEAR],
      [at + NEAR, Infinity],
    ] as const) {
      const known = from === -Infinity ? [] : later
      for (const c of this.championships) yield* this.findGames(c, at, from, to, known)
      if (!fresh) continue
      const near = known.filter(({ run }) => run.shownStart(at) < to)
      if (to !== Infinity) later.push(...known.filter(({ run }) => run.shownStart(at) >= to))
      yield* this.tell(near, said, at, to === Infinity)
    }
    // Their tables take longest, and nobody waits for them.
    const long: Known[] = []
    if (this.settings.longTerm) yield* this.findOutrights(at, long)
    if (fresh) yield* this.tell(long, said, at)
    for (const c of this.championships) if (!said.has(c.key)) yield makeFact(championshipBody(c), EPOCH, at)
    if (!fresh) yield* this.tellPlayers(at)
    if (fresh && this.settings.historyDays > 0) yield* this.history(at - this.settings.historyDays * DAY, at)
  }

  /** Games of a championship that matter at a moment and are planned in [from, to): into the queue and into `known`. */
  private *findGames(c: WorldChampionship, at: Millis, from: Millis, to: Millis, known: Known[]): Generator<undefined> {
    const back = longestMin(c) * MINUTE + CORRECTION_MIN * MINUTE
    const first = Math.max(from, at - back - (c.lane ? 0 : LATEST_MOVE))
    for (const fixture of fixturesBetween(this.seed, c, first, Math.min(to, this.knownTo + c.aheadMs))) {
      const run = this.gameRun(fixture)
      if (!run || run.fate.startsAt + back < at) continue
      known.push({ run, told: run.catchUp(at) })
      this.queue.push(run)
      yield
    }
  }

  private *tellPlayers(at: Millis): Generator<Fact> {
    for (const c of this.championships) {
      const body = playersBody(c)
      if (body) yield makeFact(body, EPOCH, at)
    }
  }

  private *findOutrights(at: Millis, known: Known[]): Generator<undefined> {
    // Those that open later than the last whole hour are found with the games of that hour.
    for (const outright of this.outrights.standing(this.knownTo, CORRECTION_MIN * MINUTE)) {
      if (outright) {
        const run = new LongRun(outright)
        known.push({ run, told: run.catchUp(at) })
        this.queue.push(run)
      }
      yield
    }
  }

  /** The game or long-term bet of a ref, from its beginning; null when it was never one of ours. */
  private runOf(ref: Ref): WorldRun | null {
    const outright = this.outrights.get(ref)
    if (outright) return new LongRun(outright)
    const fixture = fixtureOf(this.seed, this.byKey, ref)
    return fixture && this.gameRun(fixture)
  }

  /** Null for a game of sides of which one's match is not played as it was planned. */
  private gameRun(fixture: Fixture): GameRun | null {
    const fate = (of: Fixture) => fateOf(this.seed, of, this.settings)
    if (fixture.sources?.some((source) => fate(source).kind !== 'plays')) return null
    return new GameRun(this.seed, fixture, fate(fixture), this.settings)
  }

  /** Games in the order of their start, so live ones first. */
  private *tell(known: Known[], said: Set<string>, now: Millis, withPlayers = false): Generator<Fact> {
    known.sort((a, b) => a.run.shownStart(now) - b.run.shownStart(now) || (a.run.ref < b.run.ref ? -1 : 1))
    if (withPlayers && known.length <= PLAYERS_AFTER) yield* this.tellPlayers(now)
    for (const [i, { run, told }] of known.entries()) {
      if (withPlayers && i === PLAYERS_AFTER) yield* this.tellPlayers(now)
      if (told.length === 0) continue
      const c = run.championship
      if (!said.has(c.key)) yield makeFact(championshipBody(c), EPOCH, now)
      said.add(c.key)
      for (const { at, body } of told) yield makeFact(body, at, now)
    }
  }

  /**
   * Games as somebody has to be told who has missed a while: those of the next day anew when `near`, live ones first,
   * and the ends of `unfinished` games that are over by now.
   */
  private *retelling(now: Millis, near: boolean, unfinished: readonly Ref[]): Generator<Fact | undefined> {
    const playing = this.queue.startingBefore(now + NEAR, now)
    const wanted = new Set(near ? playing : [])
    for (const ref of unfinished) if (!playing.has(ref)) wanted.add(ref)
    const known: Known[] = []
    for (const ref of wanted) {
      const run = this.runOf(ref)
      if (run) known.push({ run, told: run.catchUp(now, true) })
      yield
    }
    yield* this.tell(known, new Set(this.championships.map((c) => c.key)), now)
  }

  /** Results of league games that were planned in [from, to) and are over by `to`: for tables, form and meetings. */
  *history(from: Millis, to: Millis): Generator<Fact> {
    for (const c of this.championships) {
      if (c.lane || c.mixed || c.pairsOf) continue
      for (const fixture of fixturesBetween(this.seed, c, from, to)) {
        const fate = fateOf(this.seed, fixture, this.settings)
        if (fate.kind === 'cancelled' || fate.startsAt + longestMin(c) * MINUTE > to) continue
        const { at, body } = new GameRun(this.seed, fixture, fate, this.settings).history()
        yield makeFact(body, at, to)
      }
    }
  }

  advance(to: Millis): Fact[] {
    this.discover(to)
    const facts: Fact[] = []
    for (let run = this.queue.peek(); run && run.nextAt < to; run = this.queue.peek()) {
      const at = run.nextAt
      for (const body of run.take()) facts.push(makeFact(body, at, to))
      this.queue.settle()
    }
    this.now = Math.max(this.now, to)
    return facts
  }

  /** Games are found by whole hours of publication, so that the length of a tick decides nothing. */
  private discover(to: Millis): void {
    while (this.knownTo < to) for (const run of this.publishedNext()) this.queue.push(run)
  }

  /** What is published in the next hour that is not known yet. */
  private publishedNext(): WorldRun[] {
    const from = this.knownTo
    const to = (this.knownTo = from + HOUR)
    const games = this.championships.flatMap((c) =>
      fixturesBetween(this.seed, c, from + c.aheadMs, to + c.aheadMs).flatMap((fixture) => this.gameRun(fixture) ?? []),
    )
    if (!this.settings.longTerm) return games
    return [...games, ...[...this.outrights.opening(from, to)].map((outright) => new LongRun(outright))]
  }

  /**
   * From far behind to `to` at once, when a day has passed in a moment or the machine has slept: how what was known has
   * ended and where the rest stands, not every minute of it, for which bettors would wait before locked prices. What was
   * published and over in between nobody has seen.
   */
  private *leap(to: Millis): Generator<Fact | undefined> {
    const late = this.queue.runs.filter((run) => run.nextAt < to)
    const queue = new RunQueue()
    for (const run of this.queue.runs) if (run.nextAt >= to) queue.push(run)
    const known: Known[] = []
    for (const { ref } of late) {
      const run = this.silenced.has(ref) ? null : this.runOf(ref)
      if (run) known.push({ run, told: run.catchUp(to, true) })
      yield
    }
    while (this.knownTo < to) {
      for (const run of this.publishedNext()) known.push({ run, told: run.catchUp(to) })
      yield
    }
    for (const { run } of known) queue.push(run)
    this.queue = queue
    this.now = to
    yield* this.tell(known, new Set(this.championships.map((c) => c.key)), to)
  }

  act(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.t !== 'game' || !OVER.has(fact.game.status)) continue
      this.silenced.add(fact.game.ref)
      this.queue.runs.find((run) => run.ref === fact.game.ref)?.silence()
    }
  }

  liveCount(): { games: number; sports: number } {
    const live = this.queue.runs.filter((run) => run.isLive(this.now))
    return { games: live.length, sports: new Set(live.map((run) => run.championship.sportId)).size }
  }

  async start(from: Cursor | null, sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    this.stopping = new AbortController()
    const { signal } = this.stopping
    await this.time.start(from?.at)
    await this.deliver(this.opening(this.time.now(), from === null), sink, Infinity)
    if (!signal.aborted) await sink([])
    while (!signal.aborted) {
      await this.retell(sink)
      let said = 0
      for (let now = this.time.now(); this.now < now && !this.missed.near && !signal.aborted; now = this.time.now()) {
        await this.time.reach(now)
        const far = now - this.now > this.settings.leapMs
        const facts = far ? this.leap(now) : this.advance(Math.min(now, this.now + this.settings.stepMs))
        said += await this.deliver(this.unmissed(facts), sink, far ? this.now : -Infinity)
        this.time.stand(this.now)
      }
      // A tick without news is told too: it is the sign of life that the stale guard waits for.
      if (said === 0 && !signal.aborted) await sink([])
      await wait(this.settings.tickMs, undefined, { signal }).catch(() => undefined)
    }
  }

  setSpeed(speed: number): void {
    this.time.setSpeed(speed)
  }

  resume(unfinished: readonly Ref[]): void {
    this.missed.ends.push(...unfinished)
  }

  private async retell(sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    const { near, ends } = this.missed
    if (!near && ends.length === 0) return
    this.missed = { near: null, ends: [] }
    await this.deliver(this.retelling(this.now, near !== null, ends), sink, Infinity)
  }

  /** Who has missed something of games is told all of it first. */
  private *unmissed(facts: Iterable<Fact | undefined>): Generator<Fact | undefined> {
    for (const fact of facts) if (!fact || !this.missed.near?.has(gameRefOf(fact) ?? '')) yield fact
  }

  /** Hands facts over in batches and lets others run between them; answers how many there were. Those until `told` are told again. */
  private async deliver(facts: Iterable<Fact | undefined>, sink: (facts: Fact[]) => Promise<void>, told: Millis): Promise<number> {
    const { breathe } = createSlices()
    let said = 0
    let batch: Fact[] = []
    const send = async (): Promise<void> => {
      said += batch.length
      const sent = batch
      batch = []
      await sink(sent)
    }
    for (const fact of facts) {
      if (this.stopping?.signal.aborted) return said
      await breathe()
      if (fact) batch.push(this.stamped(fact, told))
      if (batch.length >= this.settings.batch) await send()
    }
    if (batch.length > 0 && !this.stopping?.signal.aborted) await send()
    return said
  }

  private stamped(fact: Fact, told: Millis): Fact {
    const sentAt = fact.t === 'catalog' ? fact.sentAt : this.time.stamp(fact.sentAt, told)
    return fact.sentAt === sentAt ? fact : { ...fact, sentAt, receivedAt: this.clock.now() }
  }

  async stop(): Promise<void> {
    this.stopping?.abort()
  }

  /** Recovery is recomputation: the next tick tells what is near anew. */
  async recover(producer: string): Promise<{ requestId: string }> {
    this.missed.near = this.queue.startingBefore(this.now + NEAR, this.now)
    return { requestId: `${producer}:${this.now}` }
  }

  async fetchGame(ref: Ref): Promise<Game> {
    return must(this.runOf(ref), `unknown game ${ref}`).entity(this.clock.now())
  }

  async describe(): Promise<MarketDescription[]> {
    return []
  }
}

/** The built-in world of a seed: equal options and an equal clock give equal facts. */
export function createWorld(options: WorldOptions): World {
  return new SimulatedWorld(options)
}
