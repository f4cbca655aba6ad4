/** A bet whose money cannot be booked holds up nothing. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { openAccounts, placeTestBet, postTest, rollbackFact, settleFact, wonBy } from './fixtures.ts'
import { createSettlement } from './settlement.ts'
import { settlingScene } from './test-scene.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
const scene = settlingScene(db, { firstCi: 317_000_000, balanceMinor: 100_000n })
const { settlement, clock, log, state, expectSound } = scene
/** Two such wins are more than an account can hold. */
const STAKE = 9_000_000_000_000_000n
const PRICE = 1_001_000

async function rich(): Promise<number> {
  const { account } = await scene.fresh()
  await postTest(db, { accountId: account, tx: BigInt(7_000_000 + account), kind: 'adjustment', minor: 3n * STAKE, role: 'adjustments' })
  return account
}

const great = (accountId: number, ci: number) => placeTestBet(db, { accountId, stakeMinor: STAKE, legs: [{ ci, t: 1, price: PRICE }] })

async function alarms(bets: readonly bigint[]): Promise<{ bet_id: bigint; about: string }[]> {
  const ids = `{${bets.join(',')}}`
  return (
    await sql<{ bet_id: bigint; about: string }>`SELECT bet_id, about FROM settlement_alarm WHERE bet_id = ANY(${ids}::bigint[])`.execute(
      db,
    )
  ).rows
}

test('two wins that no account can hold: one is paid, the other is blocked with an alarm, and all beside them are paid', async () => {
  const account = await rich()
  const { ci } = await scene.fresh()
  const small = await openAccounts(db, 30)
  const place = (accountId: number, i: number) =>
    placeTestBet(db, { accountId, stakeMinor: 100n, legs: [{ ci, t: 1 + (i % 3), price: 2000 }] })
  const before = await Promise.all(small.slice(0, 15).map(place))
  const bets = [await great(account, ci), await great(account, ci)]
  const after = await Promise.all(small.slice(15).map(place))
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  expect((await Promise.all(bets.map(state))).toSorted()).toEqual(['4 9000000000000000000', '7 0'])
  const others = (i: number) => (i % 3 === 0 ? '4 200' : '2 0')
  for (const list of [before, after]) expect(await Promise.all(list.map(state))).toEqual(list.map((_, i) => others(i)))
  const blocked = (await state(bets[0]!)) === '7 0' ? bets[0]! : bets[1]!
  expect(await alarms(bets)).toEqual([{ bet_id: blocked, about: 'posting' }])
  await expectSound()
})

test('the games after it are settled; given another chance when there is room it is paid', async () => {
  const account = await rich()
  const { ci } = await scene.fresh()
  const bets = [await great(account, ci), await great(account, ci)]
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  const next = await scene.fresh()
  const other = await placeTestBet(db, { accountId: next.account, stakeMinor: 100n, legs: [{ ci: next.ci, t: 1, price: 2000 }] })
  await settlement.apply([settleFact({ ci: next.ci, at: 2_000_000, results: wonBy(1) })])
  expect(await state(other)).toBe('4 200')
  await postTest(db, { accountId: account, tx: 7_900_000n, kind: 'adjustment', minor: -9_000_000_000_000_000_000n, role: 'adjustments' })
  await settlement.again(bets)
  expect(await Promise.all(bets.map(state))).toEqual(['4 9000000000000000000', '4 9000000000000000000'])
  await expectSound()
})

test('who must not wait for all other settling asks for it, and it is done while he goes on', async () => {
  const account = await rich()
  const { ci } = await scene.fresh()
  const bets = [await great(account, ci), await great(account, ci)]
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  await postTest(db, { accountId: account, tx: 7_900_001n, kind: 'adjustment', minor: -9_000_000_000_000_000_000n, role: 'adjustments' })
  const goOn = Promise.withResolvers<void>()
  await createSettlement({ db, clock, log, hook: () => goOn.promise }).againSoon(bets)
  expect((await Promise.all(bets.map(state))).toSorted()).toEqual(['1 0', '4 9000000000000000000'])
  goOn.resolve()
  await expect.poll(() => Promise.all(bets.map(state))).toEqual(['4 9000000000000000000', '4 9000000000000000000'])
  await expectSound()
})

