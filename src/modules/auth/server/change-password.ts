/** Change, reset and first replacement of a password (ACC-14, ACC-15, C8). */
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { normalizePassword } from '../rules/password.ts'
import { maskEmail, readIdentifier } from '../rules/identifier.ts'
import { RESET_LIFE_MS } from '../rules/session.ts'
import type { AfterAnswer } from './after-answer.ts'
import type { Challenge } from './challenges.ts'
import type { AuthDeps } from './deps.ts'
import { guessTexts } from './strange-sign-in.ts'
import { insertSecurityEvent, resetMark, selectAndLockPlayer, selectPlayer, selectPlayerOptional, type PlayerRow } from './player-store.ts'

export interface PasswordPair {
  password: string
  confirmation: string
}

/** Decodes and judges a new password. Problems name the field `password` or `password_confirmation`. */
export async function readNewPassword(
  deps: AuthDeps,
  given: PasswordPair,
  context: readonly (string | null | undefined)[],
): Promise<string | Problem> {
  const password = await deps.keys.decrypt(given.password)
  const confirmation = await deps.keys.decrypt(given.confirmation)
  if (password === null) return problem('auth.password_not_encoded', { field: 'password', status: 422 })
  if (confirmation === null || normalizePassword(password) !== normalizePassword(confirmation)) {
    return problem('auth.password_mismatch', { field: 'password_confirmation' })
  }
  const issue = await deps.passwords.check(password, context)
  return issue ? problem(`auth.${issue}`, { field: 'password' }) : password
}

/** Problems: validation of old_password, password, password_confirmation; auth.locked 42. */
export async function changePassword(
  deps: AuthDeps,
  given: PasswordPair & { playerId: number; sessionId: string | null; oldPassword: string; endOtherSessions: boolean; ip: string },
): Promise<{ closedSessions: number } | Problem> {
  const player = await selectPlayer(deps.db, given.playerId)
  const old = await deps.keys.decrypt(given.oldPassword)
  if (old === null) return problem('auth.password_not_encoded', { field: 'old_password', status: 422 })
  const guess = await deps.limits.countProof(player.brand, 'confirm', player.id)
  if (guess) return { ...guess, status: 200 }
  if (!(await deps.passwords.verify(player.password_hash, old))) return problem('auth.wrong_password', { field: 'old_password' })
  // The old one was right, whatever is said of the new one. Wrong app codes count here too, and a password is no answer to them.
  await deps.limits.forgiveProof(player.brand, 'confirm', player.id)
  const password = await readNewPassword(deps, given, contextOf(player))
  if (isProblem(password)) return password
  if (normalizePassword(password) === normalizePassword(old)) return problem('auth.password_same', { field: 'password' })
  const hash = await deps.passwords.hash(password)
  const closed = await inTx(deps.db, async (tx) => {
    // Reset while the old one was being looked at: who knew that one changes nothing any more.
    if ((await selectAndLockPlayer(tx, player.id)).password_hash !== player.password_hash) return null
    await storePassword(deps, tx, player, hash, 'password_changed', given.ip)
    const hasSecondFactor = await deps.secondFactor().isEnabled(tx, player.id)
    if (!hasSecondFactor) await deps.limits.clearProof(player.brand, 'confirm', player.id, tx)
    return given.endOtherSessions
      ? await deps.sessions.close(tx, { playerId: player.id, exceptId: given.sessionId }, 'password_changed')
      : []
  })
  if (closed === null) return problem('auth.wrong_password', { field: 'old_password' })
  deps.sessions.forget(closed, player.id)
  if (given.sessionId) deps.sessions.reread(player.id)
  return { closedSessions: closed.length }
}

const RESET = 'password_reset'

/**
 * Sends the reset letter when there is such a confirmed player; the answer and the time are the same when there
 * is none (ACC-10): he is looked for after it.
 */
export async function askPasswordReset(
  deps: AuthDeps,
  given: { brand: string; login: string; ip: string; lng: string; origin: string },
  after: AfterAnswer,
): Promise<Problem | null> {
  const limited = await deps.limits.count('message', given.ip)
  if (limited) return limited
  after(() => sendReset(deps, given))
  return null
}

async function sendReset(deps: AuthDeps, given: { brand: string; login: string; lng: string; origin: string }): Promise<void> {
  const who = readIdentifier(given.login)
  const player = who ? await selectPlayerOptional(deps.db, given.brand, who) : null
  if (!player?.email || player.status !== 'active') return
  const { email } = player
  await inTx(deps.db, async (tx) => {
    if (await deps.challenges.tooOften(tx, RESET, player.id)) return
    const data = { mark: resetMark(player, 'email') }
    const hash = await deps.challenges.open(tx, { purpose: RESET, brand: given.brand, playerId: player.id, data, lifeMs: RESET_LIFE_MS })
    const link = `${given.origin}/${given.lng}/password-reset#hash=${hash}`
    await deps.messenger.send(tx, {
      brand: given.brand,
      channel: 'mail',
      to: email,
      template: 'password_reset',
      lng: given.lng,
      params: { link },
    })
  })
}

