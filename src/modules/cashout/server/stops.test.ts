/** Whoever may not bet may sell, and buys nothing: every kind of stop, by hand and by order. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { excludePlayer, insertExclusion } from '#modules/protection/server/exclude.ts'
import { createPlayerFlags, type PlayerFlags } from '#modules/protection/server/player-flags.ts'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite
let flags: PlayerFlags

const EUR = 2
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
/** A single of 100 on T 1 at 2.2 is worth 125.40. */
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }
const WORTH = 125.4

beforeAll(async () => {
  site = await saleSite(db)
  const sessions = { close: async () => [], forget: () => {} }
  flags = createPlayerFlags({ db, clock: site.clock, log: createLog('silent', false), limits: site.limits, sessions })
})
afterAll(() => site.stop())

interface Bettor {
  playerId: number
  accountId: number
}

const exclude = ({ playerId }: Bettor, period: '24h' | '42d' | '1y' | 'always') =>
  excludePlayer({ db, clock: site.clock, limits: site.limits }, { playerId, period, reasonId: 0, comment: '' })
const flag = ({ playerId }: Bettor, name: 'closed' | 'staff') =>
  flags.set({ playerId, flag: name, officer: null, sports: [], note: '', setBy: 'anna' })

const STOPS: Record<string, (who: Bettor) => Promise<unknown>> = {
  'a break of a day, as the panic button makes it': (who) => exclude(who, '24h'),
  'a time-out of six weeks': (who) => exclude(who, '42d'),
  'time at play that is used up': ({ playerId }) => {
    const startsAt = site.clock.now()
    const given = { playerId, kind: 'session_time', period: 'none', startsAt, endsAt: startsAt + DAY } as const
    return inTx(db, (tx) => insertExclusion(tx, site.limits, given))
  },
  'self-exclusion': (who) => exclude(who, '1y'),
  'self-exclusion for good': (who) => exclude(who, 'always'),
  'a stop by an officer': ({ playerId }) =>
    site.limits.stops.set({ scope: 'player', target: String(playerId) }, true, 'anna', 'looks like a syndicate'),
  'a block by an officer': ({ playerId }) => inTx(db, (tx) => site.limits.block(tx, playerId, null, 'officer')),
  'an account closed by the house': (who) => flag(who, 'closed'),
  'an account of staff': (who) => flag(who, 'staff'),
  'a debt': async ({ accountId }) => {
    const entry = { currencyId: EUR, amountMinor: -100_000n }
    const entries = [
      { ...entry, accountId },
      { ...entry, accountId: systemAccountId('adjustments', EUR), amountMinor: 100_000n },
    ]
    const posting = {
      kind: 'adjustment',
      txId: site.ledger.ids.next(),
      at: new Date(site.clock.now()),
      allowNegative: true,
      entries,
    } as const
    await inTx(db, (tx) => site.ledger.post(tx, posting))
    await site.limits.refresh()
  },
}

