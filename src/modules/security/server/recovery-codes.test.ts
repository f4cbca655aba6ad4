import { hash as argon2 } from '@node-rs/argon2'
import { generate } from 'otplib'
import { afterEach, expect, it, vi } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { cleanRecoveryCode } from './recovery-codes.ts'
import { checkUserAnswer, setQuestion } from './secure-question.ts'

const { db } = await testDatabase(10)
const site = await accountSite({ db })
const { passwords } = site.auth.deps
const STRONG = 'violet tractor 71 hums'
const office = (name: string) => `/web-api/office/${name}`
const ARGON2ID = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$/

afterEach(() => void vi.restoreAllMocks())

let serial = 0
async function protectedPlayer() {
  const email = `codes${(serial += 1)}@example.test`
  const visitor = new Visitor(site)
  const fields = { email, password: await site.encode(STRONG), birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  const { code: secret } = (await visitor.call('POST', office('gettwofactorqrcodeurl'))).body.data
  const epoch = Math.floor(site.clock.now() / 1000)
  const enabled = await visitor.call('POST', office('twofactorauthenable'), { app_code: await generate({ secret, epoch }) })
  return { email, id: body.userId as number, codes: enabled.body.data.recovery_codes as string[] }
}

async function signInWith(email: string, code: string): Promise<number> {
  const visitor = new Visitor(site)
  const { authId } = (await visitor.signIn(email, STRONG)).body.data
  return (await visitor.call('POST', '/user/twoauth/', { authId, app_code: code })).status
}

/** Checks of argon2 that run meanwhile, whatever they are of. */
async function checksOf(work: () => Promise<unknown>): Promise<number> {
  const spies = [vi.spyOn(passwords, 'verify'), vi.spyOn(passwords, 'verifyNobody')]
  await work()
  const checks = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0)
  vi.restoreAllMocks()
  return checks
}

it('every secret of a player lies as argon2id of at least 19 MiB, two passes, each with its own salt (ACC-09)', async () => {
  const { id, codes } = await protectedPlayer()
  const answer = { id: 1, wording: 'What was your first school called?', answer: 'moss lane', repeat: 'moss lane' }
  expect(await setQuestion(site.auth.deps, { playerId: id, ip: '127.0.0.1' }, answer)).toBeNull()
  const rows = await db.selectFrom('recovery_code').selectAll().execute()
  const kept = [
    ...rows.map(({ code_hash }) => code_hash),
    ...(await db.selectFrom('player').select('password_hash').execute()).map(({ password_hash }) => password_hash),
    ...(await db.selectFrom('secure_question').select('answer_hash').execute()).map(({ answer_hash }) => answer_hash),
  ]
  expect(kept).toHaveLength(new Set(kept.map((hash) => hash?.split('$')[4])).size)
  for (const hash of kept) {
    const [, memoryKib, passes] = ARGON2ID.exec(hash ?? '') ?? []
    expect([Number(memoryKib) >= 19_456, Number(passes) >= 2]).toEqual([true, true])
  }
  // What finds a row among ten is eight bits: no two codes of a player share them, and they do not stand for a code.
  expect(new Set(rows.map(({ code_mac }) => code_mac.toString('hex'))).size).toBe(codes.length)
  expect(rows.every(({ code_mac }) => code_mac.length === 1)).toBe(true)
})

it('right, wrong, used and of an unknown selector: one check each, and what is no code costs none', async () => {
  const { email, id, codes } = await protectedPlayer()
  const look = (code: string) => site.auth.deps.secondFactor().look(id, code)
  const selectors = new Set((await db.selectFrom('recovery_code').selectAll().where('player_id', '=', id).execute()).map(hexOf))
  const wrongBy = (isKnown: boolean) => wrongCode((mac) => selectors.has(mac) === isKnown, id)
  expect(await checksOf(() => look(codes[0]!))).toBe(1)
  for (const wrong of [wrongBy(true), wrongBy(false)]) {
    expect(await checksOf(async () => expect(await look(wrong)).toBeNull())).toBe(1)
  }
  expect(await signInWith(email, codes[0]!)).toBe(200)
  expect(await checksOf(async () => expect(await look(codes[0]!)).toBeNull())).toBe(1)
  expect(await checksOf(() => look('000000'))).toBe(0)
})

it('a code that comes eight times at once opens one session', async () => {
  const { id, codes } = await protectedPlayer()
  const factor = site.auth.deps.secondFactor()
  const proofs = await Promise.all(Array.from({ length: 8 }, () => factor.look(id, codes[4]!)))
  expect(proofs.every((proof) => proof !== null)).toBe(true)
  const used = await Promise.all(proofs.map((proof) => db.transaction().execute((tx) => factor.use(tx, id, proof!))))
  expect(used.filter(Boolean)).toHaveLength(1)
})

it('two sign-ins with one code at once: one comes in', async () => {
  const { email, codes } = await protectedPlayer()
  const statuses = await Promise.all([signInWith(email, codes[1]!), signInWith(email, codes[1]!)])
  expect(statuses.toSorted()).toEqual([200, 401])
  expect(await signInWith(email, codes[2]!)).toBe(200)
})

it('codes that were given before they were hashed are good once each', async () => {
  const { email, id, codes } = await protectedPlayer()
  await db.deleteFrom('recovery_code').where('player_id', '=', id).execute()
  const old = codes.map((code) => ({ player_id: id, code_mac: macOf(id, code), code_hash: null, used_at: null }))
  await db.insertInto('recovery_code').values(old).execute()
  expect(await signInWith(email, codes[0]!.toLowerCase())).toBe(200)
  expect(await signInWith(email, codes[0]!)).toBe(401)
  const twice = await Promise.all([signInWith(email, codes[1]!), signInWith(email, codes[1]!)])
  expect(twice.toSorted()).toEqual([200, 401])
})

it('an answer that was kept with less work is kept anew when it is right', async () => {
  const { id } = await protectedPlayer()
  const weak = await argon2('moss lane', { algorithm: 2, memoryCost: 19_456, timeCost: 1, parallelism: 1 })
  await db
    .insertInto('secure_question')
    .values({ player_id: id, question_id: 1, question: null, answer_hash: weak, set_at: new Date() })
    .execute()
  const owner = { playerId: id, brand: site.config.id }
  const kept = async () =>
    (await db.selectFrom('secure_question').selectAll().where('player_id', '=', id).executeTakeFirstOrThrow()).answer_hash
  expect(await checkUserAnswer(site.auth.deps, owner, 'oak lane')).not.toBeNull()
  expect(await kept()).toBe(weak)
  expect(await checkUserAnswer(site.auth.deps, owner, 'Moss Lane')).toBeNull()
  expect(passwords.isOutdated(await kept())).toBe(false)
  expect(await checkUserAnswer(site.auth.deps, owner, 'moss lane')).toBeNull()
})

function macOf(id: number, code: string): Buffer {
  return site.keys.mac('recovery', `${id}:${cleanRecoveryCode(code)}`)
}

function hexOf({ code_mac }: { code_mac: Buffer }): string {
  return code_mac.toString('hex')
}

/** Of the right length, with a selector of that kind. */
function wrongCode(fits: (selector: string) => boolean, id: number): string {
  for (let n = 0; ; n += 1) {
    const code = String(n).padStart(12, 'Z')
    if (fits(macOf(id, code).subarray(0, 1).toString('hex'))) return code
  }
}
