/** The running feed: providers, the turn of every second, the fill of the line, silence and what follows it. */
import { isDatabaseAway, rawPool, type Db } from '#platform/server/db.ts'
import type pg from 'pg'
import { DAY, HOUR, MINUTE, type Clock } from '#lib/time.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import type { Fact, ProviderId } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import { Overlay } from '../rules/overlay.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { standingActs, type MarketAct } from '../rules/standing-acts.ts'
import { listActs, selectLastReceivedAt } from './fact-log.ts'
import { Course } from './course.ts'
import { createIntake, type Intake } from './intake.ts'
import { byNearness, NEAR_MS } from './nearness.ts'
import { lastPrice, Pipeline, type PipelineDeps } from './pipeline.ts'
import type { BookPort, DrivenProvider, Feed, FeedFaults, OpenBets, PlainLog, PricingPort } from './ports.ts'
import { Registry } from './registry.ts'
import { deleteOldMovedI } from './registry-store.ts'
import { createRestore, unfinishedRefs } from './restore.ts'
import { createRestarts } from './restarts.ts'
import { createTurns, inPieces, isByHand } from './slices.ts'
import { createStaleGuard, tellSilence, type StaleGuard } from './stale-guard.ts'

export interface FeedDeps extends Pick<PipelineDeps, 'onSettle' | 'onApplied'> {
  db: Db
  clock: Clock
  providers: readonly DrivenProvider[]
  book: BookPort
  pricing: PricingPort
  bets?: OpenBets
  /** Facts of any provider may come from each of them: a file is played. */
  mixed?: boolean
  log: PlainLog
  /** Machine time in ms for silence; tests give their own. */
  monotonic?: () => number
  tickMs?: number
  /** Work on what is far, of one turn; Infinity: all of it, so that what follows does not depend on how fast the machine is. */
  quietMs?: number
}

/** Facts in one transaction: small enough that no step holds the loop. */
const BATCH = 100
/** More than this and the provider has to wait even with far games. */
const MAX_FAR = 60_000
/** The site is served after this long even when a provider is slow with its near games. */
const READY_AT_LATEST_MS = 20_000
/** So long after the last game the book counts as whole, even where changes come faster than they are priced. */
const PRICED_AT_LATEST_MS = 40_000
/** And so long after the near games where a provider never comes to its last one. */
const WHOLE_AT_LATEST_MS = 10 * MINUTE
/** Games are offered no longer ahead than this: nothing older can have been done to one of them. */
const ACTS_MS = 90 * DAY
const QUIET_MS = 100
/** Replaced ids of the line are kept this long (wire 11.5). */
export const MOVED_I_MS = 48 * HOUR

export function createFeed(deps: FeedDeps): Feed {
  return new RunningFeed(deps)
}

class RunningFeed implements Feed {
  readonly ready: Promise<void>
  readonly whole: Promise<void>
  readonly faults: FeedFaults = { silent: false, delayMs: 0 }
  private readonly deps: FeedDeps
  private readonly pool: pg.Pool
  private readonly registry = new Registry()
  private readonly intake: Intake
  private readonly pipeline: Pipeline
  private readonly guard: StaleGuard
  private readonly course: Course
  private readonly turns = createTurns()
  private readonly overlay = new Overlay()
  /** Providers of which something was lost in a silence, however short. */
  private readonly lost = new Set<ProviderId>()
  private readonly farQueue: Fact[] = []
  private readonly filled = new Set<ProviderId>()
  /** Providers that have told their far games too. */
  private readonly told = new Set<ProviderId>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private starting: Promise<void> | undefined
  /** The clock-driven work that is being done. */
  private turning: Promise<void> | undefined
  private running = false
  private stopped = false
  private waits = true
  private readonly isStopped = (error: unknown) => this.stopped || (!this.waits && isDatabaseAway(error))
  private settleReady!: () => void
  private settleWhole!: () => void
  private tickedAt = -Infinity
  /** When the last game was taken. */
  private takenAt = Infinity
  private cleanedAt = -Infinity
  private readonly startedAt = performance.now()

