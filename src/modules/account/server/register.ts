/** Registration by one click or by e-mail (features RG-01, RG-03): player, profile, terms, account, session at once. */
import { createHash } from 'node:crypto'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { currencyByCode, currencyOptional, type Currency, type Ledger } from '#modules/ledger/server/index.ts'
import {
  emailKey,
  FIRST_PASSWORD_LIFE_MS,
  generatePassword,
  insertPlayer,
  insertSecurityEvent,
  readNewPassword,
  type AuthDeps,
  type AuthSession,
  type Visitor,
} from '#modules/auth/server/index.ts'
import { latestMidnight } from '../rules/age.ts'
import { dayText, parseDay } from '../rules/date.ts'
import { checkRegistration, fieldsOf, type FieldError } from '../rules/registration.ts'
import { sendActivation } from './activation.ts'
import { countryByCode } from './countries.ts'
import type { DisallowedSports } from './disallowed-sports.ts'
import './tables.ts'

export interface AccountDeps {
  auth: AuthDeps
  ledger: Pick<Ledger, 'openAccount' | 'activateAccount' | 'closeAccount' | 'balance' | 'account' | 'post' | 'ids'>
  /** Whether a security question is set: module `security` knows. */
  hasQuestion?: (db: Db, playerId: number) => Promise<boolean>
  sports?: DisallowedSports
  /** The guard of every call that moves money. */
  requireMoneySession?: (ctx: Ctx) => Promise<unknown>
  onBalanceChanged?: (playerId: number) => void
}

export interface Registration {
  kind: 'fast' | 'full'
  fields: Readonly<Record<string, unknown>>
  bonusChoice: number
  refCode: string
  promoCode: string
  config: SiteConfig
  lng: string
  visitor: Visitor
  browser: boolean
  origin: string
  partner: number
}

export interface Registered {
  playerId: number
  /** Only for one click: shown once. */
  password?: string
  session: AuthSession
  secret: string
  token: { token: string; expiresAt: number }
  refreshToken: string
}

export type Refused = { errors: (FieldError | { field: string; problem: Problem })[] }

/**
 * Problems: auth.too_often (429), account.kind_closed. Wrong fields come all at once. An e-mail that is taken
 * is told only after everything else is right and after the same work (ACC-10 as far as a form can keep it).
 */
export async function register(deps: AccountDeps, given: Registration): Promise<Registered | Refused | Problem> {
  const { auth } = deps
  if (!given.config.registration.types.includes(given.kind)) return problem('account.kind_closed', { status: 404 })
  const limited = await auth.limits.count('registration', given.visitor.ip)
  if (limited) return limited
  const form = readForm(given, auth.clock.now())
  const errors: Refused['errors'] = checkRegistration(form.input, form.rules)
  const password = given.kind === 'fast' ? generatePassword() : await choosePassword(auth, given, form.email)
  if (isProblem(password)) errors.push({ field: password.field ?? 'password', problem: password })
  if (errors.length > 0 || isProblem(password)) return { errors }
  const passwordHash = await auth.passwords.hash(password)
  const made = await inTx(auth.db, (tx) => create(deps, tx, given, form, passwordHash)).catch(unwrap)
  if (isProblem(made)) return { errors: [{ field: made.field ?? 'email', problem: made }] }
  return given.kind === 'fast' ? { ...made, password } : made
}

interface Form {
  input: Parameters<typeof checkRegistration>[0]
  rules: Parameters<typeof checkRegistration>[1]
  email: string
  countryId: number
  currency: Currency | undefined
  birthDate: string | null
}

function readForm({ kind, fields, config }: Registration, now: number): Form {
  const value = (name: string) => (typeof fields[name] === 'string' || typeof fields[name] === 'number' ? String(fields[name]).trim() : '')
  const country = countryByCode(value('country'))
  const currency = readCurrency(value('currency'))
  const birthDay = parseDay(value('birth_date'))
  const email = kind === 'full' ? value('email') : ''
  return {
    email,
    currency,
    countryId: country?.id ?? 0,
    birthDate: birthDay && kind === 'full' ? dayText(birthDay) : null,
    input: {
      country: value('country'),
      currency: value('currency'),
      email,
      birthDate: value('birth_date'),
      firstName: value('first_name'),
      lastName: value('last_name'),
      terms: readTerms(
        fields,
        config.registration.terms.map((term) => term.id),
      ),
    },
    rules: {
      fields: fieldsOf(kind, config.registration.sort[kind]),
      minAge: config.registration.min_age,
      today: latestMidnight(now),
      termIds: config.registration.terms.map((term) => term.id),
      isCountry: () => country !== undefined && !config.countries.blocked.includes(country.iso),
      isCurrency: () => currency !== undefined && !currency.hidden && config.currencies.offered.includes(currency.code),
    },
  }
}

