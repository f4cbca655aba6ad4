/** What a bid's price is worth: fair is what the line says together, and nothing of a promotion comes on top of it. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite } from '#modules/bets/server/test-site.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { BidAnswer } from '../contract.ts'
import { ordersOf } from './test-orders.ts'

const JOINT = 2_600
const { db } = await testDatabase(12)
const site = await testSite(
  db,
  polosa.config,
  (config) => {
    config.betting.limits = { ...config.betting.limits, liabilityEur: '500', maxStakeEur: '500' }
    config.betting.vip = { ...config.betting.vip, countries: ['DE'] }
    config.betting.expressInsurance = [{ from: '2026-01-01', legs: 4, minPrice: 1_400, maxEur: '50', days: 7 }]
    config.betting.earlyPayout = [{ from: '2026-01-01', lead: 2, sports: [1], kinds: ['single', 'express'] }]
  },
  () => ({ joint: { price: () => JOINT, check: () => ({ price: JOINT, reason: null, conflicts: [] }), candidates: async () => [] } }),
)
const { line } = site
const orders = ordersOf(site)
orders.routes(site.app, () => null)

let player = 3000
let game = 600_800_000
const PRICE = 1_900
const LEGS = 5

beforeEach(async () => {
  player += 1
  game += 10
  await site.playerWith(player, 500_000n)
  for (let i = 0; i < LEGS; i += 1) {
    line.addGame(game + i)
    line.addOutcome(game + i, 1, PRICE, { prob: 0.5 })
  }
})

let keys = 0
const newKey = () => `c0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`
const event = (gameId: number, more: Record<string, unknown> = {}) => ({
  GameId: gameId,
  Type: 1,
  Coef: PRICE / 1000,
  Param: 0,
  Kind: 3,
  PlayerId: 0,
  ...more,
})
const events = (n: number) => Array.from({ length: n }, (_, i) => event(game + i))
const bid = async (body: Record<string, unknown>) =>
  (await site.post('/service-api/LiveBet/Secure/MakeBetBidWeb', { betGUID: newKey(), ...body }, player)).json as {
    Success: boolean
    ErrorCode: number
    Value: BidAnswer
  }
async function placed(): Promise<{ price: string; given: string; legs: { given: number }[]; terms: BetTerms }[]> {
  const rows = await db
    .selectFrom('bet')
    .innerJoin('bet_receipt', 'bet_receipt.bet_id', 'bet.id')
    .select(['bet.price', 'bet_receipt.receipt'])
    .where('player_id', '=', player)
    .execute()
  return rows.map(({ price, receipt }) => ({ price, ...(receipt as { given: string; legs: { given: number }[]; terms: BetTerms }) }))
}

describe('a price above the line', () => {
  it('takes neither boost nor promotions: they would lift it above the fair one', async () => {
    const answer = await bid({ Events: events(LEGS), Vid: 1, Summ: 5, WantedCoef: 31.5, IsExpressBoost: true })
    expect(answer.Value).toMatchObject({ Status: 1, Coef: 31.5 })
    expect(await placed()).toMatchObject([{ price: '31.5', given: '31.5' }])
    expect((await placed())[0]!.terms).toEqual({ basePrice: 31_500 })
    await site.booksAreRight()
  })

  it('of a single takes no early payout', async () => {
    expect((await bid({ Events: events(1), Vid: 0, Summ: 5, WantedCoef: 1.95 })).Value.Status).toBe(1)
    expect((await placed())[0]!.terms ?? {}).toEqual({})
  })

  it('the line as it is keeps what the brand gives with it', async () => {
    expect((await bid({ Events: events(LEGS), Vid: 1, Summ: 501, IsExpressBoost: true })).Value.Status).toBe(1)
    expect((await placed())[0]!.terms).toMatchObject({ bonus: { kind: 'boost' }, expressInsurance: { legs: 4 } })
  })

  it('of outcomes of one game is not reckoned as if they were apart; what the trader agrees to is what is paid', async () => {
    line.addOutcome(game, 9, PRICE, { prob: 0.5, p: 2.5 })
    const both = { Events: [event(game), event(game, { Type: 9, Param: 2.5 })], Vid: 1, SameGame: true, Summ: 5 }
    const answer = await bid({ ...both, WantedCoef: 3.5 })
    expect(answer.Value).toMatchObject({ Status: 0, WantedCoef: 3.5 })
    expect(await placed()).toEqual([])
    expect(await orders.decideBid(answer.Value.BidId, { kind: 'accept' })).toBe(true)
    expect(await placed()).toMatchObject([{ price: '3.5', given: '3.5' }])
    expect((await placed())[0]!.terms).toEqual({ jointPrice: 3_500 })
    await site.booksAreRight()
  })

  it('is not asked for an each-way bet, which has no one price', async () => {
    const runner = { Type: 2637, PlayerId: 77 }
    line.addOutcome(game, 2637, 5_000, { playerId: 77, prob: 0.15 })
    line.addOutcome(game, 1_000_001, 1_800, { playerId: 77, p: 3, prob: 0.5 })
    const both = [event(game, { ...runner, Coef: 5 }), event(game, { ...runner, Type: 1_000_001, Param: 3, Coef: 1.8 })]
    expect((await bid({ Events: both, Vid: 1, EachWay: true, Summ: 5, WantedCoef: 12 })).ErrorCode).toBe(900_002)
    const auto = { Events: both, Vid: 1, EachWay: true, Summ: 5, isAutoBet: true, autoBetCf: 12, betGUID: newKey() }
    expect((await site.makeBet(player, auto)).ErrorCode).toBe(900_002)
  })
})

describe('an offer that was taken', () => {
  const take = async (betGUID: string) => (await bid({ betGUID, ApprovedBet: true })).Value
  const offered = async (body: Record<string, unknown>, price: number) => {
    const { BidId, betGUID } = (await bid({ Vid: 0, Summ: 200, WantedCoef: 50, ...body })).Value
    expect(await orders.decideBid(BidId, { kind: 'counter', stakeMinor: 10_000n, price })).toBe(true)
    return betGUID
  }
  const legsOf = () =>
    db
      .selectFrom('bet_leg')
      .innerJoin('bet', 'bet.id', 'bet_leg.bet_id')
      .select('bet_leg.price')
      .where('bet.player_id', '=', player)
      .execute()

  it('below the line is what is booked, told and reckoned with', async () => {
    const risk = vi.spyOn(site.limits, 'take')
    const betGUID = await offered({ Events: events(1) }, 1_700)
    expect(await take(betGUID)).toMatchObject({ Status: 1, ApprovedSumm: 100, Coef: 1.7, Balance: 4_900 })
    expect(risk.mock.calls.at(-1)![0].legs.map(({ price }) => price)).toEqual([1_700])
    risk.mockRestore()
    expect(await placed()).toMatchObject([{ price: '1.7', given: '1.7', legs: [{ given: 1_700 }] }])
    expect(await legsOf()).toEqual([{ price: 1_700 }])
    await site.booksAreRight()
  })

  it('above the line too', async () => {
    const betGUID = await offered({ Events: events(1) }, 2_100)
    expect(await take(betGUID)).toMatchObject({ Status: 1, Coef: 2.1 })
    expect(await placed()).toMatchObject([{ price: '2.1', given: '2.1' }])
    await site.booksAreRight()
  })

  it.each([
    [2_000, 'risen'],
    [PRICE, 'stayed'],
  ])('at the line of then, while the line (%i) has %s, is booked as it was promised', async (now) => {
    const { betGUID, Status, Coef } = (await bid({ Events: events(1), Vid: 0, Summ: 4_000 })).Value
    expect([Status, Coef]).toEqual([2, 1.9])
    line.addOutcome(game, 1, now, { prob: 0.5 })
    expect(await take(betGUID)).toMatchObject({ Status: 1, Coef: 1.9 })
    expect(await placed()).toMatchObject([{ price: '1.9', given: '1.9' }])
    await site.booksAreRight()
  })

  it('of an express below the line keeps what the brand gives with the line', async () => {
    const betGUID = await offered({ Events: events(LEGS), Vid: 1, IsExpressBoost: true }, 20_000)
    expect(await take(betGUID)).toMatchObject({ Status: 1, Coef: 20 })
    expect(await placed()).toMatchObject([{ price: '20', given: '20' }])
    expect((await placed())[0]!.terms).toMatchObject({ basePrice: 20_000, bonus: { kind: 'boost' }, expressInsurance: { legs: 4 } })
    await site.booksAreRight()
  })

  it('of outcomes of one game is their price together', async () => {
    line.addOutcome(game, 9, PRICE, { prob: 0.5, p: 2.5 })
    const betGUID = await offered({ Events: [event(game), event(game, { Type: 9, Param: 2.5 })], Vid: 1, SameGame: true }, 2_400)
    expect(await take(betGUID)).toMatchObject({ Status: 1, Coef: 2.4 })
    expect((await placed())[0]!.terms).toEqual({ jointPrice: 2_400 })
    await site.booksAreRight()
  })

  it('below the least price of a tax is refused, and its money is back', async () => {
    site.config.taxes = [
      { rule: 'test', country: 'DE', validFrom: 0, returnsStakeTax: true, payout: { base: 'net', rate: '0.2' }, minPrice: 1_800 },
    ]
    const betGUID = await offered({ Events: events(1) }, 1_700)
    expect(await take(betGUID)).toMatchObject({ Status: 3, Id: 0, Balance: 5_000 })
    site.config.taxes = []
    expect(await placed()).toEqual([])
    await site.booksAreRight()
  })

  it('of all that was asked for is a yes: the line that is better is taken, as of any wish of the player', async () => {
    const { BidId } = (await bid({ Events: events(1), Vid: 0, Summ: 5, WantedCoef: 2.5 })).Value
    line.addOutcome(game, 1, PRICE, { prob: 0.5, marketStatus: 'suspended' })
    expect(await orders.decideBid(BidId, { kind: 'counter', stakeMinor: 500n, price: 2_500 })).toBe(true)
    line.addOutcome(game, 1, 2_600, { prob: 0.5 })
    await orders.look()
    await orders.idle()
    expect(await placed()).toMatchObject([{ price: '2.6', given: '2.6' }])
    await site.booksAreRight()
  })
})

describe('what may be lost', () => {
  const risked = async (body: Record<string, unknown>) => {
    const take = vi.spyOn(site.limits, 'take')
    const { BidId, Status } = (await bid({ Events: [event(game)], Vid: 0, Summ: 10, ...body })).Value
    if (Status === 0) expect(await orders.decideBid(BidId, { kind: 'accept' })).toBe(true)
    const [{ legs, terms }] = take.mock.calls.at(-1)!
    take.mockRestore()
    return { prices: legs.map(({ price }) => price), terms }
  }

  it('is reckoned with the price that was agreed to, where it is above the line', async () => {
    expect((await risked({ WantedCoef: 3 })).prices).toEqual([3_000])
    expect((await risked({ Events: [event(game + 1)], Summ: 900 })).prices).toEqual([PRICE])
    expect((await risked({ Events: events(3), Vid: 1, WantedCoef: 12 })).terms).toMatchObject({ basePrice: 12_000 })
    line.addOutcome(game + 3, 9, PRICE, { prob: 0.5, p: 2.5 })
    const both = { Events: [event(game + 3), event(game + 3, { Type: 9, Param: 2.5 })], Vid: 1, SameGame: true, WantedCoef: 3.5 }
    expect((await risked(both)).terms.jointPrice).toBe(3_500)
  })
})

describe('kinds without one price', () => {
  it.each([
    ['a system', { Vid: 2, expressNum: 2 }],
    ['an anti-express', { Vid: 6, AntiExpressCoef: 1.2 }],
  ])('%s above the limit is placed when the trader agrees, and not when a price has moved against it', async (_kind, kind) => {
    const answer = await bid({ Events: events(3), ...kind, Summ: 4_000 })
    expect(answer.Value.Status).toBe(0)
    expect(await orders.decideBid(answer.Value.BidId, { kind: 'accept' })).toBe(true)
    expect(await placed()).toHaveLength(1)
    expect((await placed())[0]!.terms).not.toHaveProperty('basePrice')
    await site.booksAreRight()
  })

  it('a conditional bid stakes the sum that the trader has offered, also where the first block names its own', async () => {
    const condition = { Vid: 5, EventsIndexes: [[0], [1], [2]], GroupsSumms: [200, -1, -1] }
    const { BidId, betGUID } = (await bid({ Events: events(3), ...condition, Summ: 200 })).Value
    expect(await orders.decideBid(BidId, { kind: 'counter', stakeMinor: 10_000n, price: 0 })).toBe(true)
    expect((await bid({ betGUID, ApprovedBet: true })).Value).toMatchObject({ Status: 1, ApprovedSumm: 100, Balance: 4_900 })
    const rows = await db.selectFrom('bet').select('stake_minor').where('player_id', '=', player).execute()
    expect(rows).toEqual([{ stake_minor: 10_000n }])
    await site.booksAreRight()
  })
})

it('of twice the maximum equal bets have their part: what is left is offered, where that is little the trader is asked', async () => {
  const sum = (Summ: number, i: number) => bid({ Events: [event(game + i)], Vid: 0, Summ })
  expect((await sum(600, 0)).Value).toMatchObject({ Status: 1 })
  // 400 more would be twice the maximum of 500 in all: less than that is no offer.
  const asked = await sum(900, 0)
  expect(asked.Value).toMatchObject({ Status: 0, Id: 0 })
  await bid({ betGUID: asked.Value.betGUID, Summ: 0 })
  expect((await site.makeBet(player, { Events: [event(game + 1)], Vid: 0, Summ: 300, betGUID: newKey() })).Success).toBe(true)
  expect((await sum(900, 1)).Value).toMatchObject({ Status: 2, ApprovedSumm: 700 })
  await site.booksAreRight()
})

it('an offer of the rules keeps their limit, whatever was placed since; a trader’s word does not', async () => {
  const one = { Events: [event(game)], Vid: 0 }
  const kept = (await bid({ ...one, Summ: 3_000 })).Value
  expect(kept).toMatchObject({ Status: 2, ApprovedSumm: 1_000 })
  expect((await site.makeBet(player, { ...one, Summ: 500, betGUID: newKey() })).Success).toBe(true)
  expect((await bid({ betGUID: kept.betGUID, ApprovedBet: true })).Value).toMatchObject({ Status: 3, Id: 0 })
  expect(await placed()).toHaveLength(1)
  const asked = (await bid({ ...one, Summ: 1_000, WantedCoef: 3 })).Value
  expect(asked).toMatchObject({ Status: 0 })
  expect(await orders.decideBid(asked.BidId, { kind: 'accept' })).toBe(true)
  expect(await placed()).toHaveLength(2)
  await site.booksAreRight()
})

it('bids at once that the rules would accept are together no more than twice the maximum', async () => {
  const one = { Events: [event(game)], Vid: 0, Summ: 1_000 }
  for (let n = 0; n < 3; n += 1) await Promise.all(Array.from({ length: 4 }, () => bid(one)))
  const { sum } = await db
    .selectFrom('bet')
    .select((of) => of.fn.sum<string>('stake_minor').as('sum'))
    .where('player_id', '=', player)
    .executeTakeFirstOrThrow()
  expect(Number(sum)).toBe(100_000)
  await site.booksAreRight()
})
