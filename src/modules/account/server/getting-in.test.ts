/** Ways in beside one click and e-mail: phone, code by SMS, variants, papers, invitations, programs of others. */
import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({
  db,
  change: (config) => {
    config.registration.types = ['fast', 'phone', 'full', 'social', 'short', 'full_v1']
    config.registration.identity = { GB: { document: 'passport', fields: ['document_number'] } }
    config.auth.oauthClients = [
      { id: 'stands', title: 'Stands', redirects: ['https://stands.example/back'], scopes: ['profile', 'balance'] },
    ]
  },
})
const PASSWORD = 'marker-and-newsprint-7'
const SUBMIT = '/flexreg-api/v1/registration/submit'
const ACTIVATE = '/web-api/api/internal/v1/user/activate'

async function messagesTo(phone: string): Promise<{ body: string }[]> {
  return (await new Visitor(site).call('GET', `/dev/api/inbox?to=${encodeURIComponent(phone)}`)).body.messages
}

async function codeTo(phone: string): Promise<string> {
  return /\d{6}/.exec((await messagesTo(phone))[0]!.body)![0]
}

const phoneForm = async (phone: string) => ({
  type: 'phone_reg',
  fields: { phone, country_code: 'KZ', password: await site.encode(PASSWORD), country: 'KZ', currency: 'EUR', terms: true },
})
const attributes = (given: object) => ({ data: { attributes: given } })

test('by phone: nothing is made before the code comes back, then an account that signs in by phone and by SMS', async () => {
  const visitor = new Visitor(site)
  const sent = await visitor.call('POST', SUBMIT, await phoneForm('7015550001'))
  expect(sent.body).toMatchObject({ status: 'ok', nextStep: 'sms', code_length: 6, userId: 0, token: '' })
  expect(await db.selectFrom('player').select('id').where('phone', '=', '77015550001').execute()).toEqual([])
  const code = await codeTo('+77015550001')
  const wrong = await visitor.call('POST', ACTIVATE, attributes({ sms_code: code === '111111' ? '222222' : '111111' }))
  expect([wrong.status, JSON.stringify(wrong.body).includes('code')]).toEqual([422, true])
  // As the wire has it: number and code; the cookie says which registration is meant.
  const done = await visitor.call('POST', ACTIVATE, attributes({ phone: '7015550001', country_code: 'KZ', sms_code: code }))
  const { userId } = done.body.data.attributes
  expect(done.body.data.attributes).toMatchObject({ isActivated: true })
  expect((await visitor.call('POST', ACTIVATE, attributes({ authId: sent.body.authId, sms_code: code }))).status).toBe(422)
  const later = new Visitor(site)
  expect((await later.signIn('+7 701 555 00 01', PASSWORD, { login_type: 'phone' })).body.data.userId).toBe(userId)
  // As he writes it at home, with his country beside it, and without its plus.
  for (const [typed, more] of [
    ['701 555 00 01', {}],
    ['7015550001', { country_code: 'KZ' }],
    ['77015550001', {}],
  ] as const)
    expect([typed, (await new Visitor(site).signIn(typed, PASSWORD, { login_type: 'phone', ...more })).body.data?.userId]).toEqual([
      typed,
      userId,
    ])
  const asked = await new Visitor(site).call('POST', '/sms-auth/send-code', { phone: '7015550001', country_code: 'KZ' })
  // The answer does not wait for the message: it must not tell a known number by its time.
  await expect.poll(() => messagesTo('+77015550001')).toHaveLength(2)
  const bySms = new Visitor(site)
  const check = (sms_code: string) => bySms.call('POST', '/sms-auth/check-code', { authId: asked.body.data.authId, sms_code })
  const second = await codeTo('+77015550001')
  expect((await check(second === '000000' ? '000001' : '000000')).body.error_code).toBe(2)
  expect((await check(second)).body.data.userId).toBe(userId)
  expect((await check(second)).body.error_code).toBe(2)
  // Taken numbers are told like taken addresses: in the form, after everything else is right.
  expect((await new Visitor(site).call('POST', SUBMIT, await phoneForm('7015550001'))).body.errors).toEqual([
    expect.objectContaining({ field: 'phone', key: 'phone_taken' }),
  ])
})

