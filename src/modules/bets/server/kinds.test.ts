/** Bets of every kind over HTTP: terms in the receipt, what is debited, CheckCf by kind, shapes, the books (rules 2, wire 8.1). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testSite, type WireAnswer } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config)
const { line, clock } = site
const FIRST = 600_300_000
const PRICES = [1500, 1800, 2100, 2400, 1900, 1700]
let player = 3000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: PRICES[i]! / 1000, Param: 2.5, Kind: 3, ...more })
const events = (n: number) => Array.from({ length: n }, (_, i) => event(i))
const coupon = (Vid: number, n: number, more: object = {}) => ({
  Events: events(n),
  Vid,
  Summ: 30,
  UserId: account,
  betGUID: newGuid(),
  ...more,
})
const place = (body: object): Promise<WireAnswer> => site.makeBet(player, body as Record<string, unknown>)
const code = async (body: object) => (await place(body)).ErrorCode

interface Stored {
  vid: number
  plain: boolean
  stake_minor: bigint
  price: string
  receipt: { v: number; terms?: object; shown?: object; given: string; legs: object[] }
  money: { stake_tax_minor: number; promo_minor: number; advance_minor: number } | null
}

async function stored(id: number): Promise<Stored> {
  const { rows } = await sql<Stored>`SELECT b.vid, b.plain, b.stake_minor, b.price, r.receipt, to_jsonb(m) AS money
    FROM bet b JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id WHERE b.id = ${id}`.execute(db)
  return rows[0]!
}

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  PRICES.forEach((price, i) => {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, price, { p: 2.5 })
  })
})
afterAll(() => site.booksAreRight())

test.each<[string, () => object, { vid: number; terms: object | undefined; price: string; stake?: bigint }]>([
  ['single', () => coupon(0, 1), { vid: 0, terms: undefined, price: '1.5' }],
  ['express', () => coupon(1, 3), { vid: 1, terms: undefined, price: '5.67' }],
  ['system', () => coupon(2, 3, { expressNum: 2 }), { vid: 2, terms: { size: 2 }, price: '3.21' }],
  ['system without a size', () => coupon(2, 4), { vid: 2, terms: { size: 2 }, price: '3.765' }],
  ['chain', () => coupon(3, 2), { vid: 3, terms: undefined, price: '2.3' }],
  [
    'multi-bet with a lobby',
    () => coupon(4, 5, { EventsIndexes: [[0], [1, 2], [3], [4]], WithLobby: true, expressNum: 2 }),
    { vid: 4, terms: { size: 2, blocks: [[0], [1, 2], [3], [4]], withLobby: true }, price: '10.407' },
  ],
  [
    'multi-bet of singles without a lobby is a system',
    () => coupon(4, 4, { EventsIndexes: [[0], [1], [2], [3]], expressNum: 3 }),
    { vid: 2, terms: { size: 3 }, price: '7.196' },
  ],
  [
    'conditional',
    () => coupon(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, 15, -1], Summ: 999 }),
    { vid: 5, terms: { blocks: [[0], [1], [2]], blockStakes: [null, '1500', null] }, price: '5.67', stake: 1_000n },
  ],
  ['anti-express', () => coupon(6, 2, { AntiExpressCoef: 1.434 }), { vid: 6, terms: { antiExpressPrice: 1_434 }, price: '1.434' }],
  ['lucky', () => coupon(7, 3), { vid: 7, terms: undefined, price: '2.957' }],
  ['patent', () => coupon(8, 3), { vid: 8, terms: undefined, price: '3.825' }],
])('%s: terms, price and money as agreed', async (_name, body, expected) => {
  const answer = await place(body())
  expect(answer).toMatchObject({ Success: true, ErrorCode: 0 })
  const bet = await stored(answer.Value.Id)
  const stake = expected.stake ?? 3_000n
  expect(bet).toMatchObject({ vid: expected.vid, plain: expected.vid <= 1, stake_minor: stake, price: expected.price })
  expect(bet.receipt).toMatchObject({ v: 2, given: expected.price })
  expect(bet.receipt.terms).toEqual(expected.terms)
  expect(bet.money).toEqual(expected.vid <= 1 ? null : expect.objectContaining({ stake_tax_minor: 0, promo_minor: 0, advance_minor: 0 }))
  expect(answer.Value.Balance).toBe(1_000 - Number(stake) / 100)
  expect(answer.Value.Coupon).toMatchObject({ Vid: expected.vid })
})

test('a repeated call of another kind answers the same coupon, and one figure of another body refuses it', async () => {
  const body = coupon(2, 4, { expressNum: 3 })
  const first = await place(body)
  const again = await place(body)
  const { Coupon: then, ...answer } = first.Value
  const { Coupon: now, ...same } = again.Value
  expect(same).toEqual(answer)
  // Only the largest stake is of this moment.
  expect({ ...now, maxBet: 0 }).toEqual({ ...then, maxBet: 0 })
  expect(await code({ ...body, expressNum: 2 })).toBe(161_627)
})

test.each<[string, number, () => object]>([
  ['system as large as its events', 900_001, () => coupon(2, 3, { expressNum: 3 })],
  ['system of singles', 900_001, () => coupon(2, 3, { expressNum: 1 })],
  ['system of two events', 900_001, () => coupon(2, 2)],
  ['lobby with two beside it', 900_001, () => coupon(4, 3, { EventsIndexes: [[0], [1], [2]], WithLobby: true })],
  ['event in two blocks', 900_001, () => coupon(4, 4, { EventsIndexes: [[0, 1], [1], [2, 3]] })],
  ['event in no block', 900_001, () => coupon(4, 4, { EventsIndexes: [[0, 1], [2]] })],
  ['conditional of one block', 900_001, () => coupon(5, 3, { EventsIndexes: [[0, 1, 2]] })],
  [
    'stake of a block that the currency cannot pay',
    900_400,
    () => coupon(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, 10.015, -1] }),
  ],
  ['stake of a later block that is nothing', 900_001, () => coupon(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, 0, 5] })],
  ['patent of two', 900_001, () => coupon(8, 2)],
  ['related legs of a system', 161_627, () => (line.addGame(FIRST + 1, { mainGameId: FIRST }), coupon(2, 3))],
  [
    'quarter line in an anti-express',
    161_627,
    () => (
      line.addOutcome(FIRST, 9, 1500, { p: 2.25 }),
      { ...coupon(6, 2, { AntiExpressCoef: 1.434 }), Events: [event(0, { Param: 2.25 }), event(1)] }
    ),
  ],
  [
    'anti-express that is not offered',
    161_627,
    () => (
      PRICES.forEach((_, i) => line.addOutcome(FIRST + i, 9, 3000, { p: 2.5 })),
      { ...coupon(6, 6, { AntiExpressCoef: 1.01, CheckCf: 1 }) }
    ),
  ],
  ['system below the minimum of its variants', 900_031, () => coupon(2, 4, { expressNum: 2, Summ: 1.19 })],
  ['anti-express without its coefficient', 130, () => coupon(6, 2)],
])('%s: %i', async (_name, expected, body) => {
  expect(await place(body())).toMatchObject({ Success: false, ErrorCode: expected, Value: null })
  expect((await site.ledger.account(account))?.balanceMinor).toBe(100_000n)
})

test('what differs in size, in blocks or in an order that matters is another bet; the same again is asked about', async () => {
  const turned = events(4).toReversed()
  const bodies = [
    coupon(2, 4, { expressNum: 2 }),
    coupon(2, 4, { expressNum: 3 }),
    coupon(4, 4, { EventsIndexes: [[0, 1], [2], [3]] }),
    coupon(4, 4, { EventsIndexes: [[0], [1, 2], [3]] }),
    coupon(3, 4),
    coupon(3, 4, { Events: turned }),
  ]
  for (const body of bodies) expect([await code(body), await code({ ...body, betGUID: newGuid() })]).toEqual([0, 900_060])
  // The legs of a system stand in no order.
  expect(await code(coupon(2, 4, { expressNum: 2, Events: turned }))).toBe(900_060)
})

test('CheckCf compares leg by leg for a system: one leg lower is lower, however much another rose', async () => {
  line.addOutcome(FIRST, 9, 1490, { p: 2.5 })
  line.addOutcome(FIRST + 1, 9, 9000, { p: 2.5 })
  expect(await code(coupon(2, 3, { CheckCf: 2 }))).toBe(130)
  expect(await code(coupon(1, 3, { CheckCf: 2 }))).toBe(0)
  line.addOutcome(FIRST, 9, 1500, { p: 2.5 })
  expect(await code(coupon(2, 3, { CheckCf: 0 }))).toBe(130)
  expect(await code(coupon(2, 3, { CheckCf: 2 }))).toBe(0)
})

test('CheckCf compares the coefficient of an anti-express, not its legs', async () => {
  // 1.8 and 1.5 in the other order: legs moved, their anti-express did not.
  line.addOutcome(FIRST, 9, 1800, { p: 2.5 })
  line.addOutcome(FIRST + 1, 9, 1500, { p: 2.5 })
  expect(await code(coupon(6, 2, { AntiExpressCoef: 1.434 }))).toBe(0)
  // A leg that rises makes losing it likelier: the anti-express falls.
  line.addOutcome(FIRST, 9, 2600, { p: 2.5 })
  expect(await code(coupon(6, 2, { AntiExpressCoef: 1.434, CheckCf: 2 }))).toBe(130)
  const taken = await place(coupon(6, 2, { AntiExpressCoef: 1.434, CheckCf: 1, ApprovedBet: true }))
  expect((await stored(taken.Value.Id)).receipt.terms).toEqual({ antiExpressPrice: 1241 })
})

test('a refusal says which event it is about, with its price of now', async () => {
  line.addOutcome(FIRST + 1, 9, 1750, { p: 2.5 })
  const answer = (await place(coupon(2, 3))) as WireAnswer & { FailInfo: object }
  expect(answer.FailInfo).toEqual({ EventIndex: 1, ErrorCode: 130, Coef: 1.75, Param: 2.5 })
  line.outcomes.delete(`${FIRST + 1}:9:2.5:0`)
  line.addOutcome(FIRST + 1, 9, 1700, { p: 3.5 })
  const moved = (await place(coupon(2, 3))) as WireAnswer & { FailInfo: object }
  expect(moved).toMatchObject({ ErrorCode: 148, FailInfo: { EventIndex: 1, ErrorCode: 148, Coef: 1.7, Param: 3.5 } })
})

test('the figures that were shown are worked out again: one that differs refuses the bet, and they are kept', async () => {
  const shown = { win: '96.30', price: null, tax: '0.00' }
  expect(await code(coupon(2, 3, { Shown: { ...shown, win: '96.31' } }))).toBe(161_627)
  expect(await code(coupon(2, 3, { Shown: { ...shown, tax: '0.01' } }))).toBe(161_627)
  const placed = await place(coupon(2, 3, { Shown: shown }))
  expect((await stored(placed.Value.Id)).receipt.shown).toEqual(shown)
  const single = { win: '45.00', price: '1.5', tax: null }
  expect(await code(coupon(0, 1, { Shown: { ...single, price: '1.51' } }))).toBe(161_627)
  const plain = await stored((await place(coupon(0, 1, { Shown: single }))).Value.Id)
  expect(plain).toMatchObject({ plain: true, money: null, receipt: { shown: single } })
  // What was shown are the prices that were asked for; those of now are another matter.
  line.addOutcome(FIRST, 9, 1600, { p: 2.5 })
  expect(await code(coupon(0, 1, { Shown: single, CheckCf: 2, ApprovedBet: true }))).toBe(0)
})

test('an express boost is agreed when its legs reach the table, and only then', async () => {
  PRICES.forEach((_, i) => line.addOutcome(FIRST + i, 9, PRICES[i]!, { p: 2.5 }))
  const boosted = await stored((await place(coupon(1, 5, { IsExpressBoost: true }))).Value.Id)
  expect(boosted).toMatchObject({ plain: false, receipt: { terms: { bonus: { kind: 'boost', minPrice: 1_200 } } } })
  const short = await stored((await place(coupon(1, 2, { IsExpressBoost: true }))).Value.Id)
  expect(short).toMatchObject({ plain: true })
  expect(short.receipt.terms).toBeUndefined()
})

test('each way: half on winners, half on places, and what withdrawn runners would take stands in the receipt (XT-18)', async () => {
  const [race, other, ann, bob, eve] = [600_399_001, 600_399_002, 501, 502, 503]
  for (const gameId of [race, other]) {
    line.addGame(gameId, { startsAt: clock.now() + 3_600_000, sportId: 44, championshipId: 44_000 + gameId })
    line.addOutcome(gameId, 2637, 5000, { playerId: ann })
    line.addOutcome(gameId, 2637, 3500, { playerId: bob })
    line.addOutcome(gameId, 1_000_001, 1800, { p: 3, playerId: ann })
    line.addOutcome(gameId, 1_000_001, 1500, { p: 3, playerId: bob })
  }
  line.runners = () => [
    { runner: ann, price: 5000 },
    { runner: bob, price: 3500 },
    { runner: eve, price: 40_000 },
  ]
  const win = (GameId: number) => ({ GameId, Type: 2637, Coef: 5, Param: 0, Kind: 3, PlayerId: ann })
  const placed = (GameId: number, PlayerId = ann) => ({
    GameId,
    Type: 1_000_001,
    Coef: PlayerId === ann ? 1.8 : 1.5,
    Param: 3,
    Kind: 3,
    PlayerId,
  })
  const bet = (Events: object[], more: object = {}) => ({
    Events,
    Vid: 4,
    EachWay: true,
    Summ: 30,
    UserId: account,
    betGUID: newGuid(),
    ...more,
  })
  const answer = await place(bet([win(race), placed(race)], { Shown: { win: '102.00', price: '', tax: '0.00' } }))
  expect(answer).toMatchObject({ Success: true, ErrorCode: 0 })
  const single = await stored(answer.Value.Id)
  const runners = [[bob, 25]]
  expect(single).toMatchObject({ vid: 4, plain: false, stake_minor: 3_000n })
  expect(single.receipt.terms).toEqual({
    size: 1,
    blocks: [[0], [1]],
    eachWay: true,
    rule4: [
      { leg: 0, runners },
      { leg: 1, runners },
    ],
  })
  // What the screen showed is held against it, and a double is two winners and two places.
  expect(await code(bet([win(race), placed(race)], { Shown: { win: '150.00', price: '', tax: '0.00' }, ApprovedBet: true }))).not.toBe(0)
  const double = await place(bet([win(race), win(other), placed(race), placed(other)]))
  expect((await stored(double.Value.Id)).receipt.terms).toMatchObject({
    blocks: [
      [0, 1],
      [2, 3],
    ],
  })
  expect(await code(bet([win(race), placed(race, bob)]))).toBe(900_001)
  expect(await code(bet([win(race), placed(race)], { EachWay: false, Vid: 1 }))).toBe(161_627)
  expect(await code({ ...bet([placed(race)]), EachWay: false, Vid: 0 })).toBe(161_627)
  // A winner alone is cut by withdrawals too.
  const plain = await place({ ...bet([win(race)], { Summ: 20 }), EachWay: false, Vid: 0 })
  expect((await stored(plain.Value.Id)).receipt.terms).toEqual({ rule4: [{ leg: 0, runners }] })
  delete line.runners
})

test('shared places by the rule of the house stand in the receipt of bets on runners, and of no other (rules 3.4)', async () => {
  const runners = [71_501, 71_502]
  line.addGame(FIRST + 9, { startsAt: clock.now() + 3_600_000 })
  for (const playerId of runners) line.addOutcome(FIRST + 9, 836, 5000, { playerId })
  const on = (PlayerId: number) => [{ GameId: FIRST + 9, Type: 836, Coef: 5, Param: 0, Kind: 3, PlayerId }]
  const termsOf = async (Events: object[]) => {
    const answer = await place({ Events, Vid: 0, Summ: 30, UserId: account, betGUID: newGuid() })
    expect(answer).toMatchObject({ Success: true })
    const { plain, receipt } = await stored(answer.Value.Id)
    return [plain, receipt.terms]
  }
  site.config.betting.deadHeat = 'house'
  try {
    expect([await termsOf(on(runners[0]!)), await termsOf([event(0)])]).toEqual([
      [false, { houseHeat: [0] }],
      [true, undefined],
    ])
  } finally {
    site.config.betting.deadHeat = 'industry'
  }
  expect(await termsOf(on(runners[1]!))).toEqual([true, undefined])
})

test('early payout goes with winners of the match, in the kinds of the entry in force, and stands in the receipt (XT-21)', async () => {
  site.config.betting.earlyPayout = [{ from: '2000-01-01', lead: 2, sports: [1], kinds: ['single', 'express'] }]
  try {
    for (const i of [0, 1, 2]) line.addOutcome(FIRST + i, 1, 1500)
    const winner = (i: number) => ({ GameId: FIRST + i, Type: 1, Coef: 1.5, Param: 0, Kind: 3 })
    const termsOf = async (Vid: number, list: object[], more: object = {}) => {
      const answer = await place({ Events: list, Vid, Summ: 30, UserId: account, betGUID: newGuid(), ...more })
      const { Value, Success } = answer

      expect(Success).toBe(true)
      const { plain, receipt } = await stored(Value['Id'] as number)
      return [plain, receipt.terms]
    }
    expect(await termsOf(0, [winner(0)])).toEqual([false, { earlyPayout: { lead: 2, legs: [0] } }])
    expect(await termsOf(1, [event(0), winner(1)])).toEqual([false, { earlyPayout: { lead: 2, legs: [1] } }])
    expect(await termsOf(0, [event(0)])).toEqual([true, undefined])
    expect(await termsOf(2, [winner(0), winner(1), winner(2)], { expressNum: 2 })).toEqual([false, { size: 2 }])
    site.config.betting.earlyPayout = [{ from: '2000-01-01', to: '2000-12-31', lead: 2, sports: [1], kinds: ['single', 'express'] }]
    expect(await termsOf(0, [winner(2)])).toEqual([true, undefined])
  } finally {
    site.config.betting.earlyPayout = []
  }
})

test('insurance goes with expresses that are long enough, up to the most of the brand, and not with codes or live legs (XT-21)', async () => {
  const rule = { from: '2000-01-01', legs: 3, minPrice: 1400, maxEur: '0.05', days: 7 }
  site.config.betting.expressInsurance = [rule]
  try {
    let stake = 30
    const termsOf = async (Vid: number, count: number, more: object = {}) => {
      const list = Array.from({ length: count }, (_, i) => event(i))
      // Not the same bet twice: that would be asked about.
      const { Value, Success } = await place({ Events: list, Vid, Summ: (stake += 1), UserId: account, betGUID: newGuid(), ...more })

      expect(Success).toBe(true)
      const { plain, receipt } = await stored(Value['Id'] as number)
      return [plain, receipt.terms]
    }
    const [plain, terms] = await termsOf(1, 3)
    expect(plain).toBe(false)
    expect(terms).toMatchObject({ expressInsurance: { legs: 3, minor: '5', days: 7 } })
    expect(await termsOf(1, 2)).toEqual([true, undefined])
    expect(await termsOf(2, 3, { expressNum: 2 })).toEqual([false, { size: 2 }])
    site.config.betting.expressInsurance = [{ ...rule, minPrice: 100_000 }]
    expect(await termsOf(1, 3)).toEqual([true, undefined])
    site.config.betting.expressInsurance = [{ ...rule, to: '2000-12-31' }]
    expect(await termsOf(1, 3)).toEqual([true, undefined])
  } finally {
    site.config.betting.expressInsurance = []
  }
})
