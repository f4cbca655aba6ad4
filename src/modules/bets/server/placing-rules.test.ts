/** The order of the checks, numbers that are none, currencies of every exponent, many clients at once (wire 8.7.1, standards WAG-07, WAG-08). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { MAX_BETS_PER_OUTCOME } from './recent-bets.ts'
import { testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(16)
const site = await testSite(db, polosa.config)
const { line, clock, config } = site
const PATH = '/service-api/LiveBet/Secure/MakeBetWeb'
const FIRST = 600_700_000
const PRICES = [1500, 1800, 2100, 2400, 1900]
let player = 20_000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: PRICES[i]! / 1000, Param: 2.5, Kind: 3, ...more })
const events = (n: number) => Array.from({ length: n }, (_, i) => event(i))
const body = (Vid: number, n: number, more: object = {}) => ({
  Events: events(n),
  Vid,
  Summ: 10,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const place = (given: object): Promise<WireAnswer> => site.makeBet(player, given as Record<string, unknown>)
const balance = async () => (await site.ledger.account(account))!.balanceMinor

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  config.taxes = []
  PRICES.forEach((price, i) => {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, price, { p: 2.5 })
  })
})
afterAll(() => site.booksAreRight())

test('who wants to be asked about more than half of his balance has to confirm it', async () => {
  site.bets.useHalfAskers((playerId) => playerId === player)
  const codeOf = async (given: object) => (await place(given)).ErrorCode
  expect(await codeOf(body(0, 1, { Summ: 500 }))).toBe(0)
  const asked = body(0, 1, { Events: [event(1)], Summ: 250.01 })
  expect(await place(asked)).toMatchObject({ ErrorCode: 900_060, Error: expect.stringContaining('half of your balance') })
  expect(await codeOf({ ...asked, ApprovedBet: true, betGUID: newGuid() })).toBe(0)
  player += 1
  account = await site.playerWith(player, 100_000n)
  site.bets.useHalfAskers((playerId) => playerId !== player)
  expect(await codeOf(body(0, 1, { Summ: 900 }))).toBe(0)
  site.bets.useHalfAskers(() => false)
})

test('of many faults the first in the order of the checks is the answer', async () => {
  const foreign = await site.playerWith(player + 90_000, 100n)
  // Everything that can be wrong is wrong; each step puts one thing right, from the first check to the last.
  expect((await place(body(0, 1, { Summ: 600 }))).Success).toBe(true)
  for (let i = 1; i < MAX_BETS_PER_OUTCOME; i += 1) expect((await place(body(0, 1, { Summ: 1, ApprovedBet: true }))).ErrorCode).toBe(0)
  await sql`INSERT INTO betting_block (player_id, reason) VALUES (${player}, 'test')`.execute(db)
  await site.limits.load()
  line.addOutcome(FIRST, 9, 1400, { p: 2.5 })
  line.outcomes.delete(`${FIRST + 1}:9:2.5:0`)
  line.addOutcome(FIRST + 1, 9, 1800, { p: 3.5 })
  line.addOutcome(FIRST + 2, 9, 2100, { p: 2.5, active: false })
  line.addGame(FIRST + 3, { status: 'interrupted', startsAt: clock.now() + 3_600_000 })
  const request = { ...body(0, 5, { Summ: 60_000, UserId: foreign }), Events: [...events(4), { ...event(4), GameId: 999 }] }
  const steps: [number, () => unknown][] = [
    [403, () => (request.UserId = account)],
    [900_030, async () => (await sql`DELETE FROM betting_block WHERE player_id = ${player}`.execute(db), await site.limits.load())],
    [104, () => (request.Events[4] = event(4))],
    [135, () => line.addGame(FIRST + 3, { startsAt: clock.now() + 3_600_000 })],
    [131, () => line.addOutcome(FIRST + 2, 9, 2100, { p: 2.5 })],
    [148, () => line.addOutcome(FIRST + 1, 9, 1800, { p: 2.5 })],
    [130, () => line.addOutcome(FIRST, 9, 1500, { p: 2.5 })],
    [900_001, () => (request.Events = events(1))],
    [109, () => (request.Summ = 600)],
    [158_188, () => clock.advance(3_600_001)],
  ]
  for (const [wire, putRight] of steps) {
    expect((await place({ ...request, betGUID: newGuid() })).ErrorCode).toBe(wire)
    await putRight()
  }
  // Time has passed, so the equal bet is an old one; a new one asks before the money is looked at.
  PRICES.forEach((_, i) => line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 }))
  expect((await place({ ...request, Summ: 200, betGUID: newGuid() })).ErrorCode).toBe(0)
  expect((await place({ ...request, Summ: 200, betGUID: newGuid() })).ErrorCode).toBe(900_060)
  expect((await place({ ...request, Summ: 200, ApprovedBet: true, betGUID: newGuid() })).ErrorCode).toBe(103)
})

test('a text that no database can keep is refused by the name of its field, and nothing is placed', async () => {
  const before = await balance()
  for (const [more, field] of [
    [{ Events: [event(0, { PV: 'a\u0000b' })] }, 'Events.0.PV'],
    [{ Events: [event(0, { PV: 'a\ud800b' })] }, 'Events.0.PV'],
    [{ promo: 'a\u0000' }, 'promo'],
  ] as const)
    expect(await place(body(0, 1, { ...more, Lng: 'en' }))).toMatchObject({ ErrorCode: 900_400, Error: `${field}: The value is not valid` })
  expect(await balance()).toBe(before)
})

test('a receipt has nothing of a leg in the words of the client, and teams only of a duel', async () => {
  const PlayersDuel = [
    { Team: 1, PlayerIds: [1] },
    { Team: 2, PlayerIds: [2] },
  ]
  const placed = await place(body(0, 1, { Events: [event(0, { PV: 'EVIL.COM', PlayersDuel })] }))
  expect(placed).toMatchObject({ Success: true, Value: { Coupon: { Events: [{ PV: 'EVIL.COM' }] } } })
  const { rows } = await sql<{ leg: object }>`SELECT receipt->'legs'->0 AS leg FROM bet_receipt WHERE bet_id = ${placed.Value.Id}`.execute(
    db,
  )
  expect(rows[0]?.leg).toMatchObject({ pv: null })
  expect(rows[0]?.leg).not.toHaveProperty('duel')
})

const NUMBERS = [
  '2147483648',
  '9007199254740992',
  '1e18',
  '1e15',
  '-1',
  '-0.01',
  '0',
  '1e309',
  '-1e309',
  '"NaN"',
  '"1e309"',
  '"Infinity"',
  '"１０"',
  '"0x10"',
  '1e-7',
  '10.001',
  'null',
  'true',
  '[]',
  '{}',
  '""',
]

test.each(['Summ', 'AntiExpressCoef', 'VIPBetSumm', 'autoBetCf', 'SaleBetId', 'expressNum', 'UserId', 'UserIdBonus', 'CheckCf', 'Vid'])(
  '%s of any number: refused in words, or booked to the unit',
  async (field) => {
    for (const number of NUMBERS) {
      const before = await balance()
      const given = JSON.stringify({ ...body(2, 3, { Summ: 10, ApprovedBet: true }), [field]: '@' }).replace('"@"', number)
      const response = await site.app.inject({
        method: 'POST',
        url: PATH,
        payload: given,
        headers: { 'content-type': 'application/json', authorization: `Bearer player-${player}`, 'x-requested-with': 'XMLHttpRequest' },
      })
      expect([field, number, response.statusCode < 500], response.body).toEqual([field, number, true])
      const answer = response.json<WireAnswer>()
      const after = await balance()
      const isBooked = answer.Success && answer.Value.Id > 0
      expect(before - after, `${field} ${number}`).toBe(isBooked ? 1_000n : 0n)
      if (!answer.Success) expect(answer.ErrorCode).toBeGreaterThan(0)
      clock.advance(61_000)
    }
  },
)

test('stakes of blocks of any number are refused, never booked', async () => {
  for (const number of NUMBERS.filter((text) => text !== 'null')) {
    const given = JSON.stringify(body(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, '@', -1] })).replace('"@"', number)
    const response = await site.app.inject({
      method: 'POST',
      url: PATH,
      payload: given,
      headers: { 'content-type': 'application/json', authorization: `Bearer player-${player}`, 'x-requested-with': 'XMLHttpRequest' },
    })
    expect(response.statusCode, number).toBeLessThan(500)
    const answer = response.json<WireAnswer>()
    // A sum that is money and -1 are stakes of a later block; nothing of them is debited.
    if (answer.Success) expect(['2147483648', '1e15', '-1']).toContain(number)
    clock.advance(61_000)
  }
})

test.each([
  ['JPY', 0, '2000', 2_000n],
  ['KWD', 3, '1.234', 1_234n],
  ['BTC', 8, '0.00012345', 12_345n],
])('%s with %i decimals: a taxed system is debited and taxed to the unit', async (code, exponent, sum, stakeMinor) => {
  const currency = currencyByCode(code)!
  expect(currency.exponent).toBe(exponent)
  account = await site.playerWith(player + 40_000, stakeMinor * 3n, currency.id)
  config.taxes = [{ rule: 'test', country: 'DE', validFrom: 0, stake: { mode: 'excluded', rate: '0.05' }, returnsStakeTax: true }]
  const given = { ...body(2, 3, { Summ: Number(sum) }), UserId: account }
  const placed = await site.makeBet(player + 40_000, given)
  expect(placed).toMatchObject({ Success: true, ErrorCode: 0 })
  expect((await site.ledger.account(account))!.balanceMinor).toBe(stakeMinor * 2n)
  const { rows } = await sql<{
    tax: bigint
    stake: bigint
  }>`SELECT m.stake_tax_minor AS tax, b.stake_minor AS stake FROM bet b JOIN bet_money m ON m.bet_id = b.id WHERE b.id = ${placed.Value.Id}`.execute(
    db,
  )
  expect(rows[0]).toEqual({ tax: (stakeMinor * 5n + 50n) / 100n, stake: stakeMinor })
  const tooExact = await site.makeBet(player + 40_000, { ...given, betGUID: newGuid(), Summ: Number(sum) + 10 ** -(exponent + 1) })
  expect(tooExact.ErrorCode).toBe(900_400)
  expect(tooExact.Error).toMatch(exponent === 0 ? /Whole stakes only/ : new RegExp(`No more than ${exponent} decimals`))
})

test('an untaxed amount of the law is kept in the money of the account', async () => {
  const tenge = currencyByCode('KZT')!
  account = await site.playerWith(player + 40_000, 100_000_000n, tenge.id)
  config.taxes = [
    {
      rule: 'test',
      country: 'DE',
      validFrom: 0,
      currency: 'PLN',
      payout: { base: 'gross', rate: '0.1' },
      threshold: '2280',
      returnsStakeTax: false,
    },
  ]
  const placed = await site.makeBet(player + 40_000, { ...body(0, 1, { Summ: 500 }), UserId: account })
  expect(placed).toMatchObject({ Success: true, ErrorCode: 0 })
  const { rows } = await sql<{
    threshold: string
  }>`SELECT receipt->'terms'->'tax'->>'threshold' AS threshold FROM bet_receipt WHERE bet_id = ${placed.Value.Id}`.execute(db)
  const worth = (2280 / Number(currencyByCode('PLN')!.rate)) * Number(tenge.rate)
  expect(worth - Number(rows[0]?.threshold)).toBeCloseTo(0, 1)
  expect(worth).toBeGreaterThan(100_000)
})

test('64 clients with bets of every kind on one account: what is there is spent, not one unit more', async () => {
  account = await site.playerWith(player + 50_000, 2_000n)
  const kinds = [
    () => body(2, 3, { expressNum: 2 }),
    () => body(3, 2),
    () => body(4, 5, { EventsIndexes: [[0], [1, 2], [3], [4]], WithLobby: true, expressNum: 2 }),
    () => body(5, 3, { EventsIndexes: [[0], [1], [2]] }),
    () => body(6, 2, { AntiExpressCoef: 1.434 }),
    () => body(7, 2),
    () => body(8, 3),
    () => body(1, 2),
  ]
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, i) =>
      site.makeBet(player + 50_000, { ...kinds[i % kinds.length]!(), Summ: 3 + i / 100, ApprovedBet: true }),
    ),
  )
  expect(answers.every((answer) => answer.Success || answer.ErrorCode === 103)).toBe(true)
  const left = (await site.ledger.account(account))!.balanceMinor
  const { rows } = await sql<{
    n: number
    stakes: bigint
  }>`SELECT count(*)::integer AS n, sum(stake_minor)::bigint AS stakes FROM bet WHERE account_id = ${account}`.execute(db)
  expect(rows[0]!.n).toBe(answers.filter((answer) => answer.Success).length)
  expect(rows[0]!.stakes + left).toBe(2_000n)
  expect(left).toBeLessThan(364n)
})

test('64 clients with one key of a system: one bet, one answer', async () => {
  const given = body(2, 4, { expressNum: 3 })
  const answers = await Promise.all(Array.from({ length: 64 }, () => place(given)))
  expect(new Set(answers.map((answer) => answer.Value.Id)).size).toBe(1)
  expect(await balance()).toBe(99_000n)
})
