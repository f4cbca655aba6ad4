/**
 * The line of the feed (feeds 1) for one batch after another: intake → book → pricing → book → results →
 * settlement. Games keep their order because batches are taken in turns.
 */
import type { Clock } from '#lib/time.ts'
import { createSlices, turnOfLoop } from '#platform/server/loop-turns.ts'
import type { Fact, Market, Ref } from '../rules/fact.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { actsAfter, actsOn, type PriceAct } from '../rules/standing-acts.ts'
import { isOver } from '../rules/status.ts'
import type { Intake } from './intake.ts'
import { isPricedFirst } from './nearness.ts'
import type { BookPort, PlainLog, PricingPort, SettleFactType, SettleItem } from './ports.ts'
import type { Registry } from './registry.ts'
import type { Restore } from './restore.ts'
import { retried, type RetryDeps } from './retried.ts'

export interface PipelineDeps {
  clock: Clock
  intake: Intake
  registry: Registry
  book: BookPort
  pricing: PricingPort
  log: PlainLog
  isStopped?: RetryDeps['isStopped']
  /** Facts about results, in order; resolves when they are stored. Repeats are possible and must add nothing. */
  onSettle(items: readonly SettleItem[]): Promise<void>
  /** After facts are in the book: statistics, results, notifications. */
  onApplied?(resolved: readonly ResolvedFact[]): void
  /** Between two games of long work: lets in what may not wait for its end. */
  giveWay?(): Promise<void>
}

/** Facts applied to the book before their prices are made. */
const STEP = 8
/** A card of so many markets takes milliseconds to price, and as many to put into the book: each has a turn of the loop. */
const LONG_CARD = 60
/** Of a tick so much at once, and a game more: a call that comes then waits no longer. */
const PIECE_MS = 2
const SETTLES: ReadonlySet<string> = new Set<SettleFactType>(['settle', 'settle.rollback', 'cancel', 'cancel.rollback'])

export class Pipeline {
  /** What a restart gives back to games; set once the registry is loaded. */
  restore: Restore | undefined
  /** Stops by hand from before the restart, by game: what they name does not open. */
  stops = new Map<Ref, readonly Fact[]>()
  /** Prices by hand from before the restart, by game: nobody may take that of the producer. */
  prices = new Map<Ref, readonly PriceAct[]>()
  /** While the line fills, games that have not begun get the prices of list rows first. */
  filling = true
  private readonly deps: PipelineDeps
  /** Prices that can wait, by game. */
  private readonly waiting = new Map<number, () => readonly Fact[]>()
  /** One for all batches: many small ones in a row are a long one to whoever waits. */
  private readonly slices = createSlices()

  constructor(deps: PipelineDeps) {
    this.deps = deps
  }

  get backlog(): number {
    return this.waiting.size
  }

  /** Checks, stores, applies and prices a batch. The caller sees to it that batches do not overlap. */
  async take(values: readonly unknown[]): Promise<ResolvedFact[]> {
    const resolved = await this.deps.intake.take(values)
    await this.process(resolved)
    return resolved
  }

  /** Running clocks and results that have held long enough, for `tickPiece`. */
  beginTick(): Iterator<Fact | null> {
    return this.deps.pricing.tick(this.deps.clock.now())[Symbol.iterator]()
  }

  /** Some games of a tick; true when nothing is left of it. */
  async tickPiece(tick: Iterator<Fact | null>): Promise<boolean> {
    const until = performance.now() + PIECE_MS
    try {
      do {
        const { done, value } = tick.next()
        if (done) return true
        if (value) await this.putDerived([value])
      } while (performance.now() < until)
      return false
    } catch (error) {
      this.deps.log.error({ err: error }, 'pricing failed on a tick')
      return true
    }
  }

  /** Prices of a game anew, after its provider was away. */
  async refresh(ci: number): Promise<void> {
    await this.putDerived(this.guarded(() => this.deps.pricing.refresh?.(ci) ?? []))
  }

  /** Somebody reads its card: all its markets. */
  async open(ci: number): Promise<void> {
    await this.putDerived(this.guarded(() => this.deps.pricing.opened?.(ci) ?? []))
  }

  /** `refresh` in a quiet moment. */
  refreshLater(ci: number): void {
    this.waiting.set(ci, () => this.deps.pricing.refresh?.(ci) ?? [])
  }

  /** What can wait is priced when nothing nearer does. */
  async drain(budgetMs: number): Promise<void> {
    const until = performance.now() + budgetMs
    const { breathe } = createSlices()
    for (const [ci, make] of this.waiting) {
      if (performance.now() > until) return
      this.waiting.delete(ci)
      await this.putDerived(this.guarded(make))
      await breathe()
      await this.deps.giveWay?.()
    }
  }

  /** Applies and prices resolved facts, in their order. */
  async process(resolved: readonly ResolvedFact[]): Promise<void> {
    const { breathe } = this.slices
    for (let at = 0; at < resolved.length; at += STEP) {
      const step = resolved.slice(at, at + STEP)
      // One by one: a head changes the search and the lists too, and eight of them at once would be felt.
      for (const one of step) {
        this.put([one])
        if (one.game) this.stopAgain(one.game)
        await breathe()
      }
      await this.settle(step)
      for (const one of step) {
        await this.price(one)
        await breathe()
      }
    }
  }

