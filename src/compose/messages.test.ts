import { afterAll, expect, test } from 'vitest'
import { createPromo } from '#modules/promo/server/index.ts'
import { createSettlement } from '#modules/settlement/server/index.ts'
import { placeTestBet, rollbackFact, settleFact } from '#modules/settlement/server/fixtures.ts'
import { sampleSite } from '#modules/line/server/sample-site.ts'
import { localBus } from '#platform/server/bus.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox, emit } from '#platform/server/outbox.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composeMessages } from './messages.ts'

const { db, url } = await testDatabase()
const log = createLog('silent', false)
const clock = { now: () => Date.UTC(2026, 10, 21, 12) }
const outbox = createOutbox(db, url, log)
const texts = loadTexts(new URL('../../locales', import.meta.url).pathname)
const pushed: object[] = []
const me = { onListener: () => {}, tell: () => {} }
const site = await sampleSite(clock, (app) => {
  composeMessages({
    app,
    db,
    clock,
    files: {} as never,
    mayPromote: async () => true,
    advertise: async () => {},
    push: (news) => pushed.push(...news.map(({ words, ...one }) => ({ ...one, ...words('en') }))),
    texts,
    betting: { bets: { me }, promo: createPromo({ db, clock }), news: { outbox, bus: localBus(), log } } as never,
  })
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

  // His browsers are told the same, once too.
  const told = { playerId: 7, topic: 'bets', page: '/coupon/55', tag: 'bets-55', title: 'A bet was voided' }
  expect(pushed).toEqual([expect.objectContaining(told)])

  const { rows } = await rawPool(db).query<{ id: bigint }>(
    `INSERT INTO withdrawal (ref, brand, player_id, request_key, account_id, currency_id, method, provider, amount_minor, state,
       approvals_needed, send_after, reason, balance_after, created_at, updated_at, done_at)
     VALUES ('w-1', 'polosa', 7, 'k', 1, 2, 'card', 'sandbox', 125050, 'refused', 1, now(), 'documents', 0, now(), now(), now()) RETURNING id`,
  )
  for (const state of ['requested', 'approved', 'refused', 'refused', 'unheard_of'])
    await happen('payments.withdrawal', '7', { ref: 'w-1', playerId: 7, accountId: 1, state })
  const money = (await listed(7)).filter(({ kind }: { kind: string }) => kind === 'money')
  expect(money.map(({ title }: { title: string }) => title)).toEqual(['Withdrawal refused', 'Withdrawal approved', 'Withdrawal requested'])
  expect(money[0].text).toMatch(
    new RegExp(`^Request No. ${rows[0]!.id} was refused and \u2066€1,250.50\u2069 is .* Reason: documents are needed\\.$`),
  )

  await rawPool(db).query(
    `INSERT INTO deposit (ref, brand, player_id, account_id, currency_id, method, provider, amount_minor, tax_minor, tax_rule, tax_rate,
       state, created_at, updated_at, done_at)
     VALUES ('d-1', 'polosa', 8, 2, 2, 'card', 'sandbox', 2000, 100, 'KE-1', '0.05', 'done', now(), now(), now())`,
  )
  await happen('payments.deposit', '8', { ref: 'd-1', playerId: 8, accountId: 2, state: 'done', credited: false })
  expect(await listed(8)).toEqual([])
  await happen('payments.deposit', '8', { ref: 'd-1', playerId: 8, accountId: 2, state: 'done', credited: true })
  expect(await listed(8)).toMatchObject([{ title: 'Deposit received', text: '\u2066€19\u2069 was added to your account.' }])

  await rawPool(db).query(
    `INSERT INTO withdrawal (ref, brand, player_id, request_key, account_id, currency_id, method, provider, amount_minor, fee_minor,
       tax_minor, tax_rule, tax_rate, state, approvals_needed, send_after, balance_after, created_at, updated_at, done_at)
     VALUES ('w-2', 'polosa', 8, 'k', 1, 2, 'card', 'sandbox', 10000, 100, 500, 'KE-1', '0.05', 'paid', 0, now(), 0, now(), now(), now())`,
  )
  // What leaves is told as it leaves: without the fee and the tax.
  for (const state of ['requested', 'sent', 'paid'])
    await happen('payments.withdrawal', '8', { ref: 'w-2', playerId: 8, accountId: 1, state })
  const sums = (await listed(8)).map(({ text }: { text: string }) => /€[\d.]+/.exec(text)?.[0])
  expect(sums).toEqual(['€94', '€94', '€100', '€19'])
})

