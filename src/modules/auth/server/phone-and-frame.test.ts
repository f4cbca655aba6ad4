import { describe, expect, it } from 'vitest'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { answerAppeal } from './appeals.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const STRONG = 'violet tractor 71 hums'
const OTHER = 'copper lantern 38 drifts'
const RESET = '/web-api/api/internal/v1/user/passwordreset'

let serial = 0
async function newPlayer({ withPhone = true } = {}): Promise<{ email: string; phone: string; userId: number }> {
  const email = `walker${(serial += 1)}@example.test`
  const phone = `7701555${String(1000 + serial)}`
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await new Visitor(site).call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  const bound = { phone, ...(withPhone ? { phone_confirmed_at: new Date(site.clock.now()) } : {}) }
  await db.updateTable('player').set(bound).where('id', '=', body.userId).execute()
  return { email, phone, userId: body.userId }
}

it('a phone number is known in the field for every login, and its spellings give no new tries (AU-03, ACC-11)', async () => {
  const { phone } = await newPlayer()
  const [area, rest] = [phone.slice(1, 4), phone.slice(4)]
  expect((await new Visitor(site).signIn(`+7 (${area}) ${rest}`, STRONG)).status).toBe(200)
  const codes = []
  for (const spelt of [phone, `+${phone}`, `7 ${area} ${rest}`, `+7(${area})${rest}`, `+7.${area}.${rest}`, `+7-${area}-${rest}`])
    codes.push((await new Visitor(site).signIn(spelt, OTHER)).body.error_code)
  expect(codes).toEqual([41, 41, 41, 41, 41, 42])
})

describe('password reset by phone (AU-19)', () => {
  const post = (attributes: object) => new Visitor(site).call('POST', RESET, { data: { attributes } })
  const ask = (phone: string) => post({ login: `+${phone}`, login_type: 'phone' })
  const pair = async (password: string) => ({ password: await site.encode(password), password_confirmation: await site.encode(password) })
  const codeOf = async (phone: string) => {
    await expect.poll(async () => (await listInbox(db, { to: `+${phone}` })).length).toBeGreaterThan(0)
    return (await listInbox(db, { to: `+${phone}` }))[0]!.code!
  }

  it('a code of the SMS sets the password once and ends every session; the answer is the same for unknown numbers', async () => {
    const { email, phone, userId } = await newPlayer()
    const visitor = new Visitor(site, { browser: true })
    await visitor.signIn(email, STRONG)
    const known = await ask(phone)
    const unknown = await ask('77019998877')
    const { hash, ...rest } = known.body.data.attributes
    const { hash: other, ...same } = unknown.body.data.attributes
    expect(rest).toEqual({ nextStep: 'sms', code_length: 6, resend_after: 60 })
    expect([same, other.length]).toEqual([rest, hash.length])
    const sms_code = await codeOf(phone)
    // A weak password does not use the code up.
    expect((await post({ hash, sms_code, ...(await pair('password123')) })).status).toBe(422)
    const wrong = sms_code === '000000' ? '000001' : '000000'
    expect((await post({ hash, sms_code: wrong, ...(await pair(OTHER)) })).body.errors[0].source.pointer).toBe('/data/attributes/sms_code')
    expect((await post({ hash: other, sms_code, ...(await pair(OTHER)) })).status).toBe(422)
    expect((await post({ hash, sms_code, ...(await pair(OTHER)) })).body.data.attributes).toEqual({ nextStep: 'none' })
    const late = await post({ hash, sms_code, ...(await pair(STRONG)) })
    expect([late.status, late.body.errors[0].detail]).toEqual([422, 'The code is no longer valid. Ask for a new one'])
    expect((await visitor.call('GET', '/web-api/office/getsessionid')).status).toBe(401)
    expect((await new Visitor(site).signIn(email, STRONG)).status).toBe(401)
    expect((await new Visitor(site).signIn(String(userId), OTHER)).status).toBe(200)
    // The phone has done it: the address hears of it, and so does the phone (ACC-14).
    for (const to of [email, `+${phone}`])
      expect((await listInbox(db, { to })).map(({ template }) => template)).toContain('password_changed')
  })

  it('a number that nobody has confirmed gets no code', async () => {
    const { phone } = await newPlayer({ withPhone: false })
    expect((await ask(phone)).status).toBe(200)
    // Whoever asks after him has his code: what there was to send before it has been sent.
    const { phone: confirmed } = await newPlayer()
    await ask(confirmed)
    await codeOf(confirmed)
    expect(await listInbox(db, { to: `+${phone}` })).toEqual([])
  })
})

