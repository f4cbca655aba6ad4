/** Bets on several outcomes of one game, and the coupon that fills itself, over HTTP. */
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { sampleFact, sampleGame, sampleGameFact, sampleMarket, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { priceGame } from '#modules/pricing/rules/price-game.ts'
import { DEFAULT_MARGINS } from '#modules/pricing/rules/margin-table.ts'
import type { Market } from '#modules/feeds/rules/fact.ts'
import { couponSite } from './sample-coupon-site.ts'

let now = SAMPLE_START - 3_600_000
const site = await couponSite({ now: () => now })
afterAll(site.close)

const MODELS: Record<number, { supremacy: number; total: number; rho?: number; extra?: Record<string, number> }> = {
  1: { supremacy: 0.45, total: 2.65, rho: -0.06 },
  2: { supremacy: 0.4, total: 5.6 },
  3: { supremacy: 4.5, total: 225.5 },
  4: { supremacy: 0, total: 0, extra: { pServe1: 0.64, pServe2: 0.6 } },
  5: { supremacy: 0.5, total: 9 },
}

/** A game with the markets of its own model. */
function played(n: number, sportId: number, parts: string[] = [], more: object = {}) {
  const game = sampleGame({ n, sportId, championshipId: 910_000 + n, parts, ...more })
  const model = MODELS[sportId]!
  const sheet = priceGame({
    sportId,
    status: 'scheduled',
    model: { rho: 0, extra: {}, ...model },
    margins: DEFAULT_MARGINS,
    top: true,
    parts: ['full', ...parts],
  })
  const markets = sheet.map((market): Market => ({
    game: '',
    part: market.part,
    key: market.key,
    spec: market.spec,
    status: market.status,
    main: market.main,
    outcomes: market.outcomes.map(({ key, prob, price, active }) => ({ key, prob, active, ...(price === undefined ? {} : { price }) })),
  }))
  site.line.apply([
    sampleGameFact(game),
    sampleFact({ t: 'model', game: game.ref, ...model }, game.ci),
    sampleFact({ t: 'odds.delta', game: game.ref, markets }, game.ci),
  ])
  return game
}

const football = played(1, 1, ['h1', 'corners'])
const other = played(2, 1)
const tennis = played(3, 4)
const basketball = played(4, 3)
const hockey = played(5, 2)
const baseball = played(6, 5)
const baseballLine = site.line.openLines(baseball.parts[0]!.i, 9, 0)[0]!.p
for (let n = 20; n < 80; n += 1) played(n, [1, 2, 4][n % 3]!)

const pick = (game: typeof football, Type: number, Param = 0, part = 0) => ({ GameId: game.parts[part]!.i, Type, Param, Kind: 3, Coef: 0 })
const update = async (events: object[], more: object = {}) =>
  (await site.post('/LiveBet/Open/UpdateCoupon', { Vid: 1, Events: events, SameGame: true, ...more })).Value
const ask = async (chosen: object[], candidates: object[] = []) =>
  (await site.post('/web-api/coupon/same-game', { chosen, candidates })).data

const all = [...site.config.coupon.types]
beforeEach(() => {
  site.config.coupon.types = [...all]
})

describe('a bet on one game', () => {
  test('has the price of its outcomes together, and nothing is related', async () => {
    const found = await update([pick(football, 1), pick(football, 9, 2.5), pick(football, 180)])
    expect(found.exceptionText).toBeNull()
    expect(found.SameGame).toEqual({ Coef: found.Coef, Reason: null, Pairs: [] })
    expect(found.ResultCoef).toBe(found.Coef)
    expect(found.Events.map((event: { IsRelation: number }) => event.IsRelation)).toEqual([0, 0, 0])
    const prices = found.Events.map((event: { Coef: number }) => event.Coef)
    expect(found.Coef).toBeGreaterThanOrEqual(Math.max(...prices))
    // Goals of both sides and a high total come together: the product would pay too much.
    expect(found.Coef).toBeLessThan(prices.reduce((a: number, b: number) => a * b, 1))
    expect(found.maxBet).toBeGreaterThan(found.minBet)
    expect((await ask([pick(football, 1), pick(football, 9, 2.5), pick(football, 180)])).price).toBe(found.Coef)
  })

  test('without the mark the same outcomes are related', async () => {
    const found = await update([pick(football, 1), pick(football, 9, 2.5)], { SameGame: false })
    expect(found.SameGame).toBeNull()
    expect(found.exceptionText).toMatch(/outcomes of one game/)
  })

  test.each([
    ['tennis', tennis, pick(tennis, 1), pick(tennis, 58, 1)],
    ['hockey', hockey, pick(hockey, 1), pick(hockey, 9, 5.5)],
    ['basketball', basketball, pick(basketball, 401), pick(basketball, 9, 225.5)],
    ['a half with its match', football, pick(football, 1, 0, 1), pick(football, 3)],
  ])('%s has joint prices', async (_name, _game, one, two) => {
    const found = await update([one, two])
    expect(found.SameGame.Reason).toBeNull()
    expect(found.Coef).toBeGreaterThan(1)
  })

  test.each([
    ['cannot both happen', [pick(football, 1), pick(football, 3)], /cannot both happen/, 1],
    ['already includes', [pick(football, 1), pick(football, 4)], /already includes/, 1],
    ['a whole line may be refunded', [pick(football, 1), pick(football, 9, 3)], /may be refunded/, 0],
    ['corners have no joint with goals', [pick(football, 1), pick(football, 9, 9.5, 2)], /cannot be combined with other outcomes/, 0],
    ['another game', [pick(football, 1), pick(other, 1)], /belongs to another game/, 0],
    ['baseball', [pick(baseball, 1), pick(baseball, 9, baseballLine)], /no joint prices/, 0],
    ['an unknown outcome', [pick(football, 1), pick(football, 424, 77)], /not offered any more/, 0],
  ])('%s: refused with a reason', async (_name, events, reason, pairs) => {
    const found = await update(events)
    expect(found.Coef).toBe(0)
    expect(found.SameGame.Reason).toMatch(reason)
    expect(found.SameGame.Pairs).toHaveLength(pairs)
    expect(found.exceptionText).not.toBeNull()
  })

  test('a refused pair names both outcomes and marks them', async () => {
    const found = await update([pick(football, 180), pick(football, 1), pick(football, 2)])
    expect(found.SameGame.Pairs).toEqual([{ A: 1, B: 2, Reason: found.SameGame.Reason }])
    expect(found.SameGame.Reason).toMatch(/^.+ and Draw cannot|^.+ and .+ cannot both happen$/)
    expect(found.Events.map((event: { IsRelation: number }) => event.IsRelation)).toEqual([0, 1, 1])
  })

  test('the screen learns which outcomes can join', async () => {
    const found = await ask(
      [pick(football, 1)],
      [pick(football, 3), pick(football, 9, 2.5), pick(football, 4), pick(football, 9, 3), pick(other, 1)],
    )
    expect(found.price).toBeNull()
    expect(
      found.candidates.map(({ reason }: { reason: string | null }) => /refunded|cannot|includes|another/.exec(reason ?? '')?.[0] ?? null),
    ).toEqual(['cannot', null, 'includes', 'refunded', 'another'])
  })

  test('a brand without it has neither the price nor the call', async () => {
    site.config.coupon.types = ['express']
    expect((await update([pick(football, 1), pick(football, 9, 2.5)])).SameGame).toBeNull()
    expect((await site.post('/web-api/coupon/same-game', { chosen: [pick(football, 1)] })).success).toBe(false)
  })

  test('a moved model moves the price', async () => {
    const before = (await update([pick(hockey, 1), pick(hockey, 9, 5.5)])).Coef
    site.line.apply([sampleFact({ t: 'model', game: hockey.ref, supremacy: 1.2, total: 6.4 }, hockey.ci, { sentAt: SAMPLE_START + 1 })])
    expect((await update([pick(hockey, 1), pick(hockey, 9, 5.5)])).Coef).toBeLessThan(before)
  })
})

describe('a coupon that fills itself', () => {
  const generate = async (body: object) => site.post('/web-api/coupon/generate', { sum: 1000, win: 10_000, seed: 1, ...body })

  test('comes near the wanted win with open outcomes of different games', async () => {
    for (const win of [1_500, 4_000, 10_000, 77_700, 500_000]) {
      const { data } = await generate({ win })
      expect(Math.abs(data.win - win) / win, `win ${win}`).toBeLessThan(0.05)
      expect(new Set(data.events.map((event: { GameId: number }) => event.GameId)).size).toBe(data.events.length)
      const checked = await site.post('/LiveBet/Open/UpdateCoupon', { Vid: data.vid, Events: data.events })
      expect(checked.Value).toMatchObject({ exceptionText: null, changeCf: false, Coef: data.coef })
    }
  })

  test('the same seed gives the same coupon, another one another', async () => {
    const [one, two, three] = await Promise.all([generate({}), generate({}), generate({ seed: 2 })])
    expect(two.data).toEqual(one.data)
    expect(three.data.events).not.toEqual(one.data.events)
  })

  test('keeps to kind, sports and live', async () => {
    expect((await generate({ kind: 'single', win: 2_500 })).data).toMatchObject({ vid: 0 })
    const express = (await generate({ kind: 'express', win: 2_500 })).data
    expect(express.events.length).toBeGreaterThan(1)
    const tennisIds = new Set(Array.from(site.line.answers.indexes.list('k3s4'), (game) => game.parts.get('full')!.i))
    const onlyTennis = (await generate({ sports: [4] })).data.events as { GameId: number; Kind: number }[]
    expect(onlyTennis.every((event) => tennisIds.has(event.GameId) && event.Kind === 3)).toBe(true)
    expect((await generate({ live: true })).success).toBe(false)
  })

  test('what cannot be is refused with a reason', async () => {
    expect((await generate({ win: 1_000 })).success).toBe(false)
    expect((await generate({ kind: 'single', win: 500_000_000 })).success).toBe(false)
    expect((await generate({ sports: [99] })).success).toBe(false)
    for (const bad of [{ sum: -1 }, { win: 'x' }, { kind: 'system' }, { sports: Array.from({ length: 51 }, () => 1) }]) {
      expect((await generate(bad)).success, JSON.stringify(bad)).not.toBe(true)
    }
    site.config.coupon.types = ['express']
    expect((await generate({})).success).toBe(false)
  })

  test('a game that is about to begin is not taken', async () => {
    now = SAMPLE_START + 1
    expect((await generate({})).success).toBe(false)
    now = SAMPLE_START - 3_600_000
  })
})

test('a line of quarters is refunded in part and cannot be combined', async () => {
  const market = sampleMarket('asian_total', 'line=2.75', [['3827:2.75', 2000]])
  site.line.apply([sampleFact({ t: 'odds.delta', game: other.ref, markets: [market] }, other.ci, { sentAt: SAMPLE_START + 9 })])
  expect((await update([pick(other, 1), pick(other, 3827, 2.75)])).SameGame.Reason).toMatch(/may be refunded/)
})
