import { describe, expect, it, vi } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { problem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const site = await accountSite({
  db,
  change: ({ registration }) => {
    registration.payAndPlay = { enabled: true, closedCountries: ['GB'] }
  },
})
const PATH = '/flexreg-api/v1/pay-and-play'
const FIELDS = { country: 'KZ', currency: 'KZT', terms: true }

const methodsOf = async (query = '') => (await new Visitor(site).call('GET', `${PATH}/form${query}`)).body
async function begin(visitor: Visitor, change: object = {}) {
  const { methods } = await methodsOf()
  const wanted = { fields: FIELDS, method_id: methods[0].id, sum: methods[0].min, bonusId: 0, ...change }
  const answer = await visitor.call('POST', `${PATH}/begin`, wanted)
  return {
    answer,
    ref: String(answer.body.url ?? '')
      .split('/')
      .at(-1)!
      .replace(/\?.*/, ''),
    secret: String(answer.body.authId ?? ''),
    sum: wanted.sum,
  }
}
const decide = (ref: string, outcome: string) => new Visitor(site).call('POST', `/dev/api/cashier/${ref}`, { outcome })
const finish = (visitor: Visitor, authId = '') => visitor.call('POST', `${PATH}/finish`, { authId })
const players = async () =>
  Number(
    (
      await db
        .selectFrom('player')
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('registration by a first payment (RG-20)', () => {
  it('the payment makes the account, once, with its money; the pair that is given signs in', async () => {
    const before = await players()
    const visitor = new Visitor(site, { browser: true })
    const { answer, ref, sum } = await begin(visitor)
    expect([answer.status, answer.body.url]).toEqual([200, expect.stringContaining(`/dev/cashier/pay/${ref}?lng=`)])
    expect((await finish(visitor)).body.state).toBe('waiting')
    expect(await players()).toBe(before)
    // The provider says it several times, also at once.
    await Promise.all(['success', 'success', 'success'].map((outcome) => decide(ref, outcome)))
    await decide(ref, 'repeat')
    expect(await players()).toBe(before + 1)
    const { body } = await finish(visitor)
    expect([body.state, body.login]).toEqual(['done', String(body.userId)])
    const entries = await db.selectFrom('deposit').select(['state', 'player_id']).where('ref', '=', ref).execute()
    expect(entries).toEqual([{ state: 'done', player_id: body.userId }])
    const again = new Visitor(site, { browser: true })
    expect((await again.signIn(body.login, body.password)).body.data).toMatchObject({ userId: body.userId, mustChangePassword: true })
    const [account] = await site.ledger.balance(body.userId)
    expect([account?.currency.code, account?.balanceMinor]).toEqual(['KZT', BigInt(Math.round(Number(sum) * 100))])
    // The form is not kept, and a foreign secret opens nothing.
    expect((await db.selectFrom('guest_deposit').select('form').where('ref', '=', ref).executeTakeFirstOrThrow()).form).toBe('')
    expect((await finish(new Visitor(site, { browser: true }), 'made-up-secret')).status).toBe(404)
  })

  it('a decline makes nothing, money that comes late does', async () => {
    const before = await players()
    const visitor = new Visitor(site, { browser: true })
    const { ref, secret } = await begin(visitor)
    await decide(ref, 'decline')
    expect((await finish(visitor)).body.state).toBe('refused')
    expect((await decide(ref, 'tamper')).body.status).toBe(409)
    expect(await players()).toBe(before)
    await decide(ref, 'success')
    expect((await finish(new Visitor(site), secret)).body.state).toBe('done')
    expect(await players()).toBe(before + 1)
  })

  it('a page that asks while it waits is no registration, and costs no password', async () => {
    const visitor = new Visitor(site, { browser: true })
    const { ref } = await begin(visitor)
    const hash = vi.spyOn(site.auth.deps.passwords, 'hash')
    const count = vi.spyOn(site.auth.deps.limits, 'count')
    for (const _ of [1, 2, 3]) expect((await finish(visitor)).body.state).toBe('waiting')
    expect([hash.mock.calls.length, count.mock.calls.length]).toEqual([0, 0])
    await decide(ref, 'success')
    // Who is refused for asking too often has not taken his payment.
    const takenAt = async () =>
      (await db.selectFrom('guest_deposit').select('taken_at').where('ref', '=', ref).executeTakeFirstOrThrow()).taken_at
    count.mockResolvedValueOnce(problem('auth.too_often', { wire: 44, status: 429 }))
    expect([(await finish(visitor)).status, await takenAt()]).toEqual([429, null])
    expect([(await finish(visitor)).body.state, await takenAt()]).toEqual(['done', expect.any(Date)])
    expect([hash.mock.calls.length, count.mock.calls.length]).toEqual([1, 2])
    vi.restoreAllMocks()
  })

  it('wrong forms and sums are refused by field; closed countries do not have it', async () => {
    const visitor = new Visitor(site, { browser: true })
    const noTerms = await begin(visitor, { fields: { ...FIELDS, terms: false } })
    expect([noTerms.answer.status, noTerms.answer.body.errors[0].field]).toEqual([422, 'terms'])
    expect((await begin(visitor, { sum: '0.01' })).answer.status).toBe(400)
    expect((await begin(visitor, { method_id: 999 })).answer.status).toBe(400)
    expect((await begin(visitor, { fields: { ...FIELDS, country: 'GB' } })).answer.status).toBe(404)
    expect((await new Visitor(site).call('GET', `${PATH}/form?country=GB`)).status).toBe(404)
    const forms = async (country: string) =>
      (await visitor.call('GET', `/flexreg-api/v1/registration/form/widget?country=${country}`)).body.payAndPlay
    expect([await forms('KZ'), await forms('GB')]).toEqual([true, false])
  })
})
