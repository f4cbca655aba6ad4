/** A whole site of accounts on a database, without the line: what tests of sign-in, money and security talk to. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { createHttp, type Http } from '#platform/server/http.ts'
import { createLog, type Logger } from '#platform/server/log.ts'
import { loadTexts, type Texts } from '#platform/server/texts.ts'
import { manualClock, type AdjustableClock } from '#platform/server/clock.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Layer } from '#modules/brand/rules/resolve.ts'
import {
  createAuth,
  createMessenger,
  DEFAULT_LIMITS,
  encodePassword,
  temporaryKeys,
  type Auth,
  type GuessLimits,
  type KeyService,
  type Place,
} from '#modules/auth/server/index.ts'
import {
  type AccountDeps,
  accountRights,
  createDisallowedSports,
  createHalfAskers,
  type HalfAskers,
  listTurnedOff,
  readPhone,
  registerAccount,
} from '#modules/account/server/index.ts'
import { tellFailedDeposits } from '../../src/compose/failed-deposits.ts'
import { composeGuests } from '../../src/compose/guests.ts'
import { tellNewPayoutWay } from '../../src/compose/new-payout-way.ts'
import { createSecurity, hasQuestion } from '#modules/security/server/index.ts'
import { registerContent } from '#modules/content/server/index.ts'
import {
  paymentRoutes,
  sandboxBook,
  sandboxProvider,
  SANDBOX,
  type PaymentsDeps,
  type SandboxBook,
} from '#modules/payments/server/index.ts'
import { openTicketIn } from '#modules/messages/server/index.ts'
import { blockOf } from '#modules/identity/server/index.ts'
import { createLedger, currencyByCode, type Ledger } from '#modules/ledger/server/index.ts'
import { createLimits, type Limits } from '#modules/limits/server/index.ts'
import {
  createProtection,
  profileOf,
  simulatedRegister,
  type Protection,
  type SimulatedRegister,
} from '#modules/protection/server/index.ts'
import { cashierRoutes, deliverInto } from '#modules/dev/server/cashier.ts'
import { inboxRoutes } from '#modules/dev/server/inbox.ts'
import { socialPages } from '#modules/dev/server/social/index.ts'

export interface AccountSite {
  app: FastifyInstance
  halfAskers: HalfAskers
  setAccountGate: Http['setAccountGate']
  db: Db
  clock: AdjustableClock
  keys: KeyService
  auth: Auth
  payments: PaymentsDeps
  /** The sandbox's own. */
  book: SandboxBook
  ledger: Ledger
  limits: Limits
  protection: Protection
  register: SimulatedRegister
  config: SiteConfig
  /** Balances that were announced as changed. */
  pushed: { playerId: number; accountId: number }[]
  encode(password: string): Promise<string>
}

export interface AccountSiteOptions {
  db: Db
  startMs?: number
  log?: Logger
  /** Those of another site on the same database: a second process. */
  keys?: KeyService
  limits?: Partial<GuessLimits>
  change?: (config: SiteConfig) => void
  /** Advertising asks for limits and blocks, as in the product; otherwise no player is shown any. */
  asksLimits?: boolean
  /** Where addresses are; left out: nobody knows. */
  asksStrangeSignIn?: boolean
  /** x-forwarded-for says where a visitor is. */
  trustProxy?: boolean
  /** Who may have an account; left out: whom the protection lets. */
  mayJoin?: AccountDeps['mayJoin']
  /** What the brand says its host is; left out: what a request calls it. */
  host?: string
  placeOf?: (ip: string) => Place | null
  /** Parts of the cashier that other modules give in the product. */
  cashier?: (payments: PaymentsDeps) => Partial<PaymentsDeps>
  /** Asks of a payer for papers; left out: of nobody. */
  askEarly?: (tx: Tx, config: SiteConfig, playerId: number) => Promise<void>
  /** Further parts that a test needs, before the site opens. */
  more?: (parts: { app: FastifyInstance; auth: Auth; protection: Protection; texts: Texts }) => void
}

