/** Players, sign-in, second factor and the cashier of one process. */
import type { IncomingMessage } from 'node:http'
import {
  accountRights,
  createDisallowedSports,
  createHalfAskers,
  listTurnedOff,
  readPhone,
  registerAccount,
} from '#modules/account/server/index.ts'
import {
  createAuth,
  createMessenger,
  DEFAULT_LIMITS,
  loadKeys,
  readHostedKeys,
  readSocialKeys,
  SESSION_COOKIE,
  type Auth,
  type AuthSession,
  type KeyService,
  type Messenger,
  listPlayers,
} from '#modules/auth/server/index.ts'
import type { Brands, Geo } from '#modules/brand/server/index.ts'
import { registerContent } from '#modules/content/server/index.ts'
import { createRates, referenceRates, simulatedRates } from '#modules/ledger/server/index.ts'
import type { Identity } from '#modules/identity/server/index.ts'
import { openTicketIn } from '#modules/messages/server/index.ts'
import { createFiles, type Files } from '#modules/files/server/index.ts'
import {
  BTCPAY,
  btcpayProvider,
  paymentRoutes,
  type PaymentsDeps,
  type ProviderChoice,
  SANDBOX,
  sandboxBook,
  sandboxProvider,
} from '#modules/payments/server/index.ts'
import {
  profileOf,
  readSpelpausSettings,
  simulatedRegister,
  spelpausRegister,
  type Protection,
  type SimulatedRegister,
} from '#modules/protection/server/index.ts'
import { createSecurity, hasQuestion } from '#modules/security/server/index.ts'
import { createSubscriptions, type LettersPort, type News, type Subscriptions } from '#modules/subscriptions/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import { isDatabaseAway, type Db, type Tx } from '#platform/server/db.ts'
import { databaseIsAway, onDatabaseBack } from '#platform/server/db-watch.ts'
import type { Env } from '#platform/server/env.ts'
import type { Http } from '#platform/server/http.ts'
import { httpSms, logSms, readSmsGateway, type SmsPort } from '#platform/server/sms.ts'
import type { Stream, StreamVisitor } from '#platform/server/stream.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Betting } from './betting.ts'
import { tellFailedDeposits } from './failed-deposits.ts'
import { composeGuests, type Guests } from './guests.ts'
import { composeIdentity } from './identity.ts'
import { letterFoot } from './letter-foot.ts'
import { tellNewPayoutWay } from './new-payout-way.ts'
import { closedProducts, composeProtection } from './protection.ts'
import { btcpayOf } from './real-money.ts'
import { brandOrFirst, letterSender, siteAddress } from './site-address.ts'

/** For benchmarks and tests that sign in many times from one address. */
const NO_LIMITS = { ...DEFAULT_LIMITS, signInsPerNetwork: 0, registrationsPerNetwork: 0, messagesPerNetwork: 0, failuresOfSite: 0 }

export interface Accounts {
  auth: Auth
  keys: KeyService
  payments: PaymentsDeps
  protection: Protection
  /** The simulated register of self-exclusions; null in production. */
  register: SimulatedRegister | null
  messenger: Messenger
  files: Files
  identity: Identity
  /** Tells the browsers of players who have chosen to hear of it. */
  push: Subscriptions['push']
  /** No more of followed games is read. */
  stopFollowing: Subscriptions['stop']
  writeGameLetters: Subscriptions['writeLetters']
  /** Who opens a stream: the session's cookie on a host of its brand; a visitor without one listens to public topics. */
  streamVisitor(request: IncomingMessage): Promise<StreamVisitor>
}

interface AccountsDeps {
  env: Env
  db: Db
  clock: Clock
  texts: Texts
  http: Http
  brands: Brands
  geo: Geo
  betting: Betting
  stream: Stream
}

