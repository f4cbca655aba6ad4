/** Money of weeks (PAY-13): many sums below every bound open one case, and what is asked for meanwhile waits for an officer. */
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { handleCallback } from './callbacks.ts'
import { issuePaycheck, redeemPaycheck } from './paychecks.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) =>
    (config.withdrawals = { ...config.withdrawals, autoMaxEur: '1000', fourEyesFromEur: '5000', watched: { days: 28, fromEur: '900' } }),
})
const office = (name: string) => `/web-api/office/${name}`
let keys = 0

async function player(currency = 'EUR') {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick(currency)
  return { visitor, userId }
}
async function started(visitor: Visitor, sum: string, accountId?: number): Promise<string> {
  const { body } = await visitor.call('POST', office('deposit'), { method_id: 1, sum, ...(accountId ? { account_id: accountId } : {}) })
  expect(body.success, JSON.stringify(body)).toBe(true)
  return body.data.id
}
async function paid(ref: string, sum: string, currency = 'EUR'): Promise<number> {
  const made = sandboxCallback(site.keys, { ref, outcome: 'paid', amount: `${sum}.00`, currency, now: site.clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: made.headers, payload: made.raw })
  return answer.statusCode
}
const pays = async (visitor: Visitor, sum: string) => paid(await started(visitor, sum), sum)
async function ask(visitor: Visitor, sum: string, accountId?: number) {
  const request_key = `case-key-${String((keys += 1)).padStart(8, '0')}`
  const from = accountId ? { account_id: accountId } : {}
  return (await visitor.call('POST', office('withdraw'), { method_id: 1, sum, request_key, ...from })).body
}
const cases = async (userId: number) => db.selectFrom('money_case').selectAll().where('player_id', '=', userId).orderBy('id').execute()
/** So much time passes for the player's payments; his session would not live through it. */
async function passes(userId: number, days: number) {
  for (const [table, column] of [
    ['deposit', 'done_at'],
    ['withdrawal', 'created_at'],
    ['money_case', 'closed_at'],
  ] as const)
    await sql`UPDATE ${sql.table(table)} SET ${sql.ref(column)} = ${sql.ref(column)} - make_interval(days => ${days}) WHERE player_id = ${userId}`.execute(
      db,
    )
}
async function close(id: bigint, body: object): Promise<number> {
  return (await site.app.inject({ method: 'POST', url: `/dev/api/cashier/cases/${id}`, payload: body })).statusCode
}

it('small deposits of weeks open one case; a small request then waits for an officer, until the case is closed', async () => {
  const { visitor, userId } = await player()
  for (const week of [0, 1, 2]) {
    if (week > 0) await passes(userId, 7)
    await pays(visitor, '299')
  }
  expect(await cases(userId)).toEqual([])
  expect((await ask(visitor, '20')).data).toMatchObject({ state: 'approved' })
  await pays(visitor, '299')
  const [one] = await cases(userId)
  expect(one).toMatchObject({ in_cents: 119_600n, out_cents: 2_000n, closed_at: null })
  expect((await ask(visitor, '20')).data).toMatchObject({ state: 'requested' })
  await pays(visitor, '299')
  expect(await cases(userId)).toHaveLength(1)

  const listed = (await site.app.inject({ url: '/dev/api/cashier/cases' })).json() as { player: number }[]
  expect(listed.map((row) => row.player)).toContain(userId)
  expect(await close(one!.id, { officer: 'officer-a' })).toBe(400)
  expect(await close(one!.id, { officer: 'officer-a', note: 'wages, by his bank' })).toBe(200)
  expect(await close(one!.id, { officer: 'officer-b', note: 'again' })).toBe(404)
  // What was looked at does not open the next one.
  site.clock.advance(1000)
  await pays(visitor, '299')
  expect((await ask(visitor, '20')).data).toMatchObject({ state: 'approved' })
  expect(await cases(userId)).toHaveLength(1)
  expect(await site.ledger.checkInvariants()).toEqual([])
})

it('older money is not of the window; what is asked for in small parts counts by itself', async () => {
  const { visitor, userId } = await player()
  await pays(visitor, '800')
  await passes(userId, 29)
  await pays(visitor, '800')
  expect(await cases(userId)).toEqual([])
  for (let n = 0; n < 3; n += 1) expect((await ask(visitor, '290')).data).toMatchObject({ state: 'approved' })
  await passes(userId, 2)
  expect((await ask(visitor, '30')).data).toMatchObject({ state: 'requested' })
  expect(await cases(userId)).toMatchObject([{ in_cents: 80_000n, out_cents: 90_000n }])
})