test('a number is refused for its own reason: its length, or the rule of its country', async () => {
  const said = async (country_code: string, phone: string) => {
    const fields = { phone, country_code, password: await site.encode(PASSWORD), country: 'KZ', currency: 'KZT', terms: true }
    const { body } = await new Visitor(site).call('POST', SUBMIT, { type: 'phone_reg', fields })
    return body.errors.map(({ field, key, message }: Record<string, string>) => [field, key, message])
  }
  expect(await said('KZ', '701')).toEqual([['phone', 'equal_length', '10 digits are needed']])
  expect(await said('default', '123')).toEqual([['phone', 'phone_min_length', 'At least 6 digits']])
  expect(await said('KZ', '8005553535')).toEqual([['phone', 'phone_invalid', 'Check the phone number']])
  expect(await said('GB', '7012345678')).toEqual([['phone', 'phone_service_number', expect.stringContaining('service number')]])
  expect(await said('XX', '7012345678')).toEqual([['phone', 'phone_country', expect.any(String)]])
})

test('a code to a number of nobody is answered alike, and as often refused', async () => {
  const ask = (phone: string) => new Visitor(site).call('POST', '/sms-auth/send-code', { phone, country_code: 'KZ' })
  const known = await ask('7015550001')
  const unknown = await ask('7019990009')
  expect(known.body.error_code).toBe(44)
  expect(Object.keys(unknown.body.data)).toEqual(['authId', 'code_length', 'resend_after'])
  expect((await ask('7019990009')).body.error_code).toBe(44)
})

test('short asks little, full_v1 much; each is its own form by its number', async () => {
  const { body } = await new Visitor(site).call('GET', '/flexreg-api/v1/registration/form/widget?country=KZ')
  const fields = (kind: string) =>
    body.forms
      .find((form: { kind: string }) => form.kind === kind)
      .steps[0].fields.flat()
      .map((field: { name: string }) => field.name)
  expect(fields('short')).toEqual(['email', 'password', 'country', 'currency', 'terms'])
  expect(fields('full_v1')).toContain('last_name')
  const password = await site.encode(PASSWORD)
  const common = { password, country: 'KZ', currency: 'EUR', terms: true }
  const short = await new Visitor(site).call('POST', SUBMIT, {
    type: 'full_reg',
    formId: 15,
    fields: { ...common, email: 'short@example.test' },
  })
  expect(short.body.status).toBe('ok')
  const full = await new Visitor(site).call('POST', SUBMIT, {
    type: 'full_reg',
    formId: 16,
    fields: { ...common, email: 'v1@example.test' },
  })
  expect(full.body.errors.map((error: { field: string }) => error.field)).toEqual(['first_name', 'last_name', 'birth_date', 'city'])
})

test('papers are asked where the country wants them, sealed, and one paper is one account', async () => {
  const { body } = await new Visitor(site).call('GET', '/flexreg-api/v1/registration/form/widget?country=GB')
  const full = body.forms.find((form: { kind: string }) => form.kind === 'full').steps[0].fields.flat()
  expect(full.find((field: { name: string }) => field.name === 'document_number').props.label).toBe('Passport number')
  const send = async (email: string, document_number?: string) =>
    (
      await new Visitor(site).call('POST', SUBMIT, {
        type: 'full_reg',
        fields: {
          email,
          password: await site.encode(PASSWORD),
          birth_date: '17.05.1990',
          country: 'GB',
          currency: 'GBP',
          terms: true,
          ...(document_number ? { document_number } : {}),
        },
      })
    ).body
  expect((await send('paper-none@example.test')).errors[0].field).toBe('document_number')
  const made = await send('paper-one@example.test', 'AB 123-456')
  expect(made.status).toBe('ok')
  expect((await send('paper-two@example.test', 'ab123456')).errors).toEqual([
    expect.objectContaining({ field: 'document_number', key: 'paper_taken' }),
  ])
  const { sealed } = await db
    .selectFrom('registration_paper')
    .select('sealed')
    .where('player_id', '=', made.userId)
    .executeTakeFirstOrThrow()
  expect(sealed).not.toContain('123')
})

