/** What the follower makes good that did not come to it at once: sales that failed, reads that failed, bets that the line is silent about. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'
import { followValues, type FollowDeps, type ValueFollower } from './follow-values.ts'
import type { LegNow } from './leg-now.ts'
import { saleConfigOf } from './value-bet.ts'

const { db } = await testDatabase()
let site: SaleSite
let follower: ValueFollower

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const GOOD: LegNow = { on: true, chance: 600_000, price: 2_200, gameId: 1 }

beforeAll(async () => {
  site = await saleSite(db)
  await site.cashOut.stop()
})
afterEach(async () => {
  vi.useRealTimers()
  await follower.stop()
})
afterAll(() => site.stop())

let last = 0
async function open(): Promise<{ playerId: number; betId: bigint }> {
  const n = (last += 1)
  site.addGame(n, LEVEL)
  const playerId = 900 + n
  await site.player(playerId, 100_000n)
  return { playerId, betId: await site.place(playerId, 100, [site.event(n, 1)]) }
}

/** Follows with turns that come quickly; `told` has the newest word on each bet. */
function follow(more: Partial<FollowDeps>) {
  const told = new Map<string, unknown>()
  let hear: (playerId: number, isOpen: boolean) => void = () => {}
  follower = followValues({
    db,
    clock: site.clock,
    log: site.log,
    line: { game: () => null, listen: () => () => {} } as unknown as FollowDeps['line'],
    source: { now: () => GOOD },
    configOf: () => saleConfigOf(site.config),
    me: {
      onListener: (listener) => void (hear = listener),
      tell: (_player, values) => {
        for (const [key, value] of Object.entries(values)) told.set(key, value)
      },
    },
    sell: async () => false,
    turnMs: 50,
    ...more,
  })
  return { told, listen: (playerId: number) => hear(playerId, true) }
}

test('an order that has come due is tried until it is sold, though its price does not move', async () => {
  const { playerId, betId } = await open()
  expect(await site.call('auto-sale', playerId, { bet_id: Number(betId), target: 125 })).toMatchObject({ success: true })
  const tries: bigint[] = []
  follow({
    async sell(id) {
      tries.push(id)
      if (tries.length === 1) throw new Error('the database is away')
      return tries.length > 2
    },
  })
  await expect.poll(() => tries.slice(0, 3)).toEqual([betId, betId, betId])
})

test('of bets that the line is silent about each is read again in its turn', async () => {
  const bets = [await open(), await open(), await open()]
  const { told, listen } = follow({ source: { now: () => ({ on: false, reason: 'suspended' }) }, reread: 1 })
  for (const { playerId } of bets) listen(playerId)
  await expect.poll(() => bets.filter(({ betId }) => told.has(`cashout:${betId}`)).length).toBe(3)
  // A result that no fact has told, of the last of them.
  const { betId } = bets[2]!
  await sql`UPDATE bet SET status = 2, settled_at = now(), settled_version = settled_version + 1 WHERE id = ${betId}`.execute(db)
  await expect.poll(() => told.get(`cashout:${betId}`)).toMatchObject({ off: 'decided' })
})

test('a bet that an officer wants void is read again until that is decided', async () => {
  const { playerId, betId } = await open()
  await sql`INSERT INTO bet_void (bet_id, reason, note, state, asked_by, asked_at)
    VALUES (${betId}, 'obvious_error', 'a wrong price', 0, 'anna', now())`.execute(db)
  const { told, listen } = follow({})
  listen(playerId)
  await expect.poll(() => told.get(`cashout:${betId}`)).toMatchObject({ off: 'under_check' })
  await sql`UPDATE bet_void SET state = 2, decided_by = 'boris', decided_at = now() WHERE bet_id = ${betId}`.execute(db)
  await expect.poll(() => told.get(`cashout:${betId}`)).toMatchObject({ value: 125.4 })
})

test('an order that comes to no sale is tried ever more rarely while nothing about it changes', async () => {
  const { playerId, betId } = await open()
  expect(await site.call('auto-sale', playerId, { bet_id: Number(betId), target: 125 })).toMatchObject({ success: true })
  let tries = 0
  follow({ turnMs: 10, sell: async (id) => ((tries += Number(id === betId)), false) })
  await expect.poll(() => tries).toBeGreaterThan(2)
  await new Promise((done) => setTimeout(done, 600))
  // Sixty turns: after 5, 15, 35, 75, 155, 315 and 635 ms.
  expect(tries).toBeLessThan(12)
})

test('a bet that cannot be read holds up no other, and is told of once', async () => {
  const broken = await open()
  const { playerId, betId } = await open()
  for (const one of [broken, { playerId, betId }])
    expect(await site.call('auto-sale', one.playerId, { bet_id: Number(one.betId), target: 125 })).toMatchObject({ success: true })
  await sql`ALTER TABLE bet_receipt DISABLE TRIGGER ALL`.execute(db)
  await sql`UPDATE bet_receipt SET receipt = jsonb_set(receipt::jsonb, '{terms}', '{"blockStakes":["x"]}')::json WHERE bet_id = ${broken.betId}`.execute(
    db,
  )
  await sql`ALTER TABLE bet_receipt ENABLE TRIGGER ALL`.execute(db)
  const errors: unknown[] = []
  const sold: bigint[] = []
  const log = { ...site.log, error: (details: object) => void errors.push(details), warn: () => {} } as unknown as FollowDeps['log']
  const { told, listen } = follow({ log, sell: async (id) => (sold.push(id), true) })
  for (const player of [broken.playerId, playerId]) listen(player)
  await expect.poll(() => told.get(`cashout:${betId}`)).toMatchObject({ stake: 100 })
  await expect.poll(() => sold).toContain(betId)
  await new Promise((done) => setTimeout(done, 200))
  expect(errors).toEqual([expect.objectContaining({ betId: String(broken.betId) })])
})

test('turns that take longer than their pause do not stand in a row behind each other', async () => {
  vi.useFakeTimers({ toFake: ['setInterval'] })
  let reads = 0
  const answers = Promise.withResolvers<[]>()
  const orders = { selectAll: () => orders, where: () => orders, orderBy: () => orders, execute: () => ((reads += 1), answers.promise) }
  follow({ db: { selectFrom: () => orders } as unknown as FollowDeps['db'], turnMs: 50 })
  await vi.advanceTimersByTimeAsync(500)
  answers.resolve([])
  await follower.settled()
  expect(reads).toBe(1)
  await vi.advanceTimersByTimeAsync(50)
  await follower.settled()
  expect(reads).toBe(2)
})

test('players whose bets could not be read are read with the next turn', async () => {
  const { playerId, betId } = await open()
  const { told, listen } = follow({})
  await follower.settled()
  await sql`ALTER TABLE bet_auto_sale RENAME TO bet_auto_sale_away`.execute(db)
  listen(playerId)
  await follower.settled()
  await sql`ALTER TABLE bet_auto_sale_away RENAME TO bet_auto_sale`.execute(db)
  await expect.poll(() => told.get(`cashout:${betId}`)).toMatchObject({ stake: 100 })
})
