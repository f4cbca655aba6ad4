import { sql } from 'kysely'
import { describe, expect, it, test } from 'vitest'
import { currencyByCode, currencyName } from '#modules/ledger/server/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'

const { db } = await testDatabase(20)
const site = await accountSite({ db })
const SUBMIT = '/flexreg-api/v1/registration/submit'
const STRONG = 'violet tractor 71 hums'

let serial = 0
const newEmail = () => `player${(serial += 1)}@example.test`
async function full(email: string, change: Record<string, unknown> = {}) {
  const fields = {
    email,
    password: await site.encode(STRONG),
    birth_date: '01.02.1990',
    country: 'KZ',
    currency: 'EUR',
    terms: true,
    ...change,
  }
  return new Visitor(site).call('POST', SUBMIT, { type: 'full_reg', fields })
}
async function rows() {
  const { n } = await db
    .selectFrom('player')
    .select((eb) => eb.fn.countAll<bigint>().as('n'))
    .executeTakeFirstOrThrow()
  return Number(n)
}

describe('one click (RG-01)', () => {
  it('gives a login and a password that work, and must be replaced before money moves', async () => {
    const { body, status, cookies } = await new Visitor(site).call('POST', SUBMIT, {
      type: 'fast_reg',
      fields: { country: 'KZ', currency: 'KZT', terms: true },
    })
    expect([status, body.status, body.login]).toEqual([200, 'ok', String(body.userId)])
    expect(body.password).toMatch(/^[A-Za-z2-9]{12}$/)
    expect(cookies['__Host-session']).toBeTruthy()
    const later = new Visitor(site)
    const signed = await later.signIn(body.login, body.password)
    expect(signed.body.data).toMatchObject({ userId: body.userId, type: 25, nextStep: 'none', mustChangePassword: true })
    const refused = await later.call('POST', '/web-api/office/deposit', { method_id: 1, sum: '5000' })
    expect([refused.status, refused.body.success]).toEqual([403, false])
    const changed = await later.call('PUT', '/api/web/user/v1/password', {
      old_password: await site.encode(body.password),
      password: await site.encode(STRONG),
      password_confirmation: await site.encode(STRONG),
    })
    expect(changed.body).toEqual({ success: true, data: { changed: true, closed_sessions: 0 } })
    expect((await later.call('POST', '/web-api/office/deposit', { method_id: 1, sum: '5000' })).body.success).toBe(true)
    const balance = await later.call('POST', '/web-api/user/balance')
    expect(balance.body.accounts).toMatchObject([{ iso: 'KZT', money: 0, isActive: true, name: 'Main', isBonusAccount: false }])
    // Others are called by their currency: which one is meant must be seen at a glance.
    const yen = await later.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: currencyByCode('JPY')!.id })
    expect(yen.body.data ?? yen.body).toMatchObject({ iso: 'JPY', name: 'Japanese Yen' })
    const { body: active } = await later.call('POST', '/web-api/user/setactiveaccount', { account_id: (yen.body.data ?? yen.body).id })
    expect(active.data ?? active).toMatchObject({ iso: 'JPY', name: 'Japanese Yen', isActive: true })
    const names = (await later.call('POST', '/web-api/user/balance')).body.accounts.map(({ name }: { name: string }) => name)
    expect(names).toEqual(['Japanese Yen', 'Main'])
    const russian = (await later.call('POST', '/user/balance', { lng: 'ru' })).body.accounts.map(({ name }: { name: string }) => name)
    expect(russian).toEqual([currencyName(currencyByCode('JPY')!, 'ru'), expect.stringMatching(/^Основной/)])
  })

  it('refuses a form without terms, country or currency, naming every field', async () => {
    const before = await rows()
    const { status, body } = await new Visitor(site).call('POST', SUBMIT, { type: 'fast_reg', fields: { country: 'XX', currency: 'ZZZ' } })
    expect(status).toBe(422)
    expect(body.errors.map((e: { field: string; key: string }) => [e.field, e.key])).toEqual([
      ['country', 'choose_country'],
      ['currency', 'choose_currency'],
      ['terms', 'accept_terms'],
    ])
    expect(await rows()).toBe(before)
  })
})