test('a friend who invites is kept when he is one, and nobody is told when he is not', async () => {
  const friend = new Visitor(site)
  const { userId: referral_user_id } = await friend.oneClick()
  const fields = { country: 'KZ', currency: 'EUR', terms: true }
  const inviterOf = async (referral: string) => {
    const { body } = await new Visitor(site).call('POST', SUBMIT, { type: 'fast_reg', fields, referral_user_id: referral })
    const row = await db.selectFrom('player_profile').select('referral_user_id').where('player_id', '=', body.userId).executeTakeFirst()
    return row?.referral_user_id
  }
  expect(await inviterOf(String(referral_user_id))).toBe(referral_user_id)
  expect(await inviterOf('999999999')).toBeNull()
})

test('a program of others: rights, consent, code with PKCE, what its token shows, and taking it back', async () => {
  const player = new Visitor(site)
  const { userId } = await player.oneClick('EUR')
  expect((await player.call('GET', '/oauth/rights?client_id=nobody')).body.error_code).toBe(45)
  expect((await player.call('GET', '/oauth/rights?client_id=stands&scope=balance%20email')).body.data).toEqual({
    client_id: 'stands',
    title: 'Stands',
    scope: ['balance'],
    granted: false,
  })
  const verifier = 'v'.repeat(50)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const ask = { client_id: 'stands', scope: 'balance', approve: true, state: 's1', code_challenge, code_challenge_method: 'S256' }
  const answer = async (more: object) => (await player.call('POST', '/oauth/auth', { ...ask, ...more })).body
  expect((await answer({ redirect_uri: 'https://stands.example/back/../evil' })).error_code).toBe(45)
  expect((await answer({ code_challenge: '' })).error_code).toBe(45)
  expect((await answer({ approve: false })).data.redirect).toBe('https://stands.example/back?state=s1&error=access_denied')
  expect((await new Visitor(site).call('POST', '/oauth/auth', ask)).status).toBe(401)
  const { code, redirect } = (await answer({})).data
  expect(new URL(redirect).searchParams.get('code')).toBe(code)
  const program = new Visitor(site)
  const token = (given: object) =>
    program.call('POST', '/oauth/token', { grant_type: 'authorization_code', client_id: 'stands', code, code_verifier: verifier, ...given })
  expect((await token({ code_verifier: 'w'.repeat(50) })).body).toEqual({ error: 'invalid_grant' })
  // The wrong try has used the code up.
  expect((await token({})).body).toEqual({ error: 'invalid_grant' })
  const again = (await answer({})).data.code
  const { access_token } = (await token({ code: again })).body
  const look = async () => (await program.call('GET', '/oauth/userinfo', undefined, { authorization: `Bearer ${access_token}` })).body
  expect(await look()).toEqual({ sub: String(userId), balance: [{ currency: 'EUR', amount: '0.00', active: true }] })
  // A stranger takes nothing back.
  const other = new Visitor(site)
  await other.oneClick()
  expect((await other.call('POST', '/web-api/office/oauth/revoke', { client_id: 'stands' })).body.error_code).toBe(45)
  expect((await player.call('POST', '/web-api/office/oauth/revoke', { client_id: 'stands' })).body.data).toEqual({ revoked: true })
  expect(await look()).toEqual({ error: 'invalid_token' })
})

test('a token and a code of before show no more than what the player agrees to now, and none outlives its hour', async () => {
  const client = site.config.auth.oauthClients.find(({ id }) => id === 'stands')!
  const { scopes } = client
  client.scopes = ['balance', 'profile']
  const player = new Visitor(site)
  const { userId } = await player.oneClick('EUR')
  const verifier = 'v'.repeat(50)
  const code_challenge = createHash('sha256').update(verifier).digest('base64url')
  const agree = async (scope: string): Promise<string> => {
    const ask = { client_id: 'stands', scope, approve: true, code_challenge, code_challenge_method: 'S256' }
    return (await player.call('POST', '/oauth/auth', ask)).body.data.code
  }
  const program = new Visitor(site)
  const take = async (code: string) =>
    (await program.call('POST', '/oauth/token', { grant_type: 'authorization_code', client_id: 'stands', code, code_verifier: verifier }))
      .body
  const look = async (token: string) =>
    Object.keys((await program.call('GET', '/oauth/userinfo', undefined, { authorization: `Bearer ${token}` })).body)
  const wide = await take(await agree('balance profile'))
  expect(await look(wide.access_token)).toContain('balance')
  const waiting = await agree('balance profile')
  await agree('profile')
  const shown = await look(wide.access_token)
  expect([shown.includes('locale'), shown.includes('balance')]).toEqual([true, false])
  expect((await take(waiting)).scope).toBe('profile')
  const kept = async () => db.selectFrom('oauth_token').select('scopes').where('player_id', '=', userId).execute()
  expect(await kept()).toHaveLength(2)
  site.clock.advance(3_600_000)
  await site.auth.cleanUp()
  expect(await kept()).toEqual([])
  client.scopes = scopes
})

