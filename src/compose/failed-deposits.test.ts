import { afterAll, expect, test } from 'vitest'
import { sandboxCallback } from '#modules/payments/server/sandbox.ts'
import { accountSite, Visitor } from '../../test/support/account-site.ts'
import { testDatabase } from '../../test/support/database.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db })
afterAll(() => site.app.close())

async function paidIn(visitor: Visitor, sum = '100'): Promise<string> {
  const { body } = await visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.id as string
}

async function say(ref: string, outcome: 'pending' | 'paid' | 'refunded' | 'charged_back' | 'declined', amount = '100.00') {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: site.clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  expect(answer.statusCode).toBe(200)
}

const told = async (playerId: number) => {
  const rows = await db.selectFrom('outbox').select(['key', 'payload']).where('topic', '=', 'player.message').orderBy('id').execute()
  return rows.filter(({ payload }) => (payload as { playerId: number }).playerId === playerId).map(({ payload }) => payload)
}

async function player(address: string, language: string): Promise<{ visitor: Visitor; userId: number; letters(): Promise<string[]> }> {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  const confirmed = { email: address, email_key: address, email_confirmed_at: new Date(site.clock.now()), language }
  await db.updateTable('player').set(confirmed).where('id', '=', userId).execute()
  const letters = async () => {
    const rows = await db.selectFrom('dev_inbox').select(['subject', 'body']).where('recipient', '=', address).orderBy('id').execute()
    return rows.map(({ subject, body }) => `${subject}\n${body}`)
  }
  return { visitor, userId, letters }
}

test('a payment that the bank calls back is told once, in a message and a letter in the player’s language', async () => {
  const { visitor, userId, letters } = await player('back@polosa.example', 'ru')
  const ref = await paidIn(visitor)
  await say(ref, 'paid')
  expect([await told(userId), await letters()]).toEqual([[], []])
  await Promise.all(Array.from({ length: 4 }, () => say(ref, 'charged_back')))
  expect(await told(userId)).toMatchObject([{ template: 'deposit_charged_back', params: { sum: '100.00', currency: 'EUR' } }])
  const [letter, ...more] = await letters()
  expect(more).toEqual([])
  expect(letter).toMatch(/Банк отозвал платёж\n/)
  expect(letter?.replaceAll(/[\u2066\u2069]/g, '').replaceAll('\u00a0', ' ')).toContain('100 € отозвано банком')
})

test('a payment that bounces or goes back uncredited is told; who wants no letters gets the message alone', async () => {
  const { visitor, userId, letters } = await player('silent@polosa.example', 'ar')
  const bounced = await paidIn(visitor)
  await say(bounced, 'pending')
  await say(bounced, 'declined')
  expect(await letters()).toHaveLength(1)
  await visitor.call('POST', '/web-api/office/savesetting', { setting_id: 8, setting_value: 0 })
  await say(await paidIn(visitor), 'refunded')
  expect(await letters()).toHaveLength(1)
  const templates = (await told(userId)).map((one) => (one as { template: string }).template)
  expect(templates).toEqual(['deposit_declined', 'deposit_given_back'])
})

test('an address that nobody has confirmed gets no letter', async () => {
  const { visitor, userId, letters } = await player('foreign@polosa.example', 'en')
  await db.updateTable('player').set({ email_confirmed_at: null }).where('id', '=', userId).execute()
  const ref = await paidIn(visitor)
  await say(ref, 'paid')
  await say(ref, 'refunded')
  expect(await letters()).toEqual([])
  expect(await told(userId)).toMatchObject([{ template: 'deposit_taken_back' }])
})
