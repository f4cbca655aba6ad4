/**
 * The line of the feed (feeds 1): providers → intake → book → pricing → book → results → settlement. One process
 * holds it (advisory lock); games keep their order because batches are taken one after another.
 */
import { rawPool, type Db } from '#platform/server/db.ts'
import type pg from 'pg'
import type { Clock, Millis } from '#lib/time.ts'
import type { Fact, Market, ProviderId } from '../rules/fact.ts'
import { gameRefOf, makeFact } from '../rules/fact-key.ts'
import { Overlay } from '../rules/overlay.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { listActs } from './fact-log.ts'
import { createIntake, type Intake } from './intake.ts'
import type { BookPort, DrivenProvider, PlainLog, PricingPort, SettleFactType, SettleItem } from './ports.ts'
import { Registry } from './registry.ts'
import { createSlices, createTurns } from './slices.ts'
import { createStaleGuard, type StaleGuard } from './stale-guard.ts'
import { holdWriterLock, type WriterLock } from './writer-lock.ts'

export interface FeedDeps {
  db: Db
  clock: Clock
  providers: readonly DrivenProvider[]
  book: BookPort
  pricing: PricingPort
  /** Facts about results, in order; resolves when they are stored. Repeats are possible and must add nothing. */
  onSettle(items: readonly SettleItem[]): Promise<void>
  /** After facts are in the book: statistics, results, notifications. */
  onApplied?(resolved: readonly ResolvedFact[]): void
  log: PlainLog
  /** Machine time in ms for silence; tests give their own. */
  monotonic?: () => number
  tickMs?: number
}

export interface FeedFaults {
  /** Facts are lost and the provider shows no life. */
  silent: boolean
  /** Facts arrive this much later. */
  delayMs: number
}

export interface Feed {
  start(): Promise<void>
  stop(): Promise<void>
  /** Live games and those of the next 24 hours are priced and in the book. */
  readonly ready: Promise<void>
  /** Facts from inside the house and from persons. */
  take(values: readonly unknown[]): Promise<ResolvedFact[]>
  /** One turn of clock-driven work; runs by itself every second. */
  tick(): Promise<void>
  feedLagMs(): number
  counts(): Intake['counts'] & { backlog: number }
  producers(): ReturnType<StaleGuard['states']>
  readonly faults: FeedFaults
  setSpeed(speed: number): void
  game(ci: number): ResolvedGame | undefined
  games(): ResolvedGame[]
}

/** Games that go into the book before all others. */
const NEAR_MS = 24 * 3_600_000
/** Games whose prices are made before anything else is taken; the rest of the day follows in quiet moments. */
const PRICED_FIRST_MS = 3 * 3_600_000
/** Facts applied to the book before their prices are made. */
const STEP = 8
/** Facts in one transaction: small enough that no step holds the loop. */
const BATCH = 100
/** More than this and the provider has to wait even with far games. */
const MAX_FAR = 60_000
/** The site is served after this long even when a provider is slow with its near games. */
const READY_AT_LATEST_MS = 20_000
const SETTLES: ReadonlySet<string> = new Set<SettleFactType>(['settle', 'settle.rollback', 'cancel', 'cancel.rollback'])

