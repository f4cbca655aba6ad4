/** Changing the address by a letter, the login, and whether the address is a login. */
import { HOUR } from '#lib/time.ts'
import { inTx, sqlState } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { emailRefusal } from '#modules/account/server/index.ts'
import {
  emailKey,
  insertSecurityEvent,
  maskEmail,
  RESEND_AFTER_S,
  selectPlayer,
  selectPlayerOptional,
  type AfterAnswer,
  type AuthDeps,
} from '#modules/auth/server/index.ts'
import { checkLogin, loginKey } from '../rules/login.ts'

const PURPOSE = 'email_change'
const LETTER_LIFE_MS = HOUR

export interface Owner {
  playerId: number
  brand: string
  ip: string
}

/**
 * Sends the letter to the new address. An address that is somebody else's gets none, and the answer is the same
 * (ACC-10). Problems: account.<e-mail rule> at `umail`, security.email_same, auth.too_often (44).
 */
export async function askEmailChange(
  deps: AuthDeps,
  owner: Owner,
  given: { email: string; lng: string; origin: string; after: AfterAnswer },
): Promise<{ resendAfterS: number } | Problem> {
  const { playerId, brand } = owner
  const counted = await deps.limits.count('message', owner.ip)
  if (counted) return counted
  const email = given.email.trim()
  const wrong = email === '' ? { key: 'email_required' } : emailRefusal(email)
  if (wrong) return problem(`account.${wrong.key}`, { field: 'umail', ...(wrong.params ? { params: wrong.params } : {}) })
  const player = await selectPlayer(deps.db, playerId)
  if (player.email_key === emailKey(email) && player.email_confirmed_at) return problem('security.email_same', { field: 'umail' })
  const opened = await inTx(deps.db, async (tx) => {
    const refused = await deps.challenges.tooOften(tx, PURPOSE, playerId, 'letter')
    if (refused) return refused
    const data = { email, from: player.email_key }
    const hash = await deps.challenges.open(tx, { purpose: PURPOSE, brand, playerId, data, lifeMs: LETTER_LIFE_MS })
    const other = await selectPlayerOptional(tx, brand, { type: 'email', key: emailKey(email) })
    return { hash, isFree: !other || other.id === playerId }
  })
  if (isProblem(opened)) return opened
  // After the answer, as everywhere: writing the letter would tell by its time that the address is nobody's.
  given.after(async () => void (opened.isFree && (await sendLetter(deps, brand, { ...given, email, hash: opened.hash }))))
  return { resendAfterS: RESEND_AFTER_S }
}

function sendLetter(deps: AuthDeps, brand: string, given: { email: string; hash: string; lng: string; origin: string }): Promise<void> {
  const { email, hash, lng, origin } = given
  const link = `${origin}/${lng}/office/security/email#hash=${hash}`
  const letter = { brand, channel: 'mail' as const, to: email, template: 'email_change', lng, params: { link } }
  return inTx(deps.db, (tx) => deps.messenger.send(tx, letter))
}

/** Problem: security.hash_wrong (51) for unknown, used, expired, foreign and outdated letters alike. */
export async function confirmEmailChange(deps: AuthDeps, owner: Owner, hash: string): Promise<{ email: string } | Problem> {
  const wrong = problem('security.hash_wrong', { wire: 51, field: 'hash' })
  try {
    return await inTx(deps.db, async (tx) => {
      const found = await deps.challenges.peek(tx, PURPOSE, owner.brand, hash)
      if (found?.playerId !== owner.playerId) return wrong
      await deps.challenges.markUsed(tx, found.idHash)
      const { email, from } = found.data as { email: string; from: string | null }
      const before = await selectPlayer(tx, owner.playerId)
      if (before.email_key !== from) return wrong
      const at = new Date(deps.clock.now())
      await tx
        .updateTable('player')
        .set({ email, email_key: emailKey(email), email_confirmed_at: at })
        .where('id', '=', owner.playerId)
        .execute()
      await insertSecurityEvent(tx, { playerId: owner.playerId, kind: 'email_changed', ip: owner.ip, at })
      if (before.email && before.email_confirmed_at && from !== emailKey(email)) {
        const params = { email: maskEmail(email) }
        const notice = { brand: owner.brand, channel: 'mail' as const, template: 'email_changed', lng: before.language, params }
        await deps.messenger.send(tx, { ...notice, to: before.email })
      }
      return { email: maskEmail(email) }
    })
  } catch (error) {
    // Somebody else took the address while the letter was under way.
    if (sqlState(error) === '23505') return wrong
    throw error
  }
}

/** Problems: security.login_short, …, at `login`; security.login_taken (37). What is not given stays. */
export async function changeLogin(
  deps: AuthDeps,
  owner: Owner,
  given: { login: string | null; authByEmail: boolean | null },
): Promise<{ login: string; authByEmail: boolean } | Problem> {
  const key = given.login === null ? null : loginKey(given.login)
  // The number of the player is his login from the start; sent back unchanged it asks for nothing.
  const isNew = key !== null && key !== String(owner.playerId)
  const issue = isNew ? checkLogin(key) : null
  if (issue) return problem(`security.${issue}`, { field: 'login' })
  try {
    return await inTx(deps.db, async (tx) => {
      const before = await tx
        .selectFrom('player')
        .select(['login_key', 'auth_by_email'])
        .where('id', '=', owner.playerId)
        .forUpdate()
        .executeTakeFirstOrThrow()
      const login_key = isNew ? key : before.login_key
      const auth_by_email = given.authByEmail ?? before.auth_by_email
      await tx.updateTable('player').set({ login_key, auth_by_email }).where('id', '=', owner.playerId).execute()
      const event = { playerId: owner.playerId, ip: owner.ip, at: new Date(deps.clock.now()) }
      if (login_key !== before.login_key) await insertSecurityEvent(tx, { ...event, kind: 'login_changed' })
      if (auth_by_email !== before.auth_by_email)
        await insertSecurityEvent(tx, { ...event, kind: auth_by_email ? 'email_sign_in_on' : 'email_sign_in_off' })
      return { login: login_key ?? String(owner.playerId), authByEmail: auth_by_email }
    })
  } catch (error) {
    if (sqlState(error) === '23505') return problem('security.login_taken', { wire: 37, field: 'login' })
    throw error
  }
}

/** What secures the account, each counted once. */
export async function readSecureState(deps: AuthDeps, playerId: number, question: boolean) {
  const player = await selectPlayer(deps.db, playerId)
  const state = {
    email: player.email_confirmed_at !== null,
    phone: player.phone_confirmed_at !== null,
    two_factor: await deps.secondFactor().isEnabled(deps.db, playerId),
    question,
  }
  return { level: Object.values(state).filter(Boolean).length, ...state }
}
