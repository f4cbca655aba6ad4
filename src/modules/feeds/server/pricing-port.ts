/** Fits the pricing service to the pipeline: prices on a fact, results on a fact and by the clock. */
import type { Clock, Millis } from '#lib/time.ts'
import type { Fact } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import type { PricingPort } from './ports.ts'

interface PricingService<B, G> {
  onFact(book: B, fact: Fact, ci?: number): Fact[]
  rows(book: B, fact: Fact, ci?: number): Fact[]
  ticking(book: B, now: Millis): Iterable<Fact[]>
  opened(book: B, ci: number): Fact[]
  results(book: B, game: G, now: Millis): Fact[]
  awaitingConfirmation(): number[]
}

interface PricedGame {
  ref: string
  model?: { supremacy: number; total: number; rho: number; extra: Record<string, number> }
}

/** Facts after which something may be decided. */
const DECIDES: ReadonlySet<string> = new Set(['live', 'game'])

export function pricingPort<B, G extends PricedGame>(
  service: PricingService<B, G>,
  book: B,
  gameOf: (ci: number) => G | null,
  clock: Clock,
): PricingPort {
  const resultsOf = (ci: number, now: Millis): Fact[] => {
    const game = gameOf(ci)
    return game ? service.results(book, game, now) : []
  }
  return {
    onFact({ fact, gameCi }) {
      const facts = service.onFact(book, fact, gameCi)
      return gameCi === undefined || !DECIDES.has(fact.t) ? facts : [...facts, ...resultsOf(gameCi, fact.sentAt)]
    },
    rows: ({ fact, gameCi }) => service.rows(book, fact, gameCi),
    *tick(now) {
      for (const facts of service.ticking(book, now)) {
        yield* facts
        yield null
      }
      for (const ci of service.awaitingConfirmation()) {
        yield* resultsOf(ci, now)
        yield null
      }
    },
    opened: (gameCi) => service.opened(book, gameCi),
    refresh(gameCi) {
      const game = gameOf(gameCi)
      if (!game?.model) return []
      return service.onFact(book, makeFact('guard', 'guard', clock.now(), { t: 'model', game: game.ref, ...game.model }), gameCi)
    },
  }
}
