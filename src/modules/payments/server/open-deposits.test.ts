/** A payment whose page was closed: taken up again, or called off; and money that comes all the same. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { HOUR } from '#lib/time.ts'
import { sandboxCallback } from './sandbox.ts'
import { brokenOf } from '../../../../test/support/planted-rows.ts'
import { verifyPayments } from './verify-payments.ts'

const { db } = await testDatabase(20)
let excluded: number | null = null
const site = await accountSite({ db, cashier: () => ({ mayCredit: async (_, playerId) => playerId !== excluded }) })
const office = (name: string) => `/web-api/office/${name}`

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  return { visitor, userId }
}
async function started(visitor: Visitor): Promise<{ id: string; url: string }> {
  return (await visitor.call('POST', office('deposit'), { method_id: 1, sum: '25.50' })).body.data
}
const history = async (visitor: Visitor) =>
  (
    await visitor.call('POST', office('gethistorypaymentmainaccount'), {
      is_include_archive: false,
      page_number: 1,
      date_from: 0,
      date_to: 0,
    })
  ).body.data.items as { status: string; pay_url?: string; call_off?: string }[]
const stateOf = async (visitor: Visitor, id: string) => (await visitor.call('POST', office('getdeposit'), { id })).body.data
const callOff = (visitor: Visitor, id: string) => visitor.call('POST', office('canceldeposit'), { id })
const money = async (visitor: Visitor) => (await visitor.call('POST', '/web-api/user/balance')).body.accounts[0].money as number
async function say(ref: string, outcome: 'paid' | 'declined' | 'pending') {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount: '25.50', currency: 'EUR', now: site.clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  return [answer.statusCode, (answer.json() as { state?: string }).state]
}
const press = async (ref: string, outcome: string) => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return site.app.inject({ method: 'POST', url: `/dev/cashier/pay/${ref}?lng=en`, headers, payload: `outcome=${outcome}` })
}
const steps = async (ref: string) =>
  (
    await sql<{ state: string }>`SELECT payload->>'state' AS state FROM outbox WHERE payload->>'ref' = ${ref} ORDER BY id`.execute(db)
  ).rows.map(({ state }) => state)

it('an unpaid one has the order’s own page in the history and in its state, as long as it lives', async () => {
  const { visitor } = await player()
  const { id, url } = await started(visitor)
  const links = { pay_url: url, call_off: id }
  expect([(await history(visitor))[0], await stateOf(visitor, id)]).toMatchObject([links, links])
  await say(id, 'pending')
  expect((await history(visitor))[0]).toMatchObject({ status: 'pending', ...links })
  await db
    .updateTable('deposit')
    .set({ created_at: new Date(site.clock.now() - 24 * HOUR) })
    .where('ref', '=', id)
    .execute()
  for (const item of [(await history(visitor))[0], await stateOf(visitor, id)])
    expect([item!.pay_url, item!.call_off]).toEqual([undefined, undefined])
  expect((await callOff(visitor, id)).status).toBe(409)
  const paid = await started(visitor)
  await say(paid.id, 'paid')
  expect(await stateOf(visitor, paid.id)).not.toHaveProperty('pay_url')
})

it('neither of another player, nor of another brand, nor of one whose payment would be kept apart', async () => {
  const { visitor, userId } = await player()
  const { id } = await started(visitor)
  const stranger = (await player()).visitor
  expect(await history(stranger)).toEqual([])
  expect((await callOff(stranger, id)).status).toBe(404)
  expect((await callOff(visitor, 'unknown')).status).toBe(404)
  await db.updateTable('deposit').set({ brand: 'other' }).where('ref', '=', id).execute()
  expect(await stateOf(visitor, id)).not.toHaveProperty('pay_url')
  expect((await callOff(visitor, id)).status).toBe(404)
  await db.updateTable('deposit').set({ brand: site.config.id }).where('ref', '=', id).execute()
  excluded = userId
  expect(await stateOf(visitor, id)).not.toHaveProperty('pay_url')
  excluded = null
})

it('the key of an unpaid one leads to its page again, but nobody whose payment would be kept apart, and to none that is too old', async () => {
  const { visitor, userId } = await player()
  const again = async () =>
    (await visitor.call('POST', office('deposit'), { method_id: 1, sum: '25.50', request_key: 'leads-again-key-0001' })).body
  const { id, url } = (await again()).data
  expect((await again()).data).toMatchObject({ id, url })
  excluded = userId
  expect(await again()).toMatchObject({ success: false, error_code: 60 })
  excluded = null
  const aged = (hours: number) => db.updateTable('deposit').set({ created_at: new Date(site.clock.now() - hours * HOUR) })
  await aged(24).where('ref', '=', id).execute()
  expect((await again()).data.url).toBeUndefined()
  await aged(0).where('ref', '=', id).execute()
  // The way to pay has another provider by now, whose callbacks would not find the record.
  await db.updateTable('deposit').set({ provider: 'gone', pay_url: null }).where('ref', '=', id).execute()
  expect(await again()).toMatchObject({ success: false, error_code: 60 })
  expect(await db.selectFrom('deposit').select('pay_url').where('ref', '=', id).executeTakeFirst()).toEqual({ pay_url: null })
})

it('called off it has an end, once, also when two press at once', async () => {
  const { visitor } = await player()
  const { id } = await started(visitor)
  const answers = await Promise.all(Array.from({ length: 8 }, () => callOff(visitor, id)))
  expect(answers.map(({ status, body }) => [status, body.data])).toEqual(Array(8).fill([200, { id, state: 'called_off' }]))
  expect(await steps(id)).toEqual(['called_off'])
  expect((await callOff(visitor, id)).body.data).toEqual({ id, state: 'called_off' })
  const [item] = await history(visitor)
  expect([item!.status, item!.pay_url, item!.call_off]).toEqual(['called_off', undefined, undefined])
  expect([await say(id, 'declined'), await say(id, 'pending')]).toEqual(Array(2).fill([200, 'called_off']))
})

it('money that comes for a called-off one is credited, once', async () => {
  const { visitor } = await player()
  const { id } = await started(visitor)
  await callOff(visitor, id)
  expect(await Promise.all(Array.from({ length: 4 }, () => say(id, 'paid')))).toEqual(Array(4).fill([200, 'done']))
  expect(await money(visitor)).toBe(25.5)
  expect((await callOff(visitor, id)).status).toBe(409)
  expect([await money(visitor), (await stateOf(visitor, id)).state]).toEqual([25.5, 'done'])
  expect(brokenOf(await verifyPayments(db))).toEqual([])
})

it('pressed while the payment arrives: whichever is first, the money is there', async () => {
  const { visitor } = await player()
  const orders = await Promise.all(Array.from({ length: 6 }, () => started(visitor)))
  await Promise.all(
    orders.flatMap(({ id }, i) => (i % 2 ? [callOff(visitor, id), say(id, 'paid')] : [say(id, 'paid'), callOff(visitor, id)])),
  )
  expect(await money(visitor)).toBe(25.5 * 6)
  for (const { id } of orders) expect((await stateOf(visitor, id)).state).toBe('done')
})

it('what the provider has been paid is not called off, and a silent provider changes nothing', async () => {
  const { visitor } = await player()
  const { id } = await started(visitor)
  await site.book.note({ ref: id, outcome: 'paid', amount: '25.50', currency: 'EUR' })
  expect((await callOff(visitor, id)).status).toBe(409)
  const other = await started(visitor)
  const port = site.payments.providers['sandbox']!
  const { callOff: asked } = port
  port.callOff = async () => Promise.reject(new Error('silent'))
  expect((await callOff(visitor, other.id)).status).toBe(503)
  delete port.callOff
  expect(await stateOf(visitor, other.id)).toMatchObject({ state: 'created', pay_url: other.url })
  expect([(await stateOf(visitor, other.id)).call_off, (await callOff(visitor, other.id)).status]).toEqual([undefined, 409])
  port.callOff = asked!
})

it('the sandbox’s page of a called-off one takes nothing more from a tab that was open; its script may still send a late word', async () => {
  const { visitor } = await player()
  const limit = { type: 'deposit', period: 'day', amount: '30' }
  const set = await visitor.call('POST', '/limit-service/v1/limits', limit, { authorization: '', 'x-auth': `Bearer ${visitor.token}` })
  expect(set.status, JSON.stringify(set.body)).toBe(200)
  const { id } = await started(visitor)
  expect((await started(visitor))?.id).toBeUndefined()
  await callOff(visitor, id)
  const other = await started(visitor)
  expect((await press(other.id, 'success')).statusCode).toBe(303)
  for (const outcome of ['success', 'pending', 'decline', 'repeat', 'refund']) {
    const page = await press(id, outcome)
    expect([page.statusCode, page.body.includes('called off'), page.body.includes('<form')], outcome).toEqual([409, true, false])
  }
  expect([await money(visitor), (await stateOf(visitor, id)).state, await site.book.wasPaid(id)]).toEqual([25.5, 'called_off', false])
  const late = await site.app.inject({ method: 'POST', url: `/dev/api/cashier/${id}`, payload: { outcome: 'success' } })
  expect([late.json(), await money(visitor)]).toEqual([{ status: 200, state: 'done' }, 51])
})

it('the sandbox’s page of a declined or an expired one says that it is over and takes nothing; late money is credited once', async () => {
  const { visitor } = await player()
  const ended = [await started(visitor), await started(visitor), await started(visitor)].map(({ id }) => id)
  const [declined, expired, old] = ended as [string, string, string]
  expect((await press(declined, 'decline')).statusCode).toBe(303)
  await db.updateTable('deposit').set({ state: 'expired' }).where('ref', '=', expired).execute()
  // The hourly work has not come to it yet.
  await db
    .updateTable('deposit')
    .set({ created_at: new Date(site.clock.now() - 24 * HOUR) })
    .where('ref', '=', old)
    .execute()
  for (const ref of ended) {
    const page = await site.app.inject({ method: 'GET', url: `/dev/cashier/pay/${ref}?lng=en` })
    const pressed = [await press(ref, 'success'), await press(ref, 'repeat')]
    for (const [{ statusCode, body }, status] of [[page, 200] as const, ...pressed.map((answer) => [answer, 409] as const)])
      expect([statusCode, body.includes('This payment is over'), body.includes('<form')]).toEqual([status, true, false])
    expect([(await stateOf(visitor, ref)).state === 'done', await site.book.wasPaid(ref)]).toEqual([false, false])
  }
  expect(await money(visitor)).toBe(0)
  for (const ref of ended) expect(await Promise.all([say(ref, 'paid'), say(ref, 'paid')])).toEqual(Array(2).fill([200, 'done']))
  expect(await money(visitor)).toBe(25.5 * 3)
})

it('a press on the sandbox’s page and a call-off in one moment: one of them wins, and both are told so', async () => {
  const { visitor } = await player()
  const orders = await Promise.all(Array.from({ length: 24 }, () => started(visitor)))
  const ends = await Promise.all(
    orders.map(async ({ id }, i) => {
      const calls = [
        () => callOff(visitor, id).then(({ status }) => status),
        () => press(id, 'success').then(({ statusCode }) => statusCode),
      ]
      const [off, paid] =
        i % 2 ? await Promise.all(calls.map((call) => call())) : (await Promise.all(calls.toReversed().map((call) => call()))).toReversed()
      return [off, paid, (await stateOf(visitor, id)).state, await site.book.wasPaid(id)]
    }),
  )
  const CALLED_OFF = [200, 409, 'called_off', false]
  const PAID = [409, 303, 'done', true]
  for (const end of ends) expect([CALLED_OFF, PAID]).toContainEqual(end)
  expect(await money(visitor)).toBe(25.5 * ends.filter(([, , state]) => state === 'done').length)
})
