/**
 * Intake: checks facts at the edge, keeps each once in the log, gives them our ids (feeds 1, 2.1). What it
 * answers is ready for the book. Batches are taken one after another: one writer, one order.
 */
import type pg from 'pg'
import { MINUTE, type Clock, type Millis } from '#lib/time.ts'
import { inRawTx } from '#platform/server/db.ts'
import { createSlices } from '#platform/server/loop-turns.ts'
import type { Fact, Market, ProviderId } from '../rules/fact.ts'
import { gameRefOf } from '../rules/fact-key.ts'
import type { ResolvedFact } from '../rules/resolved.ts'
import { writeCourse } from './course-store.ts'
import { checkFact } from './fact-schema.ts'
import { insertFacts, insertParked, isLogged } from './fact-log.ts'
import type { PlainLog } from './ports.ts'
import type { Registry } from './registry.ts'
import { type Changes, isEmpty, writeChanges } from './registry-store.ts'
import { Resolver, SERVICES } from './resolve.ts'
import { retried, type RetryDeps } from './retried.ts'

export interface IntakeOptions {
  pool: pg.Pool
  clock: Clock
  registry: Registry
  log: Pick<PlainLog, 'warn' | 'error'>
  isStopped?: RetryDeps['isStopped']
  /** Price shown last, thousandths, 0 when none; for the jump limit. */
  lastPrice?: (gameCi: number, market: Market, outcomeKey: string) => number
  /** Greatest factor between two prices of an outcome; ten by default (CT-37). */
  jumpFactor?: number
}

export interface IntakeCounts {
  taken: number
  repeated: number
  parked: number
  waiting: number
  unresolved: number
  odd: number
  flagged: number
}

export interface Intake {
  take(values: readonly unknown[]): Promise<ResolvedFact[]>
  /**
   * What can be read of a delivery from outside; the rest is parked. A provider speaks for itself only (`from`; null:
   * a file may hold anybody's facts) and not of the future.
   */
  sift(values: readonly unknown[], from: ProviderId | null): Promise<Fact[]>
  /** Derived facts of our own services: same checks of prices, no log, no database (ADR 0003). */
  derive(facts: readonly Fact[]): ResolvedFact[]
  /**
   * What a provider said before this moment about things that we know is in the log already: when it is told again
   * after a restart, it is resolved and not stored.
   */
  storedBefore(provider: ProviderId, at: Millis): void
  /** Facts that come again are taken again: after a silence a provider tells its state anew. */
  forgetSeen(): void
  readonly counts: Readonly<IntakeCounts>
}

const MAX_PARKED_TEXT = 64_000
/** Clocks of others may be so much ahead of ours; a fact of the future would silence all that follow it. */
const MAX_AHEAD_MS = 5 * MINUTE
/** Keys of this many facts are remembered, twice; older ones are known to the log. */
const MAX_SEEN = 50_000
/** Our own code made these facts, and the compiler and its tests have checked them; the schema is for the outside. */
const OURS: ReadonlySet<ProviderId> = new Set<ProviderId>([...SERVICES, 'world', 'replay'])

type Parked = Parameters<typeof insertParked>[1][number]

export function createIntake(options: IntakeOptions): Intake {
  return new BatchIntake(options)
}

class BatchIntake implements Intake {
  readonly counts: IntakeCounts = { taken: 0, repeated: 0, parked: 0, waiting: 0, unresolved: 0, odd: 0, flagged: 0 }
  private readonly options: IntakeOptions
  private readonly resolver: Resolver
  private readonly stored = new Map<ProviderId, Millis>()
  /** One for all batches, as in the pipeline. */
  private readonly slices = createSlices()
  private seen = new Set<string>()
  private seenBefore = new Set<string>()
  private last: Promise<unknown> = Promise.resolve()

  constructor(options: IntakeOptions) {
    this.options = options
    this.resolver = new Resolver(options, this.counts)
  }

  take(values: readonly unknown[]): Promise<ResolvedFact[]> {
    const turn = this.last.then(() => this.takeNow(values))
    this.last = turn.catch(() => {})
    return turn
  }