export async function composeAccounts(deps: AccountsDeps): Promise<Accounts> {
  const { env, db, clock, texts, http, brands, betting } = deps
  const { app } = http
  const development = env.mode === 'development'
  const keys = await loadKeys({ home: env.home, file: env.keysFile, create: development })
  const messenger = createMessenger({
    db,
    clock,
    texts,
    inbox: development,
    smtpUrl: env.smtpUrl,
    senderOf: letterSender(brands),
    footOf: letterFoot(brands, texts, siteAddress(env)),
    sms: smsOf(env, betting),
    log: betting.news.log,
  })
  const files = createFiles({ db, clock, keys })
  const auth = composeAuth(deps, keys, messenger)
  const sports = createDisallowedSports(db, clock, betting.news.log)
  const halfAskers = createHalfAskers(db, clock, betting.news.log)
  betting.bets.useHalfAskers((playerId) => halfAskers.asks(playerId))
  const register = development ? simulatedRegister({ db, clock, keys }) : null
  const spelpaus = env.spelpausFile ? spelpausRegister(readSpelpausSettings(env.spelpausFile), clock) : null
  const guests = composeGuests({ ledger: betting.ledger, auth: auth.deps }, brands, (tx, config, playerId) =>
    identity.askEarly(tx, config, playerId),
  )
  registerAccount(app, {
    auth: auth.deps,
    ledger: betting.ledger,
    guestCashier: guests.cashier,
    hasQuestion,
    sports,
    halfAskers,
    mayJoin: (person) => protection.mayJoin(person),
    closedProducts: (playerId) => closedProducts(protection, playerId),
    ...ratesOf(deps),
    requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
    onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
  })
  registerContent(app, { db, mayPromote: (playerId) => protection.mayPromote(playerId) })
  betting.bets.useMoneyGuard((ctx) => auth.requireMoneySession(ctx))
  const identity = await composeIdentity({ app, db, clock, keys, files, brands, betting, development })
  const protection = await composeProtection({
    http,
    auth: auth.deps,
    betting,
    identity,
    sports,
    halfAskers,
    register: spelpaus ?? register,
  })
  const payments = composePayments(deps, { auth, keys, messenger, identity, protection, guests })
  const { push, stop: stopFollowing, writeLetters: writeGameLetters } = composeSubscriptions(deps, keys, messenger, protection)
  return {
    auth,
    keys,
    payments,
    protection,
    register,
    identity,
    messenger,
    files,
    push,
    stopFollowing,
    writeGameLetters,
    streamVisitor: (request) => streamVisitor(auth, brands, request, http.app.parseCookie(request.headers.cookie ?? '')),
  }
}

/** Sessions with all that stands behind them; a session that ends, or goes on with another secret, ends its streams. */
function composeAuth(deps: AccountsDeps, keys: KeyService, messenger: Messenger): Auth {
  const { env, db, clock, texts, http, brands, geo, betting, stream } = deps
  const auth = createAuth({
    db,
    clock,
    keys,
    texts,
    messenger,
    captchaKeys: readHostedKeys(env.captchaKeysFile),
    socialKeys: readSocialKeys(env.socialKeysFile),
    sessionsAtOnce: (brand) => profileOfBrand(brands, brand).sessionsAtOnce,
    failedSignIns: (brand) => profileOfBrand(brands, brand).failedSignIns,
    asksStrangeSignIn: (brand) => profileOfBrand(brands, brand).asksStrangeSignIn,
    placeOf: geo.placeOf,
    log: betting.news.log,
    ...(env.guessLimits ? {} : { limits: NO_LIMITS }),
  })
  const security = createSecurity(auth.deps)
  auth.useSecondFactor(security.secondFactor)
  auth.usePhoneReader(readPhone)
  auth.useDeviceLetters(async (tx, playerId) => !(await listTurnedOff(tx, 'newDevice', [playerId])).has(playerId))
  auth.oauthParty.useReaders(accountRights(db, betting.ledger))
  http.setAuthenticator(auth.authenticate)
  http.setCaptchaCheck(auth.captchaCheck)
  auth.deps.sessions.onClosed((ids) => stream.disconnect(({ sessionId }) => sessionId !== null && ids.includes(sessionId)))
  auth.deps.sessions.onRenewed((id) => stream.disconnect(({ sessionId }) => sessionId === id, 'renewed'))
  onDatabaseBack(() => stream.disconnect(({ isUnasked }) => isUnasked === true, 'renewed'))
  auth.routes(http.app)
  security.routes(http.app)
  return auth
}

interface PaymentParts extends Pick<Accounts, 'auth' | 'keys' | 'messenger' | 'identity' | 'protection'> {
  guests: Guests
}

/** Currencies that a real provider is set up for go there, the others to the sandbox, which production does not have. */
function composePayments(deps: AccountsDeps, { auth, keys, messenger, identity, protection, guests }: PaymentParts): PaymentsDeps {
  const { env, db, clock, texts, http, betting } = deps
  const btcpay = btcpayOf(env)
  const payments: PaymentsDeps = {
    db,
    clock,
    ledger: betting.ledger,
    providers: {
      ...(env.mode === 'development' ? { [SANDBOX]: sandboxProvider(keys, sandboxBook(db, clock)) } : {}),
      ...(btcpay ? { [BTCPAY]: btcpayProvider(btcpay) } : {}),
    },
    async guardDeposit(tx, wanted) {
      const refused = await protection.guardDeposit(tx, wanted)
      if (refused) return refused
      // What the gate will ask of a withdrawal from here.
      await identity.askEarly(tx, wanted.config, wanted.playerId)
      return null
    },
    papersAskedBefore: (tx, playerId, moment) => identity.wasAskedBefore(tx, playerId, moment),
    mayCredit: (tx, playerId) => protection.mayCredit(tx, playerId),
    ...guests.makes,
    ...tellFailedDeposits(messenger, texts),
    onNewWay: tellNewPayoutWay(messenger, texts),
    log: betting.news.log,
  }
  const provider: ProviderChoice = (_method, currency) => (btcpay && Object.hasOwn(btcpay.methods, currency) ? BTCPAY : SANDBOX)
  guests.use(payments, provider)
  paymentRoutes(http.app, {
    ...payments,
    provider,
    mayPromote: (playerId) => protection.mayPromote(playerId),
    openTicket: (tx, given) => openTicketIn({ clock }, tx, given),
    requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
    requireStepUp: (ctx) => auth.requireStepUp(ctx),
    onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
  })
  return payments
}

