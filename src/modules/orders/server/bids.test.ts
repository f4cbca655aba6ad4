/** Bids through the real server on a real database: money held, decided once, given back or placed. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite } from '#modules/bets/server/test-site.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import type { WireBid } from '../contract.ts'
import type { BidAnswer } from '../contract.ts'
import { ordersOf } from './test-orders.ts'
import { verifyOrders } from './verify-orders.ts'

const EUR = 2
const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = { default: 40, bySport: {} }
  config.betting.limits = { ...config.betting.limits, liabilityEur: '500', maxStakeEur: '500' }
  config.betting.vip = { ...config.betting.vip, countries: ['DE'] }
})
const { line, clock } = site
const refresh = vi.fn(site.bets.refresh)
const orders = ordersOf(site, { refresh })
orders.routes(site.app, () => null)

let player = 3000
let game = 600_700_000
let account: number
/** Price 1.9 of a fair 2.1: the maximum is 500. */
const PRICE = 1_900

beforeEach(async () => {
  player += 1
  game += 10
  account = await site.playerWith(player, 500_000n)
  line.addGame(game)
  line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1 })
})

interface Answer {
  Success: boolean
  ErrorCode: number
  Value: BidAnswer
}
let keys = 0
const newKey = () => `b0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`
const event = (gameId: number, price = PRICE, kind = 3) => ({
  GameId: gameId,
  Type: 1,
  Coef: price / 1000,
  Param: 0,
  Kind: kind,
  PlayerId: 0,
})
const call = async (body: Record<string, unknown>, who = player) =>
  (await site.post('/service-api/LiveBet/Secure/MakeBetBidWeb', body, who)).json as Answer
const bid = (more: Record<string, unknown> = {}) => call({ Events: [event(game)], Vid: 0, Summ: 900, betGUID: newKey(), ...more })
const listOf = async () => ((await site.post('/web-api/office/bid/list', {}, player)).json as { data: { items: WireBid[] } }).data.items
const reasonOf = async (guid: string) => (await db.selectFrom('bid').select('reason').where('guid', '=', guid).executeTakeFirst())?.reason
const betsOf = () => db.selectFrom('bet').selectAll().where('player_id', '=', player).execute()
const balance = async () => (await site.ledger.account(account))!.balanceMinor
async function booksAreRight(): Promise<void> {
  await site.booksAreRight()
  expect(brokenOf(await verifyOrders(db))).toEqual([])
  const open = await db.selectFrom('bid').select('held_minor').where('status', 'in', [0, 2]).execute()
  const held = await site.ledger.sumOfEntries(db, systemAccountId('held', EUR))
  expect(held).toBe(open.reduce((sum, row) => sum + row.held_minor, 0n))
}
async function look(of = orders): Promise<void> {
  await of.look()
  await of.idle()
}

