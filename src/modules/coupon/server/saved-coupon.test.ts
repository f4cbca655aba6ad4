/** SaveCoupon and GetCoupon for every kind: what is kept, and what is left when legs go (wire 8.5, rule 25). */
import { afterAll, expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { keepGame } from '../../../../test/support/kept-game.ts'
import { forgetCoupons } from './forget-coupons.ts'
import { couponSite } from './sample-coupon-site.ts'

const { db } = await testDatabase(12)
const NOW = SAMPLE_START - 3_600_000
const site = await couponSite({ now: () => NOW }, { db })
afterAll(site.close)

const games = Array.from({ length: 6 }, (_, n) => sampleGame({ n, championshipId: 910_000 + n }))
for (const [n, game] of games.entries()) {
  site.line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets(n) }, game.ci)])
}
const legs = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ GameId: games[n]!.parts[0]!.i, Type: 1, Param: 0, Coef: 2, Kind: 3 }))
type SampleGame = ReturnType<typeof sampleGame>
const save = async (body: object) => (await site.post('/service-api/LiveBet/Open/SaveCoupon', body)).Value as string
const load = async (guid: string, player?: number) => (await site.post('/service-api/LiveBet/Open/GetCoupon', { Guid: guid }, player)).Value
const end = (n: number) => site.line.apply([sampleGameFact({ ...games[n]!, status: 'cancelled' }, { sentAt: SAMPLE_START + n + 1 })])

const KINDS: [name: string, body: Record<string, unknown>, vid: number][] = [
  ['single', { Vid: 0, Events: legs(1) }, 1],
  ['express', { Vid: 1, Events: legs(3), expressNum: 555 }, 1],
  ['system', { Vid: 2, Events: legs(4), expressNum: 3 }, 2],
  ['chain', { Vid: 3, Events: legs(3) }, 1],
  ['multi', { Vid: 4, Events: legs(5), EventsIndexes: [[4], [0, 1], [2], [3]], WithLobby: true, expressNum: 2 }, 4],
  ['conditional', { Vid: 5, Events: legs(4), EventsIndexes: [[3], [0, 1], [2]] }, 1],
  ['anti-express', { Vid: 6, Events: legs(2) }, 1],
  ['lucky', { Vid: 7, Events: legs(3) }, 1],
  ['patent', { Vid: 8, Events: legs(3) }, 1],
  ['several singles', { Vid: 11, Events: legs(3) }, 1],
]
test.each(KINDS)('%s comes back as it was saved', async (_name, body, vid) => {
  const found = await load(await save(body))
  expect(found).toMatchObject({
    Vid: vid,
    SavedVid: body['Vid'],
    HasRemoveEvents: false,
    EventsIndexes: body['EventsIndexes'] ?? null,
    WithLobby: body['WithLobby'] ?? false,
    expressNum: body['expressNum'] ?? 0,
  })
  expect(found.Events.map((event: { GameId: number }) => event.GameId)).toEqual(
    (body['Events'] as { GameId: number }[]).map((event) => event.GameId),
  )
  expect(found.maxBet).toBeGreaterThan(0)
})

test('whoever loads a code is told nothing in the words of whoever saved it', async () => {
  const guid = await save({ Vid: 0, Events: legs(1).map((leg) => ({ ...leg, PV: 'EVIL.COM' })) })
  const row = await db.selectFrom('coupon_code').select('coupon').where('code', '=', guid).executeTakeFirstOrThrow()
  expect(JSON.stringify([row.coupon, await load(guid)])).not.toContain('EVIL')
})

test('the largest stake is that of the kind that is told: an anti-express that would pay nothing is read as an express', async () => {
  const Events = legs(4).map((one) => ({ ...one, Type: 3 }))
  expect((await site.post('/service-api/LiveBet/Open/UpdateCoupon', { Vid: 6, Events })).Value.maxBet).toBe(0)
  const [anti, express] = [await load(await save({ Vid: 6, Events })), await load(await save({ Vid: 1, Events }))]
  expect([anti.Vid, anti.maxBet]).toEqual([1, express.maxBet])
  expect(anti.maxBet).toBeGreaterThan(0)
})

