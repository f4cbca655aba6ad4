/** Advances: their size, repayment by earlier bets, and what becomes of bets whose advance is not covered (rules 8.5). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { createLog } from '#platform/server/log.ts'
import { createAdvances, verifyAdvances, type Advances } from './index.ts'
import { EUR, testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'

const { db } = await testDatabase(10)
const again: bigint[] = []
const values = new Map<bigint, bigint>()
let advances!: Advances
const site = await testSite(db, polosa.config)
const { line, clock, ledger } = site
const deps = {
  db,
  clock,
  log: createLog('silent', false),
  ledger,
  line,
  saleValues: async (ids: readonly bigint[]) => new Map(ids.flatMap((id) => (values.has(id) ? [[id, values.get(id)!] as const] : []))),
  again: async (ids: readonly bigint[]) => void again.push(...ids),
}
advances = createAdvances(deps)
site.bets.useAdvance(advances)
const FIRST = 600_600_000
let player = 15_000
let account = 0

const event = (i: number, price: number) => ({ GameId: FIRST + i, Type: 9, Coef: price, Param: 2.5, Kind: 3 })
async function bet(i: number, price: number, Summ: number, more: object = {}): Promise<WireAnswer> {
  return site.makeBet(player, {
    Events: [event(i, price)],
    Vid: 0,
    Summ,
    UserId: account,
    betGUID: randomBytes(12).toString('hex'),
    ...more,
  })
}
const quote = (i: number, Summ: number) =>
  advances.quote({ player: { id: player, brand: 'polosa' }, config: site.config } as never, {
    UserId: account,
    UserIdBonus: 0,
    Summ,
    Events: [event(i, 2) as never],
    couponEvents: undefined,
  })

/** As settlement books it: the state of the bet, and a payout in the ledger. */
async function settle(answer: WireAnswer, payoutMinor: bigint): Promise<void> {
  const id = BigInt(answer.Value.Id)
  await db
    .updateTable('bet')
    .set({
      status: payoutMinor > 0n ? 4 : 2,
      payout_minor: payoutMinor,
      settled_at: new Date(clock.now()),
      open_legs: 0,
      settled_version: 1,
    })
    .where('id', '=', id)
    .execute()
  await sql`UPDATE account SET balance_minor = balance_minor + ${payoutMinor} WHERE id = ${account}`.execute(db)
}
const balance = async () => (await ledger.account(account))!.balanceMinor
const states = async () =>
  (await sql<{ state: number }>`SELECT state FROM bet_advance WHERE account_id = ${account} ORDER BY bet_id`.execute(db)).rows.map(
    (row) => row.state,
  )

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 50_000n)
  values.clear()
  again.length = 0
  const prices = [1500, 2000, 1800, 2200]
  prices.forEach((price, i) => {
    line.addGame(FIRST + i, { startsAt: clock.now() + HOUR })
    line.addOutcome(FIRST + i, 9, price, { p: 2.5 })
  })
})

/** The published example: 500, A 200 at 1.5, B 240 at 2.0, an advance of up to 100; C 60 own + 30, D 50. */
async function example(): Promise<WireAnswer[]> {
  const a = await bet(0, 1.5, 200)
  const b = await bet(1, 2, 240)
  values.set(BigInt(a.Value.Id), 9_000n).set(BigInt(b.Value.Id), 11_000n)
  clock.advance(1_000)
  const c = await bet(2, 1.8, 90, { avanceBet: true })
  const d = await bet(3, 2.2, 50, { avanceBet: true })
  expect([c, d].map((one) => one.Value['SummPrep'])).toEqual([30, 50])
  clock.advance(1_000)
  return [a, b, c, d]
}

