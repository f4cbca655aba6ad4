/** A line for tests: games and outcomes that a test moves by hand. */
import type { LineGame, LineOutcome, LineReader } from '#modules/coupon/server/index.ts'

export interface FakeLine extends LineReader {
  games: Map<number, LineGame>
  /** By `gameId:t:p:playerId`. */
  outcomes: Map<string, LineOutcome>
  addGame(gameId: number, more?: Partial<LineGame>): LineGame
  addOutcome(gameId: number, t: number, price: number, more?: Partial<LineOutcome> & { p?: number; playerId?: number }): LineOutcome
}

export const outcomeKeyOf = (gameId: number, t: number, p = 0, playerId = 0) => `${gameId}:${t}:${p}:${playerId}`

export function fakeLine(startsAt: number): FakeLine {
  const games = new Map<number, LineGame>()
  const outcomes = new Map<string, LineOutcome>()
  return {
    games,
    outcomes,
    addGame(gameId, more = {}) {
      const game: LineGame = {
        gameId,
        ci: gameId - 300_000_000,
        mainCi: gameId - 300_000_000,
        mainGameId: gameId,
        kind: 3,
        sportId: 1,
        championshipId: 910_101,
        status: 'scheduled',
        startsAt,
        version: 7,
        outright: false,
        sideIds: [gameId * 2, gameId * 2 + 1],
        score: [0, 0],
        mainScore: [0, 0],
        clockSec: 0,
        clockRuns: false,
        ...more,
      }
      games.set(gameId, game)
      return game
    },
    addOutcome(gameId, t, price, { p = 0, playerId = 0, ...more } = {}) {
      const outcome: LineOutcome = { price, prob: 0.5, active: true, marketStatus: 'active', g: 17, gs: 4, ...more }
      outcomes.set(outcomeKeyOf(gameId, t, p, playerId), outcome)
      return outcome
    },
    // Another object each time: tests change games and outcomes in their places, and an object that is the same says nothing new.
    findGame(gameId) {
      const game = games.get(gameId)
      return game ? { ...game } : null
    },
    findByConstant: (ci) => [...games.values()].find((game) => game.ci === ci) ?? null,
    findOutcome: (gameId, t, p, playerId) => outcomes.get(outcomeKeyOf(gameId, t, p, playerId)) ?? null,
    openLines: (gameId, t, playerId) =>
      [...outcomes]
        .filter(([key, o]) => key.startsWith(`${gameId}:${t}:`) && key.endsWith(`:${playerId}`) && o.active)
        .map(([key]) => Number(key.split(':')[2])),
    names: (gameId, t, p) => ({
      opp1: 'Arden City',
      opp1Id: gameId * 2,
      opp2: 'Northmoor',
      opp2Id: gameId * 2 + 1,
      championship: 'Lowland. First Division',
      sport: 'Football',
      periodName: '',
      gameType: '',
      outcome: `T${t} (${p})`,
      group: 'Total',
    }),
  }
}