describe('by e-mail (RG-03)', () => {
  it('stores the player, the terms with versions, and confirms by the link of the letter', async () => {
    const email = newEmail()
    const { body } = await full(email)
    expect(body).toMatchObject({ status: 'ok', nextStep: 'none' })
    expect(body.password).toBeUndefined()
    const terms = await db.selectFrom('terms_acceptance').selectAll().where('player_id', '=', body.userId).orderBy('document').execute()
    expect(terms.map((t) => [t.document, t.version])).toEqual([
      ['age', '1'],
      ['regPolitics', '2026-11'],
      ['regRules', '2026-11'],
    ])
    expect(terms.every((t) => /^[0-9a-f]{64}$/.test(t.hash))).toBe(true)
    const [letter] = await listInbox(db, { to: email })
    const link = new URL(letter!.link!)
    const page = await new Visitor(site).call('GET', link.pathname + link.search)
    expect(page.status).toBe(200)
    const state = () => db.selectFrom('player').select('email_confirmed_at').where('id', '=', body.userId).executeTakeFirstOrThrow()
    expect((await state()).email_confirmed_at).toBeNull()
    const post = await site.app.inject({
      method: 'POST',
      url: '/activation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `hash=${link.searchParams.get('hash')}`,
    })
    expect(post.statusCode).toBe(200)
    expect((await state()).email_confirmed_at).toBeInstanceOf(Date)
    const again = await site.app.inject({
      method: 'POST',
      url: '/activation',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: `hash=${link.searchParams.get('hash')}`,
    })
    expect(again.statusCode).toBe(422)
  })

  it.each([
    ['22.11.2008', 'min_age'],
    ['01.01.1890', 'birth_year'],
    ['21.11.2008', null],
    ['31.02.1990', 'date_invalid'],
    ['', 'date_required'],
  ])('born %s → %s', async (birth, key) => {
    const { status, body } = await full(newEmail(), { birth_date: birth })
    expect([status, body.errors?.[0]?.key ?? null]).toEqual([key === null ? 200 : 422, key])
  })

  it('keeps 18 when min_age is missing or nonsense (C16)', async () => {
    const before = site.config.registration.min_age
    for (const minAge of [null, 'x', 0]) {
      site.config.registration.min_age = minAge
      expect((await full(newEmail(), { birth_date: '01.01.2010' })).body.errors[0]).toMatchObject({
        field: 'birth_date',
        key: 'min_age',
        message: 'You must be at least 18',
      })
    }
    site.config.registration.min_age = before
  })

  it.each([
    ['short1', 'password_short'],
    ['password123', 'password_common'],
    ['polosa2026', 'password_context'],
    ['abcabcabcabcabc', 'password_weak'],
  ])('password %s → %s', async (password, key) => {
    const { status, body } = await full(newEmail(), { password: await site.encode(password) })
    expect([status, body.errors.map((e: { key: string }) => e.key)]).toEqual([422, [key]])
  })

  it('refuses a password that is not encoded (C4)', async () => {
    expect((await full(newEmail(), { password: STRONG })).body.errors).toMatchObject([{ field: 'password', key: 'password_not_encoded' }])
  })

  it('never edits a birth date (ACC-01)', async () => {
    const { body } = await full(newEmail())
    await expect(
      db.updateTable('player_profile').set({ birth_date: '1980-01-01' }).where('player_id', '=', body.userId).execute(),
    ).rejects.toThrow(/never edited/)
  })

  it('64 at once with spellings of one address leave one player with one account (ACC-02)', async () => {
    const before = await rows()
    const all = await Promise.all(Array.from({ length: 64 }, (_, i) => full(i % 2 ? 'Twin@Example.TEST' : 'twin@example.test')))
    expect(all.filter((r) => r.status === 200)).toHaveLength(1)
    expect(all.filter((r) => r.body.errors?.[0]?.key === 'email_taken')).toHaveLength(63)
    expect(await rows()).toBe(before + 1)
    const { id } = await db.selectFrom('player').select('id').where('email_key', '=', 'twin@example.test').executeTakeFirstOrThrow()
    expect(await site.ledger.balance(id)).toHaveLength(1)
  }, 60_000)
})

describe('the form', () => {
  it('follows the sort list of the brand', async () => {
    const { body } = await new Visitor(site).call('GET', '/flexreg-api/v1/registration/form/popup?country=KZ&language=en')
    expect([body.setupId, body.layout, body.forms.map((f: { type: string }) => f.type)]).toEqual([
      1,
      'popup',
      ['fast_reg', 'phone_reg', 'full_reg', 'soc_reg'],
    ])
    const names = body.forms[2].steps[0].fields.flat().map((f: { name: string }) => f.name)
    expect(names).toEqual(['email', 'password', 'birth_date', 'country', 'currency', 'promo_code', 'bonus', 'terms'])
    const country = body.forms[0].steps[0].fields.flat().find((f: { name: string }) => f.name === 'country')
    expect(country.props).toMatchObject({ type: 'dropdown', value: 'KZ' })
    expect(country.validators[0]).toMatchObject({ type: 'required' })
  })
  it('preselects only what can be chosen', async () => {
    const preselected = async (query: string) => {
      const { body } = await new Visitor(site).call('GET', `/flexreg-api/v1/registration/form/widget?${query}`)
      const country = body.forms[0].steps[0].fields.flat().find((f: { name: string }) => f.name === 'country')
      const { value, config } = country.props
      return [value, config.options.some((one: { value: string }) => one.value === value)]
    }
    expect(await preselected('country=fr')).toEqual(['FR', true])
    expect(await preselected('country=zz')).toEqual(['KZ', true])
  })
  it('is gone when the brand closes registration', async () => {
    site.config.features['registration'] = false
    expect((await new Visitor(site).call('GET', '/flexreg-api/v1/registration/form/widget')).status).toBe(404)
    site.config.features['registration'] = true
  })
})

