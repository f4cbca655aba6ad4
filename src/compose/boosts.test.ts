/** A boosted price from the officer's word to the receipt: priced, bounded, kept, ended. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { boostedPrice } from '#lib/price.ts'
import { testSite } from '#modules/bets/server/test-site.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { boostedLine, createBoosts, type Boosts } from '#modules/promo/server/index.ts'
import { localBus } from '#platform/server/bus.ts'
import polosa from '../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../test/support/database.ts'
import { shareBoosts } from './bus-boosts.ts'

const { db } = await testDatabase()
let boosts!: Boosts
const GAME = 600_700_000
const CI = GAME - 300_000_000
const published = new Map<string, unknown>()
const topic = {
  set: (key: string, value: unknown) => published.set(key, value),
  delete: (key: string) => published.delete(key),
  commit() {},
}
let nowMs = Date.UTC(2026, 10, 21)
const site = await testSite(
  db,
  polosa.config,
  () => {},
  () => ({}),
  (line) => {
    boosts = shareBoosts({
      boosts: createBoosts({ db, clock: { now: () => nowMs } }),
      bus: localBus(),
      stream: { topic: () => topic } as never,
      line: { byCi: (ci: number) => (ci === CI ? { part: { i: GAME } } : undefined) } as never,
      log: { warn() {} },
    })
    return boostedLine(line, boosts, { raise: boostedPrice, paramKey })
  },
)
nowMs = site.clock.now()
const player = 9_400
let account = 0
const OFFICER = { actor: 'officer', reason: 'derby' }
const boost = (permille: number) =>
  boosts.set({ ci: CI, t: 9, p: 25_000, playerId: 0, permille, maxStakeCents: 2_000n, endsAt: site.clock.now() + 3_600_000 }, OFFICER)
const single = (Coef: number, Summ: number) => ({
  Events: [{ GameId: GAME, Type: 9, Coef, Param: 2.5, Kind: 3 }],
  Vid: 0,
  Summ,
  UserId: account,
  betGUID: randomBytes(12).toString('hex'),
})

beforeEach(async () => {
  account ||= await site.playerWith(player, 100_000n)
  site.line.addGame(GAME, { startsAt: site.clock.now() + 3_600_000 })
  site.line.addOutcome(GAME, 9, 1900, { p: 2.5 })
})

test('a boosted price is that of coupon and bet, up to its stake, and the receipt says what it was raised from', async () => {
  await boost(100)
  expect([...published]).toEqual([[`${GAME}:9:25000:0`, [100, 2000]]])
  const coupon = (
    await site.post('/service-api/LiveBet/Open/UpdateCoupon', { Events: single(1.9, 1).Events, Vid: 0, UserId: account }, player)
  ).json as { Value: { Coef: number; maxBet: number; changeCf: boolean; Events: { BoostFrom: number }[] } }
  expect(coupon.Value).toMatchObject({ Coef: 2.09, maxBet: 20, changeCf: true, Events: [{ BoostFrom: 1.9 }] })
  expect(await site.makeBet(player, single(2.09, 20.01))).toMatchObject({ ErrorCode: 109 })
  const placed = await site.makeBet(player, single(2.09, 20))
  expect(placed.Success).toBe(true)
  const { rows } = await sql<{
    legs: unknown
  }>`SELECT receipt::jsonb -> 'legs' AS legs FROM bet_receipt WHERE bet_id = ${placed.Value.Id}`.execute(db)
  expect(rows[0]!.legs).toMatchObject([{ asked: 2090, given: 2090, boost: 1900 }])
  // The limit is the player's, not the bet's: his next bet has no room, another player's has all of it.
  expect(await site.makeBet(player, single(2.09, 1))).toMatchObject({ ErrorCode: 109 })
  const other = player + 1
  const own = account
  account = await site.playerWith(other, 10_000n)
  expect(await site.makeBet(other, single(2.09, 20))).toMatchObject({ Success: true })
  // Two bets at once, each within the limit and both above it: one is taken.
  account = await site.playerWith(player + 2, 10_000n)
  const both = await Promise.all([site.makeBet(player + 2, single(2.09, 15)), site.makeBet(player + 2, single(2.09, 15.5))])
  expect(both.map((answer) => answer.Success).toSorted()).toEqual([false, true])
  account = own
})

test('it ends by its officer, by its time and when the match begins; then the boosted price is one that has moved', async () => {
  await boost(100)
  site.line.addGame(GAME, { kind: 1, status: 'live' })
  expect(await site.makeBet(player, { ...single(2.09, 5), Events: [{ ...single(2.09, 5).Events[0], Kind: 1 }] })).toMatchObject({
    ErrorCode: 130,
  })
  site.line.addGame(GAME, { startsAt: site.clock.now() + 9_000_000 })
  await boost(0)
  expect(published.size).toBe(0)
  expect(await site.makeBet(player, single(2.09, 5))).toMatchObject({ ErrorCode: 130 })
  await boost(100)
  nowMs += 3_600_001
  expect(await site.makeBet(player, single(2.09, 5))).toMatchObject({ ErrorCode: 130 })
  expect(await site.makeBet(player, single(1.9, 200))).toMatchObject({ Success: true })
})

test('an end that has run out, or a shorter boost, never uncovers the one before', async () => {
  const of = (t: number, permille: number, forMs: number) =>
    boosts.set({ ci: CI, t, p: 0, playerId: 0, permille, maxStakeCents: 2_000n, endsAt: nowMs + forMs }, OFFICER)
  await of(1, 100, 48 * 3_600_000)
  await of(1, 0, 1_000)
  await of(2, 100, 48 * 3_600_000)
  await of(2, 50, 1_000)
  nowMs += 2_000
  await boosts.refresh()
  expect(boosts.list()).toEqual([])
})

test('prices stay on the ladder and never fall', () => {
  expect([
    boostedPrice(1900, 100),
    boostedPrice(9500, 100),
    boostedPrice(1001, 0),
    boostedPrice(1_001_000, 500),
    boostedPrice(1001, 1),
  ]).toEqual([2090, 10_450, 1001, 1_001_000, 1002])
})

/** Another process, which no message reaches; `look` is its timer, `answer` comes between it and what it reads. */
function deafProcess(answer: () => Promise<void> = async () => {}) {
  nowMs = site.clock.now()
  const warned: string[] = []
  const timer = vi.spyOn(globalThis, 'setInterval').mockReturnValue({ unref() {} } as never)
  const reads = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: async ({ result }) => (await answer(), result),
  })
  const boostsThere = shareBoosts({
    boosts: createBoosts({ db: reads, clock: { now: () => nowMs } }),
    bus: { on() {}, broadcast() {} } as never,
    stream: { topic: () => ({ set() {}, delete() {}, commit() {} }) } as never,
    line: { byCi: () => null } as never,
    log: { warn: (_: unknown, text?: string) => void warned.push(text ?? '') } as never,
  })
  const [look] = timer.mock.lastCall as [() => void]
  timer.mockRestore()
  return { ...boostsThere, look, warned }
}
const OUTCOME = { ci: CI, t: 9, p: 25_000, playerId: 0 }

test('a process that no message reaches hears of a boost and of its end by itself', async () => {
  const other = deafProcess()
  await boost(100)
  other.look()
  await expect.poll(() => other.find(OUTCOME)?.permille).toBe(100)
  const before = other.revision()
  await other.refresh()
  expect(other.revision()).toBe(before)
  await boost(0)
  other.look()
  await expect.poll(() => other.find(OUTCOME)).toBeNull()
})

test('a read that began before a change and is answered after it does not win, and one that fails is logged', async () => {
  const held: (() => Promise<void>)[] = []
  const other = deafProcess(async () => held.shift()?.())
  await boost(100)
  let release!: () => void
  held.push(() => new Promise((resolve) => (release = resolve)))
  const early = other.refresh()
  await expect.poll(() => held.length).toBe(0)
  await boost(0)
  await other.refresh()
  release()
  await early
  expect(other.find(OUTCOME)).toBeNull()

  await boost(50)
  held.push(() => Promise.reject(new Error('cut')))
  other.look()
  await expect.poll(() => other.warned).toEqual(['boosted prices not read, tried again'])
  other.look()
  await expect.poll(() => other.find(OUTCOME)?.permille).toBe(50)
})
