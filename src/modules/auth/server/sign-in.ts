/** Sign-in in one or two steps. Known and unknown logins get the same answer after the same work (ACC-10). */
import { MINUTE } from '#lib/time.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { readIdentifier, type LoginType } from '../rules/identifier.ts'
import { encodedPasswordPart } from '../rules/password.ts'
import type { AuthGrade } from '../rules/session.ts'
import type { AuthDeps } from './deps.ts'
import {
  insertSecurityEvent,
  passwordMark,
  selectAndLockPlayer,
  selectPlayer,
  selectPlayerOptional,
  updateLanguage,
  type PlayerRow,
} from './player-store.ts'
import { hasSessionFrom } from './session-store.ts'
import { askForCode, clearGuessesAt, ownerOfCodeStep, takeCode, type CodeStep, type FirstProof } from './strange-sign-in.ts'
import { deviceName } from '../rules/device.ts'
import type { AuthSession, IssuedToken, Visitor } from './sessions.ts'

export interface SignInRequest {
  login: string
  /** `1.` + base64 (wire 12.2). */
  password: string
  loginType?: LoginType
  /** Names by which the brand lets players in; nobody is anybody under another. */
  loginTypes: readonly LoginType[]
  remember: boolean
  /** A browser gets a token that counts only beside its cookie; a program gets one of its own. */
  browser: boolean
  visitor: Visitor
  lng: string
}

export interface SignedIn {
  step: 'none'
  session: AuthSession
  secret: string
  token: IssuedToken
  refreshToken: string
  mustChangePassword: boolean
}

export interface SecondStep {
  step: 'two_factor'
  authId: string
}

const SECOND_STEP = 'sign_in_second'
const expired = problem('auth.step_expired', { wire: 41, status: 401 })
const WRONG = problem('auth.wrong_login', { wire: 41, status: 401 })

/** Problems: auth.too_often 44, auth.code_too_soon 44, auth.locked 42, auth.wrong_login 41, auth.password_not_encoded, auth.account_blocked 42, auth.first_password_expired 41. */
export async function signIn(deps: AuthDeps, request: SignInRequest): Promise<SignedIn | SecondStep | CodeStep | Problem> {
  const { visitor } = request
  const limited = await deps.limits.count('sign_in', visitor.ip)
  if (limited) return limited
  // What is not even a sealed text is a fault of the program, not a guess.
  if (encodedPasswordPart(request.password) === null) return problem('auth.password_not_encoded', { field: 'password', status: 422 })
  const done = await inTurn(`${visitor.brand}:${guessKey(request)}`, deps.limits.atOnce(visitor.brand), () => checkPassword(deps, request))
  if (done === WRONG) await deps.limits.countFailure()
  return done
}

async function checkPassword(deps: AuthDeps, request: SignInRequest): Promise<SignedIn | SecondStep | CodeStep | Problem> {
  const { visitor } = request
  const locked = await deps.limits.countGuess(visitor.brand, guessKey(request))
  if (locked) return locked
  const password = await deps.keys.decrypt(request.password)
  if (password === null) return problem('auth.password_not_encoded', { field: 'password', status: 422 })
  const who = readIdentifier(request.login, request.loginType)
  const found = who ? await selectPlayerOptional(deps.db, visitor.brand, who) : null
  // Who has turned his address off as a login is nobody under it, nor anybody by a kind of name that the brand does not take.
  const isOffered = who !== null && request.loginTypes.includes(who.type)
  const player = !isOffered || (who.type === 'email' && found?.auth_by_email === false) ? null : found
  const right = player ? await deps.passwords.verify(player.password_hash, password) : await deps.passwords.verifyNobody(password)
  if (!player || !right) return WRONG
  if (player.status !== 'active') return problem('auth.account_blocked', { wire: 42, status: 401 })
  if (player.must_change_password && player.first_password_until && player.first_password_until.getTime() <= deps.clock.now()) {
    return problem('auth.first_password_expired', { wire: 41, status: 401 })
  }
  if (deps.passwords.isOutdated(player.password_hash)) {
    const password_hash = await deps.passwords.hash(password)
    const outdated = deps.db.updateTable('player').set({ password_hash }).where('id', '=', player.id)
    await outdated.where('password_hash', '=', player.password_hash).execute()
  }
  return inTx(deps.db, async (tx) => {
    const now = await selectAndLockPlayer(tx, player.id)
    // Changed while it was being looked at: what was right then opens nothing.
    if (now.password_hash !== player.password_hash && !(await deps.passwords.verify(now.password_hash, password))) return WRONG
    return signInKnown(deps, tx, now, { ...request, guess: guessKey(request) })
  })
}