  constructor(deps: FeedDeps) {
    this.deps = deps
    this.pool = rawPool(deps.db)
    const { clock, book, log } = deps
    const { pool, registry, isStopped } = this
    this.intake = createIntake({ pool, clock, registry, log, isStopped, lastPrice: (ci, market, key) => lastPrice(book, ci, market, key) })
    this.pipeline = new Pipeline({ ...deps, registry, isStopped, intake: this.intake, giveWay: () => this.turns.giveWay() })
    this.guard = createStaleGuard(clock, deps.monotonic)
    this.ready = new Promise<void>((done) => (this.settleReady = done))
    void this.ready.then(() => {
      this.pipeline.filling = false
      this.step('ready')
      setTimeout(this.settleWhole, WHOLE_AT_LATEST_MS).unref()
    })
    this.whole = new Promise<void>((done) => (this.settleWhole = done))
    void this.whole.then(() => this.step('all priced'))
    const { pipeline, whole, guard } = this
    this.course = new Course({ pool, clock, registry, book, pipeline, whole, bets: deps.bets, isHeard: guard.isUp })
  }

  isReady(): boolean {
    return !this.pipeline.filling
  }

  start(): Promise<void> {
    return (this.starting ??= this.begin())
  }

  private async begin(): Promise<void> {
    const { deps, registry } = this
    const { clock } = deps
    if (this.stopped) return
    const client = await this.pool.connect()
    await registry.load(client, clock.now()).finally(() => client.release())
    const known = registry.allGames()
    this.step('registry', { games: known.length })
    this.pipeline.restore = await createRestore(this.pool, deps.book, known, deps.bets)
    if (this.stopped) return
    this.running = true
    await this.replayActs()
    for (const provider of deps.providers) if (this.running) await this.startProvider(provider, known)
    if (!this.running) return
    setTimeout(this.settleReady, READY_AT_LATEST_MS).unref()
    this.scheduleTick()
  }

  waitNoMore(): void {
    this.waits = false
  }

  async stop(): Promise<void> {
    const wasRunning = this.running
    this.stopped = true
    this.running = false
    clearTimeout(this.timer)
    await this.starting?.catch(() => {})
    if (!wasRunning) return
    await Promise.all(this.deps.providers.map((provider) => provider.stop()))
    await this.turning
    await this.turns.take(async () => {})
  }

  take(values: readonly unknown[]): Promise<ResolvedFact[]> {
    // Where a person acts, a lock may not stand in line behind the prices of all games in play.
    const inTurn = values.every(isByHand) ? this.turns.first : this.turns.take
    return inTurn(async () => {
      const resolved = await this.intake.take(values)
      for (const { fact } of resolved) if (fact.provider === 'trader') this.overlay.note(fact)
      await this.pipeline.process(resolved)
      return resolved
    })
  }

  open(ci: number): void {
    if (!this.running) return
    void this.turns
      .take(() => this.pipeline.open(ci))
      .catch((error: unknown) => this.deps.log.error({ err: error, ci }, 'a card could not be made whole'))
  }

  /** In pieces, between which facts are taken and calls are answered; `calm`: nothing else waits, so they lie apart. */
  async tick(calm = false): Promise<void> {
    this.tickedAt = performance.now()
    const ticking = this.pipeline.beginTick()
    const piece = () => this.pipeline.tickPiece(ticking)
    await inPieces(this.turns, piece, () => calm && this.running)
    await this.turns.take(async () => {
      const stops = this.guard.check(this.registry.allGames())
      tellSilence(this.deps.log, stops)
      if (stops.length > 0) await this.pipeline.take(stops)
      await this.course.judge()
    })
    await this.clean()
    await this.quiet()
  }

  feedLagMs(): number {
    return this.guard.lagMs()
  }

  counts(): Intake['counts'] & { backlog: number } {
    return { ...this.intake.counts, backlog: this.pipeline.backlog + this.farQueue.length }
  }

  producers(): ReturnType<StaleGuard['states']> {
    return this.guard.states()
  }

  setSpeed(speed: number): void {
    for (const provider of this.deps.providers) provider.setSpeed?.(speed)
  }

  game(ci: number): ResolvedGame | undefined {
    return this.registry.gameByCi(ci)
  }

  async recall(ci: number): Promise<void> {
    // Who acts on a game that is known stands in no line.
    if (!this.registry.gameByCi(ci)) await this.turns.first(() => this.registry.recall(this.pool, ci))
  }

  games(): ResolvedGame[] {
    return this.registry.allGames()
  }

  private step(what: string, data: object = {}): void {
    this.deps.log.debug?.({ ...data, sinceStartMs: Math.round(performance.now() - this.startedAt) }, `feed: ${what}`)
  }

