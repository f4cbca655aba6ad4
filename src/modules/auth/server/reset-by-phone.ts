/**
 * A new password by a code to the phone (AU-19). As by letter: known and unknown numbers get the same answer, every
 * session ends, a second factor stays. Only a number that its player has confirmed gets a code.
 */
import { inTx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { AfterAnswer } from './after-answer.ts'
import { codeOver } from './challenges.ts'
import { contextOf, finishReset, readNewPassword, type PasswordPair } from './change-password.ts'
import { sendCodeToNumber } from './code-to-number.ts'
import type { AuthDeps } from './deps.ts'
import { resetMark, selectPlayer, type PlayerRow } from './player-store.ts'

const PURPOSE = 'password_reset_sms'

/** The id that the code belongs to. Problem: auth.code_too_soon (44), told of a number whether or not somebody has it. */
export function askResetCode(
  deps: AuthDeps,
  given: { brand: string; phone: string; ip: string; lng: string },
  after: AfterAnswer,
): Promise<string | Problem> {
  const mayHave = (player: PlayerRow) => player.status === 'active' && player.phone_confirmed_at !== null
  const keep = (player: PlayerRow) => ({ mark: resetMark(player, 'phone') })
  return sendCodeToNumber(deps, { ...given, purpose: PURPOSE, channel: 'sms', mayHave, keep }, after)
}

/** Problems: fields of the new password; auth.wrong_code (2), auth.code_over (2) for used up, outlived, expired and foreign ones alike. */
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
  if (isProblem(redeemed)) return { ...redeemed, status: 422 }
  const prove = async () => redeemed.data
  const done = owner && (await finishReset(deps, { player: owner, password, ip: given.ip, prove, proves: 'phone' }))
  return done ? null : { ...codeOver, status: 422 }
}
