/** UpdateCoupon while the line is still coming after a start: what is not in it may only not be there yet. */
import { afterAll, expect, test } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { couponSite } from './sample-coupon-site.ts'

const NOW = SAMPLE_START - 3_600_000
const site = await couponSite({ now: () => NOW })
afterAll(site.close)
const value = async (body: object) => (await site.post('/service-api/LiveBet/Open/UpdateCoupon', body)).Value

type Game = ReturnType<typeof sampleGame>
const [near, there, behind] = [59, 60, 61].map((n) => sampleGame({ n, championshipId: 910_000 + n })) as [Game, Game, Game]
site.line.apply([sampleGameFact(near), sampleFact({ t: 'odds.delta', game: near.ref, markets: footballMarkets() }, near.ci)])
const leg = (game: Game) => ({ GameId: game.parts[0]!.i, Type: 1, Param: 0, Coef: 2.5, Kind: 3 })

test('a leg of a game, or of a market, that the line has not told yet is blocked, and gone only when the line is whole', async () => {
  site.line.apply([sampleGameFact(there)])
  const Events = [leg(near), leg(behind), leg(there)]
  site.line.setFilling(true)
  const filling = await value({ Vid: 1, Events })
  const [known, ...coming] = filling.Events
  expect(known).toMatchObject({ Block: false, Finish: false })
  expect(coming).toMatchObject([
    { Coef: 2.5, Block: true, Finish: false },
    { Coef: 2.5, Block: true, Finish: false, GameConstId: there.ci },
  ])
  expect(filling.exceptionText).toContain('still loading')
  site.line.setFilling(false)
  const whole = await value({ Vid: 1, Events })
  expect(whole.Events).toMatchObject([{ Block: false }, { Block: true, Finish: true }, { Block: true, Finish: false }])
  expect(whole.exceptionText).not.toContain('still loading')
})

test('what stands behind the row of a far game is asked for and waited for', async () => {
  site.line.onOpened((ci) => {
    if (ci === there.ci) site.line.apply([sampleFact({ t: 'odds.delta', game: there.ref, markets: footballMarkets() }, ci)])
  })
  expect((await value({ Vid: 0, Events: [leg(there)] })).Events).toMatchObject([{ Block: false, Finish: false, Coef: 2.15 }])
})

test('a leg whose game has gone live since it was chosen is over, and still told by its names and its constant id', async () => {
  const started = sampleGame({ n: 62, championshipId: 910_062 })
  site.line.apply([sampleGameFact(started), sampleFact({ t: 'odds.delta', game: started.ref, markets: footballMarkets() }, started.ci)])
  const [before] = (await value({ Vid: 0, Events: [leg(started)] })).Events
  site.line.apply([sampleGameFact(sampleGame({ n: 62, championshipId: 910_062, kind: 1 }))])
  const [after] = (await value({ Vid: 0, Events: [leg(started)] })).Events
  const { GameId, Kind, GameConstId, SportId, ChampId, FullName, Start } = before
  expect(after).toMatchObject({ GameId, Kind, GameConstId, SportId, ChampId, FullName, Start, Block: true, Finish: true })
  expect([GameConstId, FullName]).toEqual([started.ci, expect.stringContaining(' - ')])
})