  private async startProvider(provider: DrivenProvider, known: readonly ResolvedGame[]): Promise<void> {
    const builtin = provider.caps.delivery === 'builtin'
    const now = this.deps.clock.now()
    this.guard.watch(provider.id, provider.caps.delivery)
    if (builtin) {
      // A built-in provider tells its state anew: what it said before the last stop is in the log already.
      const heardAt = await selectLastReceivedAt(this.pool, provider.id)
      if (heardAt !== undefined) this.intake.storedBefore(provider.id, heardAt)
      provider.resume?.(unfinishedRefs(known, provider.id, now))
      await this.turns.take(async () => void (await this.pipeline.take([this.up(provider)])))
    }
    void this.run(provider)
  }

  /** A provider that breaks is started again, at growing intervals; meanwhile the guard closes what it owns. */
  private async run(provider: DrivenProvider): Promise<void> {
    const builtin = provider.caps.delivery === 'builtin'
    const restarts = createRestarts(this.deps.monotonic ?? (() => performance.now()))
    while (this.running) {
      restarts.begins()
      try {
        await provider.start(builtin ? null : { at: this.deps.clock.now() }, (facts) => this.sink(provider, facts))
        this.told.add(provider.id)
        return this.markFilled(provider.id)
      } catch (error) {
        if (!this.running) return
        this.deps.log.error({ err: error, provider: provider.id }, 'a provider broke and is started again')
      }
      await new Promise((done) => setTimeout(done, restarts.pauseMs()).unref())
      if (!this.running) return
      this.intake.forgetSeen()
      provider.resume?.(unfinishedRefs(this.registry.allGames(), provider.id, this.deps.clock.now()))
    }
  }

  private async sink(provider: DrivenProvider, delivered: readonly Fact[]): Promise<void> {
    const { faults, guard } = this
    if (!this.running) return
    if (faults.silent) {
      if (delivered.length > 0) this.lost.add(provider.id)
      return
    }
    if (faults.delayMs > 0) await new Promise((done) => setTimeout(done, faults.delayMs))
    const builtin = provider.caps.delivery === 'builtin'
    const facts = builtin ? delivered : await this.intake.sift(delivered, this.deps.mixed ? null : provider.id)
    const was = guard.alive(provider.id, new Set(facts.map((fact) => fact.producer)))
    const lost = this.lost.delete(provider.id)
    const back = was ?? (builtin && lost ? 'delayed' : null)
    for (const fact of facts) if (fact.t === 'producer') guard.said(fact.provider, fact.state)
    const { near, far } = byNearness(
      facts,
      this.deps.clock.now(),
      (ref) => this.farQueue.length === 0 || this.registry.game(provider.id, ref) !== undefined,
    )
    const played = (some: readonly Fact[]) => some.flatMap((fact) => this.overlay.apply(fact) ?? [])
    // Results that followed from what comes first without what was lost would be taken back a moment later: near games are told anew.
    await this.takeInBatches(played(builtin && back ? near.filter(({ t }) => t === 'catalog') : near))
    // A built-in provider can tell its far games again: they wait for a quiet moment, what is near does not.
    if (builtin && this.farQueue.length < MAX_FAR) this.farQueue.push(...played(far))
    else await this.takeInBatches(played(far))
    if (back) await this.comeBack(provider, back)
    if (delivered.length === 0) this.told.add(provider.id)
    if (delivered.length === 0 || far.length > 0) this.markFilled(provider.id)
  }

  private async takeInBatches(facts: readonly Fact[]): Promise<void> {
    for (let at = 0; at < facts.length; at += BATCH) {
      await this.turns.take(async () => void (this.running && (await this.pipeline.take(facts.slice(at, at + BATCH)))))
    }
  }

  private markFilled(provider: ProviderId): void {
    this.filled.add(provider)
    if (this.filled.size >= this.deps.providers.length) this.settleReady()
  }

  private up(provider: DrivenProvider): Fact {
    const now = this.deps.clock.now()
    return makeFact(provider.id, provider.id, now, { t: 'producer', state: 'up', lastAliveAt: now })
  }