describe('accounts and balance', () => {
  it('opens, activates and closes currency accounts by the rules', async () => {
    const me = new Visitor(site)
    await me.oneClick('EUR')
    const [main] = (await me.call('POST', '/web-api/user/balance')).body.accounts
    const opened = await me.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: '1' })
    expect(opened.body.data).toMatchObject({ iso: 'USD', money: 0, isActive: false, currencyId: 1 })
    expect((await me.call('POST', '/office/createcurrencyaccount', { currency_id: 1 })).body.error_code).toBe(32)
    expect((await me.call('POST', '/web-api/user/setactiveaccount', { account_id: opened.body.data.id })).body.data.isActive).toBe(true)
    expect((await me.call('POST', '/web-api/user/setactiveaccount', { account_id: 1 })).body.error_code).toBe(30)
    expect((await me.call('POST', '/web-api/office/deleteCurrencyAccount', { account_id: main.id })).body.error_code).toBe(35)
    expect((await me.call('POST', '/web-api/office/deleteCurrencyAccount', { account_id: opened.body.data.id })).body.error_code).toBe(35)
    await me.call('POST', '/web-api/user/setactiveaccount', { account_id: main.id })
    expect((await me.call('POST', '/web-api/office/deleteCurrencyAccount', { account_id: opened.body.data.id })).body.data).toEqual({
      account_id: opened.body.data.id,
      deleted: true,
    })
  })

  it('never touches the accounts of others (WEB-01)', async () => {
    const one = new Visitor(site)
    const two = new Visitor(site)
    await one.oneClick()
    await two.oneClick()
    const [theirs] = (await two.call('POST', '/web-api/user/balance')).body.accounts
    expect((await one.call('POST', '/web-api/user/setactiveaccount', { account_id: theirs.id })).body.error_code).toBe(30)
    expect((await one.call('POST', '/web-api/office/deleteCurrencyAccount', { account_id: theirs.id })).body.success).toBe(false)
  })

  it('stops at ten accounts, also when asked at once', async () => {
    const me = new Visitor(site)
    await me.oneClick('EUR')
    const ids = [1, 3, 4, 5, 6, 7, 8, 1, 3, 4, 11, 10, 12]
    const all = await Promise.all(
      [...ids, ...Array.from({ length: 40 }, (_, i) => i + 1)].map((id) =>
        me.call('POST', '/web-api/office/createCurrencyAccount', { currency_id: id }),
      ),
    )
    expect(all.every((r) => r.status === 200)).toBe(true)
    const count = (await me.call('POST', '/web-api/user/balance')).body.accounts.length
    expect(count).toBeLessThanOrEqual(10)
    expect(count).toBe(10)
  })

  it('the extended balance takes x-auth only (AC-07)', async () => {
    const me = new Visitor(site)
    await me.oneClick()
    expect((await me.call('GET', '/account-api/user/balance')).status).toBe(401)
    expect((await me.call('GET', '/account-api/user/balance', undefined, { 'x-auth': `Bearer ${me.token}` })).body.balance).toHaveLength(1)
  })

  it('keeps settings and tells the page about the player', async () => {
    const me = new Visitor(site)
    const { userId } = await me.oneClick()
    expect((await me.call('POST', '/web-api/office/savesetting', { setting_id: 7, setting_value: 0 })).body.data).toEqual({
      setting_id: 7,
      setting_value: 0,
    })
    expect((await me.call('POST', '/web-api/office/savesetting', { setting_id: 99, setting_value: 0 })).body.error_code).toBe(36)
    expect((await me.call('POST', '/web-api/office/savesetting', { setting_id: 'x', setting_value: 0 })).body).toMatchObject({
      success: false,
      message: 'Failed with params: setting_id',
    })
    const settings = await me.call('GET', '/api/web/user/v1/settings')
    expect(settings.body.data.find((s: { id: string }) => s.id === '7').attributes.setting_value).toBe(0)
    const config = (await me.call('GET', '/web-api/user/getuserconfig')).body.data
    // Decimal is what nobody has chosen, and what somebody may have.
    expect([config.oddsFormat, config.settings[3]]).toEqual([null, 0])
    await me.call('POST', '/web-api/office/savesetting', { setting_id: 3, setting_value: 0 })
    expect((await me.call('GET', '/web-api/user/getuserconfig')).body.data.oddsFormat).toBe(0)
    expect(config).toMatchObject({
      userId,
      countryId: expect.any(Number),
      currencyIso: 'EUR',
      isActivated: false,
      hasTwoFactor: false,
      minAge: 18,
      lastSession: null,
    })
  })

  it('gives a one-click account an e-mail and confirms it', async () => {
    const me = new Visitor(site)
    await me.oneClick()
    const email = newEmail()
    const attributes = (given: object) => ({ data: { attributes: given } })
    expect(
      (await me.call('POST', '/web-api/api/internal/v1/user/activatefast', attributes({ email: 'a@b' }))).body.errors[0].source.pointer,
    ).toBe('/data/attributes/email')
    expect((await me.call('POST', '/web-api/api/internal/v1/user/activatefast', attributes({ email }))).status).toBe(200)
    const hash = new URL((await listInbox(db, { to: email }))[0]!.link!).searchParams.get('hash')
    const done = await me.call('POST', '/web-api/api/internal/v1/user/activate', attributes({ hash }))
    expect(done.body.data.attributes.isActivated).toBe(true)
    expect((await me.call('POST', '/web-api/user/repeatActivationPopup')).body.data.show).toBe(false)
  })
})

