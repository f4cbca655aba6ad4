/** UpdateCoupon and UpdateCouponMulti over HTTP: every kind, every field of the request that changes the answer, every error. */
import { afterAll, beforeEach, expect, test } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, sampleMarket, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { problem } from '#platform/shared/problem.ts'
import { couponSite } from './sample-coupon-site.ts'

const NOW = SAMPLE_START - 3_600_000
let dayLegs: number[] = []
const site = await couponSite(
  { now: () => NOW },
  {
    dayPercent: (selections, id) => (id === 777 && selections.map((s) => s.gameId).join() === dayLegs.join() ? 10 : null),
    promo: {
      usable: async () => [],
      fitting: async (_player, code) => ({ code, name: 'Free bet', minor: 1000n }),
      why: async () => null,
    },
  },
)
afterAll(site.close)

const games = Array.from({ length: 20 }, (_, n) => sampleGame({ n, championshipId: 910_000 + n }))
const outright = sampleGame({ n: 50, championshipId: 910_003, type: 'outright' })
for (const [n, game] of games.entries()) {
  site.line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets(n) }, game.ci)])
}
const quarter = sampleMarket('asian_total', 'line=2.25', [
  ['3827:2.25', 1900],
  ['3828:2.25', 1900],
])
site.line.apply([sampleFact({ t: 'odds.delta', game: games[0]!.ref, markets: [quarter] }, games[0]!.ci)])

/** Side 1 of game n at 2.150 + n/1000. */
const leg = (n: number, more: object = {}) => ({
  GameId: games[n]!.parts[0]!.i,
  Type: 1,
  Param: 0,
  Coef: (2150 + n) / 1000,
  Kind: 3,
  ...more,
})
const legs = (count: number) => Array.from({ length: count }, (_, n) => leg(n))
const UPDATE = '/service-api/LiveBet/Open/UpdateCoupon'
const ask = (body: object, player?: number) => site.post(UPDATE, body, player)
const value = async (body: object, player?: number) => {
  const answer = await ask(body, player)
  expect(answer.Error).toBe('')
  return answer.Value
}
const all = structuredClone(site.config.coupon.types)
beforeEach(() => {
  site.config.coupon.types = [...all]
  site.config.taxes = []
  site.visitFrom('KZ')
  dayLegs = []
})

test.each([
  ['single', { Vid: 0, Events: legs(1) }, { Vid: 0, Coef: 2.15, ResultCoef: 2.15, AntiExpressCoef: 2.15, Groups: null }],
  ['express', { Vid: 1, Events: legs(3) }, { Vid: 1, Coef: 9.952, ResultCoef: 9.952, ResultCoefView: '9.952', ExpresCoef: 0 }],
  ['system', { Vid: 2, Events: legs(4), expressNum: 3 }, { Vid: 2, Coef: 0, ResultCoef: 0, ResultCoefView: null, expressNum: 3 }],
  ['chain', { Vid: 3, Events: legs(3) }, { Vid: 3, Coef: 0 }],
  [
    'multi',
    { Vid: 4, Events: legs(5), EventsIndexes: [[0], [1, 2], [3], [4]], WithLobby: true },
    {
      Vid: 4,
      WithLobby: true,
      EventsIndexes: [[0], [1, 2], [3], [4]],
      Groups: [
        { Index: 0, Coef: 2.15 },
        { Index: 1, Coef: 4.629 },
        { Index: 2, Coef: 2.153 },
        { Index: 3, Coef: 2.154 },
      ],
    },
  ],
  [
    'a multi-bet of singles without lobby is a system',
    { Vid: 4, Events: legs(4), EventsIndexes: [[0], [1], [2], [3]] },
    { Vid: 2, Groups: null },
  ],
  [
    'conditional',
    { Vid: 5, Events: legs(3), EventsIndexes: [[0], [1, 2]], GroupsSumms: [100, -1] },
    {
      Vid: 5,
      Summ: 100,
      GroupsSumms: [100, -1],
      Groups: [
        { Index: 0, Coef: 2.15 },
        { Index: 1, Coef: 4.629 },
      ],
    },
  ],
  ['anti-express', { Vid: 6, Events: legs(2) }, { Vid: 6, Coef: 4.625, AntiExpressCoef: 1.184, ResultCoef: 1.184 }],
  ['lucky', { Vid: 7, Events: legs(3) }, { Vid: 7, Coef: 0 }],
  ['patent', { Vid: 8, Events: legs(3) }, { Vid: 8, Coef: 0 }],
  ['several singles', { Vid: 11, Events: legs(3) }, { Vid: 11, Coef: 0 }],
] as const)('%s', async (_name, body, expected) => {
  expect(await value(body)).toMatchObject({
    ...expected,
    changeCf: false,
    exceptionText: null,
    RestrictionWarning: null,
    UnlimitedBet: false,
  })
})

