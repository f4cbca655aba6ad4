/** Door of auth: players' identity, passwords, sessions, tokens, letters. */
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Problem } from '#platform/shared/problem.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Place } from '../rules/risk.ts'
import { appealRoutes } from './appeals.ts'
import { createAuthenticate } from './authenticate.ts'
import { createCaptcha, type Captcha } from './captcha.ts'
import type { CaptchaSimulator, HostedKeys } from './captcha/hosted.ts'
import { createChallenges } from './challenges.ts'
import type { AuthDeps, SecondFactor } from './deps.ts'
import { requireMoneySession, requireStepUp } from './guard.ts'
import type { KeyService } from './keys.ts'
import { createLimits, type GuessLimits } from './limits.ts'
import type { Messenger } from './messenger.ts'
import { createPasswords } from './passwords.ts'
import { createOauthParty, type OauthParty } from './oauth-party.ts'
import { frameRoutes } from './frame-sign-in.ts'
import { authRoutes } from './routes.ts'
import { digitsOnly, type PhoneReader } from './phone-reader.ts'
import { smsRoutes } from './sms-sign-in.ts'
import type { SocialKeys, SocialSimulator } from './social/clients.ts'
import { socialRoutes } from './social/routes.ts'
import { createSessions, type AuthSession } from './sessions.ts'
import './tables.ts'

export { afterAnswer, type AfterAnswer } from './after-answer.ts'
export { answerAppeal, listAppeals } from './appeals.ts'
export { encodePassword, loadKeys, makeKeyFile, temporaryKeys, type KeyService } from './keys.ts'
export { refuseOtherKeys } from './keys-of-database.ts'
export { createMessenger, type LetterFoot, type Message, type Messenger } from './messenger.ts'
export { sessionOf, SESSION_COOKIE, TOKEN_COOKIE } from './authenticate.ts'
export { setSessionCookie, setTokenCookie } from './cookies.ts'
export { isBrowser, originOf, signedInReply, visitorOf } from './visit.ts'
export {
  insertPlayer,
  insertSecurityEvent,
  selectAndLockPlayer,
  selectLastSecurityChange,
  listPlayers,
  selectPlayer,
  selectPlayerOptional,
  updateLanguage,
  type PlayerRow,
} from './player-store.ts'
export { readNewPassword, tellEverywhere } from './change-password.ts'
export { selectPreviousSessionOptional } from './session-store.ts'
export { generatePassword } from './passwords.ts'
export { requireStepUp } from './guard.ts'
export { proveAgain } from './prove-again.ts'
export { confirmPlayer, finishSignIn, signInKnown, type SignedIn } from './sign-in.ts'
export { pendingPerson, takePerson } from './social/social.ts'
export { readSocialKeys, type SocialClient, type SocialSimulator } from './social/clients.ts'
export { signAsWallet, telegramSignature } from './social/signed-answers.ts'
export type { OauthParty } from './oauth-party.ts'
export { CODE_LENGTH, codeOver, RESEND_AFTER_S } from './challenges.ts'
export { numberMark } from './code-to-number.ts'
export { DEFAULT_LIMITS, type GuessLimits } from './limits.ts'
export { newId, sameBytes } from './secret.ts'
export type { AuthDeps, FactorProof, SecondFactor } from './deps.ts'
export type { AuthSession, Visitor } from './sessions.ts'
export { readHostedKeys, type CaptchaSimulator } from './captcha/hosted.ts'
export { captchaSolution } from './captcha/tasks.ts'
export { deviceName } from '../rules/device.ts'
export * from '../rules/identifier.ts'
export * from '../rules/session.ts'
export type { Place } from '../rules/risk.ts'
export { PASSWORD_MAX, PASSWORD_MIN } from '../rules/password.ts'
export * from './secrets-list.ts'
export { personalData } from './personal-data.ts'

export interface AuthOptions {
  db: Db
  clock: Clock
  keys: KeyService
  texts: Texts
  messenger: Messenger
  limits?: GuessLimits
  /** Keys of hosted captchas by brand; a kind without keys is not offered. */
  captchaKeys?: HostedKeys
  /** Work of a password's hash; left out: the usual. Fewer passes are for tests. */
  passwordPasses?: number
  /** Sessions that a player may hold at once (SES-08); left out: as many as he likes. */
  sessionsAtOnce?: (brand: string) => number
  /** Failed sign-ins in a row after which a brand closes the account until a reset (ACC-11); without it HARD_LIMIT. */
  failedSignIns?: (brand: string) => number
  /** Whether a brand asks for a code where a right password comes in a strange way (SES-10); left out: it does. */
  asksStrangeSignIn?: (brand: string) => boolean
  /** Where an address is, by the operator's file; left out: nobody knows. */
  placeOf?: (ip: string) => Place | null
  /** Our registrations at other services, by brand. */
  socialKeys?: SocialKeys
  log?: AuthDeps['log']
}

