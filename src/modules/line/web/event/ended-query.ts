/** How a finished game and its markets ended (result v3/gameResult). */
import { priceFromWire, type Milli } from '#lib/price.ts'
import type { ApiQuery } from '#platform/web/query.ts'

type Result = 'won' | 'lost' | 'void' | 'half_won' | 'half_lost' | 'open'

interface EndedOutcome {
  t: number
  p: number
  player: { id: number; name: string } | null
  result: Result
  price: Milli | null
  /** Corrections of the result, the latest last. */
  changes: readonly ResultChange[]
}

export interface ResultChange {
  /** Unix seconds. */
  at: number
  /** Who told it, in words. */
  source: string
  from: Result
  to: Result
}

export interface EndedGame {
  sportId: number
  champId: number
  champ: string
  side1: string
  side2: string
  score: string
  /** The score that was told before it was put right; '' when it never was. */
  scoreBefore: string
  /** Words for an end that is not the usual one; else ''. */
  status: string
  /** Who told the last result, in words, and when (unix seconds). */
  told: { source: string; at: number } | null
  markets: readonly { g: number; gs: number; part: string; outcomes: readonly EndedOutcome[] }[]
}

interface WireEnded {
  sportId: number
  champId: number
  champName: string
  opp1: string
  opp2?: string
  score?: string
  scoreBefore?: string
  status?: string
  told?: { source: string; at: number }
  markets?: {
    g: number
    gs: number
    partName: string
    outcomes: { t: number; p: number; playerId?: number; playerName?: string; result: Result; cf?: number; changes?: ResultChange[] }[]
  }[]
}

/** Whether every market has its result: until then bets on the game wait for theirs. */
export function isSettled(game: Pick<EndedGame, 'markets'> | null): boolean {
  if (!game || game.markets.length === 0) return false
  return game.markets.every(({ outcomes }) => outcomes.every(({ result }) => result !== 'open'))
}

/** Whether all of it came back: nothing was settled by a result. */
export function isVoid(game: Pick<EndedGame, 'markets'> | null): boolean {
  return isSettled(game) && game!.markets.every(({ outcomes }) => outcomes.every(({ result }) => result === 'void'))
}

/** Whether it ended without being played out, with a part of it decided by then: the rest came back. */
export function isPartlyVoid(game: Pick<EndedGame, 'markets' | 'status'> | null): boolean {
  if (!game?.status || !isSettled(game) || isVoid(game)) return false
  return game.markets.some(({ outcomes }) => outcomes.some(({ result }) => result === 'void'))
}

export function endedQuery(lng: string, ci: number): ApiQuery<EndedGame | null> {
  return {
    method: 'GET',
    path: '/service-api/result/web/api/v3/gameResult',
    query: { id: ci, lng },
    read(body) {
      const game = body as WireEnded | null
      if (!game?.champId) return null
      return {
        sportId: game.sportId,
        champId: game.champId,
        champ: game.champName,
        side1: game.opp1,
        side2: game.opp2 ?? '',
        score: game.score ?? '',
        scoreBefore: game.scoreBefore ?? '',
        status: game.status ?? '',
        told: game.told ?? null,
        markets: (game.markets ?? []).map(({ g, gs, partName, outcomes }) => ({
          g,
          gs,
          part: partName,
          outcomes: outcomes.map(({ t, p, playerId, playerName, result, cf, changes }) => ({
            t,
            p,
            player: playerId ? { id: playerId, name: playerName ?? '' } : null,
            result,
            price: cf ? (priceFromWire(cf) as Milli) : null,
            changes: changes ?? [],
          })),
        })),
      }
    },
    staleMs: 30_000,
    pollMs: 30_000,
  }
}