/** Whose password the link sets; null for unknown, used and expired ones, and for one that its password or its address has outlived. */
async function ownerOfLink(deps: AuthDeps, brand: string, hash: string): Promise<PlayerRow | null> {
  return inTx(deps.db, async (tx) => {
    const challenge = await deps.challenges.peek(tx, RESET, brand, hash)
    if (!challenge || challenge.playerId === null) return null
    const player = await selectPlayer(tx, challenge.playerId)
    return challenge.data['mark'] === resetMark(player, 'email') ? player : null
  })
}

/** The masked login behind a reset link, null when it is not valid (any more). */
export async function peekPasswordReset(deps: AuthDeps, brand: string, hash: string): Promise<{ login: string } | null> {
  const player = await ownerOfLink(deps, brand, hash)
  return player && { login: maskEmail(player.email) }
}

/**
 * Sets the new password behind a reset link and ends every session. A second factor stays on and is asked at the
 * next sign-in: a reset never goes round it. Problems: auth.hash_invalid (404), validation of password fields.
 */
export async function resetPassword(
  deps: AuthDeps,
  given: PasswordPair & { brand: string; hash: string; ip: string },
): Promise<Problem | null> {
  const player = await ownerOfLink(deps, given.brand, given.hash)
  if (!player) return problem('auth.hash_invalid', { status: 404, field: 'hash' })
  const password = await readNewPassword(deps, given, contextOf(player))
  if (isProblem(password)) return password
  const done = await finishReset(deps, {
    player,
    password,
    ip: given.ip,
    prove: async (tx) => (await deps.challenges.redeem(tx, RESET, given.brand, given.hash))?.data ?? null,
    proves: 'email',
  })
  return done ? null : problem('auth.hash_invalid', { status: 404, field: 'hash' })
}

/**
 * Stores the password and ends every session; false when the proof has gone since, or was made for another password or
 * address than the player has now. `prove`: what the challenge of the proof carries. `proves`: where its message went.
 */
export async function finishReset(
  deps: AuthDeps,
  {
    player,
    password,
    ip,
    prove,
    proves,
  }: { player: PlayerRow; password: string; ip: string; prove: (tx: Tx) => Promise<Challenge['data'] | null>; proves: 'email' | 'phone' },
): Promise<boolean> {
  const hash = await deps.passwords.hash(password)
  const closed = await inTx(deps.db, async (tx) => {
    const proof = await prove(tx)
    // Letters and codes lie about: none is good for an account that has changed hands since.
    if (!proof || proof['mark'] !== resetMark(await selectAndLockPlayer(tx, player.id), proves)) return null
    await storePassword(deps, tx, player, hash, 'password_reset', ip)
    await deps.limits.clearAll(tx, player.brand, player.id, guessTexts(player))
    // The message reached its address, which proves it.
    const column = proves === 'email' ? 'email_confirmed_at' : 'phone_confirmed_at'
    const at = new Date(deps.clock.now())
    await tx
      .updateTable('player')
      .set({ [column]: at })
      .where('id', '=', player.id)
      .where(column, 'is', null)
      .execute()
    return deps.sessions.close(tx, { playerId: player.id }, 'password_reset')
  })
  if (closed === null) return false
  deps.sessions.forget(closed, player.id)
  return true
}

async function storePassword(deps: AuthDeps, tx: Tx, player: PlayerRow, hash: string, kind: string, ip: string): Promise<void> {
  const at = new Date(deps.clock.now())
  await tx
    .updateTable('player')
    .set({ password_hash: hash, must_change_password: false, first_password_until: null })
    .where('id', '=', player.id)
    .execute()
  await insertSecurityEvent(tx, { playerId: player.id, kind, ip, at })
  await tellEverywhere(deps, tx, player, 'password_changed')
}

/** By every way to the player: whoever has one of them in his hands must not be the only one who hears. */
export async function tellEverywhere({ messenger }: AuthDeps, tx: Tx, player: PlayerRow, template: string): Promise<void> {
  const notice = { brand: player.brand, template, lng: player.language, params: {} }
  if (player.email) await messenger.send(tx, { ...notice, channel: 'mail', to: player.email })
  if (player.phone && player.phone_confirmed_at) await messenger.send(tx, { ...notice, channel: 'sms', to: `+${player.phone}` })
}

/** What a new password must not be built on. */
export function contextOf(player: PlayerRow): (string | null)[] {
  return [player.brand, player.email, player.phone, player.login_key, String(player.id)]
}
