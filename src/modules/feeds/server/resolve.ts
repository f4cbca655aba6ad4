/** Gives checked facts our ids; what names something unknown waits until it is introduced (feeds 2.1). */
import type { Fact, Market, MarketId, ProviderId, Ref } from '../rules/fact.ts'
import { gameRefOf } from '../rules/fact-key.ts'
import type { ResolvedFact, ResolvedGame } from '../rules/resolved.ts'
import { checkedMarket } from '../rules/sanity.ts'
import { canonicalOutcome, canonicalSpec } from '../rules/spec.ts'
import { NOT_STARTED } from '../rules/status.ts'
import type { IntakeCounts, IntakeOptions } from './intake.ts'

const MAX_WAITING = 5000
/** Services of the house: their facts name what is known and carry checked prices. */
export const SERVICES: ReadonlySet<ProviderId> = new Set<ProviderId>(['pricing', 'result', 'guard'])

export class Resolver {
  private readonly options: IntakeOptions
  private readonly counts: IntakeCounts
  private readonly registry: IntakeOptions['registry']
  private readonly log: IntakeOptions['log']
  private readonly jump: number
  private readonly waiting = new Map<string, Fact[]>()

  constructor(options: IntakeOptions, counts: IntakeCounts) {
    this.options = options
    this.counts = counts
    this.registry = options.registry
    this.log = options.log
    this.jump = options.jumpFactor ?? 10
  }

  private hold(key: string, fact: Fact): void {
    if (this.counts.waiting >= MAX_WAITING) {
      this.counts.unresolved += 1
      return
    }
    this.counts.waiting += 1
    const list = this.waiting.get(key)
    if (list) list.push(fact)
    else this.waiting.set(key, [fact])
  }

  private release(key: string, into: ResolvedFact[]): void {
    const list = this.waiting.get(key)
    if (!list) return
    this.waiting.delete(key)
    this.counts.waiting -= list.length
    for (const fact of list) this.resolve(fact, into)
  }

  /** The fact, and facts that waited for it, with our ids: into `into`, in order. */
  resolve(fact: Fact, into: ResolvedFact[]): void {
    if (fact.t === 'catalog') return this.resolveCatalog(fact, into)
    if (fact.t === 'game') return this.resolveHead(fact, into)
    if (fact.t === 'history') {
      if (!this.registry.putPast(fact.provider, fact.game, fact.score, fact.periods)) this.counts.unresolved += 1
      into.push({ fact })
      return
    }
    const ref = gameRefOf(fact)
    if (ref === undefined || ref === '*') {
      into.push({ fact })
      return
    }
    const head = this.registry.game(fact.provider, ref)
    if (!head) {
      if (SERVICES.has(fact.provider) || fact.provider === 'trader') this.counts.unresolved += 1
      else this.hold(`game|${fact.provider}|${ref}`, fact)
      return
    }
    into.push(this.resolveBody(fact, head))
  }

  private resolveCatalog(fact: Extract<Fact, { t: 'catalog' }>, into: ResolvedFact[]): void {
    const resolved: ResolvedFact = { fact }
    const after: ResolvedFact[] = []
    for (const entity of fact.entities) {
      switch (entity.kind) {
        case 'sport': {
          const sport = this.registry.putSport(fact.provider, entity.ref, entity.sportId)
          if (sport) (resolved.sports ??= []).push(sport)
          break
        }
        case 'country':
          this.registry.putCountry(fact.provider, entity.ref, entity.code)
          break
        case 'championship': {
          const put = this.registry.putChampionship(fact.provider, entity)
          if (!put) this.counts.unresolved += 1
          else {
            ;(resolved.championships ??= []).push(put.it)
            this.release(`championship|${fact.provider}|${entity.ref}`, after)
          }
          break
        }
        case 'competitor': {
          const renamed = this.registry.putCompetitor(fact.provider, entity)
          if (renamed) (resolved.competitors ??= []).push(renamed)
          break
        }
        case 'player':
          ;(resolved.playerIds ??= {})[entity.ref] = this.registry.putPlayer(fact.provider, entity).id
          break
        case 'season':
          break
        case 'game': {
          const { entities: _entities, t: _t, ...head } = fact
          this.resolveHead({ ...head, t: 'game', game: entity, reason: 'new' }, after)
          break
        }
      }
    }
    into.push(resolved, ...after)
  }