describe('decided without anybody', () => {
  it('up to twice the maximum it is accepted at once and is a bet', async () => {
    const answer = await bid()
    expect(answer).toMatchObject({
      Success: true,
      Value: { Status: 1, Summ: 900, ApprovedSumm: 900, Coef: 1.9, waitTime: 0, Balance: 4100 },
    })
    const [bet] = await betsOf()
    expect(bet).toMatchObject({ stake_minor: 90_000n, price: '1.9' })
    expect(answer.Value.Id).toBe(Number(bet!.id))
    await booksAreRight()
  })

  it('a higher price below the fair one is taken too, and is what the bet pays', async () => {
    expect(await bid({ Summ: 10, WantedCoef: 2.05 })).toMatchObject({ Value: { Status: 1, Coef: 2.05 } })
    const [bet] = await betsOf()
    expect(bet!.price).toBe('2.05')
    const leg = await db.selectFrom('bet_leg').selectAll().where('bet_id', '=', bet!.id).executeTakeFirstOrThrow()
    expect(leg.price).toBe(2_050)
    await booksAreRight()
  })

  it('an express gets its coefficient as a whole', async () => {
    line.addGame(game + 1)
    line.addOutcome(game + 1, 1, PRICE, { prob: 1 / 2.1 })
    expect(await bid({ Events: [event(game), event(game + 1)], Vid: 1, Summ: 10, WantedCoef: 4 })).toMatchObject({
      Value: { Status: 1, Coef: 4 },
    })
    const [bet] = await betsOf()
    expect(bet).toMatchObject({ price: '4' })
    const { receipt } = await db.selectFrom('bet_receipt').selectAll().where('bet_id', '=', bet!.id).executeTakeFirstOrThrow()
    expect(receipt).toMatchObject({ given: '4', terms: { basePrice: 4_000 } })
    await booksAreRight()
  })

  it('above twice the maximum there is a counter-offer for a minute, and the money waits', async () => {
    const answer = await bid({ Summ: 1500 })
    expect(answer.Value).toMatchObject({ Status: 2, ApprovedSumm: 1000, Coef: 1.9, Balance: 3500, waitTime: 5000, Id: 0 })
    expect(answer.Value.Expires * 1000 - clock.now()).toBe(60_000)
    expect(await betsOf()).toEqual([])
    await booksAreRight()
    const { betGUID } = answer.Value
    expect((await call({ betGUID })).Value.Status).toBe(2)
    const taken = await Promise.all([1, 2, 3].map(() => call({ betGUID, ApprovedBet: true })))
    expect(new Set(taken.map(({ Value }) => Value.Id)).size).toBe(1)
    expect(taken[0]!.Value).toMatchObject({ Status: 1, Balance: 4000 })
    expect(await betsOf()).toMatchObject([{ stake_minor: 100_000n }])
    await booksAreRight()
  })

  it('an account whose money waits in a bid is not closed: it could not come back', async () => {
    const { betGUID } = (await bid({ Summ: 5000 })).Value
    expect(await balance()).toBe(0n)
    await db.updateTable('account').set({ is_active: false }).where('id', '=', account).execute()
    const close = () => inTx(db, (tx) => site.ledger.closeAccount(tx, player, account, new Date(clock.now())))
    expect(await close()).toMatchObject({ code: 'ledger.account_not_empty' })
    expect((await call({ betGUID, Summ: 0 })).Value.Balance).toBe(5000)
    await booksAreRight()
  })

  it.each([[null], [''], [false], [[]]])('only a sum of zero withdraws it, not %j', async (Summ) => {
    const { betGUID } = (await bid({ Summ: 1500 })).Value
    expect((await call({ betGUID, Summ })).Success).toBe(false)
    expect((await call({ betGUID })).Value.Status).toBe(2)
    expect((await call({ betGUID, Summ: '0' })).Value).toMatchObject({ Status: 5, Balance: 5000 })
  })

  it('one that cannot be decided does not hold up those after it', async () => {
    await bid({ Summ: 1500 })
    const [stuck, other] = [account, player + 500]
    await db
      .updateTable('account')
      .set({ closed_at: new Date(clock.now()) })
      .where('id', '=', stuck)
      .execute()
    clock.advance(1)
    const next = await site.playerWith(other, 500_000n)
    await call({ Events: [event(game)], Vid: 0, Summ: 1500, betGUID: newKey() }, other)
    clock.advance(60_001)
    await look()
    expect((await site.ledger.account(next))!.balanceMinor).toBe(500_000n)
    await db.updateTable('account').set({ closed_at: null }).where('id', '=', stuck).execute()
    await look()
    expect(await balance()).toBe(500_000n)
    await booksAreRight()
  })

  it('a counter-offer that nobody takes expires and gives the money back', async () => {
    const { betGUID } = (await bid({ Summ: 1500 })).Value
    clock.advance(60_001)
    expect((await call({ betGUID, ApprovedBet: true })).Value.Status).toBe(2)
    await look()
    expect((await call({ betGUID, ApprovedBet: true })).Value).toMatchObject({ Status: 4, Balance: 5000, Id: 0 })
    expect(await reasonOf(betGUID)).toBe('offer_time')
    expect(await balance()).toBe(500_000n)
    await booksAreRight()
  })
})

