import fc from 'fast-check'
import { expect, it } from 'vitest'
import { testDatabase } from './support/database.ts'
import { registered } from '#platform/server/http.ts'
import { accountSite, Visitor } from './support/account-site.ts'

const { db } = await testDatabase(10)
const site = await accountSite({ db })
const WORDS = [
  'login',
  'password',
  'uLogin',
  'uPassword',
  'login_type',
  'remember',
  'authId',
  'app_code',
  'sms_code',
  'session_id',
  'sessions_quantity',
  'page_number',
  'account_id',
  'currency_id',
  'setting_id',
  'setting_value',
  'hash',
  'email',
  'sum',
  'method_id',
  'id',
  'type',
  'fields',
  'data',
  'attributes',
  'level',
  'refreshToken',
  'level',
  'bonusId',
  'refCode',
  'date_from',
  'old_password',
  'password_confirmation',
  'end_other_sessions',
]
const scalar = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\u0000',
    'a\u0000@b.cd',
    '\uD800',
    '1.',
    `1.${'A'.repeat(344)}`,
    '9'.repeat(400),
    '-1',
    '2147483648',
    'email',
    'id',
    'fast_reg',
    'full_reg',
    '',
  ),
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
)
const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 3 },
    scalar,
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom(...WORDS), tie('tree'), { maxKeys: 8 }),
  ),
}))
const body = fc.oneof(
  fc.dictionary(fc.constantFrom(...WORDS), tree, { maxKeys: 8 }),
  fc.record({ data: fc.record({ attributes: fc.dictionary(fc.constantFrom(...WORDS), tree, { maxKeys: 6 }) }) }),
  tree,
)

it('no call of accounts answers 5xx, whatever is sent (WEB-03)', async () => {
  const paths = registered.flatMap(({ spec, paths: all }) => all.map((path) => ({ method: spec.method, path })))
  expect(paths.length).toBeGreaterThan(40)
  const me = new Visitor(site)
  await me.oneClick()
  const { token } = me
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...paths), body, fc.boolean(), async ({ method, path }, payload, signedIn) => {
      me.token = signedIn ? token : null
      const url = path.replace(/:\w+/g, 'x%00y')
      const query =
        method === 'GET' && typeof payload === 'object' && payload !== null
          ? `?${new URLSearchParams({ hash: JSON.stringify(payload).slice(0, 200) })}`
          : ''
      const { status } = await me.call(
        method as 'POST',
        url + query,
        method === 'GET' ? undefined : JSON.stringify(payload),
        method === 'GET' ? {} : { 'content-type': 'application/json' },
      )
      if (status >= 500) throw new Error(`${method} ${path} answered ${status}`)
    }),
    { numRuns: 600 },
  )
}, 120_000)

it('broken JSON, wrong methods and huge bodies are 4xx', async () => {
  const me = new Visitor(site)
  expect((await me.call('POST', '/user/auth', '{"login":', { 'content-type': 'application/json' })).status).toBe(400)
  expect((await me.call('PUT', '/user/auth', '{}', { 'content-type': 'application/json' })).status).toBe(405)
  expect(
    (await me.call('POST', '/user/auth', JSON.stringify({ login: 'x'.repeat(2_000_000) }), { 'content-type': 'application/json' })).status,
  ).toBe(413)
  expect((await me.call('POST', '/payments/callback/sandbox', 'x'.repeat(100_000), { 'content-type': 'application/json' })).status).toBe(
    413,
  )
  expect((await me.call('POST', '/payments/callback/sandbox', '{', { 'content-type': 'application/json' })).status).toBe(401)
  expect((await me.call('GET', '/dev/cashier/pay/x%00y')).status).toBe(404)
  expect((await me.call('GET', '/dev/api/inbox?to=%00')).status).toBe(400)
})
