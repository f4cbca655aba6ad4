import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { describe, expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createCaptcha } from './captcha.ts'
import { framePage, hostedClient, isHostedPassed } from './captcha/hosted.ts'
import { captchaSolution } from './captcha/tasks.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const visitor = new Visitor(site)
const player = await visitor.oneClick()
site.config.captcha.type = 'puzzle'

async function task(kind?: string) {
  const { body } = await visitor.call('POST', '/puzzle-api/v1/task', kind ? { kind } : {})
  return body as { taskId: string; kind: string; image: string; piece: string; challenge: never; target: string }
}

async function token(kind = 'puzzle'): Promise<string> {
  const { taskId } = await task(kind)
  const { x } = (await captchaSolution(db, taskId)) as { x: number }
  return (await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, x })).body.token as string
}

const signIn = async (headers: Record<string, string>) =>
  visitor.call('POST', '/user/auth', { login: String(player.userId), password: await site.encode(player.password) }, headers)

describe('a call that asks for a captcha', () => {
  test('is refused without a token, with a made-up one, and with one used before', async () => {
    for (const token of ['', 'made-up', 'c1.abcdefghijklmnopqrstuvwxyz012345']) {
      const refused = await signIn(token ? { 'x-captcha-token': token } : {})
      expect([refused.status, refused.body.error_code]).toEqual([400, 40])
    }
    const good = await token()
    expect((await signIn({ 'x-captcha-token': good })).status).toBe(200)
    expect((await signIn({ 'x-captcha-token': good })).status).toBe(400)
  })

  test('takes a token of its own brand only, and only for three minutes', async () => {
    const foreign = await token()
    expect((await signIn({ 'x-captcha-token': foreign, 'x-test-brand': 'kairos' })).status).toBe(400)
    const late = await token()
    site.clock.advance(181_000)
    expect((await signIn({ 'x-captcha-token': late })).status).toBe(400)
  })

  test('is asked of sign-in, confirmation, password change, reset and registration', async () => {
    const calls: ['POST' | 'PUT', string, object][] = [
      ['POST', '/web-api/user/confirm', { password: 'x' }],
      ['PUT', '/api/web/user/v1/password', { old_password: 'x', password: 'y', password_confirmation: 'y' }],
      ['POST', '/web-api/api/internal/v1/user/passwordreset', { data: { attributes: { login: 'a' } } }],
      ['POST', '/flexreg-api/v1/registration/submit', { type: 'fast_reg', fields: { country: 'KZ', currency: 'EUR', terms: true } }],
    ]
    for (const [method, url, body] of calls) expect((await visitor.call(method, url, body)).status, url).toBe(400)
  })
})

describe('a puzzle', () => {
  test('sends a picture and a piece, and not the answer', async () => {
    const asked = await task()
    expect(asked.kind).toBe('puzzle')
    expect(JSON.stringify(asked)).not.toContain('"x"')
    for (const address of [asked.image, asked.piece]) {
      const picture = await site.app.inject({ method: 'GET', url: address })
      expect(picture.headers['content-type']).toBe('image/png')
      expect(picture.rawPayload.subarray(1, 4).toString()).toBe('PNG')
    }
  })

  test('may be missed twice; after the third wrong answer even the right one is too late', async () => {
    const { taskId } = await task()
    const { x } = (await captchaSolution(db, taskId)) as { x: number }
    for (const left of [2, 1, 0]) {
      const { body } = await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, x: x + 30 })
      expect(body).toEqual({ ok: false, token: '', triesLeft: left })
    }
    expect((await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, x })).body.ok).toBe(false)
  })

  test('forgives a few pixels and gives one token only, also to many at once', async () => {
    const { taskId } = await task()
    const { x } = (await captchaSolution(db, taskId)) as { x: number }
    const all = await Promise.all(Array.from({ length: 8 }, () => visitor.call('POST', '/puzzle-api/v1/solve', { taskId, x: x + 5 })))
    expect(all.filter(({ body }) => body.ok)).toHaveLength(1)
  })

  test('shows its picture and its piece four times', async () => {
    const { image, piece } = await task()
    for (const url of [piece, image]) {
      const codes = []
      for (let time = 0; time < 5; time += 1) codes.push((await site.app.inject({ method: 'GET', url })).statusCode)
      expect(codes).toEqual([200, 200, 200, 200, 404])
    }
  })

  test('is drawn no more often for one network than a page needs', async () => {
    const ask = async (url: string) => (await site.app.inject({ method: 'GET', url, remoteAddress: '192.0.2.44' })).statusCode
    const codes = []
    for (let n = 0; n < 241; n += 1) codes.push(await ask(`/puzzle-api/v1/image/nobody-asked-${n}.png`))
    expect([codes.indexOf(429), codes.filter((code) => code === 404).length]).toEqual([240, 240])
  })
})