export async function accountSite({
  db,
  startMs = Date.UTC(2026, 10, 21, 12),
  log = createLog('silent', false),
  keys: given,
  limits,
  change,
  asksLimits = false,
  placeOf,
  asksStrangeSignIn,
  trustProxy = false,
  host,
  mayJoin,
  cashier,
  askEarly = async () => {},
  more,
}: AccountSiteOptions): Promise<AccountSite> {
  const clock = manualClock(startMs)
  const texts = loadTexts(resolve('locales'), (code) => currencyByCode(code)?.symbol)
  const keys = given ?? (await temporaryKeys())
  const { config, layers } = JSON.parse(readFileSync(resolve('brands/polosa/config.json'), 'utf8')) as {
    config: SiteConfig
    layers: Layer[]
  }
  change?.(config)
  const http = await createHttp({
    log,
    clock,
    texts,
    trustProxy,
    visitOf: ({ query, headers }) => ({
      config,
      ...(host === undefined ? {} : { host }),
      brand: String(headers['x-test-brand'] ?? config.id),
      lng: String(query['lng'] ?? 'en'),
      country: 'KZ',
      countryId: 85,
      partner: 1,
      group: 1,
      cfView: 0,
    }),
  })
  const messenger = createMessenger({
    db,
    clock,
    texts,
    inbox: true,
    smtpUrl: null,
    senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }),
  })
  const none: GuessLimits = {
    ...DEFAULT_LIMITS,
    signInsPerNetwork: 0,
    registrationsPerNetwork: 0,
    messagesPerNetwork: 0,
    failuresOfSite: 0,
  }
  const auth = createAuth({
    db,
    clock,
    keys,
    texts,
    messenger,
    passwordPasses: 2,
    limits: { ...none, ...limits },
    sessionsAtOnce: () => profileOf(config.responsible.profile).sessionsAtOnce,
    failedSignIns: () => profileOf(config.responsible.profile).failedSignIns,
    asksStrangeSignIn: () => asksStrangeSignIn ?? profileOf(config.responsible.profile).asksStrangeSignIn,
    ...(placeOf ? { placeOf } : {}),
  })
  const security = createSecurity(auth.deps)
  auth.useSecondFactor(security.secondFactor)
  auth.usePhoneReader(readPhone)
  auth.useDeviceLetters(async (tx, playerId) => !(await listTurnedOff(tx, 'newDevice', [playerId])).has(playerId))
  const ledger = await createLedger({ db, clock })
  auth.oauthParty.useReaders(accountRights(db, ledger))
  const pushed: AccountSite['pushed'] = []
  http.setAuthenticator(auth.authenticate)
  http.setCaptchaCheck(auth.captchaCheck)
  const { app } = http
  auth.routes(app)
  security.routes(app)
  const guests = composeGuests({ auth: auth.deps, ledger }, { byId: () => ({ config, layers }) as never }, askEarly)
  const halfAskers = createHalfAskers(db, clock, log)
  registerAccount(app, {
    auth: auth.deps,
    ledger,
    guestCashier: guests.cashier,
    hasQuestion,
    sports: createDisallowedSports(db, clock, log),
    halfAskers,
    requireMoneySession: auth.requireMoneySession,
    mayJoin: (person) => (mayJoin ? mayJoin(person) : protection.mayJoin(person)),
  })
  registerContent(app, { db, ...(asksLimits ? { mayPromote: (playerId: number) => protection.mayPromote(playerId) } : {}) })
  const playLimits = createLimits(db, clock)
  const register = simulatedRegister({ db, clock, keys })
  const protection = createProtection({ auth: auth.deps, log, ledger, limits: playLimits, register, blockOf })
  http.setAccountGate((spec, paths, playerId, ctx) => protection.gate(spec, paths, playerId, ctx))
  protection.routes(app)
  const book = sandboxBook(db, clock)
  const payments: PaymentsDeps = {
    db,
    clock,
    ledger,
    providers: { [SANDBOX]: sandboxProvider(keys, book) },
    guardDeposit: (tx, wanted) => protection.guardDeposit(tx, wanted),
    mayCredit: (tx, playerId) => protection.mayCredit(tx, playerId),
    watched: () => config.withdrawals.watched,
    ...guests.makes,
    ...tellFailedDeposits(messenger, texts),
    onNewWay: tellNewPayoutWay(messenger, texts),
  }
  Object.assign(payments, cashier?.(payments))
  guests.use(payments, SANDBOX)
  const onBalanceChanged = (playerId: number, accountId: number) => void pushed.push({ playerId, accountId })
  paymentRoutes(app, {
    ...payments,
    provider: SANDBOX,
    mayPromote: (playerId) => protection.mayPromote(playerId),
    openTicket: (tx, given) => openTicketIn({ clock }, tx, given),
    requireMoneySession: auth.requireMoneySession,
    requireStepUp: auth.requireStepUp,
    onBalanceChanged,
  })
  inboxRoutes(app, { db })
  auth.useSocialSimulator(socialPages(app))
  cashierRoutes(app, { db, clock, payments, keys, book, deliver: deliverInto(app), onBalanceChanged })
  more?.({ app, auth, protection, texts })
  await app.ready()
  return {
    app,
    halfAskers,
    setAccountGate: http.setAccountGate,
    db,
    clock,
    keys,
    auth,
    payments,
    book,
    ledger,
    limits: playLimits,
    protection,
    register,
    config,
    pushed,
    encode: (password) => encodePassword(keys.publicKeyPem(), password),
  }
}

