/** All fourteen services end to end: a real provider for twelve, real signatures for two; and everything that must be refused. */
import { expect, test } from 'vitest'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#platform/shared/site-config.ts'
import { accountSite, Visitor, type Reply } from '../../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })

/** Follows redirects inside the product; a page without one is the end. */
async function follow(visitor: Visitor, url: string): Promise<{ url: string; reply: Reply }> {
  for (let hop = 0; hop < 8; hop += 1) {
    const at = new URL(url, 'http://localhost')
    if (at.pathname.startsWith('/en/social/')) return { url, reply: { status: 0, body: '', headers: {}, cookies: {} } }
    const reply = await visitor.call('GET', at.pathname + at.search)
    const next = reply.headers['location']
    if (typeof next !== 'string') return { url, reply }
    url = next
  }
  throw new Error('too many redirects')
}

interface Choice {
  person?: string
  mail?: 'proved' | 'unproved' | 'none'
  outcome?: 'agree' | 'cancel' | 'fail'
}

async function atService(visitor: Visitor, provider: SocialProvider, choice: Choice = {}, purpose?: 'link') {
  const begun = await visitor.call('POST', '/socauth/begin', { provider, ...(purpose ? { purpose } : {}) })
  expect(begun.body, provider).toMatchObject({ success: true, data: { simulated: true } })
  const page = await follow(visitor, begun.body.data.url)
  const hidden = Object.fromEntries(
    [...String(page.reply.body).matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map((m) => [m[1], m[2]]),
  )
  const at = new URL(page.url, 'http://localhost')
  const done = await visitor.call('POST', at.pathname, { ...hidden, person: 'anna', mail: 'proved', outcome: 'agree', ...choice })
  const back = await follow(visitor, String(done.headers['location']))
  const query = back.url.slice(back.url.indexOf('#') + 1)
  return { query, state: new URLSearchParams(query).get('state') ?? '' }
}

const finish = (visitor: Visitor, provider: SocialProvider, way: { query: string; state: string }) =>
  visitor.call('POST', '/socauth/auth', { provider, ...way })

const register = (visitor: Visitor, authId: string, email: string) =>
  visitor.call('POST', '/flexreg-api/v1/registration/submit', {
    type: 'soc_reg',
    authId,
    fields: { email, birth_date: '17.05.1990', country: 'KZ', currency: 'EUR', terms: true },
  })

test.each(SOCIAL_PROVIDERS)('%s: a new person registers, and is found again', async (provider) => {
  const visitor = new Visitor(site)
  const first = await finish(visitor, provider, await atService(visitor, provider))
  expect(first.body.data).toMatchObject({ nextStep: 'registration', userId: 0, profile: { provider } })
  const { authId, profile } = first.body.data
  const made = await register(visitor, authId, profile.email || `anna.${provider}@people.example`)
  expect(made.body).toMatchObject({ status: 'ok', nextStep: 'none' })
  const again = new Visitor(site)
  const second = await finish(again, provider, await atService(again, provider))
  expect(second.body.data).toMatchObject({ nextStep: 'none', userId: made.body.userId, type: 25 })
  // The begun registration made one account and makes no other.
  const twice = await register(new Visitor(site), authId, `other.${provider}@people.example`)
  expect([twice.status, twice.body.status]).not.toEqual([200, 'ok'])
})

test('only a service that proves an address confirms it', async () => {
  const confirmed = async (provider: SocialProvider, mail: 'proved' | 'unproved') => {
    const visitor = new Visitor(site)
    const person = `${mail}-mail`
    const { body } = await finish(visitor, provider, await atService(visitor, provider, { person, mail }))
    const { userId } = (await register(visitor, body.data.authId, body.data.profile.email)).body
    const row = await db.selectFrom('player').select('email_confirmed_at').where('id', '=', userId).executeTakeFirstOrThrow()
    return row.email_confirmed_at !== null
  }
  expect(await confirmed('google', 'proved')).toBe(true)
  expect(await confirmed('google', 'unproved')).toBe(false)
  expect(await confirmed('vk', 'proved')).toBe(false)
})

test('refusal, failure, a foreign state, another browser, another service and a second use are all refused', async () => {
  const visitor = new Visitor(site)
  const code = async (who: Visitor, provider: SocialProvider, way: { query: string; state: string }) =>
    (await finish(who, provider, way)).body.error_code
  // Whose service is out of order has not refused anything.
  const told = { cancel: /You refused/, fail: /does not answer/ }
  for (const outcome of ['cancel', 'fail'] as const)
    for (const provider of ['google', 'yandex', 'telegram', 'metamask'] as const) {
      const { body } = await finish(visitor, provider, await atService(visitor, provider, { outcome }))
      expect([body.error_code, told[outcome].test(body.message as string)], `${provider} ${outcome}: ${body.message}`).toEqual([46, true])
    }
  const way = await atService(visitor, 'google', { person: 'carol' })
  // Another letter than it has: one and the same for all would leave every sixty-fourth state as it was.
  const foreign = `${way.state.startsWith('A') ? 'B' : 'A'}${way.state.slice(1)}`
  expect(await code(visitor, 'google', { ...way, state: foreign })).toBe(46)
  expect(await code(new Visitor(site), 'google', way)).toBe(46)
  // Whoever tried has used it up, also from a wrong place.
  expect(await code(visitor, 'google', way)).toBe(46)
  const fresh = await atService(visitor, 'google', { person: 'carol' })
  expect(await code(visitor, 'twitch', fresh)).toBe(46)
  const good = await atService(visitor, 'google', { person: 'carol' })
  expect((await finish(visitor, 'google', good)).body.data.nextStep).toBe('registration')
  expect(await code(visitor, 'google', good)).toBe(46)
})

test('a forged signature of Telegram or of a wallet is nobody', async () => {
  const visitor = new Visitor(site)
  for (const [provider, change] of [
    ['telegram', ['id', '1']],
    ['metamask', ['address', `0x${'1'.repeat(40)}`]],
  ] as const) {
    const way = await atService(visitor, provider)
    const query = new URLSearchParams(way.query)
    query.set(change[0], change[1])
    expect((await finish(visitor, provider, { ...way, query: query.toString() })).body.error_code).toBe(46)
  }
})

test('a service is linked after a proof, once, and taken off; the same person links to nobody else', async () => {
  const owner = new Visitor(site)
  await owner.oneClick()
  const linked = await finish(owner, 'discord', await atService(owner, 'discord', { person: 'dora' }, 'link'))
  expect(linked.body.data.nextStep).toBe('linked')
  const list = (await owner.call('GET', '/web-api/office/social/linked')).body.data
  expect(list.linked).toEqual([expect.objectContaining({ provider: 'discord', name: 'dora' })])
  const other = new Visitor(site)
  await other.oneClick()
  expect((await finish(other, 'discord', await atService(other, 'discord', { person: 'dora' }, 'link'))).body.error_code).toBe(46)
  // A begun link is worth nothing in the hands of somebody else who has signed in here.
  const way = await atService(owner, 'line', { person: 'dora' }, 'link')
  other.cookies['__Host-social'] = owner.cookies['__Host-social']!
  expect((await finish(other, 'line', way)).body.error_code).toBe(46)
  site.clock.advance(301_000)
  expect((await owner.call('POST', '/socauth/begin', { provider: 'vk', purpose: 'link' })).body.error_code).toBe(48)
  expect((await owner.call('POST', '/web-api/office/social/unlink', { provider: 'discord' })).body.error_code).toBe(48)
  expect((await other.call('POST', '/web-api/office/social/unlink', { provider: 'discord' })).body.success).toBe(false)
})

test('a linking that was called off or is over is told as one, and not as a sign-in', async () => {
  const owner = new Visitor(site)
  await owner.oneClick()
  const said = async (way: { query: string; state: string }) => {
    const { body } = await finish(owner, 'google', way)
    return [body.error_code, body.message]
  }
  expect(await said(await atService(owner, 'google', { outcome: 'cancel' }, 'link'))).toEqual([
    46,
    'You refused to link the account with this service',
  ])
  const way = await atService(owner, 'google', { person: 'fay' }, 'link')
  expect((await finish(owner, 'google', way)).body.data.nextStep).toBe('linked')
  expect(await said(way)).toEqual([46, expect.stringMatching(/^This link was used already/)])
})

test('an account with the same address is not given away: the person signs in there and links himself', async () => {
  const holder = new Visitor(site)
  const password = 'marker-and-newsprint-7'
  await holder.call('POST', '/flexreg-api/v1/registration/submit', {
    type: 'full_reg',
    fields: {
      email: 'eve.google@people.example',
      password: await site.encode(password),
      birth_date: '17.05.1990',
      country: 'KZ',
      currency: 'EUR',
      terms: true,
    },
  })
  const visitor = new Visitor(site)
  const { body } = await finish(visitor, 'google', await atService(visitor, 'google', { person: 'eve' }))
  expect(body.data.nextStep).toBe('registration')
  const refused = await register(visitor, body.data.authId, 'eve.google@people.example')
  expect(refused.body.errors).toEqual([expect.objectContaining({ field: 'email', key: 'email_taken' })])
  await visitor.signIn('eve.google@people.example', password)
  expect((await visitor.call('POST', '/web-api/office/social/link', { authId: body.data.authId })).body.data).toEqual({ linked: true })
  expect((await visitor.call('POST', '/web-api/office/social/link', { authId: body.data.authId })).body.error_code).toBe(46)
  const later = new Visitor(site)
  expect((await finish(later, 'google', await atService(later, 'google', { person: 'eve' }))).body.data.nextStep).toBe('none')
})
