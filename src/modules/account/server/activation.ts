/** Confirmation of e-mail addresses: letters, links, and the e-mail of a one-click account. */
import { inTx, sqlState, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import {
  insertSecurityEvent,
  ACTIVATION_LIFE_MS,
  emailKey,
  selectAndLockPlayer,
  selectPlayer,
  selectPlayerOptional,
  type AuthDeps,
} from '#modules/auth/server/index.ts'
import { emailRefusal } from '../rules/email.ts'

const PURPOSE = 'activation'

interface Letter {
  playerId: number
  brand: string
  email: string
  lng: string
  origin: string
}

/** The link carries the address that it confirms: a later change of address makes it worthless. */
export async function sendActivation(auth: AuthDeps, tx: Tx, { playerId, brand, email, lng, origin }: Letter): Promise<void> {
  const hash = await auth.challenges.open(tx, {
    purpose: PURPOSE,
    brand,
    playerId,
    data: { email: emailKey(email) },
    lifeMs: ACTIVATION_LIFE_MS,
  })
  const link = `${origin}/activation?hash=${hash}&lng=${lng}`
  await auth.messenger.send(tx, {
    brand,
    channel: 'mail',
    to: email,
    template: 'activation',
    lng,
    params: { link, login: String(playerId) },
  })
}

/** Sends the letter again; says the same whether the address is known, confirmed or neither. Problem: auth.too_often (44). */
export async function resendActivation(
  auth: AuthDeps,
  given: { brand: string; email: string; playerId: number | null; ip: string; lng: string; origin: string },
): Promise<Problem | null> {
  const limited = await auth.limits.count('message', given.ip)
  if (limited) return { ...limited, status: 200 }
  const player =
    given.playerId !== null
      ? await selectPlayer(auth.db, given.playerId)
      : await selectPlayerOptional(auth.db, given.brand, { type: 'email', key: emailKey(given.email) })
  if (!player?.email || player.email_confirmed_at) return null
  const { id: playerId, email } = player
  const tooOften = await inTx(auth.db, async (tx) => {
    const refused = await auth.challenges.tooOften(tx, PURPOSE, playerId, 'letter')
    if (!refused) await sendActivation(auth, tx, { playerId, brand: given.brand, email, lng: given.lng, origin: given.origin })
    return refused
  })
  // Only the player himself may learn that his letter was sent a moment ago.
  return given.playerId === null ? null : tooOften
}

/** Problem: account.activation_invalid (422) for unknown, used, expired and outdated links alike. */
export async function activate(auth: AuthDeps, brand: string, hash: string): Promise<{ playerId: number } | Problem> {
  const invalid = problem('account.activation_invalid', { status: 422, field: 'hash' })
  return inTx(auth.db, async (tx) => {
    const challenge = await auth.challenges.redeem(tx, PURPOSE, brand, hash)
    if (!challenge || challenge.playerId === null) return invalid
    const { email } = challenge.data as { email: string }
    const done = await tx
      .updateTable('player')
      .set({ email_confirmed_at: new Date(auth.clock.now()) })
      .where('id', '=', challenge.playerId)
      .where('email_key', '=', email)
      .executeTakeFirst()
    return done.numUpdatedRows === 1n ? { playerId: challenge.playerId } : invalid
  })
}

/**
 * Gives an account without a confirmed address its e-mail; as many letters leave as when one is sent again. Problems, on `email`:
 * account.<e-mail rule>, account.has_email, auth.email_taken; auth.too_often, auth.code_too_soon, auth.codes_of_day (44).
 */
export async function giveEmail(auth: AuthDeps, given: Letter & { ip: string }): Promise<Problem | null> {
  const email = given.email.trim()
  const wrong = email === '' ? { key: 'email_required' } : emailRefusal(email)
  if (wrong) return problem(`account.${wrong.key}`, { field: 'email', status: 422, ...(wrong.params ? { params: wrong.params } : {}) })
  const limited = await auth.limits.count('message', given.ip)
  if (limited) return limited
  const isTaken = problem('auth.email_taken', { field: 'email', status: 422 })
  return inTx(auth.db, async (tx) => {
    const player = await selectAndLockPlayer(tx, given.playerId)
    if (player.email_confirmed_at) return problem('account.has_email', { field: 'email', status: 422 })
    const taken = await selectPlayerOptional(tx, given.brand, { type: 'email', key: emailKey(email) })
    if (taken && taken.id !== player.id) return isTaken
    const tooOften = await auth.challenges.tooOften(tx, PURPOSE, player.id, 'letter')
    if (tooOften) return { ...tooOften, status: 429 }
    await tx
      .updateTable('player')
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', player.id)
      .execute()
    await sendActivation(auth, tx, { ...given, email })
    await insertSecurityEvent(tx, { playerId: player.id, kind: 'email_given', ip: given.ip, at: new Date(auth.clock.now()) })
    return null
  }).catch((error: unknown) => {
    // Somebody else was given it in the same moment.
    if (sqlState(error) !== '23505') throw error
    return isTaken
  })
}
