/** Door of orders: auto-bets and bids, above bets. */
import type { FastifyInstance } from 'fastify'
import type { Ctx } from '#platform/server/http.ts'
import { route } from '#platform/server/http.ts'
import { repeat } from '#platform/server/repeat.ts'
import { isProblem, problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import { AUTO_BET } from '../rules/auto-bet.ts'
import { dropAutoBet, listAutoBetsById } from './auto-bet-store.ts'
import { createAutoBetWatch, giveAutoBet, type OrdersDeps } from './auto-bets.ts'
import { listBids, type Bid } from './bid-store.ts'
import { createBids, type TraderDecision } from './bids.ts'
import { eventsOf, listAutoBets, listBidsOf } from './list-orders.ts'
import { createBidMaker, onlyAsks } from './make-bid.ts'
import './tables.ts'

export type { OrdersDeps } from './auto-bets.ts'
export type { TraderDecision } from './bids.ts'
export { ctxOf, storedVisit, type ConfigOf, type StoredVisit } from './visit.ts'
export { eventsNow, orderLegs, stateNow, totalMilli, type OrderLeg } from './order-legs.ts'
export { eventsOf } from './list-orders.ts'
export { plainBody } from './place-order.ts'
export { personalData } from './personal-data.ts'
export { verifyOrders } from './verify-orders.ts'

export interface Orders {
  routes(app: FastifyInstance, guard: MoneyGuard): void
  /** The line has changed these games: tell it of every change. */
  touch(ci: number): void
  /** One look at all that waits: time, other processes, money to be given back. */
  look(): Promise<void>
  /** Begins to carry orders out once the line is whole; the answer stops it and waits for what is on its way. */
  start(isReady: () => boolean): () => Promise<void>
  /** Bids that a trader has to answer, for his desk. */
  traderQueue(lng: string): Promise<{ bid: Bid; events: ReturnType<typeof eventsOf> }[]>
  decideBid(id: number, decision: TraderDecision): Promise<boolean>
  /** Resolves when nothing is on its way: for tests. */
  idle(): Promise<void>
}

/** Whether money may move for this caller now; a Problem when not (SES-03). */
type MoneyGuard = (ctx: Ctx) => Promise<unknown> | unknown

const LOOK_MS = 1_000
const QUEUE = 200

export function createOrders(deps: OrdersDeps): Orders {
  const { db, bets, clock, line, log } = deps
  const watch = createAutoBetWatch(deps, ({ id, playerId, status, betId, reason }) => {
    bets.me.tell(playerId, { [`autobet:${id}`]: { status, reason, betId: betId === null ? null : Number(betId) } })
    if (betId === null) return
    deps.onPlaced?.({ id, playerId, betId })
    // Carried out here, looked at elsewhere: pages of the player may be open in any process.
    bets.refresh([playerId]).catch((error: unknown) => log.warn({ err: error, id }, 'a placed auto-bet was not told'))
  })
  const bids = createBids(deps, async (playerId, id, reason) => {
    bets.me.tell(playerId, { [`bid:${id}`]: { at: clock.now(), reason: reason ?? null } })
    await bets.refresh([playerId])
  })
  const maker = createBidMaker(deps, bids)
  let carriesOut = false
  bets.useOrders({
    async autoBet(ctx, wanted) {
      const given = await giveAutoBet(deps, ctx, wanted)
      if (!isProblem(given) && given.order && carriesOut) watch.add(given.order)
      return given
    },
    bid: (ctx, wanted, restMinor) => maker.vipBid(ctx, wanted, restMinor),
  })

  async function look(): Promise<void> {
    await watch.look()
    await bids.look()
  }

  return {
    touch: (ci) => watch.touch(ci),
    look,
    routes(app, guard) {
      const guarded = async <T>(ctx: Ctx, work: () => Promise<T>) => {
        const refused = await guard(ctx)
        return isProblem(refused) ? refused : work()
      }
      route(app, contract.makeBid, (ctx, { body }) =>
        onlyAsks(body) ? maker.makeBid(ctx, body) : guarded(ctx, () => maker.makeBid(ctx, body)),
      )
      route(app, contract.autoBetList, (ctx, { body }) => listAutoBets({ db, line }, ctx, body))
      route(app, contract.bidList, (ctx, { body }) => listBidsOf({ db, line }, ctx, body))
      route(app, contract.autoBetCancel, async (ctx, { body }) => {
        const [order] = await listAutoBetsById(db, [body.auto_bet_id])
        if (order?.playerId !== ctx.player!.id) return problem('orders.autobet_unknown', { status: 404, wire: 104, field: 'auto_bet_id' })
        await dropAutoBet(db, order.id, 'player', clock.now())
        const [now] = await listAutoBetsById(db, [order.id])
        if (now?.status === AUTO_BET.placed) return problem('orders.autobet_placed', { wire: 900_051, field: 'auto_bet_id' })
        return { auto_bet_id: order.id, status: AUTO_BET.dropped }
      })
    },
    start(isReady) {
      const stopLooking = repeat(
        LOOK_MS,
        () => {
          // A line that is still being filled shows games without their scores.
          if (!isReady()) return null
          carriesOut = true
          return look()
        },
        (err) => log.warn({ err }, 'orders wait'),
      )
      return async () => {
        carriesOut = false
        await stopLooking()
        await Promise.all([watch.idle(), bids.idle()])
      }
    },
    async traderQueue(lng) {
      const open = await listBids(db, { playerId: null, statuses: null, count: QUEUE })
      return open.map((bid) => ({ bid, events: eventsOf(line, bid.legs, lng) }))
    },
    decideBid: (id, decision) => bids.decide(id, decision),
    async idle() {
      await Promise.all([watch.idle(), bids.idle()])
    },
  }
}
