/** The line as bets see it while betting on something is stopped: whatever reads games and outcomes sees them on hold. */
import type { Stops, StoppableGame } from './stops.ts'

interface StoppableOutcome {
  g: number
  marketStatus: string
}

/** What is needed of a reader of the line; the rest of it stays as it is. */
interface Reader<Game extends StoppableGame & { ci: number; status: string }, Outcome extends StoppableOutcome> {
  findGame(gameId: number): Game | null
  findByConstant(ci: number): Game | null
  findOutcome(gameId: number, t: number, p: number, playerId: number): Outcome | null
}

/** `providerOf` tells the feed that a game is from; null = unknown. */
export function stoppedLine<
  Game extends StoppableGame & { ci: number; status: string },
  Outcome extends StoppableOutcome,
  Line extends Reader<Game, Outcome>,
>(line: Line, stops: Pick<Stops, 'isQuiet' | 'hasGame' | 'hasMarket'>, providerOf: (ci: number) => string | null): Line {
  const held = (game: Game | null): Game | null =>
    game && !stops.isQuiet() && game.status !== 'ended' && stops.hasGame(game, providerOf(game.ci))
      ? { ...game, status: 'suspended' }
      : game
  return {
    ...line,
    findGame: (gameId: number) => held(line.findGame(gameId)),
    findByConstant: (ci: number) => held(line.findByConstant(ci)),
    findOutcome(gameId: number, t: number, p: number, playerId: number) {
      const outcome = line.findOutcome(gameId, t, p, playerId)
      if (!outcome || stops.isQuiet() || outcome.marketStatus !== 'active') return outcome
      const ci = line.findGame(gameId)?.ci
      if (!ci || !stops.hasMarket(ci, outcome.g)) return outcome
      return { ...outcome, marketStatus: 'suspended', reason: 'trader' }
    },
  }
}