test('results are told in one statement a chunk: paid, returned with its code, and lost only after it was paid', async () => {
  const settlement = createSettlement({ db, clock, log, sampleOneIn: 1 })
  const { rows } = await rawPool(db).query<{ id: number }>(
    'INSERT INTO account (player_id, currency_id, is_active, balance_minor) VALUES (7, 1, true, 0), (8, 1, true, 0) RETURNING id',
  )
  const [anna, boris] = rows.map(({ id }) => id) as [number, number]
  await rawPool(db).query('UPDATE account SET balance_minor = 100000')
  const code = await createPromo({ db, clock }).give({ playerId: 8, currencyId: 1, minor: 500n, validUntil: clock.now() + 60_000 })
  const legs = [{ ci: 330_900_000, t: 1, price: 3000 }]
  const at = clock.now() - 60_000
  const paid = await placeTestBet(db, { accountId: anna, stakeMinor: 1_000n, legs, at })
  const lost = await placeTestBet(db, { accountId: anna, stakeMinor: 700n, legs: [{ ...legs[0]!, t: 2 }], at })
  const free = await placeTestBet(db, {
    accountId: boris,
    stakeMinor: 500n,
    legs: [{ ...legs[0]!, t: 3 }],
    at,
    terms: { promo: { code, minor: '500' } },
  })
  await rawPool(db).query('UPDATE promo_code SET bet_id = $1 WHERE code = $2', [String(free), code])
  let second = 0
  async function say(results: { outcome: string; won: 0 | 1; voidFactor?: 0.5 | 1 }[]): Promise<void> {
    await settlement.apply([settleFact({ ci: 330_900_000, at: clock.now() - 1000 * (60 - (second += 1)), results })])
    await outbox.drain()
  }
  const texts = async (player: number) => (await listed(player)).map(({ text }: { text: string }) => text).join('\n')
  const usable = async () => (await createPromo({ db, clock }).usable(8, { currencyId: 1, vid: 0, prices: [3000] })).map((one) => one.code)

  await say([
    { outcome: '1', won: 1 },
    { outcome: '2', won: 0 },
    { outcome: '3', won: 0, voidFactor: 1 },
  ])
  expect(await texts(7)).toMatch(new RegExp(`Bet No. ${paid} was settled: \u2066\\$30\u2069`))
  expect(await texts(7)).not.toContain(String(lost))
  const [back] = await usable()
  expect(await texts(8)).toContain(`Bet No. ${free} was void; a new code stands in place of its own: ${back} for`)

  // Void no more: the code of its place is over. Void again: it is the same code.
  await say([
    { outcome: '1', won: 0 },
    { outcome: '2', won: 1 },
    { outcome: '3', won: 0 },
  ])
  expect(await usable()).toEqual([])
  expect(await texts(7)).toContain(`Bet No. ${paid} was settled again and lost`)
  expect(await texts(7)).toMatch(new RegExp(`Bet No. ${lost} was settled: \u2066\\$21\u2069`))
  await say([
    { outcome: '1', won: 0 },
    { outcome: '2', won: 1 },
    { outcome: '3', won: 0, voidFactor: 1 },
  ])
  expect(await usable()).toEqual([back])

  // What made it void is taken back, and nothing is decided: the bet runs on, and so the code cannot be used beside it.
  await settlement.apply([rollbackFact({ ci: 330_900_000, at: clock.now() - 1000 })])
  await outbox.drain()
  const { rows: now } = await rawPool(db).query<{ status: number }>('SELECT status::int FROM bet WHERE id = $1', [String(free)])
  expect(now).toEqual([{ status: 1 }])
  expect(await usable()).toEqual([])
})

test('who wants no notice of results finds them in his list as read, and his browsers are silent', async () => {
  await rawPool(db).query('INSERT INTO player_setting (player_id, setting_id, value) VALUES (8, 6, 0)')
  pushed.length = 0
  const settlement = createSettlement({ db, clock, log, sampleOneIn: 1 })
  const { rows } = await rawPool(db).query<{ id: number }>('SELECT id FROM account WHERE player_id IN (7, 8) ORDER BY player_id')
  const legs = [{ ci: 330_900_001, t: 1, price: 3000 }]
  for (const { id } of rows) await placeTestBet(db, { accountId: id, stakeMinor: 1_000n, legs, at: clock.now() - 60_000 })
  await settlement.apply([settleFact({ ci: 330_900_001, at: clock.now() - 1000, results: [{ outcome: '1', won: 1 }] })])
  await outbox.drain()
  expect((await listed(7))[0]).toMatchObject({ title: 'A bet paid out', isRead: false })
  expect((await listed(8))[0]).toMatchObject({ title: 'A bet paid out', isRead: true })
  expect(pushed.map((one) => (one as { playerId: number }).playerId)).toEqual([7])
})