function readCurrency(text: string): Currency | undefined {
  return /^\d{1,5}$/.test(text) ? currencyOptional(Number(text)) : currencyByCode(text)
}

/** `terms: true` for one box over all documents, a list of ids, or a box per document. */
function readTerms(fields: Readonly<Record<string, unknown>>, ids: readonly string[]): string[] {
  const isTicked = (value: unknown) => value === true || value === 1 || value === '1' || value === 'true'
  const { terms } = fields
  if (isTicked(terms)) return [...ids]
  if (Array.isArray(terms)) return terms.map(String)
  return ids.filter((id) => isTicked(fields[id]))
}

async function choosePassword(auth: AuthDeps, { fields, config }: Registration, email: string): Promise<string | Problem> {
  const password = typeof fields['password'] === 'string' ? fields['password'] : ''
  const repeated = fields['password_confirmation']
  // Only decoding and judging: a form without the second field compares the password with itself.
  const confirmation = typeof repeated === 'string' && repeated !== '' ? repeated : password
  return readNewPassword(auth, { password, confirmation }, [config.id, config.customize.name, ...config.hosts, email])
}

/** Carries a refusal out of the transaction, so that nothing of it stays. */
class Refusal extends Error {
  readonly reason: Problem
  constructor(reason: Problem) {
    super(reason.code)
    this.reason = reason
  }
}

function unwrap(error: unknown): Problem {
  if (error instanceof Refusal) return error.reason
  throw error
}

async function create(deps: AccountDeps, tx: Tx, given: Registration, form: Form, passwordHash: string): Promise<Registered> {
  const { auth, ledger } = deps
  const now = auth.clock.now()
  const at = new Date(now)
  const isFast = given.kind === 'fast'
  const playerId = await insertPlayer(tx, {
    brand: given.visitor.brand,
    passwordHash,
    language: given.lng,
    createdAt: at,
    ...(isFast
      ? { mustChangePassword: true, firstPasswordUntil: new Date(now + FIRST_PASSWORD_LIFE_MS) }
      : { email: form.email, emailKey: emailKey(form.email) }),
  })
  if (isProblem(playerId)) throw new Refusal(playerId)
  const account = await ledger.openAccount(tx, { playerId, currencyId: form.currency!.id })
  if (isProblem(account)) throw new Refusal({ ...account, field: 'currency' })
  await tx
    .insertInto('player_profile')
    .values({
      player_id: playerId,
      country_id: form.countryId,
      birth_date: form.birthDate,
      first_name: form.input.firstName || null,
      last_name: form.input.lastName || null,
      address: null,
      city: null,
      verified_by: null,
      verified_at: null,
      registered_by: given.kind,
      bonus_choice: given.bonusChoice,
      ref_code: given.refCode || null,
      promo_code: given.promoCode || null,
      partner: given.partner,
      main_account_id: account.id,
    })
    .execute()
  await storeTerms(tx, playerId, given, at)
  await insertSecurityEvent(tx, { playerId, kind: 'registered', ip: given.visitor.ip, at })
  if (!isFast)
    await sendActivation(auth, tx, { playerId, brand: given.visitor.brand, email: form.email, lng: given.lng, origin: given.origin })
  const kind = given.browser ? 'site' : 'app'
  const { session, secret } = await auth.sessions.open(tx, {
    playerId,
    visitor: given.visitor,
    kind,
    grade: 'password',
    openedBy: 'registration',
  })
  const token = await auth.sessions.issueToken(tx, session, kind)
  const refreshToken = given.browser ? '' : await auth.sessions.issueRefresh(tx, session.id)
  return { playerId, session, secret, token, refreshToken }
}

/** Which wording was accepted: its version and a digest that ties the row to it (ACC-04). */
async function storeTerms(tx: Tx, playerId: number, { config, visitor }: Registration, at: Date): Promise<void> {
  const documents = [...config.registration.terms.map(({ id, version }) => ({ document: id, version })), { document: 'age', version: '1' }]
  const rows = documents.map(({ document, version }) => ({
    player_id: playerId,
    document,
    version,
    accepted_at: at,
    ip: visitor.ip,
    hash: createHash('sha256').update(`${config.id}:${document}:${version}`).digest('hex'),
  }))
  await tx.insertInto('terms_acceptance').values(rows).execute()
}