  private resolveHead(fact: Extract<Fact, { t: 'game' }>, into: ResolvedFact[]): void {
    const put = this.registry.putGame(fact.provider, fact.game, fact.sentAt, fact.receivedAt)
    if (!put) return this.hold(`championship|${fact.provider}|${fact.game.championship}`, fact)
    if (put.flagged) {
      this.counts.flagged += 1
      this.log.warn({ game: put.stored.head.ci, to: fact.game.status }, 'a provider made a status transition outside the table')
    }
    into.push({ fact, gameCi: put.stored.head.ci, game: put.stored.head })
    this.release(`game|${fact.provider}|${fact.game.ref}`, into)
  }

  private resolveBody(fact: Fact, head: ResolvedGame): ResolvedFact {
    const base: ResolvedFact = { fact, gameCi: head.ci }
    switch (fact.t) {
      case 'live': {
        const players = this.playerIds(
          fact.provider,
          (fact.incidents ?? []).flatMap(({ player, detail }) => [player, detail?.['bowler']].filter((ref) => typeof ref === 'string')),
        )
        if (players) base.playerIds = players
        if (head.type === 'race' && fact.state.phase === 'ended') this.registry.putRuns(head, fact.state.stats)
        const starts =
          head.kind === 3 && !NOT_STARTED.includes(fact.state.phase) && (head.status === 'scheduled' || head.status === 'delayed')
        if (starts) this.registry.moveToLive(head, fact.sentAt)
        // After a restart the head is live before this fact comes again: the book must still get it from this fact.
        if (starts || this.registry.headSentAt(head.ci) === fact.sentAt) base.game = this.registry.gameByCi(head.ci)!
        return base
      }
      case 'model': {
        const extra = this.byPlayerId(fact.provider, fact.extra)
        return extra ? { ...base, fact: { ...fact, extra } } : base
      }
      case 'odds.delta':
      case 'odds.image': {
        const markets = fact.markets.map((market) => this.checkMarket(fact.provider, head, market))
        const players = this.outcomePlayers(fact.provider, playersOf(markets.flatMap((m) => m.outcomes.map((o) => o.key))))
        return { ...base, fact: { ...fact, markets }, ...(players ? { playerIds: players } : {}) }
      }
      case 'settle': {
        const markets = fact.markets.map(({ id, results }) => ({
          id: canonicalId(id),
          results: results.map((r) => ({ ...r, outcome: canonicalOutcome(r.outcome) })),
        }))
        const players = this.outcomePlayers(fact.provider, playersOf(markets.flatMap((m) => m.results.map((r) => r.outcome))))
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

  private checkMarket(provider: ProviderId, head: ResolvedGame, from: Market): Market {
    this.registry.ensurePart(head, from.part)
    if (SERVICES.has(provider)) {
      // Our own prices are canonical and may jump: a goal moves them by more than any limit.
      return checkedMarket(from, () => 0, this.jump)
    }
    const market: Market = {
      ...from,
      spec: canonicalSpec(from.spec),
      outcomes: from.outcomes.map((o) => ({ ...o, key: canonicalOutcome(o.key) })),
    }
    const checked = checkedMarket(market, (m, key) => this.options.lastPrice?.(head.ci, m, key) ?? 0, this.jump)
    if (checked !== market) {
      this.counts.odd += 1
      this.log.warn({ game: head.ci, part: market.part, market: market.key, spec: market.spec }, 'odd price: the market is suspended')
    }
    return checked
  }

  /** Figures of players carry our id behind the @, as outcome keys do; undefined when there are none. */
  private byPlayerId(provider: ProviderId, extra: Record<string, number> | undefined): Record<string, number> | undefined {
    const keys = Object.keys(extra ?? {})
    if (SERVICES.has(provider) || !keys.some((key) => key.includes('@'))) return undefined
    return Object.fromEntries(
      keys.map((key) => {
        const at = key.indexOf('@')
        return [at < 0 ? key : `${key.slice(0, at)}@${this.registry.playerId(provider, key.slice(at + 1))}`, extra![key]!]
      }),
    )
  }

  /** The desk names outcomes as the book does, by our ids: as references they would be players that nobody has bet on. */
  private outcomePlayers(provider: ProviderId, refs: readonly Ref[]): Record<Ref, number> | undefined {
    return provider === 'trader' ? undefined : this.playerIds(provider, refs)
  }

  private playerIds(provider: ProviderId, refs: readonly Ref[]): Record<Ref, number> | undefined {
    // Services of the house name players by our ids.
    if (refs.length === 0 || SERVICES.has(provider)) return undefined
    return Object.fromEntries(refs.map((ref) => [ref, this.registry.playerId(provider, ref)]))
  }
}

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
