import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const STRONG = 'violet tractor 71 hums'
const EMAIL = '/web-api/office/account/email'
const CONFIRM = '/web-api/office/account/email/confirm'
const LOGIN = '/web-api/office/account/login'
const MINUTE = 60_000

let serial = 0
async function player() {
  const email = `identity${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  const id = body.userId as number
  await db
    .updateTable('player')
    .set({ email_confirmed_at: new Date(site.clock.now()) })
    .where('id', '=', id)
    .execute()
  return { id, email, visitor }
}

async function lettersTo(address: string): Promise<{ subject: string; body: string }[]> {
  return (await new Visitor(site).call('GET', `/dev/api/inbox?to=${encodeURIComponent(address)}`)).body.messages
}
/** Letters leave after the answer. */
async function lettersOnceThere(address: string, count = 1) {
  await expect.poll(async () => (await lettersTo(address)).length, { timeout: 20_000 }).toBe(count)
  return lettersTo(address)
}
const hashIn = (letter: { body: string }) => /#hash=([\w-]+)/.exec(letter.body)![1]!
const ask = (who: { visitor: Visitor }, umail: string) => who.visitor.call('POST', EMAIL, { umail })
const confirm = async (who: { visitor: Visitor }, hash: string) => (await who.visitor.call('POST', CONFIRM, { hash })).body
const login = async (who: { visitor: Visitor }, body: object) => (await who.visitor.call('POST', LOGIN, body)).body
const signsIn = async (name: string) => (await new Visitor(site).signIn(name, STRONG)).body.success === true

test('the letter to the new address makes it the player’s, once; the old address hears of it', async () => {
  const who = await player()
  const next = `new-${who.email}`
  expect((await ask(who, next)).body.data).toEqual({ sent: true, resend_after: 60 })
  expect(await signsIn(next)).toBe(false)
  const hash = hashIn((await lettersOnceThere(next))[0]!)
  const thief = await player()
  expect((await confirm(thief, hash)).error_code).toBe(51)
  expect((await new Visitor(site).call('POST', CONFIRM, { hash })).status).toBe(401)
  expect((await confirm(who, hash)).data).toEqual({ email: 'n***@example.test', confirmed: true })
  expect((await confirm(who, hash)).error_code).toBe(51)
  expect((await lettersTo(who.email))[0]!.body).toContain('n***@example.test')
  expect([await signsIn(next), await signsIn(who.email)]).toEqual([true, false])
  const events = await db
    .selectFrom('security_event')
    .select('kind')
    .where('player_id', '=', who.id)
    .where('kind', '=', 'email_changed')
    .execute()
  expect(events).toHaveLength(1)
})

test('a taken address gets the same answer and no letter; a letter that came too late changes nothing', async () => {
  const [who, other] = [await player(), await player()]
  const before = (await lettersTo(other.email)).length
  expect((await ask(who, other.email.toUpperCase())).body.data).toEqual({ sent: true, resend_after: 60 })
  const wanted = `wanted-${who.email}`
  site.clock.advance(MINUTE + 1)
  await ask(who, wanted)
  await lettersOnceThere(wanted)
  await ask(other, wanted)
  const letters = await lettersOnceThere(wanted, 2)
  expect(await lettersTo(other.email)).toHaveLength(before)
  const done = await Promise.all([confirm(who, hashIn(letters[1]!)), confirm(other, hashIn(letters[0]!))])
  expect(done.map(({ data, error_code }) => data?.confirmed ?? error_code).sort()).toEqual([51, true])
  const late = await player()
  await ask(late, `late-${late.email}`)
  const [lateLetter] = await lettersOnceThere(`late-${late.email}`)
  site.clock.advance(61 * MINUTE)
  await late.visitor.signIn(late.email, STRONG)
  expect((await confirm(late, hashIn(lateLetter!))).error_code).toBe(51)
})

test('wrong addresses, the own one, haste and an old proof are refused', async () => {
  const who = await player()
  const refused = async (umail: string) => {
    const { body } = await ask(who, umail)
    return Object.keys(body.validation_errors ?? {})[0] ?? body.error_code
  }
  expect(await refused('')).toBe('umail')
  expect((await ask(who, 'nobody')).body.validation_errors.umail[0]).not.toContain('problem_')
  expect(await refused('nobody')).toBe('umail')
  expect(await refused(who.email)).toBe('umail')
  await ask(who, `soon-${who.email}`)
  expect(await refused(`sooner-${who.email}`)).toBe(44)
  site.clock.advance(6 * MINUTE)
  expect(await refused(`later-${who.email}`)).toBe(48)
  expect((await login(who, { login: 'somebody' })).error_code).toBe(48)
})

test('a chosen login signs in, is one player’s, and the address can be turned off as a login', async () => {
  const [who, other] = [await player(), await player()]
  expect((await login(who, { login: ' Arden_7 ' })).data).toEqual({ login: 'arden_7', auth_by_email: true })
  expect(await signsIn('ARDEN_7')).toBe(true)
  expect((await login(other, { login: 'arden_7' })).error_code).toBe(37)
  expect((await login(other, { login: String(who.id) })).validation_errors).toHaveProperty('login')
  expect((await login(other, { login: 'x@y.test' })).validation_errors).toHaveProperty('login')
  expect((await login(who, { auth_by_email: false })).data).toEqual({ login: 'arden_7', auth_by_email: false })
  expect([await signsIn(who.email), await signsIn('arden_7'), await signsIn(String(who.id))]).toEqual([false, true, true])
  const unknown = await new Visitor(site).signIn('nobody@example.test', STRONG)
  const off = await new Visitor(site).signIn(who.email, STRONG)
  expect([off.status, off.body.error_code]).toEqual([unknown.status, unknown.body.error_code])
  expect((await login(who, { auth_by_email: true })).data.auth_by_email).toBe(true)
  expect(await signsIn(who.email)).toBe(true)
  expect((await new Visitor(site).call('POST', LOGIN, { login: 'zzz' })).status).toBe(401)
})

test('two who choose one login at once: one has it', async () => {
  const [first, second] = [await player(), await player()]
  const done = await Promise.all([login(first, { login: 'wanted' }), login(second, { login: 'wanted' })])
  expect(done.map(({ data, error_code }) => data?.login ?? error_code).sort()).toEqual([37, 'wanted'])
})
