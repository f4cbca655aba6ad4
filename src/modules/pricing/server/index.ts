/**
 * The door of pricing: makes `odds.delta` and `bet.stop` facts of provider 'pricing', and `settle` facts of
 * provider 'result', from the book. It owns no state that a restart could lose for good: what it remembers are
 * stops in progress and which ends it has confirmed.
 */
import type { Clock, Millis } from '#lib/time.ts'
import { SECOND } from '#lib/time.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { gameRefOf, makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { Book, BookChampionship, BookGame } from '#modules/line/rules/book.ts'
import { changedMarkets, PRICING_PRODUCER } from '../rules/diff.ts'
import { factsOf } from '../rules/game-facts.ts'
import type { MarginTable } from '../rules/margin-table.ts'
import { priceGame } from '../rules/price-game.ts'
import { resultChange } from '../rules/results.ts'
import { lastResolved, mayReopen, stoppedGroups } from '../rules/suspend.ts'
import { inputOf } from './price-input-of.ts'

export { DEFAULT_MARGINS } from '../rules/margin-table.ts'
export type { MarginTable } from '../rules/margin-table.ts'

export interface PricingDeps {
  clock: Clock
  margins: MarginTable
  /** Championships with more lines; by weight when absent. */
  isTop?: (championship: BookChampionship | undefined) => boolean
}

export interface Pricing {
  /** Facts that follow from a fact which the book has just taken: prices, and stops of our own markets. */
  onFact(book: Book, fact: Fact): Fact[]
  /** Reprices every game whose clock runs, at most once in ten seconds each. */
  tick(book: Book, now: Millis): Fact[]
  /** All results that can be told now: on a new fact of the game, and from time to time for the confirmation. */
  results(book: Book, game: BookGame, now: Millis): Fact[]
  /** Games that ended and wait for their confirmation; the caller asks `results` for them once a second. */
  awaitingConfirmation(): number[]
}

const RESULT_PRODUCER = 'result'
const REPRICE_EVERY_MS = 10 * SECOND
/** Builtin providers: an end that has held for so long is confirmed (feeds 4.2). */
const CONFIRM_AFTER_MS = 60 * SECOND
const TOP_WEIGHT = 850

interface Memory {
  /** Seq of the last incident before the stop in progress; undefined when nothing is stopped. */
  stoppedAt?: number
  pricedAt: Millis
  /** Later facts of a game never carry an older time, or the book would drop them. */
  sentAt: Millis
  endedAt?: Millis
  confirmed?: boolean
}

