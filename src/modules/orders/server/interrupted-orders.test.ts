/** Orders whose process ends, whose line has a gap, or which are very many. */
import { beforeEach, expect, test } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { outcomeKeyOf } from '#modules/bets/server/fake-line.ts'
import { testSite, type WireAnswer } from '#modules/bets/server/test-site.ts'
import type { Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { BidAnswer } from '../contract.ts'
import { listAutoBetsById } from './auto-bet-store.ts'
import type { Orders } from './index.ts'
import { ordersOf } from './test-orders.ts'

const { db } = await testDatabase()
const site = await testSite(db, polosa.config, (config) => {
  config.betting.limits = { ...config.betting.limits, liabilityEur: '500', maxStakeEur: '500' }
})
const { line } = site
const orders = ordersOf(site)
orders.routes(site.app, () => null)

let player = 8_000
let game = 600_760_000
/** Price 1.9 of a fair 2.1: the maximum is 500. */
const PRICE = 1_900

beforeEach(async () => {
  player += 1
  game += 10
  await site.playerWith(player, 500_000n)
  line.addGame(game)
  line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1 })
})

let keys = 0
const newKey = () => `c0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`
const event = (gameId: number) => ({ GameId: gameId, Type: 1, Coef: PRICE / 1000, Param: 0, Kind: 3, PlayerId: 0 })
const call = async (body: Record<string, unknown>) =>
  (await site.post('/service-api/LiveBet/Secure/MakeBetBidWeb', body, player)).json as { Value: BidAnswer }
/** A bid above the fair price: a trader is asked. */
const asked = async () => (await call({ Events: [event(game)], Vid: 0, Summ: 100, WantedCoef: 2.5, betGUID: newKey() })).Value
const giveAutoBet = (): Promise<WireAnswer> =>
  site.makeBet(player, { Events: [event(game)], Vid: 0, Summ: 10, isAutoBet: true, autoBetCf: 2.1, betGUID: newKey() })
const betsOf = () => db.selectFrom('bet').selectAll().where('player_id', '=', player).execute()
async function look(of: Orders = orders): Promise<void> {
  site.clock.advance(2_000)
  await of.look()
  await of.idle()
}

test('a bid agreed to while its outcome is out of the line, it is held against the price at which it was asked for', async () => {
  for (const decision of [{ kind: 'accept' }, { kind: 'counter', stakeMinor: 5_000n, price: 2_200 }] as const) {
    const { BidId, betGUID } = await asked()
    line.outcomes.delete(outcomeKeyOf(game, 1))
    expect(await orders.decideBid(BidId, decision)).toBe(true)
    if (decision.kind === 'counter') await call({ betGUID, ApprovedBet: true })
    line.addOutcome(game, 1, 1_700, { prob: 1 / 1.85 })
    await look()
    expect((await call({ betGUID })).Value).toMatchObject({ Status: 3, Id: 0, Balance: 5000 })
    line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1 })
  }
  await site.booksAreRight()
})

test('a bid that is agreed to and cannot be placed in time says so, and its money goes back', async () => {
  const { BidId, betGUID } = await asked()
  line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1, marketStatus: 'suspended' })
  expect(await orders.decideBid(BidId, { kind: 'accept' })).toBe(true)
  await look()
  expect((await call({ betGUID })).Value.Status).toBe(0)
  site.clock.advance(60_001)
  await look()
  expect((await call({ betGUID })).Value).toMatchObject({ Status: 4, Id: 0, Balance: 5000 })
  const { reason } = await db.selectFrom('bid').select('reason').where('id', '=', BidId).executeTakeFirstOrThrow()
  expect(reason).toBe('unplaced')
  await site.booksAreRight()
})

test('a bid whose process ended before the rules said their word is decided when its key comes again, by the line of then', async () => {
  const body = { Events: [event(game)], Vid: 0, Summ: 900, betGUID: newKey() }
  line.addOutcome(game, 1, PRICE, { prob: 0 })
  // Without a probability the rules have no word; it is as if they had not come to it.
  expect((await call(body)).Value.Status).toBe(0)
  expect((await call({ ...body, OnlyKnown: true })).Value.Status).toBe(0)
  line.addOutcome(game, 1, PRICE, { prob: 1 / 2.1 })
  expect((await call({ ...body, OnlyKnown: true })).Value.Status).toBe(0)
  expect((await call(body)).Value).toMatchObject({ Status: 1, Balance: 4100 })
  expect((await call(body)).Value).toMatchObject({ Status: 1, Balance: 4100 })
  expect(await betsOf()).toHaveLength(1)
  await site.booksAreRight()
})

test('a placed auto-bet is told of in the transaction of its bet: where that is not kept, nothing is told', async () => {
  await giveAutoBet()
  line.addOutcome(game, 1, 2_300)
  const tell = (tx: Tx, { id, betId }: { id: number; betId: bigint }) =>
    emit(tx, { topic: 'told', key: `${id}`, payload: { bet: String(betId) } })
  const told = async () =>
    (await db.selectFrom('outbox').select('payload').where('topic', '=', 'told').execute()).map(({ payload }) => payload)
  const dying = ordersOf(
    site,
    {},
    {
      async tellPlaced(tx, order) {
        await tell(tx, order)
        throw new Error('killed before the commit')
      },
    },
  )
  await look(dying)
  expect([await betsOf(), await told()]).toEqual([[], []])
  await look(ordersOf(site, {}, { tellPlaced: tell }))
  const [bet] = await betsOf()
  expect(await told()).toEqual([{ bet: String(bet!.id) }])
})

test('no auto-bet is begun any more once the process has been told to stop, whatever the line says', async () => {
  await giveAutoBet()
  const stopping = ordersOf(site)
  const stop = stopping.start(() => true)
  await look(stopping)
  line.addOutcome(game, 1, 2_300)
  site.clock.advance(2_000)
  const { ci } = line.findGame(game)!
  // One change just before the stop, one after it.
  stopping.touch(ci)
  await stop()
  stopping.touch(ci)
  await new Promise((done) => setImmediate(done))
  await stopping.idle()
  expect(await betsOf()).toEqual([])
  await look()
  expect(await betsOf()).toHaveLength(1)
})

test('more auto-bets than a statement has room for are read at once', async () => {
  const { Value } = await giveAutoBet()
  const id = Value['AutoBetId'] as number
  const ids = [...Array.from({ length: 70_000 }, (_, i) => 1_000_000 + i), id]
  expect((await listAutoBetsById(db, ids)).map((order) => order.id)).toEqual([id])
})

test('an offer that is taken in its last second is placed, however long its live delay is', async () => {
  const { BidId, betGUID } = await asked()
  await orders.decideBid(BidId, { kind: 'counter', stakeMinor: 5_000n, price: 2_200 })
  site.clock.advance(59_000)
  line.addGame(game, { kind: 1, status: 'live' })
  const before = { ...site.config.betting.liveDelayMs }
  site.config.betting.liveDelayMs = { default: 300, bySport: {} }
  const taken = call({ betGUID, ApprovedBet: true })
  await expect.poll(async () => (await db.selectFrom('bid').select('agreed').where('id', '=', BidId).executeTakeFirst())?.agreed).toBe(true)
  await look()
  await taken
  site.config.betting.liveDelayMs = before
  expect((await call({ betGUID })).Value).toMatchObject({ Status: 1, Coef: 2.2, Balance: 4950 })
  expect(await betsOf()).toMatchObject([{ price: '2.2', stake_minor: 5_000n }])
  await site.booksAreRight()
})
