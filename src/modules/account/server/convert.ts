/** A one-click account becomes a full one: address, birth date and the paper of its country are added, once (features AU-37). */
import { inTxOrProblem, sqlState, Undone, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { emailKey, insertSecurityEvent, selectPlayer, type AuthDeps, type PlayerRow } from '#modules/auth/server/index.ts'
import { latestMidnight } from '../rules/age.ts'
import { dayText, parseDay } from '../rules/date.ts'
import { checkRegistration, type FieldError, type RegistrationField } from '../rules/registration.ts'
import { sendActivation } from './activation.ts'
import { countryByCode } from './countries.ts'
import type { AccountDeps } from './register.ts'
import { hasPaper, storePaper } from './registration-paper.ts'
import './tables.ts'

export interface Conversion {
  playerId: number
  brand: string
  ip: string
  lng: string
  origin: string
  registration: SiteConfig['registration']
  /** Empty where the account has one already. */
  email: string
  birthDate: string
  personalCode: string
  documentNumber: string
}

type Wrong = { errors: FieldError[] }

/** The paper that the brand asks for in a country, under two letters; null = none. */
export function paperOf(registration: SiteConfig['registration'], countryId: number) {
  const country = countryByCode(String(countryId))?.iso ?? ''
  const asked = registration.identity[country]
  return asked ? { country, ...asked } : null
}

/**
 * What the account already has is not asked again. Problems: account.already_full, auth.email_taken, account.paper_taken, those
 * of `mayJoin`; wrong fields come all at once.
 */
export async function convertAccount(deps: Pick<AccountDeps, 'auth' | 'mayJoin'>, given: Conversion): Promise<null | Problem | Wrong> {
  const { auth, mayJoin } = deps
  const asked = await askedOf(auth.db, given)
  if (!asked) return problem('account.already_full')
  const errors = wrongFields(auth, given, asked.fields)
  if (errors.length > 0) return { errors }
  // Registers of self-exclusion knew nobody behind one click; now there is a person.
  const refused = (await mayJoin?.(personOf(given, asked))) ?? null
  if (refused) return refused
  return inTxOrProblem(auth.db, (tx) => convert(auth, tx, given)).catch((error: unknown) => {
    if (sqlState(error) === '23505') return problem('auth.email_taken', { field: 'email' })
    throw error
  })
}

interface Asked {
  player: PlayerRow
  birthDate: string | null
  paper: ReturnType<typeof paperOf>
  fields: RegistrationField[]
}

/** What the account lacks; null when it is a full one. */
async function askedOf(db: Db | Tx, { playerId, registration }: Conversion): Promise<Asked | null> {
  const profile = await db
    .selectFrom('player_profile')
    .select(['registered_by', 'birth_date', 'country_id'])
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (profile?.registered_by !== 'fast') return null
  const player = await selectPlayer(db, playerId)
  const paper = (await hasPaper(db, playerId)) ? null : paperOf(registration, profile.country_id)
  const fields: RegistrationField[] = [
    ...(player.email === null ? (['email'] as const) : []),
    ...(profile.birth_date === null ? (['birth_date'] as const) : []),
    ...(paper?.fields ?? []),
  ]
  return { player, birthDate: profile.birth_date, paper, fields }
}

function wrongFields(auth: AuthDeps, given: Conversion, fields: readonly RegistrationField[]): FieldError[] {
  const { email, birthDate, personalCode, documentNumber } = given
  const nothing = { country: '', currency: '', firstName: '', lastName: '', city: '', phone: null, terms: [] }
  return checkRegistration(
    { ...nothing, email, birthDate, personalCode, documentNumber },
    {
      fields,
      minAge: given.registration.min_age,
      today: latestMidnight(auth.clock.now()),
      termIds: [],
      isCountry: () => true,
      isCurrency: () => true,
    },
  )
}

/** The birth date as it is stored: the account's own, else the one that is given. */
function birthOf(given: Conversion, asked: Asked): string | null {
  const day = asked.fields.includes('birth_date') ? parseDay(given.birthDate) : null
  return day ? dayText(day) : asked.birthDate
}

function personOf(given: Conversion, asked: Asked): Parameters<NonNullable<AccountDeps['mayJoin']>>[0] {
  const { player, paper } = asked
  const hasCode = paper?.fields.includes('personal_code') === true
  return {
    email: player.email ?? given.email.trim(),
    phone: player.phone,
    firstName: null,
    lastName: null,
    birthDate: birthOf(given, asked),
    national: hasCode ? { country: paper.country, code: given.personalCode.trim() } : null,
  }
}

async function convert(auth: AuthDeps, tx: Tx, given: Conversion): Promise<null | Problem> {
  const { playerId, brand } = given
  const at = new Date(auth.clock.now())
  // One after the other: the second finds a full account.
  await tx.selectFrom('player_profile').select('player_id').where('player_id', '=', playerId).forUpdate().execute()
  const asked = await askedOf(tx, given)
  if (!asked) return problem('account.already_full')
  const { player, paper } = asked
  await tx
    .updateTable('player_profile')
    .set({ registered_by: 'converted', birth_date: birthOf(given, asked) })
    .where('player_id', '=', playerId)
    .execute()
  const email = player.email ?? given.email.trim()
  if (player.email === null)
    await tx
      .updateTable('player')
      .set({ email, email_key: emailKey(email) })
      .where('id', '=', playerId)
      .execute()
  if (paper) {
    const numbers = {
      personalCode: paper.fields.includes('personal_code') ? given.personalCode.trim() : '',
      documentNumber: paper.fields.includes('document_number') ? given.documentNumber.trim() : '',
    }
    const taken = await storePaper(auth, tx, { playerId, brand, country: paper.country, document: paper.document, ...numbers, at })
    if (taken) throw new Undone({ ...taken, status: 200 })
  }
  if (!player.email_confirmed_at) await sendActivation(auth, tx, { playerId, brand, email, lng: given.lng, origin: given.origin })
  await insertSecurityEvent(tx, { playerId, kind: 'account_converted', ip: given.ip, at })
  return null
}