test('the smallest stake lies on every variant', async () => {
  const minBet = async (body: object) => (await value(body, 7)).minBet
  const one = await minBet({ Vid: 1, Events: legs(3) })
  expect(await minBet({ Vid: 2, Events: legs(4), expressNum: 2 })).toBeCloseTo(one * 6, 9)
  expect(await minBet({ Vid: 7, Events: legs(4) })).toBeCloseTo(one * 15, 9)
  expect(await minBet({ Vid: 8, Events: legs(4) })).toBeCloseTo(one * 11, 9)
  expect(await minBet({ Vid: 4, Events: legs(4), EventsIndexes: [[0], [1], [2], [3]], WithLobby: true, expressNum: 2 })).toBeCloseTo(
    one * 3,
    9,
  )
  const system = await value({ Vid: 2, Events: legs(4), expressNum: 2, CalcSystemsMin: true }, 7)
  expect(system.MinBetSystem).toBe(system.minBet)
  expect(system.MinBetSystems).toEqual([
    { k: 2, minBet: system.minBet },
    { k: 3, minBet: expect.closeTo(one * 4, 9) },
  ])
})

test('the largest stake follows kind and coefficient', async () => {
  const of = async (body: object) => (await value(body, 7)) as { maxBet: number; MaxPayout: number; Coef: number }
  const express = await of({ Vid: 1, Events: legs(4) })
  expect(express.maxBet * express.Coef).toBeLessThanOrEqual(express.MaxPayout * 1.001)
  const system = await of({ Vid: 2, Events: legs(4), expressNum: 2 })
  expect(system.maxBet).toBeGreaterThan(express.maxBet)
  expect((await of({ Vid: 6, Events: legs(2) })).maxBet).toBeGreaterThan(0)
})

test.each([
  ['no events', { Events: [] }, 161_627],
  ['too many events', { Vid: 1, Events: Array.from({ length: 51 }, (_, n) => leg(n % 20)) }, 161_627],
  ['too many for a system', { Vid: 2, Events: Array.from({ length: 21 }, (_, n) => leg(n % 20)) }, 161_627],
  ['an unknown kind', { Vid: 9, Events: legs(2) }, 900_002],
  ['two events of a single', { Vid: 0, Events: legs(2) }, 900_001],
  ['two events of a patent', { Vid: 8, Events: legs(2) }, 900_001],
  ['a size that no system has', { Vid: 2, Events: legs(4), expressNum: 4 }, 900_001],
  ['a block without an event', { Vid: 4, Events: legs(4), EventsIndexes: [[0, 1], [], [2, 3]] }, 900_001],
  ['a place that no event has', { Vid: 4, Events: legs(4), EventsIndexes: [[0, 1], [2], [4]] }, 900_001],
  ['a place below zero', { Vid: 4, Events: legs(4), EventsIndexes: [[0, 1], [2], [-1]] }, 900_001],
  ['an event in two blocks', { Vid: 4, Events: legs(4), EventsIndexes: [[0, 1], [2], [1, 3]] }, 900_001],
  ['an event in no block', { Vid: 5, Events: legs(4), EventsIndexes: [[0, 1], [2]] }, 900_001],
  ['a lobby that leaves two events', { Vid: 4, Events: legs(4), EventsIndexes: [[0, 1], [2], [3]], WithLobby: true }, 900_001],
  ['one condition', { Vid: 5, Events: legs(3), EventsIndexes: [[0, 1, 2]] }, 900_001],
  ['a condition of no money', { Vid: 5, Events: legs(3), EventsIndexes: [[0], [1, 2]], GroupsSumms: [10, 0] }, 900_001],
])('%s is refused', async (_name, body, code) => {
  const answer = await ask(body)
  expect(answer).toMatchObject({ Success: false, ErrorCode: code, Value: null })
  expect(answer.Error).not.toBe('')
})

test('kinds that the brand does not offer are not priced', async () => {
  site.config.coupon.types = ['single', 'express']
  expect((await ask({ Vid: 3, Events: legs(2) })).ErrorCode).toBe(900_002)
  expect((await ask({ Vid: 1, Events: legs(2) })).ErrorCode).toBe(0)
})