test('outcomes of one game stay a bet on one game', async () => {
  const i = games[0]!.parts[0]!.i
  const events = [
    { GameId: i, Type: 1, Kind: 3 },
    { GameId: i, Type: 9, Param: 2.5, Kind: 3 },
  ]
  expect(await load(await save({ Vid: 1, Events: events, SameGame: true }))).toMatchObject({
    SameGame: true,
    SavedVid: 1,
    // Without a model there is no price together, and never the product.
    Coef: 0,
  })
  const apart = await load(await save({ Vid: 1, Events: events }))
  expect(apart.SameGame).toBe(false)
  expect(apart.Events.map((event: { IsRelation: number }) => event.IsRelation)).toEqual([1, 1])
})

test('one event is its own anti-express, as UpdateCoupon has it; a kind of null is told by the number of events', async () => {
  const one = { Events: legs(1), Vid: null }
  const priced = (await site.post('/service-api/LiveBet/Open/UpdateCoupon', one)).Value
  const found = await load(await save(one))
  expect([found.AntiExpressCoef, found.SavedVid]).toEqual([priced.AntiExpressCoef, 0])
  expect(priced.AntiExpressCoef).toBe(priced.Coef)
  const two = { Events: legs(2), Vid: null }
  expect((await site.post('/service-api/LiveBet/Open/UpdateCoupon', two)).Value).toMatchObject({ Vid: 1 })
  expect(await load(await save(two))).toMatchObject({ Vid: 1, SavedVid: 1 })
})

test('an each-way coupon comes back as its winners, however it was saved, and says that it is each way', async () => {
  const [winner, other] = legs(2)
  const place = { ...winner, Type: 1_000_001, Param: 3 }
  const found = { EachWay: true, Vid: 1, SavedVid: 0, EventsIndexes: null, expressNum: 0, Events: [{ Type: 1 }] }
  expect(await load(await save({ Vid: 0, Events: [winner], EachWay: true }))).toMatchObject(found)
  // As a placed bet is shared: two blocks, one of which has no selection of its own.
  const blocks = { Vid: 4, expressNum: 1, EventsIndexes: [[0], [1]] }
  expect(await load(await save({ ...blocks, Events: [winner, place] }))).toMatchObject(found)
  expect(await load(await save({ Events: [winner, other, place], EachWay: true }))).toMatchObject({ EachWay: true, SavedVid: 1 })
  expect(await load(await save({ Vid: 0, Events: [winner] }))).toMatchObject({ EachWay: false, SavedVid: 0 })
  expect(await save({ Vid: 0, Events: [place] })).toBeNull()
})

test('an advance is told of to players who may use one', async () => {
  const code = await save({ Vid: 1, Events: legs(2) })
  site.coupon.useAdvance({
    quote: async (_ctx, { Events }) => ({
      IsAvailable: Events?.length === 2,
      Avance: 1,
      AvanceMax: 1,
      AvanceUsed: 0,
      Balance: 0,
      Summ: 0,
      NeedAvance: 0,
      Currency: 'EUR',
      BetIds: [],
    }),
  })
  expect((await load(code, 7)).avanceBet).toBe(true)
  expect((await load(code)).avanceBet).toBe(false)
})

test('a system tells the smallest stake of every size', async () => {
  const found = await load(await save({ Vid: 2, Events: legs(4), expressNum: 2 }))
  expect(found.MinBetSystems.map(({ k }: { k: number }) => k)).toEqual([2, 3])
  expect(found.Coef).toBe(0)
})

test('when legs go the blocks keep theirs, an emptied lobby is none, and a size fits what is left', async () => {
  const multi = await save({ Vid: 4, Events: legs(6), EventsIndexes: [[5], [0, 1], [2], [3, 4]], WithLobby: true, expressNum: 3 })
  const system = await save({ Vid: 2, Events: legs(6), expressNum: 5 })
  const express = await save({ Vid: 1, Events: legs(6), expressNum: 555 })
  end(1)
  expect(await load(multi)).toMatchObject({ HasRemoveEvents: true, WithLobby: true, EventsIndexes: [[4], [0], [1], [2, 3]], expressNum: 3 })
  expect(await load(system)).toMatchObject({ HasRemoveEvents: true, expressNum: 4 })
  // An express that lost a leg is no express of the day.
  expect(await load(express)).toMatchObject({ HasRemoveEvents: true, SavedEvents: 6, expressNum: 0 })
  end(5)
  end(2)
  expect(await load(multi)).toMatchObject({ WithLobby: false, EventsIndexes: [[0], [1, 2]], expressNum: 2 })
  for (const n of [0, 3, 4]) end(n)
  expect(await load(multi)).toMatchObject({ HasRemoveEvents: true, Events: [], EventsIndexes: [], WithLobby: false })
})

