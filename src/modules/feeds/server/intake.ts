/**
 * Intake: checks facts at the edge, keeps each once in the log, gives them our ids (feeds 1, 2.1). What it
 * answers is ready for the book. Batches are taken one after another: one writer, one order.
 */
import type pg from 'pg'
import type { Clock, Millis } from '#lib/time.ts'
import type { Fact, Market, MarketId, ProviderId, Ref } from '../rules/fact.ts'
import { gameRefOf } from '../rules/fact-key.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { checkedMarket } from '../rules/sanity.ts'
import { canonicalOutcome, canonicalSpec } from '../rules/spec.ts'
import { checkFact } from './fact-schema.ts'
import { insertFacts, insertParked, isLogged } from './fact-log.ts'
import type { PlainLog } from './ports.ts'
import type { Registry } from './registry.ts'
import { type Changes, writeChanges } from './registry-store.ts'
import { createSlices } from './slices.ts'

export interface IntakeOptions {
  pool: pg.Pool
  clock: Clock
  registry: Registry
  log: Pick<PlainLog, 'warn' | 'error'>
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
  /** Derived facts of our own services: same checks of prices, no log, no database (ADR 0003). */
  derive(facts: readonly Fact[]): ResolvedFact[]
  readonly counts: Readonly<IntakeCounts>
}

const MAX_PARKED_TEXT = 64_000
const MAX_WAITING = 5000
const MAX_SEEN = 400_000
/** Our own code made these facts and the compiler has checked them; the schema is for the outside. */
const TRUSTED: ReadonlySet<ProviderId> = new Set<ProviderId>(['pricing', 'result', 'guard'])

