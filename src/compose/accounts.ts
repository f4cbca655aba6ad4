/** Players, sign-in, second factor and the cashier of one process. */
import type { IncomingMessage } from 'node:http'
import { createDisallowedSports, registerAccount } from '#modules/account/server/index.ts'
import {
  createAuth,
  createMessenger,
  DEFAULT_LIMITS,
  loadKeys,
  readHostedKeys,
  SESSION_COOKIE,
  type Auth,
  type KeyService,
  type Messenger,
} from '#modules/auth/server/index.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import { registerContent } from '#modules/content/server/index.ts'
import { mayPromote } from '#modules/limits/server/index.ts'
import { paymentRoutes, SANDBOX, sandboxProvider, type PaymentsDeps } from '#modules/payments/server/index.ts'
import type { Protection } from '#modules/protection/server/index.ts'
import { createSecurity, hasQuestion } from '#modules/security/server/index.ts'
import { createSubscriptions, type News } from '#modules/subscriptions/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { setCaptchaCheck, type Http } from '#platform/server/http.ts'
import type { Stream, StreamVisitor } from '#platform/server/stream.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Betting } from './betting.ts'
import { composeProtection } from './protection.ts'

/** For benchmarks and tests that sign in many times from one address. */
const NO_LIMITS = { ...DEFAULT_LIMITS, signInsPerNetwork: 0, registrationsPerNetwork: 0, messagesPerNetwork: 0 }

export interface Accounts {
  auth: Auth
  keys: KeyService
  payments: PaymentsDeps
  protection: Protection
  messenger: Messenger
  /** Who opens a stream: the session's cookie on a host of its brand; a visitor without one listens to public topics. */
  streamVisitor(request: IncomingMessage): Promise<StreamVisitor>
}

export async function composeAccounts(deps: {
  env: Env
  db: Db
  clock: Clock
  texts: Texts
  http: Http
  brands: Brands
  betting: Betting
  stream: Stream
}): Promise<Accounts> {
  const { env, db, clock, texts, http, brands, betting, stream } = deps
  const { app } = http
  const development = env.mode === 'development'
  const keys = await loadKeys({ home: env.home, file: env.keysFile, create: development })
  const messenger = createMessenger({ db, clock, texts, inbox: development, smtpUrl: env.smtpUrl, from: 'no-reply@polosa.example' })
  const captchaKeys = readHostedKeys(env.captchaKeysFile)
  const auth = await createAuth({ db, clock, keys, texts, messenger, captchaKeys, ...(env.guessLimits ? {} : { limits: NO_LIMITS }) })
  const security = createSecurity(auth.deps)
  auth.useSecondFactor(security.secondFactor)
  http.setAuthenticator(auth.authenticate)
  setCaptchaCheck(auth.captchaCheck)

  auth.deps.sessions.onClosed((ids) => stream.disconnect(({ sessionId }) => sessionId !== null && ids.includes(sessionId)))

  auth.routes(app)
  security.routes(app)
  const sports = createDisallowedSports(db, clock)
  await sports.load()
  betting.bets.useSports(sports)
  registerAccount(app, {
    auth: auth.deps,
    ledger: betting.ledger,
    hasQuestion,
    sports,
    requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
    onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
  })
  registerContent(app, { db, mayPromote: (playerId) => mayPromote(db, playerId) })
  betting.bets.useMoneyGuard((ctx) => auth.requireMoneySession(ctx))
  const protection = await composeProtection({ app, auth: auth.deps, betting })
  const payments: PaymentsDeps = {
    db,
    clock,
    ledger: betting.ledger,
    providers: development ? { [SANDBOX]: sandboxProvider(keys) } : {},
    guardDeposit: (tx, wanted) => protection.guardDeposit(tx, wanted),
  }
  paymentRoutes(app, {
    ...payments,
    provider: SANDBOX,
    requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
    requireStepUp: (ctx) => auth.requireStepUp(ctx),
    onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
  })
  composeSubscriptions(deps, keys)
  return { auth, keys, payments, protection, messenger, streamVisitor: (request) => streamVisitor(auth, brands, request) }
}

const NOTICES = 'game.notices'

/** What happens in followed games reaches its players in every process that has a page of theirs open. */
function composeSubscriptions({ db, clock, texts, http, betting, stream }: Parameters<typeof composeAccounts>[0], keys: KeyService): void {
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
    subject: 'mailto:no-reply@polosa.example',
    tellOthers: (news) => bus.broadcast(NOTICES, news),
  })
  subscriptions.routes(http.app)
  bus.on(NOTICES, (payload) => {
    subscriptions.show(payload as News).catch((error: unknown) => log.warn({ err: error }, 'notices not shown'))
  })
}

async function streamVisitor(auth: Auth, brands: Brands, request: IncomingMessage): Promise<StreamVisitor> {
  const cookies = parseCookie(request.headers.cookie ?? '')
  const secret = cookies[SESSION_COOKIE]
  const session = secret && secret.length <= 64 ? await auth.deps.sessions.bySecret(secret) : null
  const { brand } = brands.visitOf({ host: request.headers.host ?? 'localhost', url: '/stream', query: {}, cookies })
  return session && session.brand === brand && !session.blocked
    ? { playerId: session.playerId, sessionId: session.id }
    : { playerId: null, sessionId: null }
}

function parseCookie(header: string): Record<string, string | undefined> {
  return Object.fromEntries(
    header.split(';').flatMap((part) => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), decodeURIComponent(part.slice(at + 1).trim())]]
    }),
  )
}
