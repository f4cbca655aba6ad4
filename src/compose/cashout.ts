/** Cash-out above betting: sales and changes of placed bets, values for listeners, orders that come due. */
import type { FastifyInstance } from 'fastify'
import type { Brands } from '#modules/brand/server/index.ts'
import { createCashOut, saleConfigOf, type CashOut, type SaleConfig } from '#modules/cashout/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Accounts } from './accounts.ts'
import type { Betting } from './betting.ts'

export interface CashOutParts {
  app: FastifyInstance
  db: Db
  clock: Clock
  log: Logger
  brands: Brands
  betting: Betting
  accounts: Accounts
  /** Answers calls, and so has a line to follow. */
  serves: boolean
}

export function composeCashOut({ app, db, clock, log, brands, betting, accounts, serves }: CashOutParts): CashOut {
  const { line, reader, ledger, limits, bets, news } = betting
  const terms = new Map<string, SaleConfig>(brands.list().map(({ config }) => [config.id, saleConfigOf(config)]))
  const sums = [...terms.values()].flatMap(({ checkFromEur }) => (checkFromEur === null ? [] : [Number(checkFromEur)]))
  // As for wins: a bet of no known brand is held to the strictest check.
  const checkFromEur = sums.length === 0 ? null : String(Math.min(...sums))
  const fallback: SaleConfig = { ...saleConfigOf(brands.list()[0]!.config), checkFromEur }
  const cashOut = createCashOut({
    db,
    clock,
    log,
    line,
    reader,
    ledger,
    limits,
    bets,
    // A brand that is gone leaves its bets to the terms of the house.
    configOf: (brand) => terms.get(brand) ?? fallback,
    refresh: (players) => bets.refresh(players),
    follows: serves,
    outbox: news.outbox,
  })
  cashOut.useMoneyGuard((ctx) => accounts.auth.requireMoneySession(ctx))
  bets.useBetChanges(cashOut.changes)
  betting.coupon?.useSaleQuote(cashOut.saleQuote)
  if (serves) cashOut.register(app)
  return cashOut
}
