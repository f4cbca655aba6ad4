/** What pricing remembers of a game between facts; nothing here is lost for good by a restart. */
import type { Millis } from '#lib/time.ts'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { Book, BookGame } from '#modules/line/rules/book.ts'
import { PRICING_PRODUCER } from '../rules/diff.ts'

export interface Memory {
  /** Seq of the last incident before the stop in progress; undefined when nothing is stopped. */
  stoppedAt?: number
  pricedAt: Millis
  /** Later facts of a game never carry an older time, or the book would drop them. */
  sentAt: Millis
  endedAt?: Millis
  confirmed?: boolean
}

export interface Memories {
  of(game: BookGame): Memory
  /** Game of a ref; the index is rebuilt when a ref is new. */
  find(book: Book, ref: string): BookGame | undefined
  send(game: BookGame, provider: 'pricing' | 'result', at: Millis, body: FactBody): Fact
  awaitingConfirmation(): number[]
}

const RESULT_PRODUCER = 'result'

export function createMemories(): Memories {
  const memories = new Map<number, Memory>()
  const ciByRef = new Map<string, number>()

  function of(game: BookGame): Memory {
    let memory = memories.get(game.ci)
    if (!memory) memories.set(game.ci, (memory = { pricedAt: 0, sentAt: 0 }))
    return memory
  }

  return {
    of,
    find(book, ref) {
      const known = ciByRef.get(ref)
      const found = known === undefined ? undefined : book.games.get(known)
      if (found?.ref === ref) return found
      for (const game of book.games.values()) ciByRef.set(game.ref, game.ci)
      const ci = ciByRef.get(ref)
      return ci === undefined ? undefined : book.games.get(ci)
    },
    send(game, provider, at, body) {
      const memory = of(game)
      memory.sentAt = Math.max(memory.sentAt, at)
      return makeFact(provider, provider === 'pricing' ? PRICING_PRODUCER : RESULT_PRODUCER, memory.sentAt, body)
    },
    awaitingConfirmation() {
      const waiting: number[] = []
      for (const [ci, memory] of memories) if (memory.endedAt !== undefined && !memory.confirmed) waiting.push(ci)
      return waiting
    },
  }
}
