import { generate } from 'otplib'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'

const { db } = await testDatabase(10)
const site = await accountSite({ db })
const STRONG = 'violet tractor 71 hums'
const office = (name: string) => `/web-api/office/${name}`
const code = (secret: string, steps = 0) => generate({ secret, epoch: Math.floor(site.clock.now() / 1000) + steps * 30 })
const wrongCode = async (secret: string) => String((Number(await code(secret)) + 7) % 1_000_000).padStart(6, '0')

let serial = 0
async function newPlayer() {
  const email = `factor${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  return { email, userId: body.userId as number, visitor }
}
async function withFactor() {
  const player = await newPlayer()
  const { code: secret } = (await player.visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
  const enabled = await player.visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret) })
  return { ...player, secret: secret as string, recovery: enabled.body.data.recovery_codes as string[] }
}
async function secondStep(email: string) {
  const visitor = new Visitor(site)
  const { body } = await visitor.signIn(email, STRONG)
  return { visitor, authId: body.data.authId as string, data: body.data }
}

describe('turning on (AU-22, AU-23)', () => {
  it('gives a link, a picture that is served once, and a seed sealed at rest', async () => {
    const { visitor, userId } = await newPlayer()
    const { qr_code_url: url, qr_link: link, code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
    expect(link).toBe(
      `otpauth://totp/${encodeURIComponent(site.config.customize.name)}:${userId}?secret=${secret}&issuer=${encodeURIComponent(site.config.customize.name)}`,
    )
    const picture = await visitor.call('GET', url)
    expect([picture.status, picture.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(picture.body).toMatch(/^<svg .*<path fill="#000" d="M/)
    expect((await visitor.call('GET', url)).status).toBe(404)
    const row = await db.selectFrom('two_factor').selectAll().where('player_id', '=', userId).executeTakeFirstOrThrow()
    expect(row.sealed_secret).not.toContain(secret)
    expect(site.keys.open(row.sealed_secret, `two_factor:${userId}`)).toBe(secret)
    expect(() => site.keys.open(row.sealed_secret, `two_factor:${userId + 1}`)).toThrow()
  })

  it('a picture of somebody else is not served', async () => {
    const { visitor } = await newPlayer()
    const other = await newPlayer()
    const { qr_code_url: url } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
    expect((await other.visitor.call('GET', url)).status).toBe(404)
    expect((await new Visitor(site).call('GET', url)).status).toBe(404)
    expect((await visitor.call('GET', url)).status).toBe(200)
  })

  it('the picture is served by whichever process is asked, once, and for two minutes', async () => {
    const { visitor } = await newPlayer()
    const another = await accountSite({ db, keys: site.keys, startMs: site.clock.now() })
    const elsewhere = new Visitor(another)
    elsewhere.token = visitor.token
    const setUp = async () => (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data.qr_code_url as string
    const url = await setUp()
    expect((await elsewhere.call('GET', url)).body).toMatch(/^<svg /)
    expect([(await visitor.call('GET', url)).status, (await elsewhere.call('GET', url)).status]).toEqual([404, 404])
    const late = await setUp()
    another.clock.advance(2 * 60_000)
    expect((await elsewhere.call('GET', late)).status).toBe(404)
    await another.app.close()
  })

  it('a wrong code marks the app field; a right one turns it on once', async () => {
    const { visitor } = await newPlayer()
    expect((await visitor.call('POST', office('twofactorauthenable'), { app_code: '123456' })).body.error_code).toBe(56)
    const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
    const wrong = await visitor.call('POST', office('twofactorauthenable'), { app_code: await wrongCode(secret) })
    expect([wrong.body.error_code, Object.keys(wrong.body.validation_errors)]).toEqual([3, ['app_code']])
    const { data } = (await visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret) })).body
    expect([data.enabled, data.recovery_codes.length]).toEqual([true, 10])
    expect((await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.error_code).toBe(50)
    expect((await visitor.call('GET', '/web-api/user/getuserconfig')).body.data.hasTwoFactor).toBe(true)
  })

  it('asks who has been signed in for six minutes to prove himself, for the seed and for turning it on alike (ACC-15, SES-09)', async () => {
    const { visitor, email } = await newPlayer()
    const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
    site.clock.advance(6 * 60_000)
    expect((await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.error_code).toBe(48)
    expect((await visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret) })).body.error_code).toBe(48)
    await visitor.signIn(email, STRONG)
    const enabled = await visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret) })
    expect(enabled.body.data.enabled).toBe(true)
  })

  it('asks for the SMS code only when the brand does; error_code 2 marks its field', async () => {
    const { visitor, userId } = await newPlayer()
    site.config.auth.twoFactorSms = true
    try {
      expect((await visitor.call('POST', office('sendSmsForTwoFactorActivation'))).body.error_code).toBe(57)
      await db.updateTable('player').set({ phone: '77010000045' }).where('id', '=', userId).execute()
      const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
      expect((await visitor.call('POST', office('sendSmsForTwoFactorActivation'))).body.data).toEqual({ code_length: 6, resend_after: 60 })
      expect((await visitor.call('POST', office('sendSmsForTwoFactorActivation'))).body.error_code).toBe(44)
      const sms = (await listInbox(db, { to: '+77010000045' }))[0]!.code!
      const badSms = await visitor.call('POST', office('twofactorauthenable'), {
        app_code: await code(secret),
        sms_code: sms === '000000' ? '000001' : '000000',
      })
      expect([badSms.body.error_code, Object.keys(badSms.body.validation_errors)]).toEqual([2, ['sms_code']])
      const badApp = await visitor.call('POST', office('twofactorauthenable'), { app_code: await wrongCode(secret), sms_code: sms })
      expect([badApp.body.error_code, Object.keys(badApp.body.validation_errors)]).toEqual([3, ['app_code']])
      expect(
        (await visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret), sms_code: sms })).body.data.enabled,
      ).toBe(true)
    } finally {
      site.config.auth.twoFactorSms = false
    }
  })
})