describe('refused', () => {
  it('with numbers of its own', async () => {
    expect((await bid({ Summ: 10 })).ErrorCode).toBe(900_042)
    expect((await bid({ Summ: 0.01, WantedCoef: 3 })).ErrorCode).toBe(900_031)
    expect((await bid({ Summ: 9_000, WantedCoef: 3 })).ErrorCode).toBe(103)
    expect((await bid({ Events: [event(77)] })).ErrorCode).toBe(104)
    expect((await call({ betGUID: newKey() })).ErrorCode).toBe(104)
    await bid({ Summ: 10, WantedCoef: 3 })
    expect((await bid({ Summ: 20, WantedCoef: 3 })).ErrorCode).toBe(900_041)
    const types = site.config.coupon.types
    site.config.coupon.types = types.filter((type) => type !== 'bid')
    expect((await bid()).ErrorCode).toBe(900_040)
    site.config.coupon.types = types
    await booksAreRight()
  })

  it('who only asks holds no money for a bid that never came here, and the call that comes after all is too late', async () => {
    const wish = { betGUID: newKey(), Summ: 100, WantedCoef: 3 }
    for (const OnlyKnown of [true, false, true]) expect((await bid({ ...wish, OnlyKnown })).ErrorCode).toBe(900_061)
    expect(await balance()).toBe(500_000n)
    const given = { ...wish, betGUID: newKey() }
    const { BidId } = (await bid(given)).Value
    expect((await bid({ ...given, OnlyKnown: true })).Value.BidId).toBe(BidId)
    const ask = async () => (await bid({ ...wish, betGUID: newKey(), OnlyKnown: true })).ErrorCode
    const told = []
    for (let n = 0; n < 121; n += 1) told.push(await ask())
    expect([told.filter((code) => code === 900_061).length, told.at(-1)]).toEqual([119, 133])
  })

  it('tells the pages of the player whenever its money moves: held, placed or given back', async () => {
    const times = () => refresh.mock.calls.filter(([players]) => players.includes(player)).length
    const { betGUID } = (await bid({ Summ: 100, WantedCoef: 3 })).Value
    expect(times()).toBe(1)
    await call({ betGUID, Summ: 0 })
    expect(times()).toBe(2)
    await bid({ Summ: 900 })
    expect(times()).toBe(4)
  })

  it('one key is one bid, also when it comes many times at once', async () => {
    const betGUID = newKey()
    const answers = await Promise.all([1, 2, 3, 4].map(() => bid({ betGUID, Summ: 100, WantedCoef: 3 })))
    expect(new Set(answers.map(({ Value }) => Value.BidId)).size).toBe(1)
    expect((await bid({ betGUID, Summ: 200, WantedCoef: 3 })).ErrorCode).toBe(161_627)
    expect(await balance()).toBe(490_000n)
    await booksAreRight()
  })
})

