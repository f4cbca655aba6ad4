import { afterAll, expect, test } from 'vitest'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { localBus } from '#platform/server/bus.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox, emit } from '#platform/server/outbox.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeMessages } from './messages.ts'

const { db, url } = await testDatabase()
const log = createLog('silent', false)
const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
const outbox = createOutbox(db, url, log)
const me = { onListener: () => {}, tell: () => {} }
const site = await sampleSite(clock, (app) => {
  composeMessages({ app, db, clock, betting: { bets: { me }, news: { outbox, bus: localBus(), log } } as never })
})
afterAll(() => site.app.close())
await rawPool(db).query(
  `INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES (7, 'polosa', 'en', 'x', now()), (8, 'polosa', 'en', 'x', now())`,
)

async function happen(topic: string, key: string, payload: object): Promise<void> {
  await inTx(db, (tx) => emit(tx, { topic, key, payload }))
  await outbox.drain()
}

const listed = async (player: number) => (await site.call('GET', '/web-api/office/messages?lng=en', { player })).body.data.items

test('a bet void by hand, every step of a withdrawal and a deposit are told to their player, each once', async () => {
  await happen('settlement.voided', '55', { bet: '55', player: 7, reason: 'technical' })
  await happen('settlement.voided', '55', { bet: '55', player: 7, reason: 'technical' })
  expect(await listed(7)).toMatchObject([
    {
      title: 'A bet was voided',
      text: 'Bet No. 55 was settled at odds of 1 and the stake was returned. Reason: a technical failure.',
      link: '/coupon/55',
    },
  ])

  const { rows } = await rawPool(db).query<{ id: bigint }>(
    `INSERT INTO withdrawal (ref, brand, player_id, request_key, account_id, currency_id, method, provider, amount_minor, state,
       approvals_needed, send_after, reason, balance_after, created_at, updated_at, done_at)
     VALUES ('w-1', 'polosa', 7, 'k', 1, 2, 'card', 'sandbox', 125050, 'refused', 1, now(), 'documents', 0, now(), now(), now()) RETURNING id`,
  )
  for (const state of ['requested', 'approved', 'refused', 'refused', 'unheard_of'])
    await happen('payments.withdrawal', '7', { ref: 'w-1', playerId: 7, accountId: 1, state })
  const money = (await listed(7)).filter(({ kind }: { kind: string }) => kind === 'money')
  expect(money.map(({ title }: { title: string }) => title)).toEqual(['Withdrawal refused', 'Withdrawal approved', 'Withdrawal requested'])
  expect(money[0].text).toMatch(new RegExp(`^Request No. ${rows[0]!.id} was refused and .*1,250.50 .* Reason: documents are needed\\.$`))

  await rawPool(db).query(
    `INSERT INTO deposit (ref, brand, player_id, account_id, currency_id, method, provider, amount_minor, state, created_at, updated_at, done_at)
     VALUES ('d-1', 'polosa', 8, 2, 2, 'card', 'sandbox', 2000, 'done', now(), now(), now())`,
  )
  await happen('payments.deposit', '8', { ref: 'd-1', playerId: 8, accountId: 2, state: 'done', credited: false })
  expect(await listed(8)).toEqual([])
  await happen('payments.deposit', '8', { ref: 'd-1', playerId: 8, accountId: 2, state: 'done', credited: true })
  expect(await listed(8)).toMatchObject([{ title: 'Deposit received' }])
})
