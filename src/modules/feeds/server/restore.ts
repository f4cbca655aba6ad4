/**
 * What a restart must not forget (feeds 4.2, 5.3): which results were told, and on which outcomes bets still stand.
 * The book is built anew from the provider's state, so a game gets back, right before its first live state, the
 * markets that it offered and no longer offers, and the results that the fact log holds.
 */
import type pg from 'pg'
import { HOUR, type Millis } from '#lib/time.ts'
import type { Fact, Market, ProviderId, Ref } from '../rules/fact.ts'
import { makeFact } from '../rules/fact-key.ts'
import type { ResolvedGame } from '../rules/resolved.ts'
import { listResults } from './fact-log.ts'
import type { BookGameView, BookPort, OpenBets, OpenOutcome } from './ports.ts'

export interface Restored {
  /** Markets that the book lacks, as an inactive delta of the pricing service. */
  markets: Fact[]
  /** Results as they were told, in their order. */
  results: Fact[]
}

export interface Restore {
  /** Once for every game that was known before the restart; undefined when there is nothing to give back. */
  take(head: ResolvedGame): Promise<Restored | undefined>
}

/** A result is confirmed within minutes of the end; older ones are settled or a trader's business. */
export const UNCONFIRMED_MS = 12 * HOUR

export async function createRestore(
  pool: pg.Pool,
  book: BookPort,
  known: readonly ResolvedGame[],
  bets: OpenBets | undefined,
): Promise<Restore> {
  const openOutcomes = known.length > 0 && bets ? await bets.list() : []
  const pending = new Map(known.map((head) => [head.ci, head.kind === 1]))
  const byPart = Map.groupBy(openOutcomes, (outcome) => outcome.ci)
  return {
    async take(head) {
      const mayHaveResults = pending.get(head.ci)
      if (mayHaveResults === undefined) return undefined
      const results = mayHaveResults ? await listResults(pool, head.ref) : []
      // Not before they are read: whoever asks again after a failure gets them.
      pending.delete(head.ci)
      const lacking = lackingMarkets(head, book.game(head.ci)?.parts, results, bets, byPart)
      if (results.length === 0 && lacking.length === 0) return undefined
      const markets = lacking.length === 0 ? [] : [makeFact('pricing', 'pricing', 0, { t: 'odds.delta', game: head.ref, markets: lacking })]
      return { markets, results }
    },
  }
}

/** Games of a provider that had begun, before their time as well, and of whose end nobody has heard, or whose result is not confirmed. */
export function unfinishedRefs(games: readonly ResolvedGame[], provider: ProviderId, now: Millis): Ref[] {
  return games
    .filter((game) => game.provider === provider && (game.startsAt <= now || game.kind === 1))
    .filter((game) => game.status !== 'closed' && game.status !== 'cancelled')
    .filter((game) => game.status !== 'ended' || now - game.startsAt < UNCONFIRMED_MS)
    .map((game) => game.ref)
}

type Parts = BookGameView['parts'] | undefined

export function lackingMarkets(
  head: ResolvedGame,
  parts: Parts,
  results: readonly Fact[],
  bets: OpenBets | undefined,
  byPart: ReadonlyMap<number, OpenOutcome[]>,
): Market[] {
  const markets = new Map<string, Market>()
  const add = (part: string, key: string, spec: string, outcome: string): void => {
    const id = `${part}|${key}|${spec}`
    let market = markets.get(id)
    if (!market) markets.set(id, (market = { game: head.ref, part, key, spec, status: 'inactive', outcomes: [] }))
    if (!market.outcomes.some((known) => known.key === outcome)) market.outcomes.push({ key: outcome, active: false })
  }
  for (const fact of results) {
    if (fact.t !== 'settle') continue
    for (const { id, results: told } of fact.markets) for (const { outcome } of told) add(id.part, id.key, id.spec, outcome)
  }
  for (const { part, ci } of head.parts) {
    const offered = [...(parts?.get(part)?.markets.keys() ?? [])]
    for (const outcome of byPart.get(ci) ?? []) {
      const market = bets?.marketOf(outcome, offered)
      if (market) add(part, market.key, market.spec, bets!.outcomeKey(outcome))
    }
  }
  // What the book has keeps its prices and its status.
  return [...markets.values()].filter((market) => !parts?.get(market.part)?.markets.has(`${market.key}|${market.spec}`))
}