describe('before the trader', () => {
  const asked = async (more: Record<string, unknown> = {}) => (await bid({ Summ: 100, WantedCoef: 2.5, ...more })).Value

  it('waits for him, and is placed at the wanted price when he agrees', async () => {
    const { BidId, betGUID, Status, Balance } = await asked()
    expect([Status, Balance]).toEqual([0, 4900])
    expect((await orders.traderQueue('en')).filter((row) => row.bid.id === BidId)).toHaveLength(1)
    expect(await orders.decideBid(BidId, { kind: 'accept' })).toBe(true)
    expect((await call({ betGUID })).Value).toMatchObject({ Status: 1, Coef: 2.5, Balance: 4900 })
    expect(await betsOf()).toMatchObject([{ price: '2.5', stake_minor: 10_000n }])
    expect(await orders.decideBid(BidId, { kind: 'refuse' })).toBe(false)
    await booksAreRight()
  })

  it('he offers less, he refuses, nobody answers', async () => {
    const first = await asked()
    expect(await orders.decideBid(first.BidId, { kind: 'counter', stakeMinor: 5_000n, price: 2_200 })).toBe(true)
    expect((await call({ betGUID: first.betGUID })).Value).toMatchObject({ Status: 2, ApprovedSumm: 50, Coef: 2.2 })
    expect((await call({ betGUID: first.betGUID, ApprovedBet: true })).Value).toMatchObject({ Status: 1, Balance: 4950 })
    expect(await betsOf()).toMatchObject([{ price: '2.2', stake_minor: 5_000n }])
    const second = await asked()
    expect(await orders.decideBid(second.BidId, { kind: 'refuse' })).toBe(true)
    expect((await call({ betGUID: second.betGUID })).Value).toMatchObject({ Status: 3, Balance: 4950 })
    const third = await asked()
    clock.advance(600_001)
    await look()
    expect((await call({ betGUID: third.betGUID })).Value).toMatchObject({ Status: 4, Balance: 4950 })
    expect(await reasonOf(third.betGUID)).toBe('time')
    await booksAreRight()
  })

  it('the player withdraws while the trader agrees: one of them wins', async () => {
    for (let turn = 0; turn < 4; turn += 1) {
      const { BidId, betGUID } = await asked()
      const before = (await betsOf()).length
      const [withdrawn] = await Promise.all([call({ betGUID, Summ: 0 }), orders.decideBid(BidId, { kind: 'accept' })])
      await orders.idle()
      const { Status } = (await call({ betGUID })).Value
      expect([1, 5]).toContain(Status)
      expect((await betsOf()).length - before).toBe(Status === 1 ? 1 : 0)
      expect(withdrawn.Success).toBe(true)
      await booksAreRight()
    }
  })

  it('an agreed bid waits for a stopped outcome, and is refused when the line has fallen', async () => {
    const waiting = await asked()
    line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1, marketStatus: 'suspended' })
    await orders.decideBid(waiting.BidId, { kind: 'accept' })
    expect((await call({ betGUID: waiting.betGUID })).Value.Status).toBe(0)
    line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1 })
    await look()
    expect((await call({ betGUID: waiting.betGUID })).Value.Status).toBe(1)
    const fallen = await asked()
    line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1, marketStatus: 'suspended' })
    await orders.decideBid(fallen.BidId, { kind: 'accept' })
    line.addOutcome(game, 1, 1_700, { prob: 1 / 1.85 })
    await look()
    expect((await call({ betGUID: fallen.betGUID })).Value).toMatchObject({ Status: 3, Id: 0 })
    await booksAreRight()
  })

  it('a process that dies while it places leaves the money held, and another one places it once', async () => {
    const { BidId, betGUID } = await asked()
    const dying = ordersOf(site, {
      async placeIn(tx, bet) {
        await site.bets.placeIn(tx, bet)
        throw new Error('killed before the commit')
      },
    })
    await dying.decideBid(BidId, { kind: 'accept' })
    expect(await betsOf()).toEqual([])
    await booksAreRight()
    const [a, b] = [ordersOf(site), ordersOf(site)]
    await Promise.all([look(a), look(b), look(a), look(b)])
    expect(await betsOf()).toHaveLength(1)
    expect((await call({ betGUID })).Value).toMatchObject({ Status: 1, Balance: 4900 })
    await booksAreRight()
  })

  it('an excluded player gets his money back', async () => {
    const { betGUID } = await asked()
    await inTx(db, (tx) => site.limits.block(tx, player, null, 'self'))
    await look()
    const row = await db.selectFrom('bid').selectAll().where('guid', '=', betGUID).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ status: 3, reason: 'closed' })
    expect(await balance()).toBe(500_000n)
    await booksAreRight()
  })

  it('during a live delay the answer does not wait for the bet', async () => {
    line.addGame(game, { kind: 1, status: 'live' })
    const answer = await bid({ Events: [event(game, PRICE, 1)] })
    expect(answer.Value).toMatchObject({ Status: 0, waitTime: 5000 })
    // Cancelling now would meet the bet that is being placed.
    expect((await call({ betGUID: answer.Value.betGUID, Summ: 0 })).Value.Status).toBe(0)
    await orders.idle()
    expect((await call({ betGUID: answer.Value.betGUID })).Value).toMatchObject({ Status: 1, Balance: 4100 })
    await booksAreRight()
  })
})