/**
 * After one proof of who somebody is: the second step where it is on, a code where the sign-in is strange, else the session.
 * `byCode`: the proof was a code to the player's own phone already. Problems: auth.account_blocked 42, auth.code_too_soon 44.
 */
export async function signInKnown(
  deps: AuthDeps,
  tx: Tx,
  player: PlayerRow,
  given: FirstProof & { byCode?: boolean },
): Promise<SignedIn | SecondStep | CodeStep | Problem> {
  if (player.status !== 'active') return problem('auth.account_blocked', { wire: 42, status: 401 })
  if (!(await deps.secondFactor().isEnabled(tx, player.id))) {
    const asked = given.byCode ? null : await askForCode(deps, tx, player, given)
    if (asked) return asked
    await clearGuessesAt(deps, tx, player, given.guess)
    return finishSignIn(deps, tx, player, { ...given, grade: 'password' })
  }
  await clearGuessesAt(deps, tx, player, given.guess)
  const data = { remember: given.remember, browser: given.browser, password: passwordMark(player) }
  const { brand } = given.visitor
  const authId = await deps.challenges.open(tx, { purpose: SECOND_STEP, brand, playerId: player.id, data, lifeMs: 5 * MINUTE })
  return { step: 'two_factor', authId }
}

export interface SecondProof {
  authId: string
  appCode: string
  smsCode: string
  visitor: Visitor
  lng: string
}

/**
 * The second step. Five wrong codes end the whole sign-in, and each counts against the player too. Problems:
 * auth.step_expired 41, auth.wrong_app_code 3, auth.wrong_sms_code 2, auth.wrong_code 2.
 */
export async function finishTwoFactor(deps: AuthDeps, request: SecondProof): Promise<SignedIn | Problem> {
  const { visitor } = request
  const limited = await deps.limits.count('sign_in', visitor.ip)
  if (limited) return limited
  if (request.appCode === '' && request.smsCode !== '') return finishByCode(deps, request)
  const owner = await inTx(deps.db, (tx) => deps.challenges.peek(tx, SECOND_STEP, visitor.brand, request.authId))
  if (!owner || owner.playerId === null) return expired
  const guess = await deps.limits.countProof(visitor.brand, '2fa', owner.playerId)
  if (guess) return guess
  const factor = deps.secondFactor()
  const proof = await factor.look(owner.playerId, request.appCode)
  const done = await inTx(deps.db, async (tx) => {
    const step = await deps.challenges.peek(tx, SECOND_STEP, visitor.brand, request.authId)
    if (!step || step.playerId === null) return expired
    if (!proof || !(await factor.use(tx, step.playerId, proof))) {
      await deps.challenges.countTry(tx, step)
      return problem('auth.wrong_app_code', { wire: 3, field: 'app_code', status: 401 })
    }
    await deps.challenges.markUsed(tx, step.idHash)
    const player = await selectAndLockPlayer(tx, step.playerId)
    if (player.status !== 'active') return problem('auth.account_blocked', { wire: 42, status: 401 })
    const { remember, browser, password } = step.data as { remember: boolean; browser: boolean; password: string }
    if (password !== passwordMark(player)) return expired
    return finishSignIn(deps, tx, player, { visitor, remember, browser, lng: request.lng, grade: 'two_factor' })
  })
  if (!isProblem(done)) await deps.limits.clearProof(visitor.brand, '2fa', owner.playerId)
  return done
}

async function finishByCode(deps: AuthDeps, { authId, smsCode: code, visitor, lng }: SecondProof): Promise<SignedIn | Problem> {
  const { brand } = visitor
  const playerId = await ownerOfCodeStep(deps, brand, authId)
  if (playerId === null) {
    // A code of an SMS in place of the app's is a wrong one, and no try at the app's.
    const isForApp = await inTx(deps.db, (tx) => deps.challenges.peek(tx, SECOND_STEP, brand, authId))
    return isForApp ? problem('auth.wrong_sms_code', { wire: 2, field: 'sms_code', status: 401 }) : expired
  }
  const guess = await deps.limits.countProof(brand, '2fa', playerId)
  if (guess) return guess
  const done = await inTx(deps.db, async (tx) => {
    const taken = await takeCode(deps, tx, { authId, code, brand, playerId })
    if (isProblem(taken)) return taken
    const { player, remember, browser } = taken
    if (player.status !== 'active') return problem('auth.account_blocked', { wire: 42, status: 401 })
    await clearGuessesAt(deps, tx, player, taken.guess)
    return finishSignIn(deps, tx, player, { visitor, remember, browser, lng, grade: 'password' })
  })
  if (!isProblem(done)) await deps.limits.clearProof(brand, '2fa', playerId)
  return done
}