test('the express of the day adds ten percent as long as it is unchanged', async () => {
  dayLegs = legs(3).map((one) => one.GameId)
  expect(await value({ Vid: 1, Events: legs(3), expressNum: 777 })).toMatchObject({
    Coef: 9.952,
    ResultCoef: 10.947,
    ExpresCoef: 1.1,
    expressNum: 777,
  })
  expect(await value({ Vid: 1, Events: legs(2), expressNum: 777 })).toMatchObject({ Coef: 4.625, ResultCoef: 4.625, ExpresCoef: 0 })
})

test('the boost adds its percent of the net winnings, and not to a promo code, the day or a bet on one game', async () => {
  // 4 legs: 10 % of (21.427 − 1).
  expect(await value({ Vid: 1, Events: legs(4), IsExpressBoost: true })).toMatchObject({
    Coef: 21.427,
    ResultCoef: 23.47,
    IsExpressBoost: true,
  })
  expect((await value({ Vid: 1, Events: legs(3) })).Boost).toEqual({
    Percent: 0,
    Counted: 3,
    Next: { LegsMissing: 1, MinPrice: 1.2, Percent: 10 },
  })
  expect((await value({ Vid: 2, Events: legs(3) })).Boost).toBeNull()
  expect(await value({ Vid: 1, Events: legs(3), IsExpressBoost: true })).toMatchObject({ ResultCoef: 9.952, IsExpressBoost: false })
  expect(await value({ Vid: 1, Events: legs(4), IsExpressBoost: true, promo: 'FREE10' }, 7)).toMatchObject({ IsExpressBoost: false })
  dayLegs = legs(4).map((one) => one.GameId)
  expect(await value({ Vid: 1, Events: legs(4), IsExpressBoost: true, expressNum: 777 })).toMatchObject({
    IsExpressBoost: false,
    ExpresCoef: 1.1,
  })
  site.config.coupon.types = ['single', 'express']
  expect(await value({ Vid: 1, Events: legs(4), IsExpressBoost: true })).toMatchObject({ IsExpressBoost: false })
})

test('related events are marked and named', async () => {
  const i = games[3]!.parts[0]!.i
  const total = { GameId: i, Type: 9, Param: 2.5, Coef: 2.003, Kind: 3 }
  const found = await value({ Vid: 1, Events: [leg(3), total, leg(4)] })
  expect(found.Events.map((event: { IsRelation: number }) => event.IsRelation)).toEqual([1, 1, 0])
  expect(found.exceptionText).toMatch(/Over 2\.5.*outcomes of one game/)
  expect((await value({ Vid: 11, Events: [leg(3), total] })).exceptionText).toBeNull()
  site.line.apply([
    sampleGameFact({ ...outright, sides: games[3]!.sides }),
    sampleFact({ t: 'odds.delta', game: outright.ref, markets: [sampleMarket('result_1x2', '', [['1', 3000]])] }, outright.ci),
  ])
  const mixed = await value({ Vid: 1, Events: [leg(3), { GameId: outright.parts[0]!.i, Type: 1, Coef: 3, Kind: 3 }] })
  expect(mixed.exceptionText).toMatch(/one is about the tournament/)
})

test('quarter lines may not stand in an anti-express, duels nowhere but alone', async () => {
  const line = { GameId: games[0]!.parts[0]!.i, Type: 3827, Param: 2.25, Coef: 1.9, Kind: 3 }
  const anti = await value({ Vid: 6, Events: [line, leg(1)] })
  expect(anti.Events.map((event: { IsBannedExpress: boolean }) => event.IsBannedExpress)).toEqual([true, false])
  expect(anti.exceptionText).toMatch(/quarter line/)
  expect(anti.RestrictionWarning).toEqual({ GameIds: [line.GameId], Text: anti.exceptionText })
  expect((await value({ Vid: 1, Events: [line, leg(1)] })).Events[0].IsBannedExpress).toBe(false)
  const duel = {
    GameId: 2_070_000_001,
    Type: 1,
    Coef: 2,
    Kind: 3,
    PlayersDuel: [
      { Team: 1, PlayerIds: [1] },
      { Team: 2, PlayerIds: [2] },
    ],
  }
  const withDuel = await value({ Vid: 1, Events: [duel, leg(1)] })
  expect(withDuel.Events[0]).toMatchObject({ IsBannedExpress: true, Finish: true })
  expect(withDuel.RestrictionWarning).toMatchObject({ GameIds: [duel.GameId] })
})

