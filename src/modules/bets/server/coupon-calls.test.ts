/** UpdateCoupon, SaveCoupon and GetCoupon over HTTP. */
import { beforeEach, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { testSite } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config)
const { line, clock } = site
const ONE = 600_100_200
const TWO = 600_100_300

// The keys of the published sample and of the table of wire 8.4.1: nothing is ever left out.
const COUPON_KEYS = [
  'AntiExpressCoef',
  'BetStep',
  'BonusCode',
  'Boost',
  'CfView',
  'CheckCf',
  'Code',
  'Coef',
  'CoefView',
  'CustomerId',
  'DebitFrom',
  'Events',
  'EventsIndexes',
  'ExpresCoef',
  'Groups',
  'GroupsSumms',
  'InitialBet',
  'IsExpressBoost',
  'IsMatchOfDay',
  'IsPowerBet',
  'Kind',
  'Lng',
  'ManagerId',
  'MaxPayout',
  'MaxBetEquals',
  'MinBetSystem',
  'MinBetSystems',
  'NeedUpdateLine',
  'PromoReason',
  'RestrictionWarning',
  'SameGame',
  'SaleWorth',
  'ResultCoef',
  'ResultCoefView',
  'SaleBetId',
  'Source',
  'Sport',
  'Summ',
  'TerminalCode',
  'TerminalCodeWeb',
  'Top',
  'UnlimitedBet',
  'UserId',
  'UserIdBonus',
  'Vid',
  'WithLobby',
  'avanceBet',
  'betGUID',
  'changeCf',
  'exceptionText',
  'expressNum',
  'fcountry',
  'lnC',
  'lvC',
  'maxBet',
  'minBet',
  'notLogin',
  'notWait',
  'partner',
  'promo',
  'promoCodes',
].sort()
const EVENT_KEYS = [
  'Block',
  'CV',
  'ChampId',
  'Coef',
  'Expired',
  'ExtraKind',
  'FS1',
  'FS2',
  'Finish',
  'FullName',
  'FullScore',
  'GameConstId',
  'GameId',
  'GameTypeId',
  'InstrumentId',
  'IsBannedExpress',
  'IsBlock',
  'IsRelation',
  'Kind',
  'MS1',
  'MS2',
  'PS',
  'PV',
  'Param',
  'ParamMobile',
  'PeriodName',
  'PeriodScores',
  'PlayerId',
  'Price',
  'Score',
  'Seconds',
  'SpecialCoef',
  'SportId',
  'Start',
  'SubSportId',
  'TimeDirection',
  'TimeSec',
  'Type',
].sort()

interface Answer {
  Success: boolean
  ErrorCode: number
  Value: Record<string, unknown> & { Events: Record<string, unknown>[] }
}
const call = async (name: string, body: unknown, headers: Record<string, string> = {}) =>
  (await site.post(name, body, undefined, headers)).json as Answer
const update = (body: object) => call('/service-api/LiveBet/Open/UpdateCoupon', body)
const event = (GameId: number, Coef: number, more: object = {}) => ({ GameId, Type: 9, Coef, Param: 2.5, Kind: 3, ...more })

beforeEach(() => {
  line.games.clear()
  line.outcomes.clear()
  for (const id of [ONE, TWO]) line.addGame(id, { startsAt: clock.now() + 3_600_000 })
  line.addOutcome(ONE, 9, 1900, { p: 2.5 })
  line.addOutcome(TWO, 9, 2100, { p: 2.5 })
})

test.each([
  '/service-api/LiveBet/Open/UpdateCoupon',
  '/service-api/LiveBet-update/Open/UpdateCoupon',
  '/LiveUtil/UpdateCoupon',
  '/LiveBet/Open/UpdateCoupon',
])('%s carries every field', async (path) => {
  const { Success, Value } = await call(path, { Events: [event(ONE, 1.9)], Vid: 0 })
  expect(Success).toBe(true)
  expect(Object.keys(Value).sort()).toEqual(COUPON_KEYS)
  expect(Object.keys(Value.Events[0]!).sort()).toEqual(EVENT_KEYS)
  expect(Value).toMatchObject({
    Coef: 1.9,
    CoefView: '1.9',
    ResultCoef: 1.9,
    AntiExpressCoef: 1.9,
    changeCf: false,
    minBet: 0.2,
    maxBet: 5555.55,
    MaxPayout: 50_000,
    notLogin: true,
  })
})

test('an express: prices of now, changeCf, anti-express, formats', async () => {
  const { Value } = await update({ Events: [event(ONE, 1.8), event(TWO, 2.1)], CfView: 2 })
  expect(Value).toMatchObject({ Vid: 1, Coef: 3.99, CoefView: '+299', changeCf: true, lnC: true, lvC: false })
  expect(Value['AntiExpressCoef']).toBe(1.232)
  expect(Value.Events.map((e) => [e['Coef'], e['CV']])).toEqual([
    [1.9, '-111'],
    [2.1, '+110'],
  ])
})

test('a game that is gone stays with its last price', async () => {
  line.games.delete(ONE)
  const { Success, Value } = await update({ Events: [event(ONE, 1.85), event(TWO, 2.1)] })
  expect(Success).toBe(true)
  expect(Value.Events[0]).toMatchObject({ Finish: true, Block: true, Coef: 1.85, GameConstId: 0 })
  expect(Value['exceptionText']).toBeTruthy()
})