describe('sign-in of a frame (AU-02, AU-13)', () => {
  const signIn = (xframe_token: string, path = '/api/internal/xframe/v1/user/auth') =>
    new Visitor(site).call('POST', path, { xframe_token })

  it('a token of the page signs a frame in once; the frame’s session ends with the page’s', async () => {
    const { email, userId } = await newPlayer()
    const page = new Visitor(site, { browser: true })
    await page.signIn(email, STRONG)
    const lend = async () => (await page.call('POST', '/api/internal/xframe/v1/user/token')).body.data.xframe_token
    const token = await lend()
    const frame = new Visitor(site)
    const answer = await signIn(token)
    expect([answer.status, answer.body.data.userId, answer.headers['set-cookie']]).toEqual([200, userId, undefined])
    frame.token = answer.body.data.token
    expect((await frame.call('GET', '/web-api/office/getsessionid')).status).toBe(200)
    expect((await signIn(token)).body.error_code).toBe(47)
    expect((await signIn('made-up')).body.error_code).toBe(47)
    expect((await signIn(await lend(), '/user/auth')).body.data.userId).toBe(userId)
    const late = await lend()
    const other = await lend()
    site.clock.advance(61_000)
    expect((await signIn(late)).status).toBe(401)
    await page.call('POST', '/user/disconnect')
    expect((await signIn(other)).status).toBe(401)
    expect((await frame.call('GET', '/web-api/office/getsessionid')).status).toBe(401)
    // A frame lends nothing on.
    expect((await frame.call('POST', '/api/internal/xframe/v1/user/token')).status).toBe(401)
  })

  it('a login has the name of its kind, too', async () => {
    const { email, phone, userId } = await newPlayer()
    const password = await site.encode(STRONG)
    for (const named of [{ email }, { phone_number: `+${phone}` }, { id: userId }, { login: phone, login_type: 'phone_number' }]) {
      const { body } = await new Visitor(site).call('POST', '/user/auth', { ...named, password })
      expect(body.data?.userId, JSON.stringify(named)).toBe(userId)
    }
  })
})

it('an appeal is taken from anybody, answered once, and read by its own browser only (RT-09)', async () => {
  const { email } = await newPlayer()
  const path = '/web-api/user/block-appeal'
  const visitor = new Visitor(site, { browser: true })
  expect(
    (await visitor.call('POST', path, { login: email, reply_to: 'nobody', text: 'Please look again' })).body.validation_errors,
  ).toEqual({
    reply_to: ['Enter the whole e-mail address'],
  })
  const read = async (who: Visitor) => (await who.call('POST', `${path}/state`, {})).body.data
  expect((await read(visitor)).state).toBe('none')
  const known = await visitor.call('POST', path, { login: email, reply_to: email, text: 'Please look again' })
  const unknown = await new Visitor(site).call('POST', path, { login: 'nobody at all', reply_to: email, text: 'Please look again' })
  expect([known.status, Object.keys(known.body.data)]).toEqual([unknown.status, Object.keys(unknown.body.data)])
  const { number: id } = known.body.data
  const answer = { id, text: 'The block is lifted', officer: 'support' }
  const desk = { db, clock: site.clock }
  expect(await Promise.all([answerAppeal(desk, answer), answerAppeal(desk, answer)])).toContain(null)
  expect(await answerAppeal(desk, answer)).toMatchObject({ code: 'auth.appeal_unknown' })
  expect(await read(visitor)).toMatchObject({ state: 'answered', number: id, answer: 'The block is lifted' })
  expect((await read(new Visitor(site, { browser: true }))).state).toBe('none')
})
