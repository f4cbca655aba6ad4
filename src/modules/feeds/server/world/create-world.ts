/** The simulated provider (feeds §5). `advance` is the pure core; `start` loops it on the given clock. */
import { setTimeout as wait } from 'node:timers/promises'
import { must } from '#lib/assert.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { Capabilities, Cursor, Fact, FactBody, FeedProvider, Game, MarketDescription, Ref } from '#modules/feeds/rules/fact.ts'
import { fixtureOf, fixturesBetween } from '#modules/feeds/rules/world/calendar.ts'
import { worldCatalogue } from '#modules/feeds/rules/world/catalogue.ts'
import type { WorldChampionship } from '#modules/feeds/rules/world/catalogue.ts'
import { championshipBody, EPOCH, frameBody, makeFact } from './facts.ts'
import { fateOf, GameRun } from './game-run.ts'
import { RunQueue } from './run-queue.ts'
import { CORRECTION_MIN, DEFAULT_SETTINGS, EARLY_LEAGUES, LONGEST_MIN } from './settings.ts'
import type { WorldSettings } from './settings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A moved game starts at most this much after its planned start. */
const LATEST_MOVE = 72 * HOUR

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
  /** Games in play at the moment where the world stands. */
  liveCount(): { games: number; sports: number }
}

class SimulatedWorld implements World {
  readonly id = 'world' as const
  readonly caps = CAPS
  private readonly seed: string
  private readonly clock: Clock
  private readonly settings: WorldSettings
  private readonly championships: WorldChampionship[]
  private readonly byKey: Map<string, WorldChampionship>
  private queue = new RunQueue()
  private now: Millis = 0
  /** Games published before this hour are in the queue. */
  private knownTo: Millis = 0
  private stopping: AbortController | null = null

  constructor(options: WorldOptions) {
    this.seed = options.seed
    this.clock = options.clock
    this.settings = { ...DEFAULT_SETTINGS, ...options.settings }
    this.championships = worldCatalogue(this.seed).map((c) =>
      c.lane
        ? c
        : {
            ...c,
            aheadMs: DAY * (EARLY_LEAGUES.has(c.key) || c.season?.from === 2 ? this.settings.aheadDays : this.settings.aheadDaysOther),
          },
    )
    this.byKey = new Map(this.championships.map((c) => [c.key, c]))
  }

  begin(at: Millis, fresh: boolean): Fact[] {
    return [...this.opening(at, fresh)]
  }

  /** Facts are made as they are taken, so that the first ones are under way before the last ones exist. */
  private opening(at: Millis, fresh: boolean): Generator<Fact> {
    this.queue = new RunQueue()
    this.now = at
    this.knownTo = Math.floor(at / HOUR) * HOUR
    const known: { run: GameRun; told: { at: Millis; body: FactBody }[] }[] = []
    for (const c of this.championships) {
      const back = LONGEST_MIN[c.variant] * MINUTE + CORRECTION_MIN * MINUTE
      const from = at - back - (c.lane ? 0 : LATEST_MOVE)
      for (const fixture of fixturesBetween(this.seed, c, from, this.knownTo + c.aheadMs)) {
        const fate = fateOf(this.seed, fixture, this.settings)
        if (fate.startsAt + back < at) continue
        const run = new GameRun(this.seed, fixture, fate, this.settings)
        known.push({ run, told: run.catchUp(at) })
        this.queue.push(run)
      }
    }
    return this.openingFacts(known, fresh)
  }

  /** The catalogue of a championship stands right before its first game; games come by nearness, live ones first. */
  private *openingFacts(known: { run: GameRun; told: { at: Millis; body: FactBody }[] }[], fresh: boolean): Generator<Fact> {
    const now = this.now
    yield makeFact(frameBody(this.championships), EPOCH, now)
    const said = new Set<string>()
    if (fresh) {
      known.sort((a, b) => a.run.shownStart(now) - b.run.shownStart(now) || (a.run.ref < b.run.ref ? -1 : 1))
      for (const { run, told } of known) {
        if (told.length === 0) continue
        const c = run.fixture.championship
        if (!said.has(c.key)) yield makeFact(championshipBody(c), EPOCH, now)
        said.add(c.key)
        for (const { at, body } of told) yield makeFact(body, at, now)
      }
    }
    for (const c of this.championships) if (!said.has(c.key)) yield makeFact(championshipBody(c), EPOCH, now)
    if (fresh && this.settings.historyDays > 0) yield* this.history(now - this.settings.historyDays * DAY, now)
  }

  /** Results of league games that were planned in [from, to) and are over by `to`: for tables, form and meetings. */
  *history(from: Millis, to: Millis): Generator<Fact> {
    for (const c of this.championships) {
      if (c.lane) continue
      for (const fixture of fixturesBetween(this.seed, c, from, to)) {
        const fate = fateOf(this.seed, fixture, this.settings)
        if (fate.kind === 'cancelled' || fate.startsAt + LONGEST_MIN[c.variant] * MINUTE > to) continue
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
    while (this.knownTo < to) {
      const next = this.knownTo + HOUR
      for (const c of this.championships) {
        for (const fixture of fixturesBetween(this.seed, c, this.knownTo + c.aheadMs, next + c.aheadMs)) {
          this.queue.push(new GameRun(this.seed, fixture, fateOf(this.seed, fixture, this.settings), this.settings))
        }
      }
      this.knownTo = next
    }
  }

  act(facts: readonly Fact[]): void {
    for (const fact of facts) {
      if (fact.t !== 'game' || !OVER.has(fact.game.status)) continue
      this.queue.runs.find((run) => run.ref === fact.game.ref)?.silence()
    }
  }

  liveCount(): { games: number; sports: number } {
    const live = this.queue.runs.filter((run) => run.fate.startsAt <= this.now && run.entity(this.now).status === 'live')
    return { games: live.length, sports: new Set(live.map((run) => run.fixture.championship.sportId)).size }
  }

  async start(from: Cursor | null, sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    this.stopping = new AbortController()
    const { signal } = this.stopping
    await this.deliver(this.opening(from?.at ?? this.clock.now(), from === null), sink)
    while (!signal.aborted) {
      const now = this.clock.now()
      while (this.now < now && !signal.aborted) await this.deliver(this.advance(Math.min(now, this.now + this.settings.stepMs)), sink)
      await wait(this.settings.tickMs, undefined, { signal }).catch(() => undefined)
    }
  }

  private async deliver(facts: Iterable<Fact>, sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    let batch: Fact[] = []
    for (const fact of facts) {
      if (batch.push(fact) < this.settings.batch) continue
      if (this.stopping?.signal.aborted) return
      await sink(batch)
      batch = []
    }
    if (batch.length > 0 && !this.stopping?.signal.aborted) await sink(batch)
  }

  async stop(): Promise<void> {
    this.stopping?.abort()
  }

  /** Nothing is ever lost between the world and its reader: recovery is recomputation, done by `start`. */
  async recover(producer: string): Promise<{ requestId: string }> {
    return { requestId: `${producer}:${this.now}` }
  }

  async fetchGame(ref: Ref): Promise<Game> {
    const fixture = must(fixtureOf(this.seed, this.byKey, ref), `unknown game ${ref}`)
    return new GameRun(this.seed, fixture, fateOf(this.seed, fixture, this.settings), this.settings).entity(this.clock.now())
  }

  async describe(): Promise<MarketDescription[]> {
    return []
  }
}

/** Speed is the clock's matter: a faster clock makes a faster world. */
export function createWorld(options: WorldOptions): World {
  return new SimulatedWorld(options)
}