const turns = new Map<string, { running: number; waiting: (() => void)[] }>()

/**
 * Fewer tries of one login run at once on a node than would lock it. A player who signs in on many
 * devices in one moment is then not taken for a guesser, for each right password clears the count behind it.
 */
async function inTurn<T>(key: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const turn = turns.get(key) ?? { running: 0, waiting: [] }
  turns.set(key, turn)
  if (turn.running >= atOnce) await new Promise<void>((go) => turn.waiting.push(go))
  else turn.running += 1
  try {
    return await work()
  } finally {
    const next = turn.waiting.shift()
    if (next) next()
    else {
      turn.running -= 1
      if (turn.running === 0) turns.delete(key)
    }
  }
}

interface Finish {
  visitor: Visitor
  remember: boolean
  browser: boolean
  lng: string
  grade: AuthGrade
}

/** Opens the session, notes it, and tells of a device that is new. From now on letters come in the language of the page. */
export async function finishSignIn(
  deps: AuthDeps,
  tx: Tx,
  player: PlayerRow,
  { visitor, remember, browser, lng, grade }: Finish,
): Promise<SignedIn> {
  const device = deviceName(visitor.userAgent)
  const known = await hasSessionFrom(tx, player.id, device)
  const kind = browser ? 'site' : 'app'
  const { session, secret } = await deps.sessions.open(tx, { playerId: player.id, visitor, kind, grade, openedBy: 'sign_in', remember })
  const token = await deps.sessions.issueToken(tx, session, kind)
  // A page always says in what language it is; a program may have named none.
  if (browser && lng !== player.language) await updateLanguage(tx, player.id, lng)
  // A browser renews through its cookie; only programs need a refresh token.
  const refreshToken = browser ? '' : await deps.sessions.issueRefresh(tx, session.id)
  await insertSecurityEvent(tx, {
    playerId: player.id,
    kind: 'sign_in',
    sessionId: session.id,
    ip: visitor.ip,
    at: new Date(deps.clock.now()),
  })
  if (!known && player.email && player.email_confirmed_at && (await deps.wantsDeviceLetters(tx, player.id))) {
    await deps.messenger.send(tx, {
      brand: visitor.brand,
      channel: 'mail',
      to: player.email,
      template: 'new_device',
      lng,
      params: { device, country: visitor.country },
    })
  }
  return { step: 'none', session, secret, token, refreshToken, mustChangePassword: session.mustChangePassword }
}

/**
 * One spelling for counting: case, Unicode form, spaces and the signs in a phone number do not give new tries. What can be
 * nobody's name is counted apart: as it stands it could be the name of a counter (`2fa:1`), and lock another player out.
 */
function guessKey({ login, loginType }: Pick<SignInRequest, 'login' | 'loginType'>): string {
  return readIdentifier(login, loginType)?.key ?? `unreadable:${login.trim().normalize('NFKC').toLowerCase().slice(0, 254)}`
}

/**
 * Proves that the player himself is there (SES-09): password, and the app code when the second factor is on.
 * Problems: auth.wrong_password (field), auth.wrong_app_code 3 (field), auth.locked 42.
 */
export async function confirmPlayer(
  deps: AuthDeps,
  playerId: number,
  given: { password: string; appCode: string },
): Promise<AuthGrade | Problem> {
  const player = await selectPlayer(deps.db, playerId)
  const password = await deps.keys.decrypt(given.password)
  if (password === null) return problem('auth.password_not_encoded', { field: 'password', status: 422 })
  const guess = await deps.limits.countProof(player.brand, 'confirm', playerId)
  if (guess) return { ...guess, status: 200 }
  const wrong = problem('auth.wrong_password', { field: 'password', wire: 41 })
  if (!(await deps.passwords.verify(player.password_hash, password))) return wrong
  const factor = deps.secondFactor()
  const proof = await factor.look(playerId, given.appCode)
  const grade = await inTx(deps.db, async (tx) => {
    const isEnabled = await factor.isEnabled(tx, playerId)
    if (isEnabled && !(proof && (await factor.use(tx, playerId, proof))))
      return problem('auth.wrong_app_code', { wire: 3, field: 'app_code' })
    // Changed while it was being looked at, as at a sign-in. The factor's row first, as in a second step.
    const now = await selectAndLockPlayer(tx, playerId)
    if (now.password_hash !== player.password_hash && !(await deps.passwords.verify(now.password_hash, password))) return wrong
    return isEnabled ? ('two_factor' as const) : ('password' as const)
  })
  if (!isProblem(grade)) await deps.limits.clearProof(player.brand, 'confirm', playerId)
  return grade
}
