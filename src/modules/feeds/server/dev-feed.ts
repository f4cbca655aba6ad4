/** The desk's calls as plain functions: the development area mounts them on its routes. */
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { z } from 'zod'
import type * as contract from '../contract.ts'
import type { GameStatus } from '../rules/fact.ts'
import type { ResolvedFact } from '../rules/resolved.ts'
import { GAME_STATUSES, GAME_TRANSITIONS, gameState, MARKET_SHOWN, MARKET_STATE, shownStatus, type GameState } from '../rules/status.ts'
import type { BookPort, Feed } from './ports.ts'
import type { Trader } from './trader.ts'

export interface DevFeedDeps {
  feed: Feed
  trader: Trader
  book: BookPort
}

type Body<E extends { body: z.ZodType }> = z.output<E['body']>
type Answer = Promise<{ applied: number; facts: { t: string; key: string }[] } | Problem>

/** What a person gets to see of an act: which facts it became. */
async function told(acting: Promise<ResolvedFact[] | Problem>): Answer {
  const done = await acting
  if (isProblem(done)) return done
  return { applied: done.length, facts: done.map(({ fact }) => ({ t: fact.t, key: fact.key })) }
}

/** How full the book is: games that readers can find, and outcomes with a price. */
function bookSize(feed: Feed, book: BookPort): { games: number; live: number; priced: number; outcomes: number } {
  const size = { games: 0, live: 0, priced: 0, outcomes: 0 }
  for (const { ci } of feed.games()) {
    const game = book.game(ci)
    if (!game) continue
    let outcomes = 0
    for (const part of game.parts.values())
      for (const market of part.markets.values()) for (const outcome of market.outcomes) if (outcome.price > 0) outcomes += 1
    size.games += 1
    if (game.status === 'live') size.live += 1
    if (outcomes > 0) size.priced += 1
    size.outcomes += outcomes
  }
  return size
}

/** As the specification counts it, from the status and what has become of its markets. */
function stateOf(ci: number, status: GameStatus, book: BookPort): GameState {
  const markets = { active: 0, undecided: 0, cancelled: 0, all: 0 }
  for (const part of book.game(ci)?.parts.values() ?? []) {
    for (const market of part.markets.values()) {
      markets.all += 1
      if (market.status === 'active') markets.active += 1
      if (market.status === 'cancelled') markets.cancelled += 1
      else if (market.status !== 'settled') markets.undecided += 1
    }
  }
  return gameState(status, markets)
}

export function devFeedRoutes({ feed, trader, book }: DevFeedDeps) {
  return {
    devFeed: () => ({
      ready: feed.isReady(),
      producers: feed.producers(),
      counts: feed.counts(),
      faults: feed.faults,
      feedLagMs: feed.feedLagMs(),
      games: feed.games().length,
      book: bookSize(feed, book),
    }),
    devFeedGames: (query: z.output<typeof contract.devFeedGames.query>) =>
      feed
        .games()
        .filter(
          (game) =>
            (query.live === undefined || query.live === (game.kind === 1 && game.status === 'live')) &&
            (query.sport === undefined || game.sport.id === query.sport),
        )
        .sort((a, b) => a.startsAt - b.startsAt || a.ci - b.ci)
        .slice(0, query.limit)
        .map((game) => ({ game, state: stateOf(game.ci, game.status, book) }))
        .map(({ game, state }) => ({
          ci: game.ci,
          /** By this name facts speak of it. */
          ref: game.ref,
          i: game.parts[0]?.i,
          sport: game.sport.id,
          championship: game.championship.names,
          status: game.status,
          state,
          /** Its number: 1 bets are accepted, 2 settled, 3 no longer accepted, 4 cancelled. */
          shown: shownStatus(state),
          may: GAME_TRANSITIONS[game.status],
          sides: game.sides.map((side) => side.names),
          startsAt: game.startsAt,
          score: book.game(game.ci)?.live?.score ?? null,
          phase: book.game(game.ci)?.live?.phase ?? null,
          /** Why the desk has stopped the whole game. */
          stopped: book.game(game.ci)?.held ?? null,
        })),
    devFeedPost: (body: Body<typeof contract.devFeedPost>) => told(trader.post(body.fact)),
    devFeedControl: (body: Body<typeof contract.devFeedControl>) => {
      if (body.speed !== undefined) feed.setSpeed(body.speed)
      if (body.silent !== undefined) feed.faults.silent = body.silent
      if (body.delayMs !== undefined) feed.faults.delayMs = body.delayMs
      return { faults: feed.faults, speed: body.speed ?? null }
    },
    devGoal: (ci: number, body: Body<typeof contract.devGoal>) => told(trader.goal(ci, body.side)),
    devCard: (ci: number, body: Body<typeof contract.devCard>) => told(trader.card(ci, body.side, body.colour)),
    devSuspend: (ci: number, { reason, part, key, scope = 'event' }: Body<typeof contract.devSuspend>) =>
      told(scope === 'event' ? trader.suspend(ci, reason, part, key) : trader.suspendFirst(ci, scope, reason)),
    devReopen: (ci: number) => told(trader.reopen(ci)),
    devPrice: (ci: number, { price, ...id }: Body<typeof contract.devPrice>) =>
      told(trader.price({ ci, ...id, priceMilli: Math.round(price * 1000) })),
    devStatus: (ci: number, body: Body<typeof contract.devStatus>) => told(trader.status(ci, body.status, body.note)),
    devSettle: (ci: number, { part, key, spec, results }: Body<typeof contract.devSettle>) =>
      told(
        trader.settle(
          ci,
          { part, key, spec },
          results.map(({ voidFactor, deadHeat, tied, ...result }) => ({
            ...result,
            ...(voidFactor === undefined ? {} : { voidFactor }),
            ...(deadHeat === undefined ? {} : { deadHeat }),
            ...(tied === undefined ? {} : { tied }),
          })),
        ),
      ),
    devCancel: (ci: number, body: Body<typeof contract.devCancel>) => told(trader.cancel(ci, body.reason)),
    devFinish: (ci: number, body: Body<typeof contract.devFinish>) => told(trader.finish(ci, body.score)),
    devStates: () => ({ statuses: GAME_STATUSES, transitions: GAME_TRANSITIONS, marketShown: MARKET_SHOWN, marketState: MARKET_STATE }),
  }
}