test('games that take no more money are named', async () => {
  const usual = site.config.betting.limits
  site.config.betting.limits = { ...usual, liabilityEur: '0.10' }
  const full = await value({ Vid: 1, Events: legs(2) }, 7)
  site.config.betting.limits = usual
  expect(full.maxBet).toBeLessThan(full.minBet)
  expect(full.RestrictionWarning.GameIds).toEqual(legs(2).map((one) => one.GameId))
  expect(full.RestrictionWarning.Text).toMatch(/No more bets/)
})

test('a system that is too dear by itself blames no game', async () => {
  const usual = site.config.betting.limits
  site.config.betting.limits = { ...usual, minStakeEur: '10', liabilityEur: '15' }
  const dear = await value({ Vid: 2, expressNum: 2, Events: legs(6) }, 7)
  site.config.betting.limits = usual
  expect(dear.maxBet).toBeLessThan(dear.minBet)
  expect(dear.RestrictionWarning).toBeNull()
})

test('a request of another form is refused by its field', async () => {
  for (const body of [
    { Events: 'x' },
    { Events: legs(1), Vid: 'y' },
    { Events: [{ GameId: -1, Type: 1 }] },
    { Events: legs(1), GroupsSumms: [-2] },
  ]) {
    expect((await ask(body)).ErrorCode).toBe(900_400)
  }
})

test('an anti-express that pays next to nothing is not offered', async () => {
  const long = [...legs(4)].map((one) => ({ ...one, Type: 3, Coef: 0 }))
  const found = await value({ Vid: 6, Events: long })
  expect(found).toMatchObject({ AntiExpressCoef: 0, ResultCoef: 0, maxBet: 0 })
  expect(found.exceptionText).toMatch(/too low/)
})

test('a tax in force may ask for a least coefficient', async () => {
  site.config.taxes = [
    { country: 'KZ', validFrom: NOW - 1, rule: 'KZ-1', stake: { mode: 'excluded', rate: '0.05' }, minPrice: 2200, returnsStakeTax: true },
  ]
  expect((await value({ Vid: 0, Events: legs(1) })).exceptionText).toMatch(/at least 2\.2/)
  expect((await value({ Vid: 1, Events: legs(2) })).exceptionText).toBeNull()
  site.visitFrom('DE')
  expect((await value({ Vid: 0, Events: legs(1) })).exceptionText).toBeNull()
})

test('moved and vanished prices are told', async () => {
  const moved = await value({ Vid: 1, Events: [leg(0, { Coef: 2 }), leg(1)] })
  expect(moved).toMatchObject({ changeCf: true, lnC: true, lvC: false })
  expect(moved.Events[0]).toMatchObject({ Coef: 2.15, CV: '2.15', Block: false })
  const gone = await value({ Vid: 1, Events: [{ GameId: 5, Type: 1, Coef: 3.3, Kind: 3 }, leg(1)] })
  expect(gone.Events[0]).toMatchObject({ Coef: 3.3, Finish: true, Block: true })
  expect(gone.exceptionText).not.toBeNull()
})

test('an edited bet has its own coefficient, prices and stake; without the port or against its rules there is a reason', async () => {
  const body = { Vid: 1, Events: legs(2), SaleBetId: 12, IsPowerBet: true, Summ: 1 }
  expect((await value(body, 7)).exceptionText).toMatch(/cannot be changed/)
  site.coupon.useSaleQuote(async (_ctx, { saleBetId, isPowerBet }) =>
    saleBetId === 12 && isPowerBet
      ? { price: 3817, stakeMinor: 10_000n, worthMinor: 8_873n, prices: [2000, 2151] }
      : problem('coupon.bet_not_changed', { wire: 900_051 }),
  )
  const found = await value(body, 7)
  expect(found).toMatchObject({
    Coef: 3.817,
    ResultCoef: 3.817,
    Summ: 100,
    minBet: 100,
    maxBet: 100,
    SaleBetId: 12,
    SaleWorth: 88.73,
    IsPowerBet: true,
    exceptionText: null,
  })
  expect(found.Events.map((event: { Coef: number }) => event.Coef)).toEqual([2, 2.151])
  expect((await value({ ...body, SaleBetId: 13 }, 7)).exceptionText).toMatch(/cannot be changed/)
})