test('related events are marked and named as the reason', async () => {
  line.addOutcome(ONE, 10, 2000, { p: 2.5 })
  const { Success, Value } = await update({ Events: [event(ONE, 1.9), event(ONE, 2, { Type: 10 }), event(TWO, 2.1)] })
  expect(Success).toBe(true)
  expect(Value.Events.map((e) => e['IsRelation'])).toEqual([1, 1, 0])
  expect(Value['exceptionText']).toMatch(/are outcomes of one game/)
})

test('systems have minimums for every size', async () => {
  line.addGame(5)
  line.addOutcome(5, 9, 2000, { p: 2.5 })
  const { Value } = await update({ Events: [event(ONE, 1.9), event(TWO, 2.1), event(5, 2)], Vid: 2, CalcSystemsMin: true, expressNum: 2 })
  expect(Value).toMatchObject({ Coef: 0, CoefView: '', minBet: 0.6, MinBetSystems: [{ k: 2, minBet: 0.6 }] })
})

test('limits follow the currency', async () => {
  const { Value } = await update({ Events: [event(ONE, 1.9)], Currency: 71 })
  expect(Value).toMatchObject({ minBet: 40, maxBet: 916_666, MaxPayout: 8_250_000 })
})

test('what is no coupon', async () => {
  expect((await update({ Events: [] })).ErrorCode).toBe(161_627)
  expect((await update({ Events: [event(ONE, 1.9)], Vid: 1 })).ErrorCode).toBe(900_001)
  expect((await update({ Events: [event(ONE, 1.9)], Vid: 99 })).ErrorCode).toBe(900_002)
  expect((await site.post('/LiveUtil/UpdateCoupon', { Events: [{ GameId: 'x', Type: 1 }] })).status).toBe(400)
})

test('a saved coupon is read by its code in any spelling, with the prices of now', async () => {
  const saved = await call('/service-api/LiveBet/Open/SaveCoupon', { Events: [event(ONE, 1.9), event(TWO, 2.1)], Vid: 1 })
  const code = saved.Value as unknown as string
  expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}$/)
  line.addOutcome(ONE, 9, 1800, { p: 2.5 })
  const { Value } = await call('/service-api/LiveBet/Open/GetCoupon', {
    guid: ` ${code.toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')} `,
  })
  expect(Value).toMatchObject({ Vid: 1, Coef: 3.78, HasRemoveEvents: false })
  expect(Value.Events[0]).toMatchObject({
    GameId: ONE,
    Type: 9,
    Coef: 1.8,
    Param: 2.5,
    Opp1: 'Arden City',
    MarketName: 'T9 (2.5)',
    DateStart: `/Date(${clock.now() + 3_600_000})/`,
  })
})

test('what has started or vanished is left out of a saved coupon', async () => {
  line.addOutcome(ONE, 10, 2000, { p: 2.5 })
  const saved = await call('/service-api/LiveBet/Open/SaveCoupon', {
    Events: [event(ONE, 1.9), event(ONE, 2, { Type: 10 }), event(TWO, 2.1)],
  })
  line.addGame(TWO, { startsAt: clock.now() })
  const { Value } = await call('/service-api/LiveBet/Open/GetCoupon', { Guid: saved.Value })
  expect(Value.HasRemoveEvents).toBe(true)
  expect(Value.Events.map((e) => [e['GameId'], e['IsRelation']])).toEqual([
    [ONE, 1],
    [ONE, 1],
  ])
})

test('unknown, foreign and expired codes are one and the same error', async () => {
  const foreign = await call('/service-api/LiveBet/Open/SaveCoupon', { Events: [event(ONE, 1.9)] }, { 'x-partner': '25' })
  const own = await call('/service-api/LiveBet/Open/GetCoupon', { Guid: foreign.Value }, { 'x-partner': '25' })
  expect(own.Success).toBe(true)
  const answers = [
    await call('/service-api/LiveBet/Open/GetCoupon', { Guid: foreign.Value }, { 'x-partner': '26' }),
    await call('/service-api/LiveBet/Open/GetCoupon', { Guid: 'ZZZZZ' }),
    await call('/service-api/LiveBet/Open/GetCoupon', { Guid: 'not a code' }),
  ]
  const shared = await call('/service-api/LiveBet/Open/SaveCoupon', { Events: [event(ONE, 1.9)] })
  expect((await call('/service-api/LiveBet/Open/GetCoupon', { Guid: shared.Value }, { 'x-partner': '25' })).Success).toBe(true)
  clock.advance(30 * DAY)
  answers.push(await call('/service-api/LiveBet/Open/GetCoupon', { Guid: shared.Value }))
  expect(answers.map((a) => [a.ErrorCode, a.Success])).toEqual(answers.map(() => [900_010, false]))
})

test('what cannot be saved', async () => {
  const save = async (body: object) => (await call('/service-api/LiveBet/Open/SaveCoupon', body)).ErrorCode
  expect(await save({ Events: [] })).toBe(161_627)
  expect(await save({ Events: Array.from({ length: 51 }, () => event(ONE, 1.9)) })).toBe(161_627)
  expect(await save({ Events: [event(ONE, 1.9)], Vid: 2 })).toBe(900_001)
  expect(await save({ Events: [event(ONE - 300_000_000, 1.9)] })).toBe(104)
})