it('of deposits to two accounts and requests at once none leaves the others out, and one case is opened', async () => {
  for (let turn = 0; turn < 4; turn += 1) {
    const { visitor, userId } = await player()
    await pays(visitor, '290')
    const account = (await visitor.call('POST', office('createCurrencyAccount'), { currency_id: 1 })).body.data.id as number
    const [euro, dollars] = [await started(visitor, '400'), await started(visitor, '400', account)]
    const asked = Promise.all([1, 2, 3].map(() => ask(visitor, '10')))
    expect(await Promise.all([paid(euro, '400'), paid(dollars, '400', 'USD')])).toEqual([200, 200])
    await asked
    expect(await cases(userId)).toHaveLength(1)
  }
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM money_case GROUP BY player_id HAVING count(*) > 1`.execute(
    db,
  )
  expect(rows).toEqual([])
  expect(await site.ledger.checkInvariants()).toEqual([])
})

it('a deposit to one account and a request from another that each reach the bound open one case between them', async () => {
  for (let turn = 0; turn < 6; turn += 1) {
    const { visitor, userId } = await player()
    const account = (await visitor.call('POST', office('createCurrencyAccount'), { currency_id: 1 })).body.data.id as number
    await paid(await started(visitor, '1070', account), '1070', 'USD')
    await passes(userId, 29)
    await db.deleteFrom('money_case').where('player_id', '=', userId).execute()
    const ref = await started(visitor, '950')
    const [status, asked] = await Promise.all([paid(ref, '950'), ask(visitor, '1000', account)])
    expect([status, asked.success], JSON.stringify(asked)).toEqual([200, true])
    expect(await cases(userId)).toHaveLength(1)
  }
})

it('the money of a paper check is watched like any other', async () => {
  const { visitor, userId } = await player()
  const { code } = await issuePaycheck(
    { db, clock: site.clock },
    { brand: 'polosa', currencyId: 2, amountMinor: 95_000n, officer: 'officer-a' },
  )
  expect((await visitor.call('POST', office('paycheck'), { code })).body).toMatchObject({ success: true })
  expect(await cases(userId)).toMatchObject([{ in_cents: 95_000n, closed_at: null }])
})

it('a paper check and the word about a deposit, at once, take the locks of one player in one order', async () => {
  const { visitor, userId } = await player()
  const ref = await started(visitor, '20')
  const { code } = await issuePaycheck(
    { db, clock: site.clock },
    { brand: 'polosa', currencyId: 2, amountMinor: 1_000n, officer: 'officer-a' },
  )
  // Each goes on when the other has come as far; a deadlock would make one of them come a second time.
  const both = Promise.withResolvers<void>()
  const seen: string[] = []
  const meet = async (who: string) => {
    if (seen.push(who) === 2) both.resolve()
    await both.promise
  }
  const deps: Parameters<typeof redeemPaycheck>[0] = {
    db,
    clock: site.clock,
    ledger: site.ledger,
    providers: { sandbox: sandboxProvider(site.keys) },
    guardDeposit: async (tx, wanted) => {
      await meet('check')
      return site.protection.guardDeposit(tx, wanted)
    },
    mayCredit: async (tx, playerId) => {
      const may = await site.protection.mayCredit(tx, playerId)
      await meet('word')
      return may
    },
  }
  const word = sandboxCallback(site.keys, { ref, outcome: 'paid', amount: '20.00', currency: 'EUR', now: site.clock.now() })
  const request = { raw: Buffer.from(word.raw), headers: word.headers, ip: '127.0.0.1', now: site.clock.now() }
  const [check, answer] = await Promise.all([
    redeemPaycheck(deps, { playerId: userId, brand: 'polosa', ip: '127.0.0.1', code, config: site.config, tax: null }),
    handleCallback(deps, 'sandbox', request),
  ])
  expect([check, answer]).toMatchObject([{ repeated: false }, { kind: 'accepted', outcome: 'done' }])
  expect(seen.sort()).toEqual(['check', 'word'])
})