test('while the line is still coming after a start no leg is lost: it is told blocked and by its name, one that is over is gone', async () => {
  const own = await couponSite({ now: () => NOW }, { db })
  const post = async (name: string, body: object) => own.post(`/service-api/LiveBet/Open/${name}`, body)
  const load = async (guid: string) => (await post('GetCoupon', { Guid: guid })).Value
  const save = async (body: object) => (await post('SaveCoupon', body)).Value as string
  const [far, over, priced] = [30, 31, 32].map((n) => sampleGame({ n, parts: ['h1'] })) as [SampleGame, SampleGame, SampleGame]
  await keepGame(db, far)
  await keepGame(db, { ...over, status: 'cancelled' })
  own.line.apply([sampleGameFact(priced), sampleFact({ t: 'odds.delta', game: priced.ref, markets: footballMarkets() }, priced.ci)])
  const leg = ({ parts }: typeof far, part: number) => ({ GameId: parts[part]!.i, Type: 1, Param: 0, Coef: 2, Kind: 3 })
  own.line.setFilling(true)
  const unknown = await post('SaveCoupon', { Vid: 0, Events: [{ ...leg(far, 0), GameId: 5 }] })
  expect(unknown).toMatchObject({ Success: false, ErrorCode: 133 })
  const single = await save({ Vid: 0, Events: [leg(far, 1)] })
  const code = await save({ Vid: 1, Events: [leg(far, 0), leg(priced, 0), leg(over, 0)] })
  const anti = await save({ Vid: 6, Events: [leg(far, 0), leg(priced, 0)] })
  const found = await load(code)
  expect(found).toMatchObject({ HasRemoveEvents: true, Coef: 0 })
  expect(found.Events).toMatchObject([
    {
      GameId: far.parts[0]!.i,
      GameConstId: far.ci,
      Coef: 0,
      Block: true,
      Opp1: far.sides[0]!.names['en'],
      GroupName: 'Match result',
      GroupId: 1,
    },
    { GameId: priced.parts[0]!.i, Block: false },
  ])
  expect((await load(single)).Events).toMatchObject([
    { GameConstId: far.parts[1]!.ci, PeriodName: expect.stringContaining('alf'), Block: true },
  ])
  expect(await load(anti)).toMatchObject({ HasRemoveEvents: false, AntiExpressCoef: 0 })
  // Its id had changed when it came: the leg was kept by the constant one.
  const moved = { ...far, parts: far.parts.map((part) => ({ ...part, i: part.i + 5_000_000 })) }
  own.line.apply([sampleGameFact(moved), sampleFact({ t: 'odds.delta', game: far.ref, markets: footballMarkets() }, far.ci)])
  own.line.setFilling(false)
  expect((await load(code)).Events).toMatchObject([{ GameId: moved.parts[0]!.i, Block: false }, { Block: false }])
  expect(await load(anti)).toMatchObject({ HasRemoveEvents: false })
  await own.close()
})

test('codes whose time is over go, page by page; the others stay, and so does one that is given again meanwhile', async () => {
  await db.deleteFrom('coupon_code').execute()
  const at = (days: number) => new Date(NOW + days * DAY)
  const codes = Array.from({ length: 9 }, (_, i) => `ABCD${i}`)
  const kept = { partner: 1, vid: 1, coupon: '{}', created_at: at(-30) }
  await db
    .insertInto('coupon_code')
    .values(codes.map((code, i) => ({ ...kept, code, expires_at: at(i < 7 ? -i - 1 : i) })))
    .execute()
  const again = codes[6]!
  const gone = await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('coupon_code')
      .set({ expires_at: at(30) })
      .where('code', '=', again)
      .execute()
    const going = forgetCoupons({ db, clock: { now: () => NOW } }, 7)
    await expect.poll(() => lockWaits(db)).toBe(1)
    return { going }
  })
  expect(await gone.going).toBe(6)
  expect(await forgetCoupons({ db, clock: { now: () => NOW } }, 2)).toBe(0)
  const left = await db.selectFrom('coupon_code').select('code').execute()
  expect(left.map(({ code }) => code).toSorted()).toEqual([codes[6], codes[7], codes[8]].toSorted())
  await db
    .updateTable('coupon_code')
    .set({ expires_at: at(-1) })
    .execute()
  expect(await forgetCoupons({ db, clock: { now: () => NOW } }, 2)).toBe(3)
})