test('the brand says by which names its players come in (AU-03)', async () => {
  const { email, userId, password } = await new Visitor(site).oneClick().then(async ({ userId, password }) => {
    const email = `door-${userId}@example.test`
    await db.updateTable('player').set({ email, email_key: email, must_change_password: false }).where('id', '=', userId).execute()
    return { email, userId, password }
  })
  const doors = async (loginTypes: ('email' | 'id')[]) => {
    const brand = await accountSite({ db, change: (config) => (config.auth.loginTypes = loginTypes) })
    const at = async (login: string) => (await new Visitor(brand).signIn(login, password)).status
    return [await at(email), await at(String(userId))]
  }
  expect(await doors(['email', 'id'])).toEqual([200, 200])
  expect(await doors(['email'])).toEqual([200, 401])
  expect(await doors(['id'])).toEqual([401, 200])
})

test('a friend is invited by the tag of a link (RG-17)', async () => {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  expect((await visitor.call('GET', '/web-api/office/friend-reffer-tag')).body).toEqual({ success: true, data: { tag: `R${userId}` } })
})

test('the first bonus is chosen by its number or by the key of its deposit, which stands first (RG-10)', async () => {
  const chosen = async (more: object) => {
    const fields = { country: 'KZ', currency: 'KZT', terms: true }
    const { body } = await new Visitor(site).call('POST', SUBMIT, { type: 'fast_reg', fields, ...more })
    const row = await db.selectFrom('player_profile').select('bonus_choice').where('player_id', '=', body.userId).executeTakeFirst()
    return row?.bonus_choice
  }
  expect(await chosen({})).toBe(-1)
  expect(await chosen({ bonusId: 1 })).toBe(1)
  expect(await chosen({ firstBonusId: '1st', bonusId: 1 })).toBe(0)
  expect(await chosen({ firstBonusId: 'slot_first_deposit' })).toBe(1)
})

/** Five wrong codes and then the right one: what each was answered. */
async function usedUp(right: string, answer: (code: string) => Promise<string>): Promise<string[]> {
  const wrong = right === '000000' ? '000001' : '000000'
  const said = []
  for (const code of [wrong, wrong, wrong, wrong, wrong, right]) said.push(await answer(code))
  return said
}
const WRONG = 'Wrong code'
const OVER = 'The code is no longer valid. Ask for a new one'
const UNTIL_OVER = [WRONG, WRONG, WRONG, WRONG, OVER, OVER]

test('a code whose tries are used up is told as such, also when it is the right one; unknown numbers are told the same', async () => {
  const visitor = new Visitor(site)
  await visitor.call('POST', SUBMIT, await phoneForm('7015550021'))
  const registering = await usedUp(await codeTo('+77015550021'), async (sms_code) => {
    const { body } = await visitor.call('POST', ACTIVATE, attributes({ sms_code }))
    return body.errors[0].detail
  })
  expect(registering).toEqual(UNTIL_OVER)
  site.clock.advance(61_000)
  await visitor.call('POST', SUBMIT, await phoneForm('7015550021'))
  const again = await visitor.call('POST', ACTIVATE, attributes({ sms_code: await codeTo('+77015550021') }))
  expect(again.body.data.attributes).toMatchObject({ isActivated: true })
  for (const phone of ['7015550021', '7015550022']) {
    site.clock.advance(61_000)
    const { authId } = (await visitor.call('POST', '/sms-auth/send-code', { phone, country_code: 'KZ' })).body.data
    const isKnown = phone === '7015550021'
    if (isKnown) await expect.poll(() => messagesTo(`+7${phone}`)).toHaveLength(3)
    const signingIn = await usedUp(isKnown ? await codeTo(`+7${phone}`) : '123456', async (sms_code) => {
      const { status, body } = await new Visitor(site).call('POST', '/sms-auth/check-code', { authId, sms_code })
      return `${status} ${body.error_code} ${body.validation_errors.sms_code}`
    })
    expect(signingIn).toEqual(UNTIL_OVER.map((said) => `401 2 ${said}`))
  }
})