/** The gateway that is described; without one the log is told, and in development the inbox has it. */
function smsOf({ smsGatewayFile, mode }: Env, { news }: Betting): SmsPort | null {
  if (smsGatewayFile !== null) return httpSms(readSmsGateway(smsGatewayFile))
  return mode === 'development' ? null : logSms(news.log)
}

/** Real rates where their source is named; rates of practice in development; none otherwise. */
function ratesOf({ env, db, clock, betting }: Pick<AccountsDeps, 'env' | 'db' | 'clock' | 'betting'>) {
  const port = env.ratesUrl ? referenceRates(env.ratesUrl) : env.mode === 'development' ? simulatedRates() : null
  return port ? { rates: createRates({ db, clock, port, log: betting.news.log }) } : {}
}

const NOTICES = 'game.notices'

/** Letters of followed games go to a confirmed address, and to nobody who has asked the house for silence. */
function noticeLetters(
  db: Db,
  messenger: Messenger,
  protection: Pick<Protection, 'mayPromote'>,
  linkOf: (brand: string, page: string) => string,
): LettersPort {
  const withAddress = async (tx: Db | Tx, playerIds: readonly number[]) =>
    (await listPlayers(tx, playerIds)).flatMap(({ id, brand, language: lng, email: to, email_confirmed_at: confirmedAt }) =>
      to !== null && confirmedAt !== null ? [{ id, brand, lng, to }] : [],
    )
  async function reachable(playerIds: readonly number[]): Promise<number[]> {
    const reached: number[] = []
    for (const { id } of await withAddress(db, playerIds)) if (await protection.mayPromote(id)) reached.push(id)
    return reached
  }
  return {
    reach: async (playerId) => (await reachable([playerId])).length > 0,
    reachable,
    async send(tx, playerIds, words) {
      for (const { brand, lng, to } of await withAddress(tx, playerIds)) {
        const { title, text, page } = words(lng)
        const params = { title, text, link: linkOf(brand, page) }
        await messenger.send(tx, { brand, channel: 'mail', to, template: 'game_notice', toMany: true, lng, params })
      }
    },
  }
}

/** What happens in followed games reaches its players in every process that has a page of theirs open. */
function composeSubscriptions(
  { env, db, clock, texts, http, brands, betting, stream }: Parameters<typeof composeAccounts>[0],
  keys: KeyService,
  messenger: Messenger,
  protection: Pick<Protection, 'mayPromote' | 'excludedOf'>,
): Subscriptions {
  const { outbox, bus, log } = betting.news
  const subscriptions = createSubscriptions({
    db,
    clock,
    log,
    stream,
    outbox,
    line: betting.line,
    text: (lng, key, params) => texts.text(lng, key, params),
    mac: (purpose, text) => keys.mac(purpose, text),
    subject: `mailto:${letterSender(brands)('').address}`,
    tellOthers: (news) => bus.broadcast(NOTICES, news),
    excludedOf: (tx, playerIds) => protection.excludedOf(tx, playerIds),
    letters: noticeLetters(db, messenger, protection, (brand, page) => `${siteAddress(env)(brandOrFirst(brands, brand))}${page}`),
  })
  subscriptions.routes(http.app)
  bus.on(NOTICES, (payload) => {
    subscriptions.show(payload as News).catch((error: unknown) => log.warn({ err: error }, 'notices not shown'))
  })
  return subscriptions
}

type Cookies = Readonly<Record<string, string | undefined>>

async function streamVisitor(auth: Auth, brands: Brands, request: IncomingMessage, cookies: Cookies): Promise<StreamVisitor> {
  const secret = cookies[SESSION_COOKIE]
  let session: AuthSession | null
  try {
    session = secret && secret.length <= 64 ? await auth.deps.sessions.bySecret(secret) : null
  } catch (error) {
    // The line goes on. When the database is back he comes again, as whoever he is.
    if (databaseIsAway() && isDatabaseAway(error)) return { playerId: null, sessionId: null, isUnasked: true }
    throw error
  }
  const { brand } = brands.visitOf({ host: request.headers.host ?? 'localhost', url: '/stream', query: {}, cookies })
  return session && session.brand === brand && !session.blocked
    ? { playerId: session.playerId, sessionId: session.id }
    : { playerId: null, sessionId: null }
}

const profileOfBrand = (brands: Brands, id: string) =>
  profileOf(brands.list().find(({ config }) => config.id === id)?.config.responsible.profile)
