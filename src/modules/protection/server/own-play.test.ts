/** How a player stands by month, what is told of his limits, how often he is reminded, and who may advertise to him. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { ENTRY_KINDS } from '#modules/ledger/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { mayPromote } from './may-promote.ts'

const { db } = await testDatabase()
const site = await accountSite({ db, startMs: Date.UTC(2028, 1, 29, 23) })
const { clock } = site

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  const accountId = (await site.ledger.balance(userId))[0]!.id
  const call = async (method: 'GET' | 'POST', name: string, body?: object) =>
    (await visitor.call(method, `/service-api/limit-service/v1/${name}`, body, { 'x-auth': `Bearer ${visitor.token}` })).body
  let tx = BigInt(userId) * 1_000n
  const book = async (kind: number, minor: bigint, at: number) => {
    tx += 1n
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at) VALUES (${accountId}, ${tx}, ${kind}, ${minor}, 0, ${new Date(at)})`.execute(
      db,
    )
  }
  return { userId, visitor, call, book }
}

it('three months at once and twelve on request, over the turn of a leap year (XT-42)', async () => {
  const one = await player()
  const now = clock.now()
  await one.book(4, 10_000n, now)
  await one.book(1, -2_500n, now)
  await one.book(2, 1_000n, now - DAY)
  await one.book(5, -3_000n, Date.UTC(2028, 0, 31, 23, 59))
  await one.book(1, -700n, Date.UTC(2027, 2, 1))
  await one.book(1, -999n, Date.UTC(2027, 1, 28, 23, 59))
  const three = await one.call('GET', 'position/months')
  expect(three.months).toEqual([
    { month: '2028-02', deposits: 100, withdrawals: 0, stakes: 25, returns: 10, net: -15 },
    { month: '2028-01', deposits: 0, withdrawals: 30, stakes: 0, returns: 0, net: 0 },
    { month: '2027-12', deposits: 0, withdrawals: 0, stakes: 0, returns: 0, net: 0 },
  ])
  const twelve = await one.call('GET', 'position/months?months=12')
  expect(twelve.months.map(({ month }: { month: string }) => month).at(-1)).toBe('2027-03')
  expect(twelve.months.at(-1).stakes).toBe(7)
  expect(await one.call('GET', 'position/months?months=13')).toMatchObject({ status: 400, detail: expect.stringContaining('months:') })
})

it('an edit stakes nothing anew; what waits in bids and groups, insurance and a repaid advance are stakes; spending says the same', async () => {
  const one = await player()
  const now = clock.now()
  const { stake, payout, betReplaced, bidHold, bidReturn, groupHold, insurancePremium, insuranceBack, advanceRepaid, bonus } = ENTRY_KINDS
  for (const [kind, minor] of [
    [stake, -10_000n],
    [betReplaced, 10_000n],
    [stake, -10_000n],
    [payout, 4_000n],
    [bidHold, -5_000n],
    [bidReturn, 2_000n],
    [groupHold, -300n],
    [insurancePremium, -700n],
    [insuranceBack, 500n],
    [advanceRepaid, -1_000n],
    [advanceRepaid, 1_000n],
    [advanceRepaid, -1_000n],
    [bonus, 9_000n],
  ] as const)
    await one.book(kind, minor, now)
  const sums = { stakes: 150, returns: 45, net: -105 }
  expect((await one.call('GET', 'position/months')).months[0]).toMatchObject(sums)
  expect((await one.visitor.call('POST', '/web-api/office/getspending', { months: 1 })).body.data.period).toMatchObject(sums)
})

it('what stands out in his week is told in words, to himself alone (RG-20)', async () => {
  const one = await player()
  const now = clock.now()
  expect((await one.call('GET', 'signals')).signals).toEqual([])
  for (let i = 0; i < 4; i += 1) {
    await one.book(4, 5_000n, now - i * DAY)
    await one.book(1, -5_000n, now - i * DAY)
    await one.book(4, 5_000n, now - i * DAY)
  }
  const { signals } = await one.call('GET', 'signals')
  expect(signals[0]).toEqual({ code: 'deposits_after_losses', title: expect.stringMatching(/\w/), advice: expect.stringMatching(/\w/) })
  expect(signals[0].title).not.toContain('signal_')
  const other = await player()
  expect((await other.call('GET', 'signals')).signals).toEqual([])
})

it('what stands out is told within the hour, once a week, with a row of what was done; a usual player hears nothing (RG-20)', async () => {
  const one = await player()
  const calm = await player()
  const now = clock.now()
  await calm.book(4, 5_000n, now)
  await calm.book(1, -500n, now)
  for (let i = 0; i < 4; i += 1) {
    await one.book(4, 5_000n, now - i * DAY)
    await one.book(1, -5_000n, now - i * DAY)
    await one.book(4, 5_000n, now - i * DAY)
  }
  const told = async ({ userId }: typeof one) =>
    (
      await sql<{ payload: { playerId: number; template: string } }>`SELECT payload FROM outbox WHERE topic = 'player.message'`.execute(db)
    ).rows.filter(({ payload }) => payload.playerId === userId && payload.template === 'play_noticed').length
  const look = () => site.protection.noticePlay(() => 'Asia/Almaty')
  await Promise.all([look(), look(), look()])
  expect([await told(one), await told(calm)]).toEqual([1, 0])
  const { items } = await one.call('GET', 'changes')
  expect(items).toMatchObject([{ what: 'play_noticed', details: { signal: 'deposits_after_losses', done: 'message' } }])
  expect([await look(), await told(one)]).toEqual([0, 1])
})

it('night is when it is night where the player lives', async () => {
  const one = await player()
  // Three in the morning in Almaty is the evening before in Greenwich.
  const night = Math.floor(clock.now() / DAY) * DAY - 2 * HOUR
  for (let i = 0; i < 12; i += 1) await one.book(1, -100n, night)
  const codes = async () => (await one.call('GET', 'signals')).signals.map(({ code }: { code: string }) => code)
  expect(await codes()).toEqual(['at_night'])
  const abroad = { player_id: one.userId, zone: 'UTC', week_start: 1, rolling: false }
  await db
    .insertInto('protection_calendar')
    .values(abroad as never)
    .execute()
  expect(await codes()).toEqual([])
})

it('the reality check says what was staked since the session began, and nothing of before (XT-41)', async () => {
  const one = await player()
  expect((await one.call('GET', 'position/session')).staked).toBe(0)
  await one.book(1, -9_900n, clock.now() - DAY)
  await one.book(1, -2_500n, clock.now())
  await one.book(2, 4_000n, clock.now())
  await one.book(1, -1_250n, clock.now())
  expect(await one.call('GET', 'position/session')).toMatchObject({ staked: 37.5 })
})

it('the reality check comes as often as the player chose, within the profile (XT-41)', async () => {
  const one = await player()
  const brand = (await one.call('GET', 'position')).checkEvery
  expect((await one.call('POST', 'realitycheck', { minutes: 15 })).minutes).toBe(15)
  expect((await one.call('GET', 'position')).checkEvery).toBe(15)
  expect((await one.call('POST', 'realitycheck', { minutes: 7 })).minutes).toBeUndefined()
  const strict = await accountSite({ db, change: (config) => (config.responsible.profile = 'strict') })
  const visitor = new Visitor(strict)
  await visitor.oneClick()
  const { body } = await visitor.call('GET', '/service-api/limit-service/v1/realitycheck', undefined, {
    'x-auth': `Bearer ${visitor.token}`,
  })
  expect([body.choices, body.minutes, brand]).toEqual([[15, 30, 60], 60, 0])
})

it('changes of limits become messages of their player, each once', async () => {
  const one = await player()
  await one.call('POST', 'limits', { type: 'deposit', period: 'week', amount: '300' })
  await one.call('POST', 'limits', { type: 'deposit', period: 'week', amount: '400' })
  const rows = await db.selectFrom('outbox').selectAll().where('topic', '=', 'player.message').orderBy('id').execute()
  const told = rows
    .map(({ payload }) => payload as { playerId: number; template: string; params: Record<string, string> })
    .filter(({ playerId }) => playerId === one.userId)
  expect(told.map(({ template, params }) => [template, params['sum'], params['currency']])).toEqual([
    ['limit_set', '300.00', 'EUR'],
    ['limit_waits', '400.00', 'EUR'],
  ])
  expect(told[1]!.params['date']).toBe('2028-03-01 23:00 UTC')
})

it('nobody who protects himself is advertised to, on the word of the database (RG-12)', async () => {
  const states: Record<string, (id: number) => Promise<unknown>> = {
    'any limit of deposits': (id) =>
      sql`INSERT INTO protection_limit (player_id, kind, period, currency_id, amount, starts_at) VALUES (${id}, 'deposit', 'day', 2, 5, now())`.execute(
        db,
      ),
    'a block': (id) => sql`INSERT INTO betting_block (player_id, until, reason) VALUES (${id}, NULL, 'officer')`.execute(db),
    'a self-exclusion that waits for its player': (id) =>
      sql`INSERT INTO protection_exclusion (player_id, kind, period, starts_at, ends_at) VALUES (${id}, 'self_exclusion', '6m', ${new Date(0)}, ${new Date(DAY)})`.execute(
        db,
      ),
    'a risk that he has told himself': (id) =>
      sql`INSERT INTO protection_test (player_id, score, level, at) VALUES (${id}, 20, 'high', ${new Date(clock.now() - DAY)})`.execute(db),
    'a closed account': (id) => sql`UPDATE player SET status = 'closed' WHERE id = ${id}`.execute(db),
  }
  for (const [name, enter] of Object.entries(states)) {
    const { userId } = await player()
    expect([name, await mayPromote(db, userId, clock.now())]).toEqual([name, true])
    await enter(userId)
    expect([name, await mayPromote(db, userId, clock.now())]).toEqual([name, false])
  }
})