test('its size is half of what open bets could be sold for, less what is owed; nothing far away counts', async () => {
  expect(await quote(2, 90)).toMatchObject({ IsAvailable: false, Avance: 0, AvanceMax: 0, NeedAvance: 0, Balance: 500, BetIds: [] })
  const [a, b] = await example()
  expect(await quote(2, 10)).toMatchObject({
    IsAvailable: true,
    AvanceMax: 100,
    AvanceUsed: 80,
    Avance: 20,
    Balance: 0,
    NeedAvance: 10,
    Currency: 'EUR',
  })
  expect(((await quote(2, 10)) as { BetIds: number[] }).BetIds.toSorted()).toEqual([a!.Value.Id, b!.Value.Id].toSorted())
  expect(await quote(2, 21)).toMatchObject({ IsAvailable: false, NeedAvance: 20 })
  expect((await bet(2, 1.8, 20.01, { avanceBet: true, ApprovedBet: true })).ErrorCode).toBe(103)
  line.games.get(FIRST + 2)!.startsAt = clock.now() + 49 * HOUR
  expect(await quote(2, 10)).toMatchObject({ IsAvailable: false, Avance: 0 })
  line.games.get(FIRST)!.startsAt = clock.now() + 49 * HOUR
  expect(await quote(3, 10)).toMatchObject({ AvanceMax: 55 })
  expect(
    await advances.quote({ player: { id: player, brand: 'polosa' }, config: site.config } as never, {
      UserId: account,
      UserIdBonus: 5,
      Summ: 1,
    }),
  ).toMatchObject({ wire: 900_020 })
})

test('earlier bets that win repay it at once, and the bets with it count as usual', async () => {
  const [a, b, c, d] = await example()
  await settle(a!, 30_000n)
  expect(await advances.decide([player])).toEqual([c, d].map((one) => BigInt(one!.Value.Id)))
  expect(await balance()).toBe(22_000n)
  await settle(b!, 48_000n)
  expect(await advances.decide([player])).toEqual([])
  expect(await balance()).toBe(70_000n)
  expect(await states()).toEqual([1, 1])
  const { rows } = await sql<{
    account: number
    amount: number
  }>`SELECT account_id AS account, amount_minor::integer AS amount FROM ledger_entry
    WHERE kind = 30 AND tx_id = ${c!.Value.Id} ORDER BY amount`.execute(db)
  expect(rows.map(({ amount }) => amount)).toEqual([-3_000, 3_000])
  expect(again).toEqual([c, d].map((one) => BigInt(one!.Value.Id)))
})

test('an account that cannot be decided holds up none behind it, however many there are', async () => {
  const [a] = await example()
  await settle(a!, 30_000n)
  const sick = account
  player += 1
  account = await site.playerWith(player, 50_000n)
  const [b, , c, d] = await example()
  await settle(b!, 30_000n)
  const failures: unknown[] = []
  const withFault = createAdvances({
    ...deps,
    pageAccounts: 1,
    log: { error: (what: unknown) => void failures.push(what) },
    ledger: {
      ...ledger,
      post(tx, posting) {
        if (posting.entries.some(({ accountId }) => accountId === sick)) throw new Error('planted')
        return ledger.post(tx, posting)
      },
    },
  })
  expect(await withFault.decide()).toEqual([c, d].map((one) => BigInt(one!.Value.Id)))
  expect(failures).toMatchObject([{ accountId: sick, err: { message: 'planted' } }])
  expect(await states()).toEqual([1, 1])
  account = sick
  expect(await states()).toEqual([0, 0])
  await advances.decide()
  expect(await states()).toEqual([1, 1])
})

/** What limits of losses count of the last day, minor units. What `settle` pays is not in the books. */
const lost = async () =>
  (
    await sql<{ lost: number }>`SELECT played_of_limit(${player}, 2::smallint, 1::smallint, ${EUR}::smallint,
      ${new Date(clock.now())})::integer AS lost`.execute(db)
  ).rows[0]!.lost

test('for limits an advance is lost with its bet, once, and given back when nothing covers it', async () => {
  const [a, b] = await example()
  expect(await lost()).toBe(58_000)
  // Enough for the first.
  await settle(a!, 4_000n)
  await advances.decide([player])
  expect([await states(), await lost()]).toEqual([[1, 0], 58_000])
  await settle(b!, 0n)
  await advances.decide([player])
  expect([await states(), await lost()]).toEqual([[1, 2], 53_000])
})

