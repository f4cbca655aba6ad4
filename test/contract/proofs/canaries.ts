/** Secrets that are sent through the real product and must not be found again (DAT-08). */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import { each, probeOf, type Caller, type Endpoint } from './caller.ts'
import type { Person } from './people.ts'

/** Fields that hold a secret, by the names under which the product and others know them. */
const FIELDS = [
  'password',
  'old_password',
  'password_confirmation',
  'new_password',
  'uPassword',
  'passwd',
  'pwd',
  'app_code',
  'appCode',
  'sms_code',
  'smsCode',
  'confirm_code',
  'code',
  'recovery_code',
  'recovery_codes',
  'hash',
  'token',
  'access_token',
  'refresh_token',
  'refreshToken',
  'userToken',
  'user_token',
  'id_token',
  'secret',
  'client_secret',
  'seed',
  'qr_link',
  'otp',
  'pin',
  'authId',
  'answer',
  'answer_repeat',
  'user_answer',
  'derivedKey',
  'card_number',
  'cardNumber',
  'pan',
  'cvv',
  'cvc',
  'iban',
  'account_number',
  'document_number',
  'passport',
  'iin',
  'tax_id',
  'ssn',
  'signature',
  'private_key',
  'api_key',
  'session',
] as const
const HEADERS = ['authorization', 'x-auth', 'x-captcha-token', 'cookie-session', 'cookie-token', 'x-api-key'] as const
export const CANARY_KINDS: readonly string[] = [...FIELDS, ...HEADERS]

const canary = (kind: string) => `canary-${kind}-0`
const FOUND = new RegExp(`canary-(?:${CANARY_KINDS.join('|')})-0`, 'g')

export function canariesIn(text: string): string[] {
  return [...new Set(text.match(FOUND) ?? [])]
}

const secrets: Record<string, string> = Object.fromEntries(FIELDS.map((name) => [name, canary(name)]))

const headers = {
  'x-requested-with': 'XMLHttpRequest',
  authorization: `Bearer ${canary('authorization')}`,
  'x-auth': `Bearer ${canary('x-auth')}`,
  'x-captcha-token': canary('x-captcha-token'),
  'x-api-key': canary('x-api-key'),
  cookie: `__Host-session=${canary('cookie-session')}; user_token=${canary('cookie-token')}`,
}

/** Into every field of that name that a body has, at any depth, and beside those at the top. */
function withSecrets(body: unknown): unknown {
  if (Array.isArray(body)) return body.map(withSecrets)
  if (typeof body !== 'object' || body === null) return body
  return Object.fromEntries(Object.entries(body).map(([name, value]) => [name, secrets[name] ?? withSecrets(value)]))
}

/** Every call with every secret, as a player and with broken proofs, and while the database fails; answers that told one. */
export async function plantCanaries(call: Caller, endpoints: readonly Endpoint[], me: Person, db: Db): Promise<string[]> {
  const told: string[] = []
  const send = async (endpoint: Endpoint, token: string | undefined, search: string) => {
    const { method, path, body } = probeOf(endpoint)
    const payload = body === undefined ? undefined : JSON.stringify({ ...secrets, ...(withSecrets(JSON.parse(body)) as object) })
    const url = search && method === 'GET' ? `${path.split('?')[0]!}?${search}` : path
    const answer = await call(method, url, { ...(token ? { token } : { headers }), ...(payload === undefined ? {} : { body: payload }) })
    for (const found of canariesIn(answer.text)) told.push(`${endpoint.spec.method} ${url.split('?')[0]!}: ${found}`)
  }
  const search = new URLSearchParams(secrets).toString()
  const asking = endpoints.filter(
    ({ spec, paths }) =>
      (spec.auth !== 'none' || spec.method !== 'GET' || /reset|token|qr/.test(paths[0]!)) && !/BlockUser|disconnect|erase/i.test(paths[0]!),
  )
  await each(asking, (endpoint) => send(endpoint, me.token, search))
  const writing = asking.filter(({ spec }) => spec.method !== 'GET')
  await each(writing, (endpoint) => send(endpoint, undefined, search))
  // What fails in the middle is what gets logged whole.
  await sql`ALTER TABLE security_event RENAME TO security_event_gone`.execute(db)
  await each(writing.slice(0, 40), (endpoint) => send(endpoint, me.token, ''))
  await sql`ALTER TABLE security_event_gone RENAME TO security_event`.execute(db)
  return [...new Set(told)]
}

/** Tables in which one of them stands in clear text. */
export async function storedCanaries(db: Db): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string }>`SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db)
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await sql<{
      row: string
    }>`SELECT t::text AS row FROM ${sql.table(name)} t WHERE t::text LIKE '%canary-%' LIMIT 3`.execute(db)
    for (const { row } of rows) found.push(...canariesIn(row).map((one) => `${name}: ${one}`))
  }
  return found
}
