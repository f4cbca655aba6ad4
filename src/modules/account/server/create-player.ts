/** Player, profile, terms, money account, letter and session of a registration: at once, or nothing. */
import { Undone, type Tx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import {
  emailKey,
  FIRST_PASSWORD_LIFE_MS,
  insertPlayer,
  insertSecurityEvent,
  takePerson,
  type AuthDeps,
  type AuthSession,
  type Visitor,
} from '#modules/auth/server/index.ts'
import { storeTerms } from './accepted-terms.ts'
import { sendActivation } from './activation.ts'
import type { AccountDeps } from './register.ts'
import { storePaper } from './registration-paper.ts'
import type { Registration, RegistrationForm } from './registration-form.ts'
import './tables.ts'

export interface Created {
  playerId: number
  session: AuthSession
  secret: string
  token: { token: string; expiresAt: number }
  refreshToken: string
}

interface Making {
  given: Registration
  form: RegistrationForm
  passwordHash: string
  /** Another service has proved the address. */
  emailProved?: boolean
}

/** Everything of a player but a way in. Throws Undone. */
export async function insertPlayerWhole(
  deps: Pick<AccountDeps, 'auth' | 'ledger'>,
  tx: Tx,
  { given, form, passwordHash, emailProved = false }: Making,
): Promise<{ playerId: number; accountId: number }> {
  const { auth } = deps
  const at = new Date(auth.clock.now())
  const { brand } = given.visitor
  const playerId = await insertPlayer(tx, { brand, passwordHash, language: given.lng, createdAt: at, ...namesOf(given, form, at) })
  if (isProblem(playerId)) throw new Undone(playerId)
  const accountId = await insertRest(deps, tx, playerId, given, form, at)
  if (given.kind === 'phone') await tx.updateTable('player').set({ phone_confirmed_at: at }).where('id', '=', playerId).execute()
  if (given.socialId !== '') {
    const refused = await takePerson(auth, tx, { brand, authId: given.socialId, playerId })
    if (refused) throw new Undone(refused)
  }
  if (form.email !== '' && emailProved) await tx.updateTable('player').set({ email_confirmed_at: at }).where('id', '=', playerId).execute()
  else if (form.email !== '') await sendActivation(auth, tx, { playerId, brand, email: form.email, lng: given.lng, origin: given.origin })
  return { playerId, accountId }
}

/** Throws Undone. */
export async function createPlayer(deps: Pick<AccountDeps, 'auth' | 'ledger'>, tx: Tx, making: Making): Promise<Created> {
  const { playerId } = await insertPlayerWhole(deps, tx, making)
  return openFirstSession(deps.auth, tx, playerId, making.given)
}

/** The session that a registration opens, with its tokens. */
export async function openFirstSession(
  auth: AuthDeps,
  tx: Tx,
  playerId: number,
  given: { visitor: Visitor; browser: boolean },
): Promise<Created> {
  const kind = given.browser ? 'site' : 'app'
  const opened = { playerId, visitor: given.visitor, kind, grade: 'password', openedBy: 'registration' } as const
  const { session, secret } = await auth.sessions.open(tx, opened)
  const token = await auth.sessions.issueToken(tx, session, kind)
  const refreshToken = given.browser ? '' : await auth.sessions.issueRefresh(tx, session.id)
  return { playerId, session, secret, token, refreshToken }
}

/** What the player will sign in with. */
function namesOf({ kind }: Registration, form: RegistrationForm, at: Date) {
  if (kind === 'fast') return { mustChangePassword: true, firstPasswordUntil: new Date(at.getTime() + FIRST_PASSWORD_LIFE_MS) }
  return {
    ...(form.email === '' ? {} : { email: form.email, emailKey: emailKey(form.email) }),
    ...(typeof form.phone === 'string' && form.phone !== '' ? { phone: form.phone } : {}),
  }
}

/** Gives the money account. */
async function insertRest(
  deps: Pick<AccountDeps, 'auth' | 'ledger'>,
  tx: Tx,
  playerId: number,
  given: Registration,
  form: RegistrationForm,
  at: Date,
): Promise<number> {
  const account = await deps.ledger.openAccount(tx, { playerId, currencyId: form.currency!.id })
  if (isProblem(account)) throw new Undone({ ...account, field: 'currency' })
  await tx
    .insertInto('player_profile')
    .values({
      player_id: playerId,
      country_id: form.countryId,
      region_id: form.regionId,
      birth_date: form.birthDate,
      first_name: form.input.firstName || null,
      last_name: form.input.lastName || null,
      address: form.address || null,
      city: form.input.city || null,
      verified_by: null,
      verified_at: null,
      registered_by: given.kind,
      bonus_choice: given.bonusChoice,
      ref_code: given.refCode || null,
      promo_code: given.promoCode || null,
      partner: given.partner,
      referral_user_id: await inviterOf(tx, given),
      main_account_id: account.id,
    })
    .execute()
  await storeTerms(tx, { playerId, config: given.config, ip: given.visitor.ip, at })
  if (form.document !== null) {
    const taken = await storePaper(deps.auth, tx, { ...form.input, playerId, brand: given.visitor.brand, document: form.document, at })
    if (taken) throw new Undone(taken)
  }
  await insertSecurityEvent(tx, { playerId, kind: 'registered', ip: given.visitor.ip, at })
  return account.id
}

/** A number that is nobody's of this brand is left out without a word: it tells nothing about who plays here. */
async function inviterOf(tx: Tx, { referral, visitor }: Registration): Promise<number | null> {
  if (!/^[1-9]\d{0,8}$/.test(referral)) return null
  const row = await tx
    .selectFrom('player')
    .select('id')
    .where('id', '=', Number(referral))
    .where('brand', '=', visitor.brand)
    .executeTakeFirst()
  return row?.id ?? null
}
