/** A month of deposits and limits that ask for a talk, under the profile that has such rules (RG-07). */
import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'

const { db } = await testDatabase(12)
const site = await accountSite({
  db,
  startMs: Date.parse('2026-11-30T12:00:00Z'),
  change: (config) => {
    config.responsible.profile = 'nl'
    config.time = { ...config.time, zone: 'Europe/Amsterdam' }
  },
})
await site.protection.load()
afterAll(async () => {
  await site.protection.stop()
  expect(await site.ledger.checkInvariants()).toEqual([])
})

const office = (name: string) => `/web-api/office/${name}`
async function player({ born = '1990-01-01' as string | null, currency = 'EUR' } = {}) {
  const visitor = new Visitor(site)
  const { userId, password } = await visitor.oneClick(currency)
  await sql`UPDATE player SET must_change_password = false, first_password_until = null WHERE id = ${userId}`.execute(db)
  await sql`UPDATE player_profile SET birth_date = ${born}::date WHERE player_id = ${userId}`.execute(db)
  const begin = async (sum: string) => (await visitor.call('POST', office('deposit'), { method_id: 1, sum })).body
  const limit = async (type: string, period: string, amount: number | string) =>
    (
      await visitor.call(
        'POST',
        '/limit-service/v1/limits',
        { type, period, amount },
        { authorization: '', 'x-auth': `Bearer ${visitor.token}` },
      )
    ).body
  const again = () => visitor.signIn(String(userId), password)
  return { visitor, userId, begin, limit, again }
}
const decide = (ref: string, outcome: string) => site.app.inject({ method: 'POST', url: `/dev/api/cashier/${ref}`, payload: { outcome } })
async function paid(one: { begin(sum: string): Promise<{ data: { id: string } }> }, sum: string) {
  const { data } = await one.begin(sum)
  await decide(data.id, 'success')
  return data.id
}
const refusal = (body: { success: boolean; message?: string; validation_errors?: object }) =>
  body.success ? null : Object.keys(body.validation_errors ?? {}).join()

it.each([
  ['1990-01-01', '700', '700.01'],
  ['2005-01-01', '300', '300.01'],
  [null, '300', '300.01'],
])('born %s: a month of EUR %s and not a cent more', async (born, most, more) => {
  const one = await player({ born })
  expect(refusal(await one.begin(more))).toBe('sum')
  await paid(one, most)
  const refused = await one.begin('10')
  expect([refusal(refused), refused.message]).toEqual(['sum', expect.stringContaining(`${most}`)])
})

it('what has come back or was paid out makes room, what is begun takes it', async () => {
  const one = await player()
  const ref = await paid(one, '500')
  expect((await one.begin('150')).success).toBe(true)
  expect(refusal(await one.begin('51'))).toBe('sum')
  await decide(ref, 'refund_part')
  const again = await one.begin('250')
  expect(again.success).toBe(true)
  await decide(again.data.id, 'success')
  const { body } = await one.visitor.call('POST', office('withdraw'), { method_id: 1, sum: '100', request_key: 'care-request-00001' })
  expect(refusal(await one.begin('150')), JSON.stringify(body)).toBe('sum')
  await sql`UPDATE withdrawal SET state = 'approved', send_after = now() - interval '1 day' WHERE ref = ${body.data.id}`.execute(db)
  await sql`UPDATE withdrawal SET state = 'sent' WHERE ref = ${body.data.id}`.execute(db)
  await decide(body.data.id, 'success')
  expect((await one.begin('150')).success).toBe(true)
})

it('the sums are in euro whatever the account’s currency', async () => {
  const one = await player({ currency: 'KZT' })
  const rate = await sql<{
    most: string
  }>`SELECT floor(700 * k.rate / e.rate)::text AS most FROM currency k, currency e WHERE k.code = 'KZT' AND e.code = 'EUR'`.execute(db)
  const most = Number(rate.rows[0]!.most)
  expect(refusal(await one.begin(String(most + 100)))).toBe('sum')
  await paid(one, String(most - 100))
  expect(refusal(await one.begin('5000'))).toBe('sum')
})

it('two at once do not pass together', async () => {
  const one = await player()
  const answers = await Promise.all(Array.from({ length: 6 }, () => one.begin('200')))
  expect(answers.filter(({ success }) => success)).toHaveLength(3)
})

it('a limit on deposits above the sum asks for a talk and changes nothing; stakes do not, nor a lower one', async () => {
  const [grown, young] = [await player(), await player({ born: '2005-01-01' })]
  for (const [one, most] of [
    [grown, 350],
    [young, 150],
  ] as const) {
    const refused = await one.limit('deposit', 'month', `${most}.01`)
    expect([refused.status, refused.errorCode]).toEqual([403, 90])
    expect((await one.limit('deposit', 'month', most)).amount).toBe(most)
    expect((await one.limit('deposit', 'month', most + 1)).status).toBe(403)
    expect((await one.limit('deposit', 'month', most - 1)).amount).toBe(most - 1)
    expect((await one.limit('stake', 'month', 5_000)).amount).toBe(5_000)
  }
  expect(
    await site.protection.flags.set({
      playerId: grown.userId,
      flag: 'spoken',
      officer: null,
      sports: [],
      note: 'by telephone',
      setBy: 'officer-a',
    }),
  ).toBe(null)
  expect((await grown.limit('deposit', 'month', 500)).pending.amount).toBe(500)
  // The talk is of limits alone: nothing is closed for him, and the month keeps its end.
  await paid(grown, '20')
  expect(refusal(await grown.begin('700'))).toBe('sum')
})

it('the month is that of the player’s zone', async () => {
  const one = await player()
  await paid(one, '700')
  // 23:30 UTC of the 30th is the 1st in Amsterdam.
  site.clock.advance(Date.parse('2026-11-30T22:59:00Z') - site.clock.now())
  await one.again()
  expect(refusal(await one.begin('10'))).toBe('sum')
  site.clock.advance(2 * 60_000)
  expect((await one.begin('700')).success).toBe(true)
})
