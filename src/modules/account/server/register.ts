/** Registration (features RG-01…RG-06): by one click, phone, e-mail, or as a person whom another service knows. */
import { randomBytes } from 'node:crypto'
import { inTx, inTxOrProblem, type Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { Ledger, Rates } from '#modules/ledger/server/index.ts'
import {
  CODE_LENGTH,
  emailKey,
  generatePassword,
  numberMark,
  pendingPerson,
  RESEND_AFTER_S,
  selectPlayerOptional,
  type AuthDeps,
} from '#modules/auth/server/index.ts'
import { checkRegistration, type FieldError } from '../rules/registration.ts'
import { createPlayer, type Created } from './create-player.ts'
import type { GuestCashier } from './pay-and-play.ts'
import type { DisallowedSports } from './disallowed-sports.ts'
import type { HalfAskers } from './half-askers.ts'
import { choosePassword, readForm, type Registration, type RegistrationForm } from './registration-form.ts'
import './tables.ts'

/** What is known of somebody who wants an account. */
export interface JoiningPerson {
  email: string | null
  phone: string | null
  firstName: string | null
  lastName: string | null
  birthDate: string | null
  /** The personal number of the paper that his country asks for. */
  national: { country: string; code: string } | null
}

export interface AccountDeps {
  auth: AuthDeps
  ledger: Pick<Ledger, 'openAccount' | 'activateAccount' | 'closeAccount' | 'balance' | 'account' | 'post' | 'ids'>
  /** Whether a security question is set: module `security` knows. */
  hasQuestion?: (db: Db, playerId: number) => Promise<boolean>
  sports?: DisallowedSports
  halfAskers?: Pick<HalfAskers, 'keep'>
  /** Products that a player has closed for himself, and the sports of which no game is left by that. */
  closedProducts?: (playerId: number) => { products: readonly string[]; sports: readonly number[] }
  /** Registers of self-exclusion are asked before an account is made; module `protection` knows. */
  mayJoin?: (person: JoiningPerson) => Promise<Problem | null>
  /** Payments of visitors; left out: nobody registers by paying. */
  guestCashier?: GuestCashier
  /** Rates of the day, for transfers of brands that have none of their own. */
  rates?: Rates
  /** The guard of every call that moves money. */
  requireMoneySession?: (ctx: Ctx) => Promise<unknown>
  onBalanceChanged?: (playerId: number) => void
}

export interface Registered extends Created {
  step: 'none'
  /** Only for one click: shown once. */
  password?: string
}

/** A code is on its way; the account is made when it comes back. */
export interface CodeSent {
  step: 'sms'
  authId: string
  codeLength: number
  resendAfterS: number
}

export type Refused = { errors: (FieldError | { field: string; problem: Problem })[] }

/** A registration that is right in every field, before anything is written. */
export interface Prepared {
  form: RegistrationForm
  passwordHash: string
  /** Generated, to be shown once. */
  password: string | null
  emailProved: boolean
}

const PHONE = 'phone_registration'

/**
 * Problems: auth.too_often (429), account.kind_closed, auth.social_refused (46), those of `mayJoin`. Wrong fields come all at once. An
 * e-mail or phone that is taken is told only after everything else is right and after the same work (ACC-10 as far as
 * a form can keep it).
 */
export async function register(deps: AccountDeps, given: Registration): Promise<Registered | CodeSent | Refused | Problem> {
  const prepared = await prepareRegistration(deps, given)
  if (isProblem(prepared) || 'errors' in prepared) return prepared
  return given.kind === 'phone' ? sendCode(deps, given, prepared) : create(deps, given, prepared)
}

/** Everything that can be said before the account is made. */
async function prepareRegistration(deps: AccountDeps, given: Registration): Promise<Prepared | Refused | Problem> {
  if (!given.config.registration.types.includes(given.kind)) return problem('account.kind_closed', { status: 404 })
  return prepareForm(deps, given)
}

/** The same for a form that the brand opens in another way. */
export async function prepareForm(deps: AccountDeps, given: Registration): Promise<Prepared | Refused | Problem> {
  const { auth } = deps
  const limited = await auth.limits.count('registration', given.visitor.ip)
  if (limited) return limited
  const person = given.kind === 'social' ? await pendingPerson(auth, given.visitor.brand, given.socialId) : null
  if (given.kind === 'social' && !person) return problem('auth.social_refused', { wire: 46, status: 401 })
  const form = readForm(given, auth.clock.now())
  const errors: Refused['errors'] = checkRegistration(form.input, form.rules).map((error) => phoneError(form, error))
  const password = await passwordFor(auth, given, form)
  if (isProblem(password)) errors.push({ field: password.field ?? 'password', problem: password })
  if (errors.length > 0 || isProblem(password)) return { errors }
  const refused = (await deps.mayJoin?.(personOf(form))) ?? null
  if (refused) return refused
  return {
    form,
    password: given.kind === 'fast' ? password : null,
    passwordHash: await auth.passwords.hash(password),
    emailProved: person?.person.emailProved === true && emailKey(person.person.email ?? '') === emailKey(form.email),
  }
}

/** A number is refused for its own reason: its length, or what its country says of it. */
function phoneError({ phone, phoneIssue }: RegistrationForm, error: FieldError): Refused['errors'][number] {
  if (error.field !== 'phone' || !isProblem(phone)) return error
  return phoneIssue ? { ...phoneIssue, field: 'phone' } : { field: 'phone', problem: { ...phone, field: 'phone' } }
}

function personOf({ email, phone, input, birthDate }: RegistrationForm): JoiningPerson {
  return {
    email: email || null,
    phone: typeof phone === 'string' && phone !== '' ? phone : null,
    firstName: input.firstName || null,
    lastName: input.lastName || null,
    birthDate,
    national: input.personalCode ? { country: input.country.toUpperCase(), code: input.personalCode } : null,
  }
}

function passwordFor(auth: AuthDeps, given: Registration, form: RegistrationForm): Promise<string | Problem> | string {
  if (given.kind === 'fast') return generatePassword()
  // Nobody knows it: this player signs in by the other service, or sets one of his own by a letter.
  if (given.kind === 'social') return randomBytes(32).toString('base64url')
  return choosePassword(auth, given, [form.email, typeof form.phone === 'string' ? form.phone : ''])
}

async function create(deps: AccountDeps, given: Registration, prepared: Prepared): Promise<Registered | Refused> {
  const made = await inTxOrProblem(deps.auth.db, (tx) => createPlayer(deps, tx, { given, ...prepared }))
  if (isProblem(made)) return { errors: [{ field: made.field ?? 'email', problem: made }] }
  return { step: 'none', ...made, ...(prepared.password === null ? {} : { password: prepared.password }) }
}

/** What is kept of a form until its code comes back: no password, only its hash. */
interface Kept {
  to: string
  passwordHash: string
  fields: Record<string, unknown>
  bonusChoice: number
  refCode: string
  promoCode: string
  referral: string
}

async function sendCode(deps: AccountDeps, given: Registration, { form, passwordHash }: Prepared): Promise<CodeSent | Refused | Problem> {
  const { auth } = deps
  const { brand, ip } = given.visitor
  const phone = form.phone as string
  if (await selectPlayerOptional(auth.db, brand, { type: 'phone', key: phone }))
    return { errors: [{ field: 'phone', problem: problem('auth.phone_taken', { field: 'phone' }) }] }
  const limited = await auth.limits.count('message', ip)
  if (limited) return limited
  const { password: _, password_confirmation: __, ...fields } = given.fields
  const to = numberMark(auth, brand, phone)
  return inTx(auth.db, async (tx) => {
    const tooOften = await auth.challenges.tooOftenTo(tx, PHONE, to)
    if (tooOften) return { ...tooOften, status: 429 }
    const { bonusChoice, refCode, promoCode, referral } = given
    const kept: Kept = { to, passwordHash, fields, bonusChoice, refCode, promoCode, referral }
    const opened = await auth.challenges.openWithCode(tx, { purpose: PHONE, brand, playerId: null, data: { ...kept } })
    if (isProblem(opened)) return opened
    await auth.messenger.send(tx, {
      brand,
      channel: given.fields['is_send_sms_to_apps'] === true ? 'app' : 'sms',
      to: `+${phone}`,
      template: 'code',
      lng: given.lng,
      params: { code: opened.code },
    })
    return { step: 'sms' as const, authId: opened.id, codeLength: CODE_LENGTH, resendAfterS: RESEND_AFTER_S }
  })
}

/** Problems: auth.wrong_code, auth.code_over (422, field sms_code) for used up and expired ones alike; account.kind_closed. */
export async function finishPhoneRegistration(
  deps: AccountDeps,
  given: Omit<Registration, 'kind' | 'fields' | 'bonusChoice' | 'refCode' | 'promoCode' | 'referral' | 'socialId'>,
  { authId, code }: { authId: string; code: string },
): Promise<Registered | Refused | Problem> {
  const { auth } = deps
  const { brand, ip } = given.visitor
  const limited = await auth.limits.count('registration', ip)
  if (limited) return limited
  const found = await inTx(auth.db, (tx) => auth.challenges.redeemCode(tx, PHONE, brand, authId, code))
  if (isProblem(found)) return { ...found, status: 422 }
  const { passwordHash, to: _to, ...kept } = found.data as unknown as Kept
  const registration: Registration = { ...given, ...kept, kind: 'phone', socialId: '' }
  const form = readForm(registration, auth.clock.now())
  const errors = checkRegistration(form.input, form.rules)
  return errors.length > 0 ? { errors } : create(deps, registration, { form, passwordHash, password: null, emailProved: false })
}
