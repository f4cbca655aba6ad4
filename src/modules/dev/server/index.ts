/** The development area (design §7): pages for people, JSON twins for scripts. Composition mounts it in development only. */
import type { FastifyInstance } from 'fastify'
import type { Brands } from '#modules/brand/server/index.ts'
import type { AdjustableClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { isForwarded } from '#platform/server/http/address.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Settlement, StaffPlayersOf } from '#modules/settlement/server/index.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Journal } from '#modules/journal/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Auth } from '#modules/auth/server/index.ts'
import type { IdentityDesk } from '#modules/identity/server/index.ts'
import type { SupportDesk } from '#modules/messages/server/index.ts'
import type { Boosts, Promo } from '#modules/promo/server/index.ts'
import type { Telemetry } from '#modules/telemetry/server/index.ts'
import type { Orders } from '#modules/orders/server/index.ts'
import { bidPages } from './bids.ts'
import { appealPages } from './appeals.ts'
import { boostPages } from './boosts.ts'
import { brandPages } from './brand.ts'
import { captchaPages } from './captcha.ts'
import { cashierRoutes, type CashierDeps } from './cashier.ts'
import { clockPages } from './clock.ts'
import { docsPages } from './docs.ts'
import { embedPages } from './embed.ts'
import type { PlayerFlags, SimulatedRegister } from '#modules/protection/server/index.ts'
import { identityPages } from './identity.ts'
import { registerPages } from './register.ts'
import { flagPages } from './flag-desk.ts'
import { faultPages } from './faults.ts'
import { feedPages, type FeedPagesDeps } from './feed.ts'
import { framePages } from './frame.ts'
import { inboxRoutes } from './inbox.ts'
import { indexPage, type ReadyPlayer } from './index-page.ts'
import { inspectPages } from './inspect.ts'
import { journalPages } from './journal.ts'
import { promoPages } from './promo.ts'
import { socialPages } from './social/index.ts'
import { stopPages } from './stops.ts'
import { supportPages } from './support.ts'
import { settlementPages } from './settlement-desk.ts'
import { telemetryPages } from './telemetry.ts'

export { deliverInto } from './cashier.ts'
export type { ReadyPlayer } from './index-page.ts'

export interface DevDeps {
  app: FastifyInstance
  db: Db
  log: Logger
  /** Also to who comes through a proxy: somebody has chosen development by name. */
  throughProxies: boolean
  clock: AdjustableClock
  brands: Brands
  texts: Texts
  feed: FeedPagesDeps | null
  cashier: CashierDeps
  settlement: Settlement
  telemetry: Telemetry
  journal: Journal
  orders: Orders
  limits: Pick<Limits, 'stops' | 'setTrust'>
  promo: Promo
  boosts: Boosts
  auth: Pick<Auth, 'useSocialSimulator' | 'useCaptchaSimulator'>
  support: SupportDesk
  identity: IdentityDesk
  register: SimulatedRegister | null
  flags: PlayerFlags
  staffPlayersOf: StaffPlayersOf
  players: () => Promise<ReadyPlayer[]>
  /** What of the installation is simulated, for the index. */
  embedded: readonly string[]
}

export function registerDev(deps: DevDeps): void {
  const { app, db } = deps
  if (!deps.throughProxies) closeToProxies(app, deps.log)
  deps.auth.useSocialSimulator(socialPages(app))
  indexPage(app, deps)
  clockPages(app, deps.clock)
  brandPages(app, deps.brands)
  inboxRoutes(app, { db })
  cashierRoutes(app, deps.cashier)
  deps.auth.useCaptchaSimulator(captchaPages(app, db))
  docsPages(app, deps.texts)
  inspectPages(app, db)
  faultPages(app, db)
  embedPages(app)
  framePages(app)
  telemetryPages(app, deps.telemetry)
  settlementPages(app, deps)
  journalPages(app, deps.journal)
  bidPages(app, deps.orders)
  stopPages(app, deps.limits, db)
  promoPages(app, deps)
  boostPages(app, deps)
  supportPages(app, deps.support, db)
  appealPages(app, deps)
  identityPages(app, deps.identity)
  flagPages(app, deps.flags)
  if (deps.register) registerPages(app, { register: deps.register, now: () => deps.clock.now() })
  if (deps.feed) feedPages(app, deps.feed, deps)
}

/**
 * A site behind a proxy is served to somebody. Where nobody has chosen the mode, development is what was forgotten to change, and
 * the tools would be everybody's: letters, money, the clock.
 */
function closeToProxies(app: FastifyInstance, log: Logger): void {
  let told = false
  app.addHook('onRequest', async (request, reply) => {
    // By the route that answers: an address can be written in many ways.
    if (!request.routeOptions.url?.startsWith('/dev') || !isForwarded(request.raw)) return
    if (!told)
      log.warn('tools under /dev are closed to calls through a proxy: say POLOSA_MODE=development to open them, production to have none')
    told = true
    return reply.callNotFound()
  })
}