export function createFeed(deps: FeedDeps): Feed {
  const { clock, book, pricing, log } = deps
  const pool: pg.Pool = rawPool(deps.db)
  const registry = new Registry()
  const intake = createIntake({ pool, clock, registry, log, lastPrice: (ci, market, key) => lastPrice(book, ci, market, key) })
  const guard = createStaleGuard(clock, deps.monotonic)
  const faults: FeedFaults = { silent: false, delayMs: 0 }
  const turns = createTurns()
  const overlay = new Overlay()
  const farQueue: Fact[] = []
  const backlog = new Map<number, ResolvedFact>()
  const filled = new Set<ProviderId>()
  let lock: WriterLock | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let running = false
  let settleReady!: () => void
  const ready = new Promise<void>((done) => (settleReady = done))

  async function settle(resolved: readonly ResolvedFact[]): Promise<void> {
    const items = resolved.flatMap((r) => settleItem(r, registry))
    if (items.length > 0) await deps.onSettle(items)
  }

  function put(resolved: readonly ResolvedFact[]): void {
    if (resolved.length === 0) return
    book.apply(resolved)
    deps.onApplied?.(resolved)
  }

  /** Facts of our services: prices go straight to the book, results through the log to settlement. */
  async function putDerived(facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return
    const results = facts.filter((fact) => SETTLES.has(fact.t))
    const prices = results.length === 0 ? facts : facts.filter((fact) => !SETTLES.has(fact.t))
    put(intake.derive(prices))
    if (results.length === 0) return
    const resolved = await intake.take(results)
    put(resolved)
    await settle(resolved)
  }

  async function price(resolved: readonly ResolvedFact[]): Promise<void> {
    const slices = createSlices()
    for (const one of resolved) {
      if (one.gameCi === undefined) continue
      await putDerived(guarded(() => pricing.onFact(one), one))
      await slices.breathe()
    }
  }

  /** A bug in pricing closes no other game: it is logged with the fact that met it. */
  function guarded(work: () => readonly Fact[], one?: ResolvedFact): readonly Fact[] {
    try {
      return work()
    } catch (error) {
      log.error({ err: error, game: one?.gameCi, fact: one?.fact.t }, 'pricing failed on a fact')
      return []
    }
  }

  async function process(resolved: readonly ResolvedFact[]): Promise<void> {
    const far: ResolvedFact[] = []
    const slices = createSlices()
    for (let at = 0; at < resolved.length; at += STEP) {
      const step = resolved.slice(at, at + STEP)
      put(step)
      await settle(step)
      const near = step.filter((one) => isNear(one, clock.now(), registry))
      await price(near)
      for (const one of step) if (!near.includes(one) && one.gameCi !== undefined) far.push(one)
      await slices.breathe()
    }
    for (const one of far) {
      // A game is priced once by its last fact; a head alone has no price, so it does not displace the model.
      if (one.fact.t !== 'game' || !backlog.has(one.gameCi!)) backlog.set(one.gameCi!, one)
    }
  }

  /** Far games are priced when nothing nearer waits. */
  async function drain(budgetMs: number): Promise<void> {
    const until = performance.now() + budgetMs
    for (const [ci, one] of backlog) {
      if (performance.now() > until) return
      backlog.delete(ci)
      await price([one])
    }
  }

  async function sink(provider: DrivenProvider, facts: readonly Fact[]): Promise<void> {
    if (!running || faults.silent) return
    if (faults.delayMs > 0) await new Promise((done) => setTimeout(done, faults.delayMs))
    const back = guard.alive(provider.id, new Set(facts.map((fact) => fact.producer)))
    for (const fact of facts) if (fact.t === 'producer') guard.said(fact.provider, fact.state)
    const played = provider.act ? facts : facts.flatMap((fact) => overlay.apply(fact) ?? [])
    const { near, far } = byNearness(played, clock.now(), (ref) => farQueue.length === 0 || registry.game(provider.id, ref) !== undefined)
    await takeInBatches(near)
    // A built-in provider can tell its far games again: they wait for a quiet moment, what is near does not.
    if (provider.caps.delivery === 'builtin' && farQueue.length < MAX_FAR) farQueue.push(...far)
    else await takeInBatches(far)
    if (back) await comeBack(provider)
    if (facts.length === 0 || far.length > 0) markFilled(provider.id)
  }

  async function takeInBatches(facts: readonly Fact[]): Promise<void> {
    for (let at = 0; at < facts.length; at += BATCH) {
      await turns(async () => process(await intake.take(facts.slice(at, at + BATCH))))
    }
  }

  function markFilled(provider: ProviderId): void {
    filled.add(provider)
    if (filled.size >= deps.providers.length) settleReady()
  }

  /** The provider is heard again: its games get prices anew (feeds 4.4: a finished recovery). */
  async function comeBack(provider: DrivenProvider): Promise<void> {
    log.info({ provider: provider.id }, 'the provider is back')
    const now = clock.now()
    const up = makeFact(provider.id, provider.id, now, { t: 'producer', state: 'up', lastAliveAt: now })
    await turns(async () => {
      await process(await intake.take([up]))
      if (!pricing.refresh) return
      const slices = createSlices()
      for (const game of registry.allGames()) {
        if (game.provider === provider.id) await putDerived(guarded(() => pricing.refresh!(game.ci)))
        await slices.breathe()
      }
    })
  }

  async function take(values: readonly unknown[]): Promise<ResolvedFact[]> {
    return turns(async () => {
      const resolved = await intake.take(values)
      for (const { fact } of resolved) if (fact.provider === 'trader') overlay.note(fact)
      await process(resolved)
      return resolved
    })
  }

  async function tick(): Promise<void> {
    await turns(async () => {
      await putDerived(guarded(() => pricing.tick(clock.now())))
      const stops = guard.check(registry.allGames())
      if (stops.length > 0) await process(await intake.take(stops))
    })
    await fillFar(100)
    await turns(() => drain(100))
  }

  async function fillFar(budgetMs: number): Promise<void> {
    const until = performance.now() + budgetMs
    while (farQueue.length > 0 && performance.now() < until) await takeInBatches(farQueue.splice(0, BATCH))
  }

  function scheduleTick(): void {
    timer = setTimeout(
      () => {
        void tick()
          .catch((error: unknown) => log.error({ err: error }, 'a turn of the feed failed'))
          .finally(() => running && scheduleTick())
      },
      backlog.size + farQueue.length > 0 ? 5 : (deps.tickMs ?? 1000),
    )
  }

  /** What persons did to games that may still run: the book gets it again, and providers draw on from there. */
  async function replayActs(): Promise<void> {
    const client = await pool.connect()
    const acts = await listActs(client, new Date(clock.now() - 2 * NEAR_MS)).finally(() => client.release())
    if (acts.length === 0) return
    for (const act of acts) overlay.note(act)
    for (const provider of deps.providers) provider.act?.(acts)
    // A live state of then must not overwrite what the provider has drawn on from it.
    void ready
      .then(() => take(acts.filter((act) => act.t !== 'live')))
      .catch((error: unknown) => log.error({ err: error }, 'acts could not be replayed'))
  }

  return {
    ready,
    faults,
    async start() {
      lock = await holdWriterLock(deps.db, log)
      const client = await pool.connect()
      await registry.load(client, clock.now()).finally(() => client.release())
      running = true
      await replayActs()
      for (const provider of deps.providers) {
        guard.watch(provider.id, provider.caps.delivery)
        // A built-in provider tells everything again: its facts are stored already and fall away by their keys.
        const from = provider.caps.delivery === 'builtin' ? null : { at: clock.now() }
        void provider
          .start(from, (facts) => sink(provider, facts))
          .then(() => markFilled(provider.id))
          .catch((error: unknown) => log.error({ err: error, provider: provider.id }, 'a provider stopped'))
      }
      setTimeout(settleReady, READY_AT_LATEST_MS).unref()
      scheduleTick()
    },
    async stop() {
      if (!running) return
      running = false
      clearTimeout(timer)
      await Promise.all(deps.providers.map((provider) => provider.stop()))
      await turns(async () => {})
      await lock?.release()
    },
    take,
    tick,
    feedLagMs: () => guard.lagMs(),
    counts: () => ({ ...intake.counts, backlog: backlog.size + farQueue.length }),
    producers: () => guard.states(),
    setSpeed(speed: number) {
      for (const provider of deps.providers) provider.setSpeed?.(speed)
    },
    game: (ci) => registry.gameByCi(ci),
    games: () => registry.allGames(),
  }
}

