/**
 * A new password by a code to the phone (AU-19). As by letter: known and unknown numbers get the same answer, every
 * session ends, a second factor stays. Only a number that its player has confirmed gets a code.
 */
import { inTx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { AfterAnswer } from './after-answer.ts'
import { contextOf, finishReset, readNewPassword, type PasswordPair } from './change-password.ts'
import type { AuthDeps } from './deps.ts'
import { selectPlayer, selectPlayerOptional } from './player-store.ts'

const PURPOSE = 'password_reset_sms'

/** The id that the code belongs to. Problem: auth.code_too_soon (44), told of a number whether or not somebody has it. */
export async function askResetCode(
  deps: AuthDeps,
  given: { brand: string; phone: string; ip: string; lng: string },
  after: AfterAnswer,
): Promise<string | Problem> {
  const { brand, phone, lng } = given
  const limited = await deps.limits.count('message', given.ip)
  if (limited) return limited
  const to = deps.keys.mac('phone', `${brand}:${phone}`).toString('hex')
  const found = await selectPlayerOptional(deps.db, brand, { type: 'phone', key: phone })
  const player = found?.status === 'active' && found.phone_confirmed_at !== null ? found : null
  const opened = await inTx(deps.db, async (tx) => {
    const tooOften = await deps.challenges.tooOftenTo(tx, PURPOSE, to)
    const data = { to, playerId: player?.id ?? null }
    return tooOften ?? deps.challenges.openWithCode(tx, { purpose: PURPOSE, brand, playerId: null, data })
  })
  if (isProblem(opened)) return opened
  // After the answer, as everywhere: writing the message would tell by its time that there is somebody.
  const params = { code: opened.code, brand }
  const message = { brand, channel: 'sms' as const, to: `+${phone}`, template: 'code', lng, params }
  after(async () => void (player && (await inTx(deps.db, (tx) => deps.messenger.send(tx, message)))))
  return opened.id
}

/** Problems: fields of the new password; auth.wrong_sms_code (2) for wrong, used, expired and foreign codes alike. */
export async function resetByPhone(
  deps: AuthDeps,
  given: PasswordPair & { brand: string; authId: string; code: string; ip: string },
): Promise<Problem | null> {
  const limited = await deps.limits.count('sign_in', given.ip)
  if (limited) return limited
  // The password is judged first: a weak one must not use up the code.
  const open = await inTx(deps.db, (tx) => deps.challenges.peek(tx, PURPOSE, given.brand, given.authId))
  const id = open?.data['playerId']
  const owner = typeof id === 'number' ? await selectPlayer(deps.db, id) : null
  const password = await readNewPassword(deps, given, owner ? contextOf(owner) : [given.brand])
  if (isProblem(password)) return password
  const redeemed = await inTx(deps.db, (tx) => deps.challenges.redeemCode(tx, PURPOSE, given.brand, given.authId, given.code))
  if (!redeemed || !owner) return problem('auth.wrong_sms_code', { wire: 2, field: 'sms_code', status: 422 })
  await finishReset(deps, { player: owner, password, ip: given.ip, prove: async () => true, proves: 'phone' })
  return null
}