export function createIntake(options: IntakeOptions): Intake {
  const { pool, clock, registry, log } = options
  const jump = options.jumpFactor ?? 10
  const counts: IntakeCounts = { taken: 0, repeated: 0, parked: 0, waiting: 0, unresolved: 0, odd: 0, flagged: 0 }
  const waiting = new Map<string, Fact[]>()
  let seen = new Set<string>()
  let seenBefore = new Set<string>()
  let last: Promise<unknown> = Promise.resolve()

  function isRepeated(fact: Fact): boolean {
    const id = `${fact.provider}|${fact.producer}|${fact.key}`
    if (seen.has(id) || seenBefore.has(id)) return true
    seen.add(id)
    if (seen.size > MAX_SEEN) {
      seenBefore = seen
      seen = new Set()
    }
    return false
  }

  function hold(key: string, fact: Fact): void {
    if (counts.waiting >= MAX_WAITING) {
      counts.unresolved += 1
      return
    }
    counts.waiting += 1
    const list = waiting.get(key)
    if (list) list.push(fact)
    else waiting.set(key, [fact])
  }

  function release(key: string, into: ResolvedFact[]): void {
    const list = waiting.get(key)
    if (!list) return
    waiting.delete(key)
    counts.waiting -= list.length
    for (const fact of list) resolve(fact, into)
  }

  function resolve(fact: Fact, into: ResolvedFact[]): void {
    if (fact.t === 'catalog') return resolveCatalog(fact, into)
    if (fact.t === 'game') return resolveHead(fact, into)
    if (fact.t === 'history') {
      if (!registry.putPast(fact.provider, fact.game, fact.score, fact.periods)) counts.unresolved += 1
      into.push({ fact })
      return
    }
    const ref = gameRefOf(fact)
    if (ref === undefined || ref === '*') {
      into.push({ fact })
      return
    }
    const head = registry.game(fact.provider, ref)
    if (!head) {
      if (TRUSTED.has(fact.provider) || fact.provider === 'trader') counts.unresolved += 1
      else hold(`game|${fact.provider}|${ref}`, fact)
      return
    }
    into.push(resolveBody(fact, head))
  }

  function resolveCatalog(fact: Extract<Fact, { t: 'catalog' }>, into: ResolvedFact[]): void {
    const resolved: ResolvedFact = { fact }
    const after: ResolvedFact[] = []
    for (const entity of fact.entities) {
      switch (entity.kind) {
        case 'sport': {
          const sport = registry.putSport(fact.provider, entity.ref, entity.sportId)
          if (sport) (resolved.sports ??= []).push(sport)
          break
        }
        case 'country':
          registry.putCountry(fact.provider, entity.ref, entity.code)
          break
        case 'championship': {
          const put = registry.putChampionship(fact.provider, entity)
          if (!put) counts.unresolved += 1
          else {
            ;(resolved.championships ??= []).push(put.it)
            release(`championship|${fact.provider}|${entity.ref}`, after)
          }
          break
        }
        case 'competitor': {
          const renamed = registry.putCompetitor(fact.provider, entity)
          if (renamed) (resolved.competitors ??= []).push(renamed)
          break
        }
        case 'player':
          ;(resolved.playerIds ??= {})[entity.ref] = registry.putPlayer(fact.provider, entity).id
          break
        case 'season':
          break
        case 'game': {
          const { entities: _entities, t: _t, ...head } = fact
          resolveHead({ ...head, t: 'game', game: entity, reason: 'new' }, after)
          break
        }
      }
    }
    into.push(resolved, ...after)
  }

  function resolveHead(fact: Extract<Fact, { t: 'game' }>, into: ResolvedFact[]): void {
    const put = registry.putGame(fact.provider, fact.game, fact.sentAt)
    if (!put) return hold(`championship|${fact.provider}|${fact.game.championship}`, fact)
    if (put.flagged) {
      counts.flagged += 1
      log.warn({ game: put.stored.head.ci, to: fact.game.status }, 'a provider made a status transition outside the table')
    }
    into.push({ fact, gameCi: put.stored.head.ci, game: put.stored.head })
    release(`game|${fact.provider}|${fact.game.ref}`, into)
  }

  function resolveBody(fact: Fact, head: ResolvedGame): ResolvedFact {
    const base: ResolvedFact = { fact, gameCi: head.ci }
    switch (fact.t) {
      case 'live': {
        const players = playerIds(
          fact.provider,
          (fact.incidents ?? []).flatMap(({ player }) => (player === undefined ? [] : [player])),
        )
        if (players) base.playerIds = players
        const starts = head.kind === 3 && !NOT_STARTED.has(fact.state.phase) && (head.status === 'scheduled' || head.status === 'delayed')
        if (starts) registry.moveToLive(head, fact.sentAt)
        // After a restart the head is live before this fact comes again: the book must still get it from this fact.
        if (starts || registry.headSentAt(head.ci) === fact.sentAt) base.game = registry.gameByCi(head.ci)!
        return base
      }
      case 'odds.delta':
      case 'odds.image': {
        const markets = fact.markets.map((market) => checkMarket(fact.provider, head, market))
        const players = playerIds(fact.provider, playersOf(markets.flatMap((m) => m.outcomes.map((o) => o.key))))
        return { ...base, fact: { ...fact, markets }, ...(players ? { playerIds: players } : {}) }
      }
      case 'settle': {
        const markets = fact.markets.map(({ id, results }) => ({
          id: canonicalId(id),
          results: results.map((r) => ({ ...r, outcome: canonicalOutcome(r.outcome) })),
        }))
        const players = playerIds(fact.provider, playersOf(markets.flatMap((m) => m.results.map((r) => r.outcome))))
        return { ...base, fact: { ...fact, markets }, ...(players ? { playerIds: players } : {}) }
      }
      case 'settle.rollback':
      case 'cancel':
      case 'cancel.rollback':
        return { ...base, fact: { ...fact, markets: fact.markets.map(canonicalId) } }
      default:
        return base
    }
  }

  function checkMarket(provider: ProviderId, head: ResolvedGame, from: Market): Market {
    registry.ensurePart(head, from.part)
    if (TRUSTED.has(provider)) {
      // Our own prices are canonical and may jump: a goal moves them by more than any limit.
      return checkedMarket(from, () => 0, jump)
    }
    const market: Market = {
      ...from,
      spec: canonicalSpec(from.spec),
      outcomes: from.outcomes.map((o) => ({ ...o, key: canonicalOutcome(o.key) })),
    }
    const checked = checkedMarket(market, (m, key) => options.lastPrice?.(head.ci, m, key) ?? 0, jump)
    if (checked !== market) {
      counts.odd += 1
      log.warn({ game: head.ci, part: market.part, market: market.key, spec: market.spec }, 'odd price: the market is suspended')
    }
    return checked
  }

  function playerIds(provider: ProviderId, refs: readonly Ref[]): Record<Ref, number> | undefined {
    // Services of the house name players by our ids.
    if (refs.length === 0 || TRUSTED.has(provider)) return undefined
    return Object.fromEntries(refs.map((ref) => [ref, registry.playerId(provider, ref)]))
  }

  async function takeNow(values: readonly unknown[]): Promise<ResolvedFact[]> {
    const now = clock.now()
    const parked: { provider: string; reason: string; body: string; at: Millis }[] = []
    const facts: Fact[] = []
    const { breathe } = createSlices()
    for (const value of values) {
      await breathe()
      const checked = isTrusted(value) ? { fact: value } : checkFact(value)
      if ('wrong' in checked) {
        counts.parked += 1
        parked.push({ provider: providerOf(value), reason: checked.wrong, body: textOf(value), at: now })
      } else if (isRepeated(checked.fact)) counts.repeated += 1
      else facts.push(checked.fact)
    }
    if (facts.length === 0 && parked.length === 0) return []
    counts.taken += facts.length
    const client = await pool.connect()
    try {
      await registry.prepare(client, facts)
    } finally {
      client.release()
    }
    const resolved: ResolvedFact[] = []
    for (const fact of facts) {
      resolve(fact, resolved)
      await breathe()
    }
    const changes = registry.takeChanges()
    await retried(() => write(changes, facts.filter(isLogged), parked))
    return resolved
  }

  async function write(changes: Changes, facts: readonly Fact[], parked: Parameters<typeof insertParked>[1]): Promise<void> {
    const client = await pool.connect()
    try {
      await client.query('BEGIN')
      await writeChanges(client, changes)
      await insertFacts(client, facts)
      await insertParked(client, parked)
      await client.query('COMMIT')
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {})
      throw error
    } finally {
      client.release()
    }
  }

  /** Memory is ahead of the database here: the same rows are tried again until they are in. */
  async function retried(work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        if (attempt >= 6) throw error
        log.error({ err: error, attempt }, 'facts could not be stored, trying again')
        await new Promise((done) => setTimeout(done, 50 * 2 ** attempt))
      }
    }
  }

  return {
    take(values) {
      const turn = last.then(() => takeNow(values))
      last = turn.catch(() => {})
      return turn
    },
    derive(facts) {
      const resolved: ResolvedFact[] = []
      for (const fact of facts) resolve(fact, resolved)
      return resolved
    },
    counts,
  }
}

const NOT_STARTED = new Set(['', 'pre', 'not_started', 'scheduled'])

function canonicalId(id: MarketId): MarketId {
  return { ...id, spec: canonicalSpec(id.spec) }
}

function playersOf(keys: readonly string[]): Ref[] {
  const refs = new Set<Ref>()
  for (const key of keys) {
    const at = key.indexOf('@')
    if (at >= 0 && at < key.length - 1) refs.add(key.slice(at + 1))
  }
  return [...refs]
}

function isTrusted(value: unknown): value is Fact {
  return typeof value === 'object' && value !== null && 'provider' in value && TRUSTED.has(value.provider as ProviderId)
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
