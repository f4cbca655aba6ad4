/** Taxes, promo codes and advances in a stake: what is debited and booked, two at once, what gives back (rules 2.11, 5, 8.5). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { createPromo, verifyCodes, type Promo } from '#modules/promo/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { BetPorts } from './index.ts'
import { EUR, testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { besideBlock, testDatabase } from '../../../../test/support/database.ts'
import { brokenOf } from '../../../../test/support/planted-rows.ts'

const { db } = await testDatabase(16)
let promo!: Promo
const advance = { most: 0n }
const ports = ({ clock }: { clock: { now(): number } }): Partial<BetPorts> => {
  promo = createPromo({ db, clock })
  return { promo, advance: { mostMinor: async () => advance.most } }
}
const site = await testSite(db, polosa.config, () => {}, ports)
const { line, clock, config } = site
/** Another currency: a player has one account of each. */
const OTHER = 1
const FIRST = 600_400_000
let player = 7000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number) => ({ GameId: FIRST + i, Type: 9, Coef: 2, Param: 2.5, Kind: 3 })
const bet = (legs: number, more: object = {}) => ({
  Events: Array.from({ length: legs }, (_, i) => event(i)),
  Vid: legs > 1 ? 1 : 0,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const place = (body: object): Promise<WireAnswer> => site.makeBet(player, body as Record<string, unknown>)
const code = async (body: object) => (await place(body)).ErrorCode
const give = (more: Partial<Parameters<Promo['give']>[0]> = {}) =>
  promo.give({ playerId: player, currencyId: EUR, minor: 2_500n, validUntil: clock.now() + DAY, ...more })
const entriesOf = async (id: number) =>
  (
    await sql<{ role: number | null; kind: number; amount: number }>`
    SELECT CASE WHEN account_id < 0 THEN (-account_id) % 16 END AS role, kind, amount_minor::integer AS amount
    FROM ledger_entry WHERE tx_id = ${id} ORDER BY kind, amount_minor`.execute(db)
  ).rows
    .map(({ role, kind, amount }) => `${kind}:${role ?? 'player'}:${amount}`)
    .toSorted()
const balance = async () => (await site.ledger.account(account))!.balanceMinor

type Tax = SiteConfig['taxes'][number]
const taxed = (tax: Partial<Tax>) => (config.taxes = [{ rule: 'test', country: 'DE', validFrom: 0, returnsStakeTax: true, ...tax }])

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 10_000n)
  config.taxes = []
  advance.most = 0n
  for (const i of [0, 1, 2]) {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, 2000, { p: 2.5 })
  }
})
afterAll(async () => {
  await site.booksAreRight()
  expect(brokenOf(await verifyCodes(db))).toEqual([])
})

test.each<[string, Partial<Tax>, bigint]>([
  ['out of the stake', { stake: { mode: 'excluded', rate: '0.12' } }, 120n],
  ['inside the stake', { stake: { mode: 'included', rate: '0.05' } }, 48n],
])('a stake tax %s is booked with the bet, singles and expresses alike', async (_name, tax, expected) => {
  taxed(tax)
  for (const legs of [1, 2]) {
    const placed = await place(bet(legs))
    expect(placed.Value.Balance).toBe(legs === 1 ? 90 : 80)
    expect(await entriesOf(placed.Value.Id)).toEqual([`17:2:-${expected}`, `17:6:${expected}`, '1:2:1000', '1:player:-1000'])
    const { rows } = await sql<{ plain: boolean; tax: bigint; rule: string }>`
      SELECT b.plain, m.stake_tax_minor AS tax, r.receipt #>> '{terms,tax,rule}' AS rule
      FROM bet b JOIN bet_money m ON m.bet_id = b.id JOIN bet_receipt r ON r.bet_id = b.id WHERE b.id = ${placed.Value.Id}`.execute(db)
    expect(rows).toEqual([{ plain: false, tax: expected, rule: 'test' }])
  }
})