test('what is repaid on a later day than it was staked is no loss of that day', async () => {
  const [a] = await example()
  clock.advance(24 * HOUR)
  await settle(a!, 30_000n)
  await advances.decide([player])
  expect([await states(), await lost()]).toEqual([[1, 1], 0])
})

test('an advance that is not what was booked of it is named', async () => {
  const [a] = await example()
  await settle(a!, 4_000n)
  await advances.decide([player])
  expect([await states(), brokenOf(await verifyAdvances(db))]).toEqual([[1, 0], []])
  const open = `WHERE account_id = ${account} AND state = 0`
  const covered = `WHERE account_id = ${account} AND state = 1`
  for (const change of [
    `UPDATE bet_advance SET state = 1 ${open}`,
    `UPDATE bet_advance SET state = 1, repaid_minor = amount_minor ${open}`,
    `UPDATE bet_advance SET state = 2 ${covered}`,
    `UPDATE bet_advance SET state = 0, repaid_minor = 0 ${covered}`,
    `UPDATE bet_advance SET amount_minor = amount_minor + 1 ${open}`,
    `UPDATE bet_advance SET account_id = account_id + 1 ${open}`,
    `UPDATE bet_advance SET due_at = due_at + interval '1 day' ${open}`,
    `DELETE FROM bet_advance ${covered}`,
  ])
    expect([change, (await plantedIn(db, 'bet_advance', change, verifyAdvances)).length > 0]).toEqual([change, true])
})

test('when all earlier bets have lost nothing covers it', async () => {
  const [a, b] = await example()
  await settle(a!, 0n)
  expect(await advances.decide()).toEqual([])
  await settle(b!, 0n)
  expect(await advances.decide()).toHaveLength(2)
  expect(await states()).toEqual([2, 2])
  expect(await balance()).toBe(0n)
})

test('what covers the first need not cover the second; a deposit covers nothing', async () => {
  const [a, b] = await example()
  await sql`UPDATE account SET balance_minor = balance_minor + 100000 WHERE id = ${account}`.execute(db)
  await settle(a!, 7_000n)
  await advances.decide()
  expect(await states()).toEqual([1, 0])
  await settle(b!, 0n)
  await advances.decide()
  expect(await states()).toEqual([1, 2])
  expect(await balance()).toBe(104_000n)
})

test('after 48 hours it is over, whatever is still open', async () => {
  const [a] = await example()
  clock.advance(48 * HOUR + 1)
  await settle(a!, 30_000n)
  await advances.decide()
  expect(await states()).toEqual([2, 2])
})

test('what is decided anew while its settlement is told is told again', async () => {
  const [a, , c] = await example()
  const bet = BigInt(c!.Value.Id)
  await settle(a!, 30_000n)
  let isFirst = true
  const told: bigint[][] = []
  const beside = createAdvances({
    ...deps,
    async again(ids) {
      told.push(ids.filter((id) => id === bet))
      if (isFirst) await sql`UPDATE bet_advance SET told = false WHERE bet_id = ${bet}`.execute(db)
      isFirst = false
    },
  })
  for (let i = 0; i < 3; i += 1) await beside.decide([player])
  expect(told).toEqual([[bet], [bet]])
})

test('decided once, however many decide at the same time, and told again when nobody had been told', async () => {
  const [a, , c] = await example()
  await settle(a!, 30_000n)
  await Promise.all(Array.from({ length: 8 }, () => advances.decide([player])))
  expect(await balance()).toBe(22_000n)
  await sql`UPDATE bet_advance SET told = false WHERE bet_id = ${c!.Value.Id}`.execute(db)
  again.length = 0
  await advances.decide([])
  expect(again).toEqual([BigInt(c!.Value.Id)])
})

afterAll(async () => {
  // This file moves balances by hand; what advances themselves book is a movement.
  const { rows } =
    await sql`SELECT tx_id FROM ledger_entry WHERE kind IN (20, 30) GROUP BY tx_id, kind HAVING sum(amount_minor) <> 0`.execute(db)
  expect(rows).toEqual([])
})