test('an advance is told of in the coupon and answered by GetAvance', async () => {
  const GET = '/service-api/LiveBet/Open/GetAvance'
  expect((await site.post(GET, { Events: legs(1), Summ: 20 })).ErrorCode).toBe(403)
  expect((await site.post(GET, { Events: legs(1), Summ: 20 }, 7)).Value).toMatchObject({
    IsAvailable: false,
    Avance: 0,
    Balance: 50,
    Summ: 20,
    BetIds: [],
  })
  const offered = { IsAvailable: true, Avance: 40, AvanceMax: 40, AvanceUsed: 0, Balance: 5, NeedAvance: 15, Currency: 'EUR', BetIds: [1] }
  site.coupon.useAdvance({ quote: async (_ctx, { Summ }) => ({ ...offered, Summ }) })
  expect((await site.post(GET, { couponEvents: legs(1), Summ: '20' }, 7)).Value).toEqual({ ...offered, Summ: 20 })
  expect((await value({ Vid: 0, Events: legs(1) }, 7)).avanceBet).toBe(true)
  expect((await value({ Vid: 0, Events: legs(1) })).avanceBet).toBe(false)
  site.config.coupon.types = ['single']
  expect((await value({ Vid: 0, Events: legs(1) }, 7)).avanceBet).toBe(false)
})

test('reasons are told in the language of the request', async () => {
  const body = { Vid: 1, Events: [leg(3), { GameId: games[3]!.parts[0]!.i, Type: 9, Param: 2.5, Coef: 2.003, Kind: 3 }] }
  expect((await value(body)).exceptionText).toMatch(/outcomes of one game/)
  expect((await value({ ...body, Lng: 'ru' })).exceptionText).toMatch(/Больше 2\.5.*исходы одной игры/)
})

test('limits are those of the account, or of a new one in the asked currency', async () => {
  expect((await value({ Vid: 0, Events: legs(1) }, 7)).notLogin).toBe(false)
  const tenge = await value({ Vid: 0, Events: legs(1) })
  const yen = await value({ Vid: 0, Events: legs(1), Currency: 3 })
  expect(tenge.minBet).not.toBe(yen.minBet)
  expect((await ask({ Vid: 0, Events: legs(1), UserId: 999 }, 7)).ErrorCode).toBe(403)
})

test('the same answer under every address, in every format', async () => {
  const body = { couponEvents: legs(2), vid: '1', cfview: 1 }
  const [one, ...others] = await Promise.all(
    [UPDATE, '/LiveBet-update/Open/UpdateCoupon', '/LiveUtil/UpdateCoupon', '/service-api/LiveUtil/UpdateCoupon'].map(
      async (path) => (await site.post(path, body)).Value,
    ),
  )
  expect(others).toEqual([one, one, one])
  expect(one.CoefView).toBe('29/8')
})

test('several singles have their own coupons and their limits together', async () => {
  for (const path of ['/service-api/LiveBet/Open/UpdateCouponMulti', '/LiveBet-update/Open/UpdateCouponMulti']) {
    const { Value } = await site.post(path, { Vid: 0, Events: [leg(0), leg(1, { Coef: 2 })], GroupsSumms: [10, 5.5] }, 7)
    expect(Value).toMatchObject({ Summ: 15.5, PossibleWin: 33.33, changeCf: true, HasErrors: false })
    expect(Value.Coupons.map((one: { Vid: number; Coef: number; Summ: number }) => [one.Vid, one.Coef, one.Summ])).toEqual([
      [0, 2.15, 10],
      [0, 2.151, 5.5],
    ])
    expect(Value.maxBet).toBe(Math.min(...Value.Coupons.map((one: { maxBet: number }) => one.maxBet)))
  }
  const { Value } = await site.post(
    '/LiveBet/Open/UpdateCouponMulti',
    { Vid: 11, Events: [leg(0), { GameId: 5, Type: 1, Kind: 3 }], Summ: 2 },
    7,
  )
  expect(Value).toMatchObject({ Summ: 4, HasErrors: true })
  expect((await site.post('/LiveBet/Open/UpdateCouponMulti', { Vid: 1, Events: legs(2) })).ErrorCode).toBe(900_002)
  expect((await site.post('/LiveBet/Open/UpdateCouponMulti', { Events: [] })).ErrorCode).toBe(161_627)
  expect((await site.post('/LiveBet/Open/UpdateCouponMulti', { Events: legs(1) })).ErrorCode).toBe(900_001)
})

test('a system of twenty is answered in no time', async () => {
  const body = { Vid: 2, Events: legs(20), expressNum: 10, CalcSystemsMin: true }
  await value(body)
  const started = performance.now()
  for (let n = 0; n < 20; n += 1) await value(body)
  // Listing its 184,756 variants once would take longer than all twenty answers.
  expect((performance.now() - started) / 20).toBeLessThan(100)
})
