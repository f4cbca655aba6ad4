/** Orders on the test site of bets, with games and a player to order with. */
import type { Bets } from '#modules/bets/server/index.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { createOrders, type Orders, type OrdersDeps } from './index.ts'

interface Site {
  db: Db
  clock: Clock
  line: LineReader
  ledger: Ledger
  limits: Limits
  bets: Bets
  config: SiteConfig
}

/** What a process of its own would have: the database is all that two of them share. */
export function ordersOf(site: Site, bets: Partial<Bets> = {}, more: Partial<OrdersDeps> = {}): Orders {
  const { db, clock, line, ledger, limits, config } = site
  return createOrders({
    db,
    clock,
    line,
    ledger,
    limits,
    bets: { ...site.bets, ...bets },
    log: createLog('silent', false),
    configOf: () => config,
    ...more,
  })
}