test('let go when its result has been taken back, it is open as if nothing had been', async () => {
  const account = await rich()
  const { ci } = await scene.fresh()
  const bets = [await great(account, ci), await great(account, ci)]
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])
  await settlement.apply([rollbackFact({ ci, at: 3_000_000 })])
  await settlement.again(bets)
  expect(await Promise.all(bets.map(state))).toEqual(['1 0', '1 0'])
  await expectSound()
})

test('chunks of several games are divided too, by two settlers at once', async () => {
  const account = await rich()
  const games = [await scene.fresh(), await scene.fresh()]
  const small = await openAccounts(db, 40)
  const legs = games.map(({ ci }) => ({ ci, t: 1, price: 2000 }))
  const fine = await Promise.all(
    small.map((accountId, i) => placeTestBet(db, { accountId, stakeMinor: 100n, legs: i % 2 ? legs : [legs[0]!] })),
  )
  const bets = [await great(account, games[0]!.ci), await great(account, games[1]!.ci)]
  const settlers = [1, 2].map(() => createSettlement({ db, clock, log, chunkLegs: 25 }))
  await settlers[0]!.apply(games.map(({ ci }) => settleFact({ ci, at: 2_000_000, results: wonBy(1) })))
  await settlers[1]!.resume()
  expect(await Promise.all(fine.map(state))).toEqual(fine.map((_, i) => (i % 2 ? '4 400' : '4 200')))
  expect((await Promise.all(bets.map(state))).toSorted()).toEqual(['4 9000000000000000000', '7 0'])
  await expectSound()
})

test('a correction that cannot be booked leaves the bet as it was settled, with an alarm, and the audit names it', async () => {
  const account = await rich()
  const { ci } = await scene.fresh()
  const bets = [await great(account, ci), await great(account, ci)]
  await settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(2) })])
  await settlement.apply([settleFact({ ci, at: 3_000_000, results: wonBy(1) })])
  expect((await Promise.all(bets.map(state))).toSorted()).toEqual(['2 0', '4 9000000000000000000'])
  expect((await alarms(bets)).map((alarm) => alarm.about)).toEqual(['posting'])
  const broken = (await verify(db)).filter((check) => check.violations > 0)
  expect(broken.map((check) => check.first)).toEqual([expect.stringContaining('status 2 payout 0, expected 4')])
  await settlement.apply([settleFact({ ci, at: 4_000_000, results: wonBy(2) })])
  await expectSound()
})

test('what fails for every bet blocks some and stops instead of blocking all', async () => {
  const { ci } = await scene.fresh()
  const accounts = await openAccounts(db, 130)
  const bets = await Promise.all(
    accounts.map((accountId) => placeTestBet(db, { accountId, stakeMinor: 100n, legs: [{ ci, t: 1, price: 2000 }] })),
  )
  await sql`ALTER TABLE account ADD CONSTRAINT planted CHECK (balance_minor <= 1000000) NOT VALID`.execute(db)
  await expect(settlement.apply([settleFact({ ci, at: 2_000_000, results: wonBy(1) })])).rejects.toThrow('planted')
  const blocked = async () => (await Promise.all(bets.map(state))).filter((one) => one === '7 0').length
  expect(await blocked()).toBeLessThanOrEqual(100)
  await sql`ALTER TABLE account DROP CONSTRAINT planted`.execute(db)
  await settlement.resume()
  expect(await blocked()).toBeLessThanOrEqual(100)
  await settlement.again(bets)
  expect(await Promise.all(bets.map(state))).toEqual(bets.map(() => '4 200'))
  await expectSound()
})
