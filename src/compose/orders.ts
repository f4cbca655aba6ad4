/** Auto-bets and bids of one process: every one takes them, the role worker carries them out. */
import type { FastifyInstance } from 'fastify'
import type { Auth } from '#modules/auth/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import { createOrders, type ConfigOf, type Orders } from '#modules/orders/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { TO_PLAYER } from '#modules/messages/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { emit } from '#platform/server/outbox.ts'
import type { Betting } from './betting.ts'

/** What is carried out later, by the process whose role it is, needs these. */
export interface CarriedDeps {
  app: FastifyInstance
  db: Db
  clock: Clock
  log: Logger
  brands: Brands
  betting: Betting
  auth: Auth
  carriesOut: boolean
}

export interface RunningOrders extends Orders {
  begin(isReady: () => boolean): void
  stop(): Promise<void>
}

/** The brand's configuration for the place that an order was given from. */
export function configAt(brands: Brands): ConfigOf {
  return ({ brand, lng, partner, ip }) => {
    const host = brands.byId(brand).config.hosts[0] ?? 'localhost'
    return brands.visitOf({ host, url: `/${lng}/`, query: { partner: String(partner) }, cookies: {}, ip }).config
  }
}

export function composeOrders(deps: CarriedDeps): RunningOrders {
  const { app, db, clock, log, brands, betting, auth, carriesOut } = deps
  const { ledger, limits, bets, line, reader } = betting
  const orders = createOrders({
    db,
    clock,
    log,
    line: reader,
    ledger,
    limits,
    bets,
    configOf: configAt(brands),
    // The player's inbox and, if he wants it, his browsers hear of it.
    tellPlaced: (tx, { id, playerId, betId }) =>
      emit(tx, {
        topic: TO_PLAYER,
        key: `autobet:${id}`,
        payload: { playerId, template: 'autobet_placed', params: { bet: String(betId) } },
      }),
  })
  orders.routes(app, (ctx) => auth.requireMoneySession(ctx))
  line.listen((_resolved, { games }) => {
    for (const { ci } of games) orders.touch(ci)
  })
  let end: (() => Promise<void>) | null = null
  return {
    ...orders,
    begin(isReady) {
      if (carriesOut) end = orders.start(isReady)
    },
    stop: async () => end?.(),
  }
}
