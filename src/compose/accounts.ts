/** Players, sign-in, second factor and the cashier of one process. */
import { registerAccount } from '#modules/account/server/index.ts'
import { createAuth, createMessenger, loadKeys, type Auth, type KeyService } from '#modules/auth/server/index.ts'
import { registerContent } from '#modules/content/server/index.ts'
import { paymentRoutes, SANDBOX, sandboxProvider, type PaymentsDeps } from '#modules/payments/server/index.ts'
import { createSecurity } from '#modules/security/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { setCaptchaCheck, type Http } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Betting } from './betting.ts'

export interface Accounts {
  auth: Auth
  keys: KeyService
  payments: PaymentsDeps
}

export async function composeAccounts(deps: { env: Env; db: Db; clock: Clock; texts: Texts; http: Http; betting: Betting }): Promise<Accounts> {
  const { env, db, clock, texts, http, betting } = deps
  const { app } = http
  const development = env.mode === 'development'
  const keys = await loadKeys({ home: env.home, file: env.keysFile, create: development })
  const messenger = createMessenger({ db, clock, texts, inbox: development, smtpUrl: env.smtpUrl, from: 'no-reply@polosa.example' })
  const auth = await createAuth({ db, clock, keys, texts, messenger })
  const security = createSecurity(auth.deps)
  auth.useSecondFactor(security.secondFactor)
  http.setAuthenticator(auth.authenticate)
  setCaptchaCheck(auth.captchaCheck)

  auth.routes(app)
  security.routes(app)
  registerAccount(app, { auth: auth.deps, ledger: betting.ledger })
  registerContent(app, { db })
  const payments: PaymentsDeps = { db, clock, ledger: betting.ledger, providers: { [SANDBOX]: sandboxProvider(keys) } }
  paymentRoutes(app, {
    ...payments,
    provider: SANDBOX,
    requireMoneySession: (ctx) => auth.requireMoneySession(ctx),
    onBalanceChanged: (playerId) => void betting.bets.refresh([playerId]).catch(() => {}),
  })
  return { auth, keys, payments }
}