test('bets with terms and plain ones in batches: each has its own money', async () => {
  const bodies = Array.from({ length: 64 }, (_, i) => (i % 2 ? bet(1, { Summ: 1 + i / 100 }) : bet(3, { Vid: 2, Summ: 1 + i / 100 })))
  const ids = (await Promise.all(bodies.map(place))).map((answer) => BigInt(answer.Value.Id))
  const { rows } = await sql<{ id: bigint; plain: boolean; has: boolean }>`SELECT b.id, b.plain, m.bet_id IS NOT NULL AS has
    FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id WHERE b.account_id = ${account}`.execute(db)
  expect(rows).toHaveLength(64)
  for (const row of rows) expect([row.plain, row.has]).toEqual(ids.indexOf(row.id) % 2 ? [true, false] : [false, true])
})

test('taxed bets in batches: each has its own tax', async () => {
  taxed({ stake: { mode: 'excluded', rate: '0.12' } })
  const sums = Array.from({ length: 64 }, (_, i) => 100 + i)
  const answers = await Promise.all(sums.map((cents) => place(bet(1, { Summ: cents / 100 }))))
  expect(answers.every((answer) => answer.Success)).toBe(true)
  const { rows } = await sql<{ stake: number; tax: number }>`SELECT b.stake_minor::integer AS stake, m.stake_tax_minor::integer AS tax
    FROM bet b JOIN bet_money m ON m.bet_id = b.id WHERE b.account_id = ${account} ORDER BY 1`.execute(db)
  expect(rows).toEqual(sums.map((stake) => ({ stake, tax: Math.round(stake * 0.12) })))
})

test('a payout tax is agreed and shown, and a price under its limit is refused', async () => {
  taxed({ payout: { base: 'net', rate: '0.2' }, minPrice: 2_001 })
  expect(await code(bet(1))).toBe(161_627)
  const shown = { win: '34', price: '4', tax: '6' }
  expect(await code(bet(2, { Shown: { ...shown, win: '40' } }))).toBe(161_627)
  const placed = await place(bet(2, { Shown: shown }))
  expect(placed.Success).toBe(true)
  expect(await entriesOf(placed.Value.Id)).toEqual(['1:2:1000', '1:player:-1000'])
})

test('a promo code is the stake: the account pays nothing, the house stakes it, and it is used', async () => {
  const promoCode = await give()
  const body = bet(1, { promo: promoCode, Summ: 25 })
  const placed = await place(body)
  expect(placed.Value.Balance).toBe(100)
  expect(await entriesOf(placed.Value.Id)).toEqual(['19:2:2500', '19:4:-2500', '1:2:0', '1:player:0'])
  const row = await db.selectFrom('promo_code').selectAll().where('code', '=', promoCode).executeTakeFirstOrThrow()
  expect(row.bet_id).toBe(BigInt(placed.Value.Id))
  expect(await place(body)).toMatchObject({ Success: true, Value: { Id: placed.Value.Id } })
  expect(await code(bet(1, { promo: promoCode, Summ: 25 }))).toBe(900_011)
})

test.each<[string, () => Promise<object>]>([
  ['not there', async () => bet(1, { promo: 'NOSUCHCODE' })],
  ['of another player', async () => bet(1, { promo: await give({ playerId: player + 90_000 }), Summ: 25 })],
  ['in another currency', async () => bet(1, { promo: await give({ currencyId: 1 }), Summ: 25 })],
  [
    'over',
    async () => {
      const promoCode = await give({ validUntil: clock.now() + 1 })
      clock.advance(1)
      return bet(1, { promo: promoCode, Summ: 25 })
    },
  ],
  ['for another kind', async () => bet(1, { promo: await give({ vids: [1] }), Summ: 25 })],
  ['below its price', async () => bet(1, { promo: await give({ minPrice: 2_001 }), Summ: 25 })],
  ['in part', async () => bet(1, { promo: await give(), Summ: 24 })],
  ['with an advance', async () => bet(1, { promo: await give(), Summ: 25, avanceBet: true })],
])('a promo code that is %s: 900011, nothing booked', async (_name, body) => {
  expect(await code(await body())).toBe(900_011)
  expect(await balance()).toBe(10_000n)
})