export function createPricing(deps: PricingDeps): Pricing {
  const memories = new Map<number, Memory>()
  const ciByRef = new Map<string, number>()
  const isTop = deps.isTop ?? ((championship) => (championship?.weight ?? 0) >= TOP_WEIGHT)

  function memoryOf(game: BookGame): Memory {
    let memory = memories.get(game.ci)
    if (!memory) memories.set(game.ci, (memory = { pricedAt: 0, sentAt: 0 }))
    return memory
  }

  function gameOf(book: Book, ref: string): BookGame | undefined {
    const known = ciByRef.get(ref)
    const found = known === undefined ? undefined : book.games.get(known)
    if (found?.ref === ref) return found
    for (const game of book.games.values()) ciByRef.set(game.ref, game.ci)
    const ci = ciByRef.get(ref)
    return ci === undefined ? undefined : book.games.get(ci)
  }

  function send(game: BookGame, producer: 'pricing' | 'result', at: Millis, body: FactBody): Fact {
    const memory = memoryOf(game)
    memory.sentAt = Math.max(memory.sentAt, at)
    return makeFact(producer, producer === 'pricing' ? PRICING_PRODUCER : RESULT_PRODUCER, memory.sentAt, body)
  }

  function stop(game: BookGame, at: Millis, reason: Extract<FactBody, { t: 'bet.stop' }>['reason'], to: 'suspended' | 'inactive' = 'suspended'): Fact {
    return send(game, 'pricing', at, { t: 'bet.stop', game: game.ref, groups: stoppedGroups(reason), to, reason })
  }

  function reprice(book: Book, game: BookGame, at: Millis, byFact: boolean): Fact[] {
    if (!game.model) return []
    const memory = memoryOf(game)
    memory.pricedAt = at
    const resolved = memory.stoppedAt === undefined || lastResolved(game) > memory.stoppedAt
    if (resolved) delete memory.stoppedAt
    const sheet = priceGame(inputOf(game, at, deps.margins, isTop(book.championships.get(game.championshipId))))
    const markets = changedMarkets(game, sheet, (market) => !mayReopen(market.reason ?? 'other', { resolved, fact: byFact }))
    // While a danger lasts no new market opens either: the sheet would be priced on a state about to change.
    const sent = resolved ? markets : markets.filter((m) => m.status !== 'active')
    return sent.length === 0 ? [] : [send(game, 'pricing', at, { t: 'odds.delta', game: game.ref, markets: sent })]
  }

  return {
    onFact(book, fact) {
      if (fact.provider === 'pricing' || fact.provider === 'result') return []
      const ref = gameRefOf(fact)
      if (ref === undefined || ref === '*') return []
      const game = gameOf(book, ref)
      if (!game) return []
      switch (fact.t) {
        case 'bet.stop':
          // The provider's stop touches only its own markets (feeds 2.1 rule 4); ours follow it here.
          if (fact.provider === 'trader' || fact.provider === 'guard') return []
          memoryOf(game).stoppedAt = lastResolved(game)
          return [stop(game, fact.sentAt, fact.reason, fact.to)]
        case 'live': case 'model': case 'game':
          if (game.status === 'suspended' || game.status === 'interrupted' || game.status === 'postponed') {
            return hasActive(game) ? [stop(game, fact.sentAt, 'other')] : []
          }
          return reprice(book, game, fact.sentAt, true)
        default:
          return []
      }
    },

    tick(book, now) {
      const facts: Fact[] = []
      for (const game of book.games.values()) {
        if (!game.live?.clockRuns || game.status !== 'live') continue
        if (now - memoryOf(game).pricedAt >= REPRICE_EVERY_MS) facts.push(...reprice(book, game, now, false))
      }
      return facts
    },

    results(_book, game, now) {
      const facts = factsOf(game)
      if (facts.stage === 'before') return []
      const memory = memoryOf(game)
      const over = facts.stage === 'ended' || facts.stage === 'void'
      const change = resultChange(game, facts)
      const out: Fact[] = []
      if (change.rollback.length > 0) out.push(send(game, 'result', now, { t: 'settle.rollback', game: game.ref, markets: change.rollback }))
      if (change.settle.length > 0) out.push(send(game, 'result', now, { t: 'settle', game: game.ref, certainty: 'live', markets: change.settle }))
      if (!over) {
        delete memory.endedAt
        delete memory.confirmed
        return out
      }
      if (out.length > 0 || memory.endedAt === undefined) {
        memory.endedAt = now
        delete memory.confirmed
      }
      if (!memory.confirmed && now - memory.endedAt >= CONFIRM_AFTER_MS) {
        memory.confirmed = true
        const all = resultChange(game, facts, true)
        if (all.settle.length > 0) out.push(send(game, 'result', now, { t: 'settle', game: game.ref, certainty: 'confirmed', markets: all.settle }))
      }
      return out
    },

    awaitingConfirmation() {
      const waiting: number[] = []
      for (const [ci, memory] of memories) if (memory.endedAt !== undefined && !memory.confirmed) waiting.push(ci)
      return waiting
    },
  }
}

function hasActive(game: BookGame): boolean {
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) if (market.status === 'active' && market.producer === PRICING_PRODUCER) return true
  }
  return false
}
