/** Binding a phone: a code goes to the number, and the number is the player's once the code comes back. */
import { inTx, sqlState } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import {
  CODE_LENGTH,
  codeOver,
  insertSecurityEvent,
  maskPhone,
  RESEND_AFTER_S,
  selectPlayer,
  type AuthDeps,
} from '#modules/auth/server/index.ts'

const PURPOSE = 'phone_create'

interface Owner {
  playerId: number
  brand: string
  ip: string
}

/** Problems: security.phone_bound (53), security.phone_taken (52), auth.code_too_soon (44). `phone` is the whole number in digits. */
export async function createPhone(
  deps: AuthDeps,
  given: Owner & { phone: string; lng: string; toApps: boolean },
): Promise<{ authId: string; codeLength: number; resendAfterS: number } | Problem> {
  const { playerId, brand, phone } = given
  const counted = await deps.limits.count('message', given.ip)
  if (counted) return counted
  if ((await selectPlayer(deps.db, playerId)).phone !== null) return problem('security.phone_bound', { wire: 53, field: 'phone_number' })
  if (await isTaken(deps, brand, phone)) return problem('security.phone_taken', { wire: 52, field: 'phone_number' })
  return inTx(deps.db, async (tx) => {
    const opened = await deps.challenges.openWithCode(tx, { purpose: PURPOSE, brand, playerId, data: { phone } })
    if (isProblem(opened)) return opened
    await deps.messenger.send(tx, {
      brand,
      channel: given.toApps ? 'app' : 'sms',
      to: `+${phone}`,
      template: 'code',
      lng: given.lng,
      params: { code: opened.code },
    })
    return { authId: opened.id, codeLength: CODE_LENGTH, resendAfterS: RESEND_AFTER_S }
  })
}

/** Problems: auth.wrong_code and auth.code_over (2), security.phone_bound (53), security.phone_taken (52) when another was quicker. */
export async function confirmPhone(deps: AuthDeps, given: Owner & { authId: string; code: string }): Promise<{ phone: string } | Problem> {
  const { playerId, brand } = given
  try {
    return await inTx(deps.db, async (tx) => {
      const found = await deps.challenges.redeemCode(tx, PURPOSE, brand, given.authId, given.code)
      if (isProblem(found)) return found
      const phone = found.data['phone']
      // A right code of somebody else's number binds nothing.
      if (found.playerId !== playerId || typeof phone !== 'string') return codeOver
      const now = new Date(deps.clock.now())
      const bound = await tx
        .updateTable('player')
        .set({ phone, phone_confirmed_at: now })
        .where('id', '=', playerId)
        .where('phone', 'is', null)
        .executeTakeFirst()
      if (bound.numUpdatedRows === 0n) return problem('security.phone_bound', { wire: 53, field: 'sms_code' })
      await insertSecurityEvent(tx, { playerId, kind: 'phone_bound', ip: given.ip, at: now })
      return { phone: maskPhone(phone) }
    })
  } catch (error) {
    if (sqlState(error) === '23505') return problem('security.phone_taken', { wire: 52, field: 'sms_code' })
    throw error
  }
}

async function isTaken(deps: AuthDeps, brand: string, phone: string): Promise<boolean> {
  const other = await deps.db.selectFrom('player').select('id').where('brand', '=', brand).where('phone', '=', phone).executeTakeFirst()
  return other !== undefined
}
