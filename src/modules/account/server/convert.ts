/** A one-click account becomes a full one: address and birth date are added, once (features AU-37). */
import { inTx, sqlState, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { emailKey, insertSecurityEvent, selectPlayer, type AuthDeps } from '#modules/auth/server/index.ts'
import { latestMidnight } from '../rules/age.ts'
import { dayText, parseDay } from '../rules/date.ts'
import { checkRegistration, type FieldError, type RegistrationField } from '../rules/registration.ts'
import { sendActivation } from './activation.ts'
import './tables.ts'

export interface Conversion {
  playerId: number
  brand: string
  ip: string
  lng: string
  origin: string
  minAge: unknown
  /** Empty where the account has one already. */
  email: string
  birthDate: string
}

/** What the account already has is not asked again. Problems: account.already_full, auth.email_taken; wrong fields come all at once. */
export async function convertAccount(auth: AuthDeps, given: Conversion): Promise<null | Problem | { errors: FieldError[] }> {
  try {
    return await inTx(auth.db, (tx) => convert(auth, tx, given))
  } catch (error) {
    if (sqlState(error) === '23505') return problem('auth.email_taken', { field: 'email' })
    throw error
  }
}

async function convert(auth: AuthDeps, tx: Tx, given: Conversion): Promise<null | Problem | { errors: FieldError[] }> {
  const { playerId, brand } = given
  const profile = await tx
    .selectFrom('player_profile')
    .select(['registered_by', 'birth_date'])
    .where('player_id', '=', playerId)
    .forUpdate()
    .executeTakeFirst()
  if (profile?.registered_by !== 'fast') return problem('account.already_full')
  const player = await selectPlayer(tx, playerId)
  const asked: RegistrationField[] = [
    ...(player.email === null ? (['email'] as const) : []),
    ...(profile.birth_date === null ? (['birth_date'] as const) : []),
  ]
  const errors = checkRegistration(
    {
      country: '',
      currency: '',
      email: given.email,
      birthDate: given.birthDate,
      firstName: '',
      lastName: '',
      city: '',
      personalCode: '',
      documentNumber: '',
      phone: null,
      terms: [],
    },
    {
      fields: asked,
      minAge: given.minAge,
      today: latestMidnight(auth.clock.now()),
      termIds: [],
      isCountry: () => true,
      isCurrency: () => true,
    },
  )
  if (errors.length > 0) return { errors }
  const birth = asked.includes('birth_date') ? parseDay(given.birthDate) : null
  await tx
    .updateTable('player_profile')
    .set({ registered_by: 'converted', ...(birth ? { birth_date: dayText(birth) } : {}) })
    .where('player_id', '=', playerId)
    .execute()
  const email = player.email ?? given.email.trim()
  if (player.email === null)
    await tx
      .updateTable('player')
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', playerId)
      .execute()
  if (!player.email_confirmed_at) await sendActivation(auth, tx, { playerId, brand, email, lng: given.lng, origin: given.origin })
  await insertSecurityEvent(tx, { playerId, kind: 'account_converted', ip: given.ip, at: new Date(auth.clock.now()) })
  return null
}