  async sift(values: readonly unknown[], from: ProviderId | null): Promise<Fact[]> {
    const facts: Fact[] = []
    const parked: Parked[] = []
    const latest = this.options.clock.now() + MAX_AHEAD_MS
    const { breathe } = createSlices()
    for (const value of values) {
      await breathe()
      const checked = checkFact(value)
      if ('wrong' in checked) parked.push(this.park(value, checked.wrong))
      else if (from !== null && checked.fact.provider !== from) parked.push(this.park(value, `provider: only ${from} may speak here`))
      else if (checked.fact.sentAt > latest) parked.push(this.park(value, 'sentAt: lies in the future'))
      else facts.push(checked.fact)
    }
    if (parked.length > 0) await this.retried(() => insertParked(this.options.pool, parked))
    return facts
  }

  derive(facts: readonly Fact[]): ResolvedFact[] {
    const resolved: ResolvedFact[] = []
    for (const fact of facts) this.resolver.resolve(fact, resolved)
    return resolved
  }

  storedBefore(provider: ProviderId, at: Millis): void {
    this.stored.set(provider, at)
  }

  forgetSeen(): void {
    this.seen.clear()
    this.seenBefore.clear()
  }

  private isRepeated(fact: Fact): boolean {
    // Joined, it is one flat text; a template would keep its three parts as well, a hundred thousand times.
    const id = [fact.provider, fact.producer, fact.key].join('|')
    if (this.seen.has(id) || this.seenBefore.has(id)) return true
    this.seen.add(id)
    if (this.seen.size > MAX_SEEN) {
      this.seenBefore = this.seen
      this.seen = new Set()
    }
    return false
  }

  private isStored(fact: Fact): boolean {
    const before = this.stored.get(fact.provider)
    if (before === undefined || fact.sentAt >= before) return false
    if (fact.t === 'catalog') {
      return fact.entities.every(
        (entity) => entity.kind !== 'championship' || this.options.registry.championship(fact.provider, entity.ref) !== undefined,
      )
    }
    const ref = gameRefOf(fact)
    return ref !== undefined && this.options.registry.game(fact.provider, ref) !== undefined
  }

  private async takeNow(values: readonly unknown[]): Promise<ResolvedFact[]> {
    const { registry, pool } = this.options
    const parked: Parked[] = []
    const facts: Fact[] = []
    const { breathe } = this.slices
    for (const value of values) {
      await breathe()
      this.check(value, facts, parked)
    }
    if (facts.length === 0 && parked.length === 0) return []
    this.counts.taken += facts.length
    const logged = facts.filter((fact) => isLogged(fact) && !this.isStored(fact))
    // They count as seen from here on: a database that is away for a moment must not lose them.
    await this.retried(() => registry.prepare(pool, facts))
    const resolved: ResolvedFact[] = []
    for (const fact of facts) {
      this.resolver.resolve(fact, resolved)
      await breathe()
    }
    const changes = registry.takeChanges()
    if (logged.length + parked.length > 0 || !isEmpty(changes)) await this.retried(() => this.write(changes, logged, parked))
    return resolved
  }

  private check(value: unknown, facts: Fact[], parked: Parked[]): void {
    const checked = isOurs(value) ? { fact: value } : checkFact(value)
    if ('wrong' in checked) parked.push(this.park(value, checked.wrong))
    else if (this.isRepeated(checked.fact)) this.counts.repeated += 1
    else facts.push(checked.fact)
  }

  private park(value: unknown, reason: string): Parked {
    this.counts.parked += 1
    return { provider: providerOf(value), reason: reason.slice(0, 500), body: textOf(value), at: this.options.clock.now() }
  }

  private async write(changes: Changes, facts: readonly Fact[], parked: readonly Parked[]): Promise<void> {
    await inRawTx(this.options.pool, async (client) => {
      await writeChanges(client, changes)
      await writeCourse(client, changes)
      await insertFacts(client, facts)
      await insertParked(client, parked)
    })
  }

  /** Memory is ahead of the database here: the same rows are tried again until they are in. */
  private retried(work: () => Promise<void>): Promise<void> {
    return retried(this.options, 'facts could not be stored', work)
  }
}

function isOurs(value: unknown): value is Fact {
  return typeof value === 'object' && value !== null && 'provider' in value && OURS.has(value.provider as ProviderId)
}

function providerOf(value: unknown): string {
  if (typeof value !== 'object' || value === null || !('provider' in value)) return 'unknown'
  return typeof value.provider === 'string' ? value.provider.slice(0, 60) : 'unknown'
}

function textOf(value: unknown): string {
  try {
    const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
    return text.slice(0, MAX_PARKED_TEXT).replaceAll('\u0000', '')
  } catch {
    return 'not printable'
  }
}
