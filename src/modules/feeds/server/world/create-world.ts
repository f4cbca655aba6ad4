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
import { CORRECTION_MIN, DEFAULT_SETTINGS, LONGEST_MIN } from './settings.ts'
import type { WorldSettings } from './settings.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
/** A moved game starts at most this much after its planned start. */
const LATEST_MOVE = 72 * HOUR

const CAPS: Capabilities = {
  delivery: 'builtin', liveState: true, incidents: true, prices: 'model', betStop: true, settlement: false, cancel: false,
  recovery: true, stableIds: true, clock: 'given', languages: ['ru', 'en'],
}

export interface WorldOptions { seed: string; clock: Clock; settings?: Partial<WorldSettings> }

export interface World extends FeedProvider {
  /** Sets the world to a moment. Without a cursor gives what a newcomer must be told; with one only the catalogue. */
  begin(at: Millis, fresh: boolean): Fact[]
  /** Facts of [where the world stands, to), in order of (time, game, seq). */
  advance(to: Millis): Fact[]
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
    this.championships = worldCatalogue(this.seed).map((c) => (c.lane ? c : { ...c, aheadMs: this.settings.aheadDays * DAY }))
    this.byKey = new Map(this.championships.map((c) => [c.key, c]))
  }

  begin(at: Millis, fresh: boolean): Fact[] {
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
  private openingFacts(known: { run: GameRun; told: { at: Millis; body: FactBody }[] }[], fresh: boolean): Fact[] {
    const facts = [makeFact(frameBody(this.championships), EPOCH, this.now)]
    const said = new Set<string>()
    const say = (c: WorldChampionship) => {
      if (said.has(c.key)) return
      said.add(c.key)
      facts.push(makeFact(championshipBody(c), EPOCH, this.now))
    }
    if (fresh) {
      known.sort((a, b) => a.run.fate.startsAt - b.run.fate.startsAt || (a.run.ref < b.run.ref ? -1 : 1))
      for (const { run, told } of known) {
        if (told.length === 0) continue
        say(run.fixture.championship)
        for (const { at, body } of told) facts.push(makeFact(body, at, this.now))
      }
    }
    for (const c of this.championships) say(c)
    return facts
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

  liveCount(): { games: number; sports: number } {
    const live = this.queue.runs.filter((run) => run.fate.startsAt <= this.now && run.entity(this.now).status === 'live')
    return { games: live.length, sports: new Set(live.map((run) => run.fixture.championship.sportId)).size }
  }

  async start(from: Cursor | null, sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    this.stopping = new AbortController()
    const { signal } = this.stopping
    await this.deliver(this.begin(from?.at ?? this.clock.now(), from === null), sink)
    while (!signal.aborted) {
      const now = this.clock.now()
      while (this.now < now && !signal.aborted) await this.deliver(this.advance(Math.min(now, this.now + this.settings.stepMs)), sink)
      await wait(this.settings.tickMs, undefined, { signal }).catch(() => undefined)
    }
  }

  private async deliver(facts: Fact[], sink: (facts: Fact[]) => Promise<void>): Promise<void> {
    for (let i = 0; i < facts.length && !this.stopping?.signal.aborted; i += this.settings.batch) await sink(facts.slice(i, i + this.settings.batch))
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