export interface Auth {
  deps: AuthDeps
  authenticate: ReturnType<typeof createAuthenticate>
  captchaCheck: Captcha['check']
  /** Registers the endpoints. */
  routes(app: FastifyInstance): void
  /** The guard of every call that moves money (bets, deposits). */
  requireMoneySession(ctx: Ctx): Promise<AuthSession | Problem>
  requireStepUp(ctx: Ctx): Problem | null
  useSecondFactor(factor: SecondFactor): void
  /** Asked before a letter of a new device is written; until it is set everybody wants them. */
  useDeviceLetters(wants: AuthDeps['wantsDeviceLetters']): void
  /** Stands in for services without keys: development only. */
  useSocialSimulator(simulator: SocialSimulator): void
  /** Stands in for hosted captchas without keys: development only. */
  useCaptchaSimulator(simulator: CaptchaSimulator): void
  /** How numbers are read at sign-in by SMS. */
  usePhoneReader(read: PhoneReader): void
  oauthParty: OauthParty
  /** Deletes what can no longer be used: for a daily job. */
  cleanUp(): Promise<void>
}

export function createAuth(options: AuthOptions): Auth {
  const { db, clock, keys, messenger } = options
  let simulator: SocialSimulator | null = null
  let readPhone = digitsOnly
  let secondFactor: SecondFactor = { isEnabled: async () => false, look: async () => null, use: async () => false }
  let wantsDeviceLetters: AuthDeps['wantsDeviceLetters'] = async () => true
  const sessions = createSessions({ db, clock, atOnce: options.sessionsAtOnce })
  const captcha = createCaptcha({ db, clock, keys, log: options.log, ...(options.captchaKeys ? { hosted: options.captchaKeys } : {}) })
  const deps: AuthDeps = {
    db,
    clock,
    keys,
    messenger,
    sessions,
    passwords: createPasswords(options.passwordPasses),
    challenges: createChallenges({ clock, keys }),
    limits: createLimits({ db, clock, keys, failedSignIns: options.failedSignIns, ...(options.limits ? { limits: options.limits } : {}) }),
    secondFactor: () => secondFactor,
    wantsDeviceLetters: (tx, playerId) => wantsDeviceLetters(tx, playerId),
    asksStrangeSignIn: options.asksStrangeSignIn ?? (() => true),
    placeOf: options.placeOf ?? (() => null),
    log: options.log,
  }
  const oauthParty = createOauthParty(deps)
  return {
    deps,
    authenticate: createAuthenticate({ sessions, clock }),
    captchaCheck: captcha.check,
    oauthParty,
    usePhoneReader: (read) => (readPhone = read),
    useSocialSimulator: (given) => (simulator = given),
    useCaptchaSimulator: captcha.useSimulator,
    routes(app) {
      authRoutes(app, deps, () => readPhone)
      smsRoutes(app, deps, () => readPhone)
      socialRoutes(app, deps, { keys: options.socialKeys ?? {}, simulator: () => simulator })
      frameRoutes(app, deps)
      appealRoutes(app, deps)
      oauthParty.routes(app)
      captcha.routes(app)
    },
    requireMoneySession: async (ctx) => requireMoneySession(ctx),
    requireStepUp: (ctx) => requireStepUp(sessions, ctx),
    useSecondFactor: (factor) => (secondFactor = factor),
    useDeviceLetters: (wants) => (wantsDeviceLetters = wants),
    async cleanUp() {
      const now = new Date(clock.now())
      await captcha.cleanUp()
      for (const table of ['service_token', 'oauth_token'] as const) await db.deleteFrom(table).where('expires_at', '<=', now).execute()
      // What processes remember of sessions is seconds old. By the database's clock, as it was written.
      await sql`DELETE FROM session_change WHERE at < now() - interval '1 day'`.execute(db)
      await db
        .deleteFrom('challenge')
        .where('expires_at', '<=', new Date(clock.now() - 86_400_000))
        .execute()
      await db
        .deleteFrom('sign_in_failure')
        .where('updated_at', '<=', new Date(clock.now() - 365 * 86_400_000))
        .where((eb) => eb.or([eb('locked_until', 'is', null), eb('locked_until', '<=', now)]))
        .execute()
    },
  }
}