test('64 bets at once with one promo code: one wins, the others are refused and say so again', async () => {
  const promoCode = await give()
  const bodies = Array.from({ length: 64 }, (_, i) => bet(1 + (i % 2), { promo: promoCode, Summ: 0, ApprovedBet: true }))
  const answers = await Promise.all(bodies.map(place))
  expect(answers.filter((answer) => answer.Success)).toHaveLength(1)
  expect(answers.filter((answer) => answer.ErrorCode === 900_011)).toHaveLength(63)
  expect(await balance()).toBe(10_000n)
  const refused = answers.findIndex((answer) => !answer.Success)
  expect(await code(bodies[refused]!)).toBe(900_011)
  const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM bet_money WHERE promo_minor = 2500
    AND bet_id IN (SELECT id FROM bet WHERE account_id = ${account})`.execute(db)
  expect(rows).toEqual([{ n: 1 }])
})

test('a refused bet leaves its promo code as it was: a block, a moved price', async () => {
  const promoCode = await give()
  await sql`INSERT INTO betting_block (player_id, reason) VALUES (${player}, 'test')`.execute(db)
  expect(await code(bet(1, { promo: promoCode, Summ: 25 }))).toBe(900_030)
  await sql`DELETE FROM betting_block WHERE player_id = ${player}`.execute(db)
  await site.limits.load()
  line.addOutcome(FIRST, 9, 1900, { p: 2.5 })
  expect(await code(bet(1, { promo: promoCode, Summ: 25 }))).toBe(130)
  expect(await code(bet(1, { promo: promoCode, Summ: 25, CheckCf: 1 }))).toBe(0)
})

test.each<[string, () => Promise<object>]>([
  ['the player’s own money', async () => ({})],
  ['a promo code', async () => ({ promo: await give(), Summ: 25 })],
  [
    'an advance',
    async () => {
      advance.most = 1_500n
      return { Summ: 110, avanceBet: true }
    },
  ],
])('a block that another process writes meanwhile refuses a bet by %s (WAG-09)', async (_name, more) => {
  const body = bet(1, await more())
  expect(await besideBlock(db, player, () => code(body))).toBe(900_030)
  const { rows } = await sql`SELECT 1 FROM bet WHERE account_id = ${account}`.execute(db)
  expect([rows, await balance()]).toEqual([[], 10_000n])
})

/** A correction takes from the account, or with a negative sum pays to it. */
const corrected = (accountId: number, minor: bigint) =>
  inTx(db, async (tx) => {
    const entry = { currencyId: OTHER, amountMinor: -minor }
    const entries = [
      { ...entry, accountId },
      { ...entry, accountId: systemAccountId('cashier', OTHER), amountMinor: minor },
    ]
    await site.ledger.post(tx, { kind: 'deposit', txId: site.ledger.ids.next(), at: new Date(clock.now()), entries, allowNegative: true })
  })

test.each([
  ['before anybody was told', async () => {}],
  ['once every process knows', () => site.limits.load()],
])('below zero after a correction nothing is bet from any account until it is covered, %s (rules 3.7)', async (_name, told) => {
  const indebted = await site.playerWith(player, 10_000n, OTHER)
  const promoCode = await give()
  await corrected(indebted, 10_001n)
  await told()
  expect(await code(bet(1))).toBe(900_030)
  expect(await code(bet(2))).toBe(900_030)
  expect(await code(bet(1, { promo: promoCode, Summ: 25 }))).toBe(900_030)
  expect(await balance()).toBe(10_000n)
  await corrected(indebted, -1n)
  await site.limits.load()
  expect(await code(bet(1, { ApprovedBet: true }))).toBe(0)
  expect(await code(bet(1, { promo: promoCode, Summ: 25, ApprovedBet: true }))).toBe(0)
})

test('promo codes that fit are listed, those that end first before the others', async () => {
  const late = await give({ validUntil: clock.now() + 2 * DAY, name: 'Late' })
  const soon = await give({ minPrice: 1_500 })
  await give({ minPrice: 9_000 })
  await give({ vids: [2] })
  const listed = await promo.usable(player, { currencyId: EUR, vid: 0, prices: [2000] })
  expect(listed).toMatchObject([
    { code: soon, name: '', minor: 2_500n, minPrice: 1_500 },
    { code: late, name: 'Late', minor: 2_500n, minPrice: 0, validUntil: clock.now() + 2 * DAY },
  ])
})

test('a code that fits is listed after however many that do not, and found by itself in any spelling', async () => {
  const coupon = { currencyId: EUR, vid: 0, prices: [2000] }
  for (let i = 0; i < 60; i += 1) await give({ ...(i % 2 ? { minPrice: 9_000 } : { vids: [2] }), validUntil: clock.now() + DAY })
  const fits = await give({ vids: [0, 2], minPrice: 2_000, validUntil: clock.now() + 9 * DAY })
  expect((await promo.usable(player, coupon)).map((one) => one.code)).toEqual([fits])
  const spelt = ` ${fits.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `
  expect(await promo.fitting(player, spelt, coupon)).toMatchObject({ code: fits, minor: 2_500n, minPrice: 2_000 })
  expect(await promo.fitting(player, fits, { ...coupon, vid: 1 })).toBeNull()
  expect(await promo.fitting(player, fits, { ...coupon, prices: [1_999] })).toBeNull()
  expect(await promo.fitting(player + 90_000, fits, coupon)).toBeNull()
})

test('of a code of the player it is told why it does not fit, of the codes of others and of those that are none nothing is', async () => {
  const coupon = { currencyId: EUR, vid: 0, prices: [2000] }
  const why = (promoCode: string, more: object = {}) => promo.why(player, promoCode, { ...coupon, ...more })
  expect(await why(await give())).toBeNull()
  const dear = await give({ minPrice: 5_000 })
  expect(await why(dear.toLowerCase())).toEqual({ fault: 'price', minPrice: 5_000 })
  expect(await why(dear, { totalMilli: 5_000n })).toBeNull()
  expect(await why(await give({ vids: [1] }))).toMatchObject({ fault: 'kind' })
  expect(await why(await give({ currencyId: 1 }))).toMatchObject({ fault: 'currency' })
  const soon = await give({ validUntil: clock.now() + 1 })
  clock.advance(1)
  expect(await why(soon)).toMatchObject({ fault: 'over' })
  const used = await give()
  expect(await code(bet(1, { promo: used, Summ: 25 }))).toBe(0)
  expect(await why(used)).toMatchObject({ fault: 'used' })
  expect(await why('NOSUCHCODE')).toBeNull()
  expect(await why(await give({ playerId: player + 90_000, minPrice: 5_000 }))).toBeNull()
})

test('an advance fills what the account lacks, as far as it may owe, and two at once never owe more', async () => {
  advance.most = 1_500n
  const first = await place(bet(1, { Summ: 110, avanceBet: true }))
  expect(first.Value).toMatchObject({ SummPrep: 10, Balance: 0 })
  expect(await entriesOf(first.Value.Id)).toEqual(['1:2:10000', '1:player:-10000', '20:2:1000', '20:9:-1000'])
  expect(await code(bet(1, { Summ: 5.01, avanceBet: true }))).toBe(103)
  const answers = await Promise.all([2, 3, 4, 4.5, 5].map((Summ) => place(bet(2, { Summ, avanceBet: true }))))
  const taken = answers.filter((answer) => answer.Success).reduce((sum, answer) => sum + Number(answer.Value['SummPrep']), 0)
  expect(taken).toBeGreaterThan(0)
  expect(taken).toBeLessThanOrEqual(5)
  expect(answers.every((answer) => answer.Success || answer.ErrorCode === 103)).toBe(true)
  const { rows } = await sql<{
    owed: number
  }>`SELECT sum(amount_minor - repaid_minor)::integer AS owed FROM bet_advance WHERE account_id = ${account}`.execute(db)
  expect(rows[0]!.owed).toBe(1_000 + Math.round(taken * 100))
})

test('without room for an advance the money is missing', async () => {
  expect(await code(bet(1, { Summ: 100.01, avanceBet: true }))).toBe(103)
  expect(await code(bet(1, { Summ: 100, avanceBet: true }))).toBe(0)
})

/** What the player's own limits count as used, minor units. */
const used = async (kind: 'stake' | 'loss', currencyId = EUR) =>
  (
    await sql<{ used: number }>`SELECT played_of_limit(${player}, ${kind === 'stake' ? 1 : 2}::smallint, 1::smallint,
      ${currencyId}::smallint, ${new Date(clock.now())})::integer AS used`.execute(db)
  ).rows[0]!.used
const limitOf = (kind: 'stake' | 'loss', amountMinor: bigint, currencyId = EUR) =>
  inTx(db, (tx) => {
    const limit = { playerId: player, periodDays: 1 as const, currencyId, amountMinor }
    return kind === 'stake' ? site.limits.setLimit(tx, limit) : site.limits.setLossLimit(tx, limit)
  })
const onAdvance = (Summ: number) => bet(1, { Summ, avanceBet: true, ApprovedBet: true })

test('a limit of losses that is full is full for an advance too: the player repays it (RG-01)', async () => {
  await limitOf('loss', 10_000n)
  expect(await code(bet(1, { Summ: 100 }))).toBe(0)
  advance.most = 5_000n
  expect(await code(onAdvance(40))).toBe(900_030)
  expect([await used('loss'), await balance()]).toEqual([10_000, 0n])
})

test('a limit of stakes in another currency than the account counts an advance (RG-01)', async () => {
  await limitOf('stake', await inOther(10_500), OTHER)
  expect(await code(bet(1, { Summ: 100 }))).toBe(0)
  advance.most = 5_000n
  expect([await code(onAdvance(5.01)), await code(onAdvance(5)), await code(onAdvance(0.5))]).toEqual([900_030, 0, 900_030])
  expect(await used('stake', OTHER)).toBe(Number(await inOther(10_500)))
})

test('a limit of stakes counts what is staked on advance beside what is staked of the balance (RG-01)', async () => {
  await limitOf('stake', 12_500n)
  expect(await code(bet(1, { Summ: 100 }))).toBe(0)
  advance.most = 5_000n
  expect(await code(onAdvance(15))).toBe(0)
  expect(await used('stake')).toBe(11_500)
  // Neither memory, which has counted it at once, nor the database lets more pass.
  expect(site.limits.check(player, 1_001n, EUR)).toMatchObject({ code: 'bets.own_limit' })
  await site.limits.load()
  expect(site.limits.check(player, 1_000n, EUR)).toBeNull()
  expect([await code(onAdvance(10.01)), await code(onAdvance(10)), await code(onAdvance(0.5))]).toEqual([900_030, 0, 900_030])
})

test('a limit that is set after a bet on advance knows of it; a promo code counts for none', async () => {
  advance.most = 5_000n
  expect(await code(onAdvance(115))).toBe(0)
  await limitOf('stake', 12_500n)
  await limitOf('loss', 12_500n)
  expect(await code(bet(1, { promo: await give(), Summ: 25 }))).toBe(0)
  expect([await used('stake'), await used('loss')]).toEqual([11_500, 11_500])
  expect([await code(onAdvance(10.01)), await code(onAdvance(10))]).toEqual([900_030, 0])
})

/** Minor units of euro in the other currency, as limits reckon. */
async function inOther(minor: number): Promise<bigint> {
  const { rows } = await sql<{ n: bigint }>`SELECT in_currency(${minor}, ${EUR}::smallint, ${OTHER}::smallint)::bigint AS n`.execute(db)
  return rows[0]!.n
}

test('a promo code is none of the player’s equal bets: it is taken where they are full, and takes nothing of them', async () => {
  const { limits } = config.betting
  config.betting.limits = { ...limits, maxStakeEur: '50' }
  const wish = async () => ({ promo: await give(), Summ: 25 })
  expect(await code(bet(1, await wish()))).toBe(0)
  expect(await code(bet(1, { Summ: 50, ApprovedBet: true }))).toBe(0)
  expect(await code(bet(1, { Summ: 50, ApprovedBet: true }))).toBe(109)
  expect(await code(bet(1, { ...(await wish()), ApprovedBet: true }))).toBe(0)
  config.betting.limits = limits
})
