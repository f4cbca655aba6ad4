/** A new password by a letter or a code: good once, and for the password and the address that it was asked with (ACC-12). */
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const STRONG = 'violet tractor 71 hums'
const OTHER = 'copper lantern 38 drifts'
const THIRD = 'marble kettle 92 whistles'
const RESET = '/web-api/api/internal/v1/user/passwordreset'

let serial = 0
async function newPlayer() {
  const email = `forgetful${(serial += 1)}@example.test`
  const phone = `7701666${String(1000 + serial)}`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  const confirmed = { phone, phone_confirmed_at: new Date(site.clock.now()) }
  await db.updateTable('player').set(confirmed).where('id', '=', body.userId).execute()
  return { email, phone, userId: body.userId as number, visitor }
}
const post = (attributes: object) => new Visitor(site).call('POST', RESET, { data: { attributes } })
const pairOf = async (password: string) => ({ password: await site.encode(password), password_confirmation: await site.encode(password) })
const withPassword = async (hash: string | undefined, password: string) => ({ hash, ...(await pairOf(password)) })
const whoAmI = (visitor: Visitor) => visitor.call('GET', '/web-api/office/getsessionid')

/** The hashes of the letters that have come, the newest first. */
async function linksTo(email: string, count: number): Promise<string[]> {
  const letters = async () => (await listInbox(db, { to: email })).filter(({ template }) => template === 'password_reset')
  await expect.poll(async () => (await letters()).length).toBe(count)
  return (await letters()).map(({ link }) => new URL(link!).hash.slice('#hash='.length))
}
async function codeTo(phone: string): Promise<string> {
  const codes = async () => (await listInbox(db, { to: `+${phone}` })).filter(({ template }) => template === 'code')
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(0)
  return (await codes())[0]!.code!
}
async function changePassword(visitor: Visitor): Promise<void> {
  const body = { old_password: await site.encode(STRONG), ...(await pairOf(OTHER)), end_other_sessions: true }
  expect((await visitor.call('PUT', '/api/web/user/v1/password', body)).body.data.changed).toBe(true)
}

it('a reset works once by its letter, says the same for unknown logins, ends every session', async () => {
  const { email, visitor } = await newPlayer()
  const known = await post({ login: email })
  const unknown = await post({ login: 'unknown@example.test' })
  expect(known.body).toEqual(unknown.body)
  const [hash] = await linksTo(email, 1)
  const peek = await new Visitor(site).call('GET', `${RESET}?hash=${hash}`)
  expect(peek.body.data.attributes).toEqual({ isValid: true, login: 'f***@example.test' })
  expect((await post(await withPassword(hash, 'short'))).body.errors[0].source.pointer).toBe('/data/attributes/password')
  expect((await post(await withPassword(hash, OTHER))).status).toBe(200)
  expect((await whoAmI(visitor)).status).toBe(401)
  expect((await post(await withPassword(hash, STRONG))).status).toBe(404)
  expect((await new Visitor(site).signIn(email, OTHER)).status).toBe(200)
})

describe('what was asked for before is over once the account has changed', () => {
  it('a link, after the password was changed in the office', async () => {
    const { email, visitor } = await newPlayer()
    await post({ login: email })
    const [hash] = await linksTo(email, 1)
    await changePassword(visitor)
    expect((await new Visitor(site).call('GET', `${RESET}?hash=${hash}`)).status).toBe(404)
    const late = await post(await withPassword(hash, THIRD))
    expect([late.status, late.body.errors[0].source.pointer]).toEqual([404, '/data/attributes/hash'])
    expect([(await new Visitor(site).signIn(email, THIRD)).status, (await new Visitor(site).signIn(email, OTHER)).status]).toEqual([
      401, 200,
    ])
  })

  it('a second link, after the first was used', async () => {
    const { email } = await newPlayer()
    await post({ login: email })
    await linksTo(email, 1)
    site.clock.advance(61_000)
    await post({ login: email })
    const [newer, older] = await linksTo(email, 2)
    expect((await post(await withPassword(newer, OTHER))).status).toBe(200)
    expect((await post(await withPassword(older, THIRD))).status).toBe(404)
    expect((await new Visitor(site).signIn(email, OTHER)).status).toBe(200)
  })

  it('a link, after the address became another', async () => {
    const { email, userId } = await newPlayer()
    await post({ login: email })
    const [hash] = await linksTo(email, 1)
    const moved = { email: `new-${email}`, email_key: `new-${email}` }
    await db.updateTable('player').set(moved).where('id', '=', userId).execute()
    expect((await post(await withPassword(hash, OTHER))).status).toBe(404)
    expect((await new Visitor(site).signIn(`new-${email}`, STRONG)).status).toBe(200)
  })

  it('a link that is used in the very moment in which the password changes', async () => {
    const { email, userId } = await newPlayer()
    await post({ login: email })
    const [hash] = await linksTo(email, 1)
    const { passwords } = site.auth.deps
    const { hash: hashOf } = passwords
    // Between the look at the link and its use: the new hash is being worked out.
    passwords.hash = async (password) => {
      passwords.hash = hashOf
      await db
        .updateTable('player')
        .set({ password_hash: await hashOf(THIRD) })
        .where('id', '=', userId)
        .execute()
      return hashOf(password)
    }
    try {
      expect((await post(await withPassword(hash, OTHER))).status).toBe(404)
    } finally {
      passwords.hash = hashOf
    }
    expect((await new Visitor(site).signIn(email, THIRD)).status).toBe(200)
  })

  it.each(['password', 'number'])('a code by SMS, after another %s', async (what) => {
    const { email, phone, userId, visitor } = await newPlayer()
    const { hash } = (await post({ login: `+${phone}`, login_type: 'phone' })).body.data.attributes
    const sms_code = await codeTo(phone)
    if (what === 'password') await changePassword(visitor)
    else
      await db
        .updateTable('player')
        .set({ phone: phone.replace('7701', '7702') })
        .where('id', '=', userId)
        .execute()
    const late = await post({ sms_code, ...(await withPassword(hash, THIRD)) })
    expect([late.status, late.body.errors[0].source.pointer]).toEqual([422, '/data/attributes/sms_code'])
    expect((await new Visitor(site).signIn(email, THIRD)).status).toBe(401)
  })
})
