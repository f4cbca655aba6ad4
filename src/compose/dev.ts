/** Mounts the development area; production never calls this. */
import type { FastifyInstance } from 'fastify'
import type { Brands } from '#modules/brand/server/index.ts'
import { deliverInto, registerDev } from '#modules/dev/server/index.ts'
import { sandboxBook } from '#modules/payments/server/index.ts'
import type { Telemetry } from '#modules/telemetry/server/index.ts'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Env } from '#platform/server/env.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Journal } from '#modules/journal/server/index.ts'
import { staffPlayersOf } from '#modules/protection/server/index.ts'
import type { Messages } from '#modules/messages/server/index.ts'
import type { Orders } from '#modules/orders/server/index.ts'
import type { Accounts } from './accounts.ts'
import type { Betting } from './betting.ts'
import type { RunningFeed } from './feed.ts'
import { readyPlayers } from './ready-players.ts'

export interface DevComposition {
  env: Env
  app: FastifyInstance
  db: Db
  log: Logger
  clock: AdjustableClock
  brands: Brands
  texts: Texts
  betting: Betting
  accounts: Accounts
  journal: Journal
  orders: Orders
  messages: Messages
  running: RunningFeed | null
  telemetry: Telemetry
  embedded: boolean
}

export function composeDev({
  env,
  app,
  db,
  log,
  clock,
  brands,
  texts,
  betting,
  accounts,
  journal,
  orders,
  messages,
  running,
  telemetry,
  embedded,
}: DevComposition): void {
  registerDev({
    app,
    db,
    log,
    throughProxies: env.devByName,
    clock,
    brands,
    texts,
    feed: running && { ...running, book: { apply: (resolved) => betting.line.apply(resolved), game: (ci) => betting.line.game(ci) } },
    settlement: betting.settlement,
    cashier: {
      db,
      clock,
      payments: accounts.payments,
      keys: accounts.keys,
      deliver: deliverInto(app),
      book: sandboxBook(db, clock),
      onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
    },
    telemetry,
    journal,
    orders,
    limits: betting.limits,
    promo: betting.promo,
    boosts: betting.boosts,
    auth: accounts.auth,
    support: messages.desk,
    identity: accounts.identity.desk,
    register: accounts.register,
    flags: accounts.protection.flags,
    staffPlayersOf,
    players: () => readyPlayers(db),
    embedded: builtIn(env, embedded),
  })
}

/** What stands in for the outside parties that no variable of the environment names. */
export function builtIn(env: Env, embedded: boolean): string[] {
  return [
    ...(embedded ? ['PostgreSQL'] : []),
    `feed ${env.feeds.join(', ')}`,
    'sandbox cashier',
    ...(env.smtpUrl ? [] : ['inbox for mail']),
    ...(env.smsGatewayFile ? [] : ['inbox for SMS']),
  ]
}
