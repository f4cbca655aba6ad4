/** What pricing remembers of a game between facts; nothing here is lost for good by a restart. */
import type { Millis } from '#lib/time.ts'
import type { Danger } from '#modules/feeds/rules/danger.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { Book, BookGame } from '#modules/line/rules/book.ts'
import type { Breadth } from '../rules/breadth.ts'
import { PRICING_PRODUCER } from '../rules/diff.ts'

/** `isRetold`: all of the game is being told anew, the stop that stands for this one too. */
export interface OpenDanger extends Danger {
  isRetold?: boolean
}

export interface Memory {
  /** Of which the game has not told yet what came of them. */
  dangers: OpenDanger[]
  pricedAt: Millis
  /** How much of the card stands. */
  breadth?: Breadth
  /** The model by which its whole card was counted, and when. */
  sized?: { model: BookGame['model']; at: Millis }
  /** Later facts of a game never carry an older time, or the book would drop them. */
  sentAt: Millis
  /** Time of the last result told. */
  resultAt?: Millis
  endedAt?: Millis
  confirmed?: boolean
  /** When it was confirmed before a restart; a later result takes that back. */
  confirmedAt?: Millis
  /** A person ended it: there is nothing to wait for. */
  byHand?: boolean
}

export interface Memories {
  of(game: BookGame): Memory
  /** Game of a ref; without its `ci` the index is rebuilt when a ref is new. */
  find(book: Book, ref: string, ci?: number): BookGame | undefined
  send(game: BookGame, provider: 'pricing' | 'result', at: Millis, body: FactBody): Fact
  /** After the end of a game was looked at: whether it still waits to be confirmed. */
  waits(game: BookGame): void
  /** A result that was told before a restart: what was confirmed is not confirmed again. */
  learn(game: BookGame, told: Fact): void
  awaitingConfirmation(): number[]
  /** Forgets the games that have left the book: a house runs for months. */
  keep(games: ReadonlyMap<number, unknown>): void
}

const RESULT_PRODUCER = 'result'

function sameRef(game: BookGame | undefined, ref: string): BookGame | undefined {
  return game?.ref === ref ? game : undefined
}

export function createMemories(): Memories {
  const memories = new Map<number, Memory>()
  const ciByRef = new Map<string, number>()
  const waiting = new Set<number>()

  function of(game: BookGame): Memory {
    let memory = memories.get(game.ci)
    if (!memory) memories.set(game.ci, (memory = { dangers: [], pricedAt: 0, sentAt: 0 }))
    return memory
  }

  return {
    of,
    find(book, ref, given) {
      // Facts of the house may name a game otherwise than its provider does: those are not for pricing.
      if (given !== undefined) return sameRef(book.games.get(given), ref)
      const known = ciByRef.get(ref)
      const found = known === undefined ? undefined : book.games.get(known)
      if (found?.ref === ref) return found
      for (const game of book.games.values()) ciByRef.set(game.ref, game.ci)
      const ci = ciByRef.get(ref)
      return ci === undefined ? undefined : book.games.get(ci)
    },
    send(game, provider, at, body) {
      const memory = of(game)
      // A result, its withdrawal and the same result again are three facts: the time keeps their keys apart.
      const after = provider === 'result' ? (memory.resultAt ?? 0) + 1 : 0
      memory.sentAt = Math.max(memory.sentAt, at, after)
      const { sentAt } = memory
      if (provider === 'result') {
        memory.resultAt = sentAt
        return makeFact(provider, RESULT_PRODUCER, sentAt, body)
      }
      // Prices are not in the log (ADR 0003), so nobody looks for their content by a hash of it.
      const key = `${body.t}:${game.ci}:${game.version}:${sentAt}`
      return { provider, producer: PRICING_PRODUCER, sentAt, receivedAt: sentAt, key, ...body }
    },
    learn(game, told) {
      const memory = of(game)
      memory.sentAt = Math.max(memory.sentAt, told.sentAt)
      memory.resultAt = Math.max(memory.resultAt ?? 0, told.sentAt)
      if (told.t === 'settle' && told.certainty === 'confirmed') memory.confirmedAt = told.sentAt
      else delete memory.confirmedAt
    },
    waits(game) {
      const { endedAt, confirmed } = of(game)
      if (endedAt !== undefined && !confirmed) waiting.add(game.ci)
      else waiting.delete(game.ci)
    },
    awaitingConfirmation: () => [...waiting],
    keep(games) {
      for (const ci of memories.keys()) if (!games.has(ci)) memories.delete(ci)
      for (const ci of waiting) if (!games.has(ci)) waiting.delete(ci)
      for (const [ref, ci] of ciByRef) if (!games.has(ci)) ciByRef.delete(ref)
    },
  }
}