describe('a first address (RG-18)', () => {
  const GIVE = '/web-api/api/internal/v1/user/activatefast'
  const give = (me: Visitor, email: string) => me.call('POST', GIVE, { data: { attributes: { email } } })

  it('asks for a proof of the last minutes: who sets it may have the password set anew by it (ACC-15)', async () => {
    const me = new Visitor(site)
    await me.oneClick()
    site.clock.advance(301_000)
    const refused = await give(me, newEmail())
    expect([refused.status, refused.body.errors[0].code]).toEqual([422, 'auth.confirm'])
  })

  it('sends one letter a minute, whatever address it is given', async () => {
    const me = new Visitor(site)
    await me.oneClick()
    const [first, second] = [newEmail(), newEmail()]
    expect((await give(me, first)).status).toBe(200)
    expect((await give(me, second)).status).toBe(429)
    expect(await listInbox(db, { to: second })).toEqual([])
    site.clock.advance(61_000)
    expect((await give(me, second)).status).toBe(200)
  })

  it('stands in the list of changes or is not given', async () => {
    const me = new Visitor(site)
    const { userId } = await me.oneClick()
    await sql`ALTER TABLE security_event ADD CONSTRAINT planted CHECK (kind <> 'email_given') NOT VALID`.execute(db)
    const failed = await give(me, newEmail())
    await sql`ALTER TABLE security_event DROP CONSTRAINT planted`.execute(db)
    const { email } = await db.selectFrom('player').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    expect([failed.status, email]).toEqual([500, null])
  })

  it('goes to one player where two ask for it at once', async () => {
    const email = newEmail()
    const both = [new Visitor(site), new Visitor(site), new Visitor(site), new Visitor(site)]
    for (const me of both) await me.oneClick()
    const answers = await Promise.all(both.map((me) => give(me, email)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
  })
})

test('letters lead to the host of the brand, not to the one that a request names', async () => {
  const named = await accountSite({ db, host: 'polosa.example' })
  const email = newEmail()
  const fields = { email, password: await named.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const evil = new Visitor(named, { headers: { host: 'stranger.example' } })
  await evil.call('POST', SUBMIT, { type: 'full_reg', fields })
  await new Visitor(named, { headers: { host: 'stranger.example' } }).call('POST', '/web-api/api/internal/v1/user/passwordreset', {
    data: { attributes: { login: email } },
  })
  await expect.poll(async () => (await listInbox(db, { to: email })).length).toBe(2)
  for (const { link } of await listInbox(db, { to: email })) expect(new URL(link!).host).toBe('polosa.example')
})

it('logs a cookie choice (DAT-06)', async () => {
  const { body } = await new Visitor(site).call('POST', '/api-v3/v1/user/agreement-with-cookies/log', {
    data: { attributes: { level: 3, cookiesAgreeTime: 1_700_000_000 } },
  })
  const row = await db.selectFrom('cookie_consent').selectAll().where('id', '=', BigInt(body.data.id)).executeTakeFirstOrThrow()
  expect([row.level, row.version, row.agreed_at.getTime()]).toEqual([3, '2026-11', 1_700_000_000_000])
  expect(
    (await new Visitor(site).call('POST', '/api-v3/v1/user/agreement-with-cookies/log', { data: { attributes: { level: 4 } } })).status,
  ).toBe(422)
})