  private async price(one: ResolvedFact): Promise<void> {
    const { pricing, registry, clock } = this.deps
    const { gameCi, fact } = one
    const head = one.game ?? (gameCi === undefined ? undefined : registry.gameByCi(gameCi))
    if (gameCi === undefined || !head) return
    const near = fact.provider === 'trader' || isPricedFirst(head, clock.now())
    const later = () => pricing.onFact(one)
    if (near && (head.kind === 1 || !this.filling || !pricing.rows)) {
      if (fact.t === 'live' || isOver(head.status)) await this.giveBack(gameCi)
      return this.putDerived(this.guarded(later, one))
    }
    if (near && pricing.rows) await this.putDerived(this.guarded(() => pricing.rows!(one), one))
    // A game is priced once by its last fact; a head alone has no price, so it does not displace the model.
    if (fact.t !== 'game' || !this.waiting.has(gameCi)) this.waiting.set(gameCi, later)
  }

  /** What the book had of a game before the restart: its other markets and the results that were told. */
  private async giveBack(ci: number): Promise<void> {
    const head = this.deps.registry.gameByCi(ci)
    const restored = head && (await retried(this.deps, 'results of before could not be read', async () => this.restore?.take(head)))
    if (!restored) return
    this.put(this.deps.intake.derive(restored.markets))
    const results = this.deps.intake.derive(restored.results)
    this.put(results)
    for (const one of results) this.guarded(() => this.deps.pricing.onFact(one), one)
    // Settlement knows them already, unless the process died between the log and it.
    await this.settle(results)
  }

  /** With the first word of the game, before any price. */
  private stopAgain({ ref }: ResolvedGame): void {
    const facts = this.stops.get(ref)
    if (!facts) return
    this.stops.delete(ref)
    this.put(this.deps.intake.derive(facts))
  }

  private put(resolved: readonly ResolvedFact[]): void {
    if (resolved.length === 0) return
    const all = this.prices.size === 0 ? resolved : resolved.flatMap((one) => [one, ...this.pricesAgain(one)])
    this.deps.book.apply(all)
    this.deps.onApplied?.(all)
  }

  /** In one step with the producer's price. What the person does meanwhile is the last word. */
  private pricesAgain({ fact, gameCi }: ResolvedFact): ResolvedFact[] {
    const ref = gameCi === undefined ? undefined : this.deps.registry.gameByCi(gameCi)?.ref
    const acts = ref === undefined ? undefined : this.prices.get(ref)
    if (!acts) return []
    if (fact.provider === 'trader') {
      if (!acts.some(({ key }) => key === fact.key)) this.prices.set(ref!, actsAfter(acts, fact))
      return []
    }
    if (fact.t !== 'odds.delta' && fact.t !== 'odds.image') return []
    return this.deps.intake.derive(actsOn(acts, fact.markets))
  }

  private async settle(resolved: readonly ResolvedFact[]): Promise<void> {
    const items = resolved.flatMap((one) => settleItem(one, this.deps.registry))
    // Nobody tells a result twice: bets on it would stay open.
    if (items.length > 0) await retried(this.deps, 'results could not be given to settlement', async () => this.deps.onSettle(items))
  }

  /** Facts of our services: prices go straight to the book, results through the log to settlement. */
  private async putDerived(facts: readonly Fact[]): Promise<void> {
    if (facts.length === 0) return
    const results = facts.filter((fact) => SETTLES.has(fact.t))
    const prices = results.length === 0 ? facts : facts.filter((fact) => !SETTLES.has(fact.t))
    if (prices.some((fact) => fact.t === 'odds.delta' && fact.markets.length > LONG_CARD)) await turnOfLoop()
    this.put(this.deps.intake.derive(prices))
    if (results.length === 0) return
    const resolved = await this.deps.intake.take(results)
    this.put(resolved)
    await this.settle(resolved)
  }

  /** A bug in pricing closes no other game: it is logged with the fact that met it. */
  private guarded(work: () => readonly Fact[], one?: ResolvedFact): readonly Fact[] {
    try {
      return work()
    } catch (error) {
      this.deps.log.error({ err: error, game: one?.gameCi, fact: one?.fact.t }, 'pricing failed on a fact')
      return []
    }
  }
}

function settleItem(resolved: ResolvedFact, registry: Registry): SettleItem[] {
  const { fact, gameCi, playerIds } = resolved
  if (gameCi === undefined || !SETTLES.has(fact.t)) return []
  const head = registry.gameByCi(gameCi)
  if (!head) return []
  const parts = Object.fromEntries(head.parts.map((part) => [part.part, part.ci]))
  return [{ fact: fact as SettleItem['fact'], gameCi, parts, ...(playerIds ? { playerIds } : {}) }]
}

/** The price that the book shows of an outcome, thousandths; 0 when there is none. */
export function lastPrice(book: BookPort, ci: number, market: Market, outcomeKey: string): number {
  const known = book.game(ci)?.parts.get(market.part)?.markets.get(`${market.key}|${market.spec}`)
  return known?.outcomes.find((outcome) => outcome.key === outcomeKey)?.price ?? 0
}