export interface Reply {
  status: number
  body: any
  headers: Record<string, unknown>
  cookies: Record<string, string>
}

/** A program or browser of a player: keeps its cookies and its token. */
export class Visitor {
  cookies: Record<string, string> = {}
  token: string | null = null
  readonly site: AccountSite
  readonly browser: boolean
  readonly headers: Record<string, string>

  constructor(site: AccountSite, options: { browser?: boolean; headers?: Record<string, string> } = {}) {
    this.site = site
    this.browser = options.browser ?? false
    this.headers = options.headers ?? {}
  }

  async call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown, headers: Record<string, string> = {}): Promise<Reply> {
    const cookie = Object.entries(this.cookies)
      .map(([name, value]) => `${name}=${value}`)
      .join('; ')
    const answer = await this.site.app.inject({
      method,
      url,
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
        ...(this.browser ? { 'sec-fetch-site': 'same-origin' } : {}),
        ...(cookie ? { cookie } : {}),
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...this.headers,
        ...headers,
      },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    const set: Record<string, string> = {}
    for (const { name, value, maxAge } of answer.cookies as { name: string; value: string; maxAge?: number }[]) {
      set[name] = value
      if (maxAge === 0) delete this.cookies[name]
      else this.cookies[name] = value
    }
    const text = answer.body
    return {
      status: answer.statusCode,
      body: /json/.test(String(answer.headers['content-type'])) ? JSON.parse(text || 'null') : text,
      headers: answer.headers,
      cookies: set,
    }
  }

  async oneClick(currency = 'EUR'): Promise<{ userId: number; password: string }> {
    const { body } = await this.call('POST', '/flexreg-api/v1/registration/submit', {
      type: 'fast_reg',
      fields: { country: 'KZ', currency, terms: true },
    })
    this.token = body.token
    return body
  }

  async signIn(login: string, password: string, more: object = {}): Promise<Reply> {
    const reply = await this.call('POST', '/user/auth', { login, password: await this.site.encode(password), ...more })
    if (reply.body?.data?.token) this.token = reply.body.data.token
    return reply
  }
}
