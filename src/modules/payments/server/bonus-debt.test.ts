/** What becomes of bonus money closes nothing of a player's own, and what was paid in counts, whatever becomes of it (RG-01, ACC-21). */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { placeTestBet } from '#modules/settlement/server/fixtures.ts'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { sweepPayouts } from './payouts.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) => {
    config.cashier = { ...config.cashier, firstDeposit: { percent: 50, maxEur: '20', minEur: '10' } }
  },
})
const deps = {
  db,
  clock: site.clock,
  ledger: site.ledger,
  providers: { sandbox: sandboxProvider(site.keys) },
  log: createLog('silent', false),
}
const EUR = 2
const office = (name: string) => `/web-api/office/${name}`
afterAll(async () => expect(await site.ledger.checkInvariants()).toEqual([]))

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  await db.updateTable('player_profile').set({ bonus_choice: 0 }).where('player_id', '=', userId).execute()
  await db.updateTable('player').set({ must_change_password: false, first_password_until: null }).where('id', '=', userId).execute()
  site.clock.advance(1_000)
  const begin = async (sum: string) => (await visitor.call('POST', office('deposit'), { method_id: 1, sum })).body
  const say = async (ref: string, outcome: 'paid' | 'refunded' | 'charged_back', amount: string) => {
    const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: site.clock.now() })
    const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
    expect(answer.statusCode, answer.body).toBe(200)
  }
  const payIn = async (sum: number) => {
    const { data } = await begin(String(sum))
    await say(data.id, 'paid', sum.toFixed(2))
    return data.id as string
  }
  const accountOf = async (kind: number) => (await site.ledger.balance(userId)).find((one) => one.kind === kind)!
  const stake = (accountId: number, stakeMinor: bigint) =>
    placeTestBet(db, {
      accountId,
      stakeMinor,
      legs: [{ ci: 5, t: 1, price: 2000 }],
      currencyId: EUR,
      at: site.clock.now(),
      id: site.ledger.ids.next(),
    })
  return { visitor, userId, begin, say, payIn, accountOf, stake }
}

test('a bonus that is taken back after it was played leaves own money as free as it was', async () => {
  const { visitor, userId, say, payIn, accountOf, stake } = await player()
  const first = await payIn(40)
  const [main, bonus] = [await accountOf(0), await accountOf(1)]
  await stake(bonus.id, 2_000n)
  await payIn(500)
  await say(first, 'refunded', '40.00')
  expect([(await accountOf(0)).balanceMinor, (await accountOf(1)).balanceMinor]).toEqual([50_000n, -2_000n])
  await expect(stake(main.id, 100n)).resolves.toBeDefined()
  const { body } = await visitor.call('POST', office('withdraw'), { method_id: 1, sum: '100', request_key: 'bonus-debt-key-0001' })
  expect(body).toMatchObject({ success: true, data: { waits_for_cover: false } })
  site.clock.advance(3 * DAY)
  await sweepPayouts(deps as never)
  const { state } = await db.selectFrom('withdrawal').select('state').where('player_id', '=', userId).executeTakeFirstOrThrow()
  expect(['sent', 'paid']).toContain(state)
})

test('winnings of bonus money make no room in a limit of losses', async () => {
  const { userId, payIn, accountOf, stake } = await player()
  await payIn(1_000)
  const [main, bonus] = [await accountOf(0), await accountOf(1)]
  await inTx(db, (tx) => sql`SELECT set_loss_limit(${userId}, 1::smallint, 2::smallint, 5000, ${new Date(site.clock.now())})`.execute(tx))
  await inTx(db, (tx) =>
    site.ledger.post(tx, {
      kind: 'casinoWin',
      txId: site.ledger.ids.next(),
      at: new Date(site.clock.now()),
      entries: [
        { accountId: bonus.id, currencyId: EUR, amountMinor: 30_000n },
        { accountId: systemAccountId('house', EUR), currencyId: EUR, amountMinor: -30_000n },
      ],
    }),
  )
  await expect(stake(main.id, 5_001n)).rejects.toThrow()
  await expect(stake(main.id, 5_000n)).resolves.toBeDefined()
})

test.each([
  ['charged_back', '100.00'],
  ['refunded', '100.00'],
] as const)('a deposit that was %s has been paid in all the same: the limit counts it', async (outcome, amount) => {
  const { userId, begin, say, payIn } = await player()
  await sql`INSERT INTO protection_limit (player_id, kind, period, currency_id, amount, starts_at)
    VALUES (${userId}, 'deposit', 'month', ${EUR}, 10000, ${new Date(site.clock.now())})`.execute(db)
  const ref = await payIn(100)
  expect((await begin('100')).success).toBe(false)
  await say(ref, outcome, amount)
  expect((await begin('100')).success).toBe(false)
})