/** Near: catalog, games in play and of the next day; far: later games and past results. The order stays in both. */
export function byNearness(facts: readonly Fact[], now: Millis, isKnown: (ref: string) => boolean): { near: Fact[]; far: Fact[] } {
  const starts = new Map<string, Millis>()
  for (const fact of facts) if (fact.t === 'game') starts.set(fact.game.ref, fact.game.startsAt)
  const near: Fact[] = []
  const far: Fact[] = []
  for (const fact of facts) {
    const ref = gameRefOf(fact)
    const startsAt = ref === undefined ? undefined : starts.get(ref)
    // What tells of a game that still waits among the far ones waits behind it.
    const isFar =
      fact.t === 'history' || (startsAt === undefined ? ref !== undefined && ref !== '*' && !isKnown(ref) : startsAt - now > NEAR_MS)
    ;(isFar ? far : near).push(fact)
  }
  return { near, far }
}

function isNear(one: ResolvedFact, now: Millis, registry: Registry): boolean {
  const head = one.game ?? (one.gameCi === undefined ? undefined : registry.gameByCi(one.gameCi))
  return head !== undefined && (head.kind === 1 || head.startsAt - now <= PRICED_FIRST_MS || one.fact.provider === 'trader')
}

function settleItem(resolved: ResolvedFact, registry: Registry): SettleItem[] {
  const { fact, gameCi, playerIds } = resolved
  if (gameCi === undefined || !SETTLES.has(fact.t)) return []
  const head = registry.gameByCi(gameCi)
  if (!head) return []
  const parts = Object.fromEntries(head.parts.map((part) => [part.part, part.ci]))
  return [{ fact: fact as SettleItem['fact'], gameCi, parts, ...(playerIds ? { playerIds } : {}) }]
}

function lastPrice(book: BookPort, ci: number, market: Market, outcomeKey: string): number {
  const known = book.game(ci)?.parts.get(market.part)?.markets.get(`${market.key}|${market.spec}`)
  return known?.outcomes.find((outcome) => outcome.key === outcomeKey)?.price ?? 0
}
