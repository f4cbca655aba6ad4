import { generate } from 'otplib'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { beyond, countChecks, exhaust, stuff, triesAllowed, type Pair } from '../../../../test/support/stuffing-bot.ts'
import { finishReset } from './change-password.ts'
import { resetMark, type PlayerRow } from './player-store.ts'

/** The short form of `bench stuffing`. */
const { db } = await testDatabase(20)
const PER_NETWORK = 20
const site = await accountSite({ db, trustProxy: true, limits: { signInsPerNetwork: PER_NETWORK } })
const checks = countChecks(site.auth.deps.passwords)
const STRONG = 'violet tractor 71 hums'
const wrong = await site.encode('copper lantern 38 drifts')

let serial = 0
async function victim() {
  const email = `victim${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  const { password_hash: stored } = await db
    .selectFrom('player')
    .select('password_hash')
    .where('id', '=', body.userId)
    .executeTakeFirstOrThrow()
  return { email, id: body.userId as number, visitor, stored }
}
const resetByLetter = ({ auth }: typeof site, player: PlayerRow) => {
  const prove = async () => ({ mark: resetMark(player, 'email') })
  return finishReset(auth.deps, { player, password: STRONG, ip: '127.0.0.1', prove, proves: 'email' })
}
const isIn = async (visitor: Visitor) => (await visitor.call('GET', '/web-api/office/getsessionid')).status === 200
const pairs = (count: number, of: (i: number) => Omit<Pair, 'password'>): Pair[] =>
  Array.from({ length: count }, (_, i) => ({ ...of(i), password: wrong }))

it('what bursts of tries are allowed is the sentence of the limits', () => {
  expect([[0], [0, 29_999], [0, 30_000], [0, 30_000, 60_000], [0, 30_000, 90_000]].map(triesAllowed)).toEqual([5, 5, 6, 6, 7])
})

it('one network tries many accounts: as many passwords are looked at as a network may ask', async () => {
  const before = checks.all
  const loot = await stuff(
    site,
    pairs(60, (i) => ({ login: `wide${i}@example.test`, ip: '203.0.113.9' })),
    32,
  )
  expect([loot.sent, loot.tooOften, loot.odd]).toEqual([60, 60 - PER_NETWORK, 0])
  expect(checks.all - before).toBe(PER_NETWORK)
}, 60_000)

it('while the whole site is stuffed a network has a sixth of its tries, and who knows his password comes in', async () => {
  const stuffed = await accountSite({ db, trustProxy: true, limits: { signInsPerNetwork: PER_NETWORK, failuresOfSite: 30 } })
  const { email } = await victim()
  const password = await stuffed.encode('copper lantern 38 drifts')
  const from = (network: string, count: number, at: string) =>
    Array.from({ length: count }, (_, i) => ({ login: `${at}${i}@example.test`, ip: network || `192.18.${i}.1`, password }))
  const calm = await stuff(stuffed, from('198.51.100.1', 12, 'calm'), 4)
  expect([calm.tooOften, calm.odd]).toEqual([0, 0])
  await stuff(stuffed, from('', 40, 'spread'), 8)
  const after = await stuff(stuffed, from('198.51.100.2', 12, 'more'), 4)
  expect([after.tooOften, after.odd]).toEqual([12 - Math.ceil(PER_NETWORK / 6), 0])
  const owner = new Visitor(stuffed, { headers: { 'x-forwarded-for': '198.51.100.3' } })
  expect((await owner.signIn(email, STRONG)).status).toBe(200)
}, 60_000)

it('many networks try a few accounts at once: five looks a name, then one a lock; their sessions live on', async () => {
  const victims = [await victim(), await victim(), await victim()]
  const names = victims.flatMap(({ email, id }) => [email, String(id), email.toUpperCase()])
  const bursts = [0, 31_000, 92_000]
  const before = checks.all
  const looked = new Map<string, number>()
  for (const [burst, at] of bursts.entries()) {
    if (burst > 0) site.clock.advance(at - bursts[burst - 1]!)
    // Every call from an address of its own: only the count of the account stands in the way.
    const loot = await stuff(
      site,
      pairs(135, (i) => ({ login: names[i % names.length]!, ip: `198.${burst}.${Math.floor(i / 200)}.${i % 200}` })),
      48,
    )
    expect([loot.tooOften, loot.opened, loot.odd]).toEqual([0, 0, 0])
    for (const [login, count] of loot.looked) {
      const name = login.toLowerCase()
      looked.set(name, (looked.get(name) ?? 0) + count)
    }
  }
  const allowed = triesAllowed(bursts)
  expect(beyond(looked, allowed)).toBe(0)
  // An account has two names here; capitals are no third.
  for (const { stored } of victims) expect(checks.of.get(stored)).toBe(2 * allowed)
  expect(checks.all - before).toBe(victims.length * 2 * allowed)
  for (const { visitor } of victims) expect(await isIn(visitor)).toBe(true)
}, 60_000)

it('never over a hundred tries in a row at one account, however patient, and a reset opens it again', async () => {
  const { email, id, stored } = await victim()
  await db
    .updateTable('player')
    .set({ phone: '77015550001', login_key: 'quiet.reader', email_confirmed_at: new Date() })
    .where('id', '=', id)
    .execute()
  const names = [email, String(id), '+77015550001', 'quiet.reader']
  const tries = await exhaust(site, checks, { names, stored }, wrong)
  expect(tries).toBeGreaterThan(names.length * 5)
  expect(tries).toBeLessThanOrEqual(100)
  expect((await new Visitor(site).signIn(email, STRONG)).body.error_code).toBe(42)
  const player = await db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await resetByLetter(site, player)).toBe(true)
  for (const name of names) expect((await new Visitor(site).signIn(name, STRONG)).status).toBe(200)
}, 120_000)

it('a profile that allows three tries closes the account after them until a reset; whoever is in stays in', async () => {
  const strict = await accountSite({ db, change: (config) => (config.responsible.profile = 'strict') })
  const { email, id, visitor } = await victim()
  const stranger = new Visitor(strict)
  for (const tried of [1, 2, 3])
    expect([tried, (await stranger.signIn(email, 'copper lantern 38 drifts')).body.error_code]).toEqual([tried, 41])
  strict.clock.advance(30 * 86_400_000)
  expect((await new Visitor(strict).signIn(email, STRONG)).body.error_code).toBe(42)
  expect(await isIn(visitor)).toBe(true)
  await strict.auth.cleanUp()
  expect((await new Visitor(strict).signIn(email, STRONG)).body.error_code).toBe(42)
  // Nobody's name is closed like somebody's.
  for (const _ of [1, 2, 3]) await stranger.signIn('nobody-there@example.test', STRONG)
  expect((await stranger.signIn('nobody-there@example.test', STRONG)).body.error_code).toBe(42)
  const player = await db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  expect(await resetByLetter(strict, player)).toBe(true)
  expect((await new Visitor(strict).signIn(email, STRONG)).status).toBe(200)
}, 60_000)

it("a reset opens what wrong codes, passwords and answers had closed; only those of a sign-in are the profile's to count", async () => {
  const strict = await accountSite({ db, change: (config) => (config.responsible.profile = 'strict') })
  const { id } = await victim()
  const { limits } = strict.auth.deps
  const player = await db.selectFrom('player').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const triesAt = async (proof: Parameters<typeof limits.countProof>[1]) => {
    let tries = 0
    for (let hour = 0; hour < 40; hour += 1, strict.clock.advance(3_601_000)) {
      if ((await limits.countProof(player.brand, proof, id)) === null) tries += 1
    }
    return tries
  }
  expect([await triesAt('2fa'), await triesAt('2fa-on'), await triesAt('confirm'), await triesAt('answer')]).toEqual([3, 20, 20, 20])
  expect(await resetByLetter(strict, player)).toBe(true)
  expect([await triesAt('2fa'), await triesAt('2fa-on'), await triesAt('confirm'), await triesAt('answer')]).toEqual([3, 20, 20, 20])
}, 60_000)

it('a right old password is no guess, whatever is said of the new one, and neither is one that nobody can read', async () => {
  const { visitor } = await victim()
  const change = (old_password: string, password: string) =>
    visitor.call('PUT', '/api/web/user/v1/password', { old_password, password, password_confirmation: password })
  const [right, weak] = [await site.encode(STRONG), await site.encode('password123')]
  const answers = []
  for (let i = 0; i < 8; i += 1) {
    answers.push((await change(right, weak)).body.error_code)
    answers.push((await change('not encoded', weak)).body.error_code)
  }
  expect(answers.filter((code) => code === 42)).toEqual([])
  expect((await change(right, await site.encode('copper lantern 38 drifts'))).body.success).toBe(true)
}, 60_000)

it.each([
  ['a new one that is refused', ['password123']],
  ['new ones that are taken', ['copper lantern 38 drifts', STRONG]],
])(
  'who has the password guesses no app code for longer by changing it: %s',
  async (_name, next) => {
    const { visitor } = await victim()
    const { code: secret } = (await visitor.call('POST', '/web-api/office/gettwofactorqrcodeurl')).body.data
    const code = async () => generate({ secret, epoch: Math.floor(site.clock.now() / 1000) })
    const wrongCode = String((Number(await code()) + 7) % 1_000_000).padStart(6, '0')
    await visitor.call('POST', '/web-api/office/twofactorauthenable', { app_code: await code() })
    let own = STRONG
    const answers = []
    for (let round = 0; round < 5; round += 1) {
      for (let i = 0; i < 4; i += 1) {
        const given = { password: await site.encode(own), app_code: wrongCode }
        answers.push((await visitor.call('POST', '/web-api/user/confirm', given)).body.error_code)
      }
      const [old_password, password] = [await site.encode(own), await site.encode(next[round % next.length]!)]
      const given = { old_password, password, password_confirmation: password }
      const { body } = await visitor.call('PUT', '/api/web/user/v1/password', given)
      if (body.success) own = next[round % next.length]!
    }
    expect(answers.slice(0, 4)).toEqual([3, 3, 3, 3])
    expect(answers.filter((answer) => answer !== 42)).toHaveLength(5)
    expect(answers.at(-1)).toBe(42)
  },
  60_000,
)

it('a name that is spelt like a counter of another player does not count there', async () => {
  const { id, visitor } = await victim()
  const counters = ['2fa', '2fa-on', 'confirm', 'answer'].map((kind) => `${kind}:${id}`)
  const loot = await stuff(
    site,
    pairs(40, (i) => ({ login: counters[i % counters.length]!, ip: `203.0.113.${i + 10}` })),
    8,
  )
  expect(loot.odd).toBe(0)
  const confirmed = await visitor.call('POST', '/web-api/user/confirm', { password: await site.encode(STRONG) })
  expect(confirmed.body.data).toMatchObject({ confirmed: true })
}, 60_000)
