/** Edits in the moments before a result is heard, from the coupon to the money: no free look, and nothing taken (WAG-10, WAG-17). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_START, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { verify } from '#modules/settlement/server/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite
let lastGame = 0
let playerId = 400

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

function game(): number {
  site.addGame((lastGame += 1), { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] })
  return lastGame
}
async function placed(games: readonly number[]): Promise<bigint> {
  await site.player((playerId += 1), 100_000n)
  return site.place(
    playerId,
    100,
    games.map((one) => site.event(one, 1)),
  )
}
async function edit(betId: bigint, events: readonly unknown[]): Promise<bigint> {
  site.clock.advance(1000)
  const made = await site.makeBet(playerId, {
    Events: events,
    Vid: events.length > 1 ? 1 : 0,
    SaleBetId: Number(betId),
    betGUID: `late-${betId}`,
  })
  expect([made.ErrorCode, made.Error]).toEqual([0, ''])
  return BigInt(made.Value!['Id'])
}
const boughtAt = (betId: bigint) => db.selectFrom('bet_leg').select(['ix', 'bought_at']).where('bet_id', '=', betId).orderBy('ix').execute()
const results = (winner: number) => [1, 2, 3].map((t) => ({ outcome: String(t), won: t === winner ? (1 as const) : (0 as const) }))
let lastFact = 0
function fact(n: number, at: number) {
  const head = { provider: 'world' as const, producer: 'w', sentAt: at, receivedAt: at, key: `edited-${(lastFact += 1)}`, game: String(n) }
  return { head, id: { game: String(n), part: 'full', key: 'result_1x2', spec: '' }, parts: { full: site.ciOf(n) } }
}
/** A result that was known at this time and is heard now. */
async function heard(n: number, winner: number, at: number): Promise<void> {
  const { head, id, parts } = fact(n, at)
  const markets = [{ id, results: results(winner) }]
  await site.settlement.apply([{ fact: { ...head, t: 'settle', certainty: 'confirmed', markets }, parts }])
}
async function cancelled(n: number, from: number, to: number): Promise<void> {
  const { head, id, parts } = fact(n, site.clock.now())
  await site.settlement.apply([{ fact: { ...head, t: 'cancel', markets: [id], from, to }, parts }])
}
async function sound(): Promise<void> {
  expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
}

test('a leg that was lost when another was added stays lost, also when the moment of the edit is cancelled', async () => {
  const [g, h] = [game(), game()]
  const old = await placed([g])
  const at = site.clock.now()
  const bet = await edit(old, [site.event(g, 1), site.event(h, 1)])
  expect(await boughtAt(bet)).toEqual([
    { ix: 0, bought_at: new Date(at) },
    { ix: 1, bought_at: null },
  ])
  await heard(g, 3, at + 500)
  expect(await site.bet(bet)).toMatchObject({ status: 2, payout_minor: 0n })
  await cancelled(g, at + 500, at + 2000)
  expect(await site.bet(bet)).toMatchObject({ status: 2, payout_minor: 0n })
  await sound()
})

test('a leg that was won when another was added is paid, after two edits too', async () => {
  const [g, h, k] = [game(), game(), game()]
  const old = await placed([g])
  const at = site.clock.now()
  const once = await edit(old, [site.event(g, 1), site.event(h, 1)])
  const twice = await edit(once, [site.event(h, 1), site.event(k, 1), site.event(g, 1)])
  expect((await boughtAt(twice)).map((leg) => leg.bought_at?.getTime() ?? null)).toEqual([at + 1000, null, at])
  await heard(g, 1, at + 500)
  // To a sale it is won as well: 100 · 2.2 · (2.2 · 0.45)² · 0.95.
  expect((await site.call('sale-info', playerId, { bet_id: Number(twice) })).data).toMatchObject({ cashout_sum: 204.84 })
  await heard(h, 1, at + 1500)
  await heard(k, 1, at + 9000)
  // 100 · 2.2 · 2.2 · 2.2
  expect(await site.bet(twice)).toMatchObject({ status: 4, payout_minor: 106_480n })
  await sound()
})

test('another outcome taken when the result was known is void, and brings what the bet was sold for', async () => {
  const g = game()
  const old = await placed([g])
  site.setPrices(g, { 1: [4000, 0.24], 2: [3600, 0.27], 3: [2000, 0.49] })
  const at = site.clock.now()
  const bet = await edit(old, [site.event(g, 2)])
  const { value_minor: worth } = await db.selectFrom('bet_change').select('value_minor').where('bet_id', '=', bet).executeTakeFirstOrThrow()
  await heard(g, 3, at + 500)
  // 100 · 2.2 · 0.24 · 0.95.
  expect([worth, await site.bet(bet)]).toMatchObject([5_016n, { status: 5, payout_minor: 5_016n }])
  await sound()
})

test('an outcome that was decided in the old bet is bought by the edit', async () => {
  const [g, h] = [game(), game()]
  const old = await placed([g, h])
  const at = site.clock.now()
  await heard(g, 1, at + 100)
  // The market is open again by mistake: the winner is taken once more, late.
  const bet = await edit(old, [site.event(g, 1), site.event(h, 1)])
  expect((await boughtAt(bet)).map((leg) => leg.bought_at?.getTime() ?? null)).toEqual([null, at])
  await heard(h, 1, at + 9000)
  expect(await site.bet(bet)).toMatchObject({ status: 4, payout_minor: 48_400n })
  await sound()
})

test('a leg of the line that was late stays one of the line when the bet is edited in play', async () => {
  site.config.betting.liveDelayMs = { default: 0, bySport: {} }
  const [g, h] = [game(), game()]
  const old = await placed([g])
  const beganAt = site.clock.now() - 500
  site.line.apply([sampleGameFact({ ...sampleGame({ n: g }), kind: 1, status: 'live' }, { sentAt: SAMPLE_START + 1 })])
  site.setPrices(g, { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] })
  const bet = await edit(old, [{ ...site.event(g, 1), Kind: 1 }, site.event(h, 1)])
  const { head, id, parts } = fact(g, beganAt)
  await site.settlement.apply([{ fact: { ...head, t: 'cancel', markets: [id], from: beganAt + 1, line: true }, parts }])
  expect((await site.call('sale-info', playerId, { bet_id: Number(bet) })).data).toMatchObject({ cashout_sum: expect.any(Number) })
  await heard(g, 3, beganAt + 60_000)
  await heard(h, 1, beganAt + 90_000)
  // The leg that is lost is void, the other one has won.
  expect((await site.bet(bet)).status).toBe(4)
  await sound()
})

test('a tax on stakes that has begun since takes nothing of a bet that is changed: it stakes nothing anew', async () => {
  const [one, two] = [game(), game()]
  const at = site.clock.now()
  const tax = { country: 'MT', validFrom: at - 86_400_000, returnsStakeTax: false }
  site.config.taxes = [
    { ...tax, rule: 'none' },
    { ...tax, rule: 'stakes', validFrom: at + 500, stake: { mode: 'excluded', rate: '0.12' } },
  ]
  const bet = await edit(await placed([one]), [site.event(one, 1), site.event(two, 2)])
  site.config.taxes = []
  const { rows } = await sql<{ stake_tax_minor: bigint }>`SELECT stake_tax_minor FROM bet_money WHERE bet_id = ${bet}`.execute(db)
  expect(rows).toEqual([{ stake_tax_minor: 0n }])
  for (const n of [one, two]) await site.settle(n, 'void')
  expect(await site.bet(bet)).toMatchObject({ status: 5, payout_minor: 10_000n })
  await sound()
})