  /**
   * The provider is heard again (feeds 4.4: a finished recovery): it tells what was lost, and its games get prices
   * anew.
   */
  private async comeBack(provider: DrivenProvider, was: 'delayed' | 'down'): Promise<void> {
    this.deps.log.info({ provider: provider.id }, 'the provider is back')
    const games = this.registry.allGames().filter((game) => game.provider === provider.id)
    const tells = provider.caps.delivery === 'builtin'
    if (tells) {
      // What is in play may have changed meanwhile: it opens by the state that the provider tells now.
      provider.resume?.(unfinishedRefs(games, provider.id, this.deps.clock.now()))
      this.intake.forgetSeen()
      await provider.recover(provider.id, null)
    }
    await this.turns.take(async () => {
      await this.pipeline.take([this.up(provider)])
      const { breathe } = createSlices()
      for (const game of games) {
        if (game.kind === 1 && !tells) await this.pipeline.refresh(game.ci)
        else if (game.kind === 3 && was === 'down') this.pipeline.refreshLater(game.ci)
        await breathe()
        await this.turns.giveWay()
      }
    })
  }

  private async clean(): Promise<void> {
    const now = this.deps.clock.now()
    if (now - this.cleanedAt < HOUR) return
    this.cleanedAt = now
    this.registry.forgetOver(now)
    await deleteOldMovedI(this.pool, new Date(now - MOVED_I_MS))
  }

  /** What is far is taken and priced in small portions, between which others get their turn. */
  private async quiet(): Promise<void> {
    const quietMs = this.deps.quietMs ?? QUIET_MS
    const until = performance.now() + quietMs
    while (this.farQueue.length > 0 && performance.now() < until) await this.takeInBatches(this.farQueue.splice(0, BATCH))
    if (this.pipeline.backlog > 0) await this.turns.take(() => this.pipeline.drain(quietMs))
    // Between two batches of what is still being told nothing waits either.
    const isTold = this.deps.providers.every(({ id, caps }) => caps.delivery !== 'builtin' || this.told.has(id))
    if (!isTold || this.farQueue.length > 0 || !this.isReady()) return
    this.takenAt = Math.min(this.takenAt, performance.now())
    if (this.pipeline.backlog === 0 || performance.now() - this.takenAt > PRICED_AT_LATEST_MS) this.settleWhole()
  }

  private scheduleTick(): void {
    const every = this.deps.tickMs ?? 1000
    const busy = this.pipeline.backlog + this.farQueue.length > 0
    const turn = (): Promise<void> => (performance.now() - this.tickedAt >= every ? this.tick(!busy) : this.quiet())
    this.timer = setTimeout(
      () => {
        this.turning = turn()
          .catch((error: unknown) => this.deps.log.error({ err: error }, 'a turn of the feed failed'))
          .finally(() => this.running && this.scheduleTick())
      },
      busy ? 2 : Math.max(2, every - (performance.now() - this.tickedAt)),
    )
  }

  /** What persons did to games that may still run: the book gets it again, and providers draw on from there. */
  private async replayActs(): Promise<void> {
    const now = this.deps.clock.now()
    const acts = await listActs(this.pool, new Date(now - ACTS_MS))
    if (acts.length === 0) return
    const isRecent = ({ receivedAt }: Fact) => receivedAt >= now - 2 * NEAR_MS
    const recent = acts.filter(isRecent)
    // What is far away when a person calls it off must not begin when its time comes.
    const lasting = acts.filter((act) => act.t === 'game' || isRecent(act))
    for (const act of lasting) this.overlay.note(act, true)
    for (const provider of this.deps.providers) provider.act?.(lasting)
    const { stops, prices, onMarkets } = standingActs(acts)
    this.pipeline.stops = stops
    this.pipeline.prices = prices
    // A live state of then must not overwrite what the provider has drawn on from it. Live states are on the overlay already;
    // an ended one must be told again, between the heads that were told with it: the book takes no state of a game that is
    // over, and without one the game is graded without its score.
    const ofGames = recent.filter(
      (act) => act.t !== 'bet.stop' && act.t !== 'odds.delta' && (act.t !== 'live' || act.state.phase === 'ended'),
    )
    const inBook = ({ game }: MarketAct) => (this.deps.book.game(this.registry.game('trader', game)?.ci ?? 0) ? 'known' : 'unknown')
    void this.ready
      .then(async () => {
        if (!this.running) return
        const { known = [], unknown = [] } = Object.groupBy(onMarkets, inBook)
        await this.take([...ofGames, ...known])
        await this.whole
        await this.take(unknown.filter((act) => inBook(act) === 'known'))
        this.pipeline.prices.clear()
      })
      .catch((error: unknown) => this.deps.log.error({ err: error }, 'acts could not be replayed'))
  }
}