let last = 0
/** Three open bets of a player who is stopped then; an order of the third waits since before. */
async function stopped(name: string) {
  const [game, other] = [(last += 1), (last += 1)]
  for (const one of [game, other]) site.addGame(one, LEVEL)
  const playerId = 400 + last
  await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE
    VALUES (${playerId}, 'polosa', 'x', ${new Date(site.clock.now())})`.execute(db)
  const accountId = await site.player(playerId, 100_000n)
  const bets: bigint[] = []
  for (let n = 0; n < 3; n += 1) bets.push(await site.place(playerId, 100, [site.event(game, 1)]))
  const [whole, part, ordered] = bets as [bigint, bigint, bigint]
  await site.call('auto-sale', playerId, { bet_id: Number(ordered), target: WORTH })
  await site.cashOut.follower!.settled()
  await STOPS[name]!({ playerId, accountId })
  return { game, other, playerId, accountId, whole, part, ordered, before: await site.balance(accountId) }
}

const guid = () => randomBytes(12).toString('hex')
const statusOf = async (betId: bigint) => (await site.bet(betId)).status

describe.each(Object.keys(STOPS))('%s', (name) => {
  test('sales go through, whole, in part and by order', async () => {
    const { game, playerId, accountId, whole, part, ordered, before } = await stopped(name)
    site.setPrices(game, AHEAD)
    expect((await site.cashOut.saleStates([whole])).get(whole)).toMatchObject({ canSell: true, cashoutSumMinor: 12_540n })
    expect((await site.call('sale-info', playerId, { bet_id: Number(whole) })).data).toMatchObject({
      cashout_sum: WORTH,
      can_sell_part: true,
    })
    const sold = await site.call('sale', playerId, { bet_id: Number(whole), sum_sale: WORTH, new_sum_cupon: 0 })
    expect(sold).toMatchObject({ success: true, data: { status: 8, sum_sale: WORTH } })
    const slice = await site.call('sale', playerId, { bet_id: Number(part), sum_sale: 50.16, new_sum_cupon: 60 })
    expect(slice).toMatchObject({ success: true, data: { status: 1, sum_sale: 50.16 } })
    const order = await site.call('auto-sale', playerId, { bet_id: Number(part), target: 75.24 })
    expect(order).toMatchObject({ success: true })
    // The one from before the stop, and the one that was set in it.
    await expect.poll(() => Promise.all([ordered, part].map(statusOf)), { timeout: 15_000 }).toEqual([8, 8])
    expect((await site.balance(accountId)) - before).toBe(3n * 12_540n)
    await site.booksAreRight()
  })

  test('what puts money in is refused, and not offered either', async () => {
    const { game, other, playerId, whole, accountId, before } = await stopped(name)
    site.setPrices(game, { ...AHEAD, 1: [1560, 0.5999] })
    const info = await site.call('sale-info', playerId, { bet_id: Number(whole) })
    expect(info.data).toMatchObject({ can_edit: false, power: [], insurance: { percent_left: 0, off: expect.stringMatching(/closed/i) } })
    expect((await site.cashOut.saleStates([whole])).get(whole)).toMatchObject({ canInsure: false })
    expect(await site.call('insurance', playerId, { bet_id: Number(whole), percent: 10 })).toMatchObject({ error_code: 900_030 })
    const change = (more: object) => site.makeBet(playerId, { SaleBetId: Number(whole), betGUID: guid(), ...more })
    const edit = await change({ Events: [site.event(game, 1), site.event(other, 2)], Vid: 1 })
    const raise = await change({ Events: [site.event(game, 3)], Vid: 0, IsPowerBet: true })
    expect([edit.ErrorCode, raise.ErrorCode]).toEqual([900_030, 900_030])
    expect([await statusOf(whole), await site.balance(accountId)]).toEqual([1, before])
    await site.booksAreRight()
  })
})

test('a limit of stakes that was lowered below what is staked lets changes be offered and made, premiums not', async () => {
  const game = (last += 1)
  site.addGame(game, LEVEL)
  const playerId = 400 + last
  await site.player(playerId, 100_000n)
  const betId = await site.place(playerId, 100, [site.event(game, 1)])
  await inTx(db, (tx) => site.limits.setLimit(tx, { playerId, periodDays: 1, currencyId: EUR, amountMinor: 5_000n }))
  site.setPrices(game, AHEAD)
  const { data } = await site.call('sale-info', playerId, { bet_id: Number(betId) })
  expect(data).toMatchObject({ can_edit: true, insurance: { percent_left: 0, off: expect.any(String) } })
  expect(data!['power']).toHaveLength(2)
  expect(await site.call('insurance', playerId, { bet_id: Number(betId), percent: 10 })).toMatchObject({ error_code: 900_030 })
  const raise = { Events: [site.event(game, 3)], Vid: 0, IsPowerBet: true, SaleBetId: Number(betId), betGUID: guid() }
  expect((await site.makeBet(playerId, raise)).Success).toBe(true)
})

test('whoever may bet is offered all of it', async () => {
  const game = (last += 1)
  site.addGame(game, LEVEL)
  const playerId = 400 + last
  await site.player(playerId, 100_000n)
  const betId = await site.place(playerId, 100, [site.event(game, 1)])
  site.setPrices(game, AHEAD)
  const { data } = await site.call('sale-info', playerId, { bet_id: Number(betId) })
  expect(data).toMatchObject({ can_edit: true, insurance: { percent_left: 100, off: null } })
  expect(data!['power']).toHaveLength(2)
  expect((await site.cashOut.saleStates([betId])).get(betId)).toMatchObject({ canInsure: true })
})