describe('in sign-in (AU-08)', () => {
  it('asks for the second step; the password alone opens nothing', async () => {
    const { email, secret } = await withFactor()
    const { visitor, authId, data } = await secondStep(email)
    expect(data).toMatchObject({ userId: 0, token: '', nextStep: 'two_factor' })
    expect(visitor.cookies['__Host-session']).toBeUndefined()
    const wrong = await visitor.call('POST', '/user/twoauth/', { authId, app_code: await wrongCode(secret) })
    expect([wrong.status, wrong.body.error_code]).toEqual([401, 3])
    site.clock.advance(30_000)
    const done = await visitor.call('POST', '/user/twoauth/', { authId, app_code: await code(secret) })
    expect(done.body.data).toMatchObject({ type: 25, nextStep: 'none' })
    expect((await visitor.call('POST', '/user/twoauth/', { authId, app_code: await code(secret, 1) })).body.error_code).toBe(41)
  })

  it('refuses a step that was used, also by two at once (ACC-13)', async () => {
    const { email, secret } = await withFactor()
    const again = await secondStep(email)
    // The code that turned it on is of a used step.
    expect(
      (await again.visitor.call('POST', '/user/twoauth/', { authId: again.authId, app_code: await code(secret) })).body.error_code,
    ).toBe(3)
    site.clock.advance(30_000)
    const steps = await Promise.all([secondStep(email), secondStep(email), secondStep(email)])
    const used = await code(secret)
    const answers = await Promise.all(
      steps.map(({ visitor, authId }) => visitor.call('POST', '/user/twoauth/', { authId, app_code: used })),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 401, 401])
  })

  it('five wrong codes end the attempt', async () => {
    const { email, secret } = await withFactor()
    const { visitor, authId } = await secondStep(email)
    const codes = []
    for (let i = 0; i < 6; i += 1)
      codes.push((await visitor.call('POST', '/user/twoauth/', { authId, app_code: await wrongCode(secret) })).body.error_code)
    expect(codes.slice(0, 5)).toEqual([3, 3, 3, 3, 3])
    expect(codes[5]).not.toBe(3)
  })

  it('a recovery code works once', async () => {
    const { email, recovery } = await withFactor()
    const one = await secondStep(email)
    const typed = recovery[3]!.toLowerCase().replaceAll('-', ' ')
    expect((await one.visitor.call('POST', '/user/twoauth/', { authId: one.authId, app_code: typed })).status).toBe(200)
    const two = await secondStep(email)
    expect((await two.visitor.call('POST', '/user/twoauth/', { authId: two.authId, app_code: typed })).status).toBe(401)
  })
})

describe('turning off (AU-24)', () => {
  it('a player with a confirmed phone alone hears by SMS of both, once each', async () => {
    const { visitor, userId } = await newPlayer()
    const phone = { phone: '77010000046', phone_confirmed_at: new Date(site.clock.now()), email: null, email_key: null }
    await db.updateTable('player').set(phone).where('id', '=', userId).execute()
    const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
    await visitor.call('POST', office('twofactorauthenable'), { app_code: await code(secret) })
    const heard = async () => (await listInbox(db, { to: '+77010000046' })).map(({ template }) => template)
    expect(await heard()).toEqual(['two_factor_on'])
    site.clock.advance(30_000)
    const asked = { password: await site.encode(STRONG), app_code: await code(secret) }
    const { hash } = (await visitor.call('POST', office('twofactorauthdisable'), asked)).body.data
    expect((await visitor.call('POST', office('twofactorauthdisable'), { hash })).body.data).toEqual({ enabled: false })
    expect((await heard()).toSorted()).toEqual(['two_factor_off', 'two_factor_on'])
  })

  it('needs password and code, then the hash; foreign and wrong hashes get 51', async () => {
    const { visitor, secret, email, userId } = await withFactor()
    site.clock.advance(30_000)
    const ask = async (password: string, app_code: string) =>
      visitor.call('POST', office('twofactorauthdisable'), { password: await site.encode(password), app_code })
    expect((await visitor.call('POST', office('twofactorauthdisable'), { hash: 'nonsense' })).body.error_code).toBe(51)
    expect((await visitor.call('POST', office('twofactorauthdisable'), {})).body.error_code).toBe(51)
    expect((await ask('wrong wrong wrong', await code(secret))).body.validation_errors).toHaveProperty('password')
    expect((await ask(STRONG, await wrongCode(secret))).body.validation_errors).toHaveProperty('app_code')
    await db.updateTable('player').set({ email_confirmed_at: new Date() }).where('id', '=', userId).execute()
    expect((await ask(STRONG, await code(secret))).body.data).toEqual({ enabled: true, sent: true })
    const letter = (await listInbox(db, { to: email })).find((m) => m.template === 'two_factor_disable')!
    const hash = new URL(letter.link!).hash.slice('#hash='.length)
    const stranger = await newPlayer()
    expect((await stranger.visitor.call('POST', office('twofactorauthdisable'), { hash })).body.error_code).toBe(51)
    expect((await visitor.call('POST', office('twofactorauthdisable'), { hash })).body.data).toEqual({ enabled: false })
    expect((await visitor.call('POST', office('twofactorauthdisable'), { hash })).body.error_code).toBe(51)
    expect((await new Visitor(site).signIn(email, STRONG)).body.data.nextStep).toBe('none')
  })
})