describe('VIP stakes', () => {
  const vip = (more: Record<string, unknown> = {}) =>
    site.makeBet(player, { Events: [event(game)], Vid: 0, Summ: 500, VIPBetSumm: 800, betGUID: newKey(), ...more })

  it('the maximum is placed, the rest waits as a bid, once', async () => {
    const betGUID = newKey()
    const answer = await vip({ betGUID })
    expect(answer.Value.Id).toBeGreaterThan(0)
    // What is held for the rest is gone from the balance too.
    const { balance_minor: left } = await db
      .selectFrom('account')
      .select('balance_minor')
      .where('id', '=', account)
      .executeTakeFirstOrThrow()
    expect(answer.Value.Balance).toBe(Number(left) / 100)
    expect(await betsOf()).toMatchObject([{ stake_minor: 50_000n }])
    const again = await vip({ betGUID })
    expect(again.Value).toMatchObject({ Id: answer.Value.Id, BidId: answer.Value['BidId'] })
    const row = await db.selectFrom('bid').selectAll().where('player_id', '=', player).executeTakeFirstOrThrow()
    expect(row).toMatchObject({ id: answer.Value['BidId'], vip: true, status: 0, stake_minor: 30_000n, wanted_milli: PRICE })
    expect(await listOf()).toMatchObject([
      { bid_id: row.id, is_vip: true, coef: 1.9, current_coef: 1.9, part_bet_id: answer.Value.Id, bet_id: null },
    ])
    expect(await orders.decideBid(row.id, { kind: 'accept' })).toBe(true)
    expect(await betsOf()).toHaveLength(2)
    await booksAreRight()
    for (const change of ['approved_minor = approved_minor + 1', `bet_id = ${answer.Value.Id}`])
      expect(await plantedIn(db, 'bid', `UPDATE bid SET ${change} WHERE id = ${row.id}`, verifyOrders)).toHaveLength(1)
    const key = `UPDATE bet_key SET body_hash = gen_random_uuid() WHERE guid = '${betGUID}'`
    expect(await plantedIn(db, 'bet_key', key, verifyOrders)).toHaveLength(1)
  })

  it('the figures that the screen showed are those of the placed part', async () => {
    expect(await vip({ Shown: { win: '1520', price: '1.9', tax: '0' } })).toMatchObject({ Success: false, ErrorCode: 161_627 })
    expect(await vip({ VIPBetSumm: 800.005 })).toMatchObject({ ErrorCode: 900_400, Error: 'No more than 2 decimals in the stake' })
    expect((await vip({ Shown: { win: '950', price: '1.9', tax: '0' } })).Value['BidId']).toBeGreaterThan(0)
    expect(await betsOf()).toMatchObject([{ stake_minor: 50_000n }])
    await booksAreRight()
  })

  it('a price that moves as the player allows moves the placed part: never above what was shown, the rest waits', async () => {
    const seen = { Events: [event(game, 1_800)], Summ: 480, CheckCf: 2, Shown: { win: '864', price: '1.8', tax: '0' } }
    const risen = await vip(seen)
    expect(risen.Value).toMatchObject({ BidId: expect.any(Number), Coupon: { Summ: 480 } })
    // Another game: what was placed on this one has taken nearly all of its largest stake.
    line.addGame(game + 1)
    line.addOutcome(game + 1, 1, PRICE, { prob: 1 / 2.1 })
    const fallen = { Events: [event(game + 1, 2_000)], Summ: 600, CheckCf: 1, Shown: { win: '1200', price: '2', tax: '0' } }
    expect((await vip(fallen)).Value).toMatchObject({ Coupon: { Summ: 500 } })
    expect(await betsOf()).toMatchObject([{ stake_minor: 48_000n }, { stake_minor: 50_000n }])
    // Who did not allow it is asked.
    expect(await vip({ ...seen, CheckCf: 0 })).toMatchObject({ Success: false, ErrorCode: 130 })
    await booksAreRight()
  })

  it('above the VIP limit the rest is refused; another country has no such stakes', async () => {
    await vip({ VIPBetSumm: 4_000 })
    expect(await db.selectFrom('bid').select('stake_minor').where('player_id', '=', player).execute()).toEqual([{ stake_minor: 150_000n }])
    site.config.betting.vip.countries = []
    player += 500
    account = await site.playerWith(player, 500_000n)
    expect((await vip()).Value).toMatchObject({ BidId: 0 })
    expect(await betsOf()).toMatchObject([{ stake_minor: 50_000n }])
    site.config.betting.vip.countries = ['DE']
    await booksAreRight()
  })

  it('how far they go is configuration', async () => {
    const { vip: set } = site.config.betting
    const before = set.factor
    set.factor = 2
    await vip({ VIPBetSumm: 4_000 })
    set.factor = before
    expect(await db.selectFrom('bid').select('stake_minor').where('player_id', '=', player).execute()).toEqual([{ stake_minor: 50_000n }])
    await booksAreRight()
  })
})