test('a hunt asks for exactly the parts with the target', async () => {
  const { taskId, target } = await task('hunt')
  const { cells, target: sought } = (await captchaSolution(db, taskId)) as { cells: number[]; target: string }
  expect(target).toBe(sought)
  const miss = await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, cells: cells.slice(1) })
  const more = await visitor.call('POST', '/puzzle-api/v1/solve', {
    taskId,
    cells: [...cells, [0, 1, 2, 3, 4].find((cell) => !cells.includes(cell))],
  })
  const exact = await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, cells: cells.toReversed() })
  expect([miss.body.ok, more.body.ok, exact.body.ok]).toEqual([false, false, true])
})

test('work instead of a puzzle is always offered, and opens the same door', async () => {
  const { taskId, challenge, kind } = await task('pow')
  expect(kind).toBe('pow')
  const solution = await solveChallenge({ challenge, deriveKey })
  const wrong = await task('pow')
  const { counter, derivedKey } = solution!
  expect((await visitor.call('POST', '/puzzle-api/v1/solve', { taskId: wrong.taskId, counter, derivedKey })).body.ok).toBe(false)
  const { body } = await visitor.call('POST', '/puzzle-api/v1/solve', { taskId, counter, derivedKey })
  expect((await signIn({ 'x-captcha-token': body.token })).status).toBe(200)
})

describe('a hosted captcha', () => {
  const keys = { polosa: { hcaptcha: { siteKey: 'site-key', secret: 'secret-word' } } }
  const ctx = { brand: 'polosa', ip: '10.0.0.1', country: 'KZ', config: { captcha: { type: 'hcaptcha' } } } as never

  test('without keys is not offered: proof of work takes its place', async () => {
    site.config.captcha.type = 'google'
    expect((await task()).kind).toBe('pow')
    expect((await site.app.inject({ method: 'GET', url: '/puzzle-api/v1/hosted' })).statusCode).toBe(404)
    expect((await signIn({ 'x-captcha-token': 'a-token-of-google' })).status).toBe(400)
  })

  test('is judged by its provider with the secret of the brand', async () => {
    const sent: { url: string; body: string }[] = []
    const answer = (success: boolean) =>
      (async (url: string, init: RequestInit) => {
        sent.push({ url, body: String(init.body as URLSearchParams) })
        return Response.json({ success })
      }) as never
    const common = { db, clock: site.clock, keys: site.keys, hosted: keys }
    expect(await createCaptcha({ ...common, fetch: answer(true) }).check(ctx, 'P0_token')).toBeNull()
    expect(sent).toEqual([{ url: 'https://api.hcaptcha.com/siteverify', body: 'secret=secret-word&response=P0_token&remoteip=10.0.0.1' }])
    expect(await createCaptcha({ ...common, fetch: answer(false) }).check(ctx, 'P0_token')).toMatchObject({ code: 'auth.captcha' })
  })

  test('that does not answer has not passed, and the log says which', async () => {
    const broken = (async () => Promise.reject(new Error('no network'))) as never
    const client = hostedClient('hcaptcha', { keys: keys.polosa, country: 'KZ', simulator: null, fetch: broken })!
    const told: unknown[] = []
    const log = { warn: (about: { service: string; err: Error }) => told.push([about.service, about.err.message]) } as never
    expect(await isHostedPassed(client, { token: 't', ip: 'i' }, log)).toBe(false)
    expect(told).toEqual([['api.hcaptcha.com', 'no network']])
  })

  const google = (country: string, siteKey = 'k', simulator: Parameters<typeof hostedClient>[1]['simulator'] = null) =>
    hostedClient('google', { keys: simulator ? undefined : { google: { siteKey, secret: 's' } }, country, simulator })!

  test('stands in a frame that talks to its provider only; China (id 90 of the specification) gets the other domain', () => {
    const page = framePage(google('CN', '</script>'), { lng: 'ru', dark: false })
    expect(page.html).toContain('https://www.recaptcha.net/recaptcha/api.js')
    expect(page.html).not.toContain('"</script>"')
    expect(page.policy).not.toContain("connect-src 'self'")
    expect(framePage(google('KZ'), { lng: 'ru', dark: false }).html).toContain('https://www.google.com/recaptcha')
  })

  test('is imitated where development has no keys, at paths that name the real address', () => {
    const simulator = { keys: { siteKey: 'k', secret: 's' }, pathOf: (address: string) => `/dev/x/${address.slice(8)}`, fetch }
    const page = framePage(google('CN', '', simulator), { lng: 'ru', dark: true })
    expect(page.html).toContain('src="/dev/x/www.recaptcha.net/recaptcha/api.js')
    expect(page.policy).not.toContain('https://')
  })
})
