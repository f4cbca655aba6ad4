/** The call that fills a coupon for a stake and a wanted win: what it answers is near, and takes the stake. */
import { afterAll, expect, test } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { couponSite } from './sample-coupon-site.ts'

const NOW = SAMPLE_START - 3_600_000
const site = await couponSite({ now: () => NOW })
afterAll(site.close)
for (let n = 0; n < 20; n += 1) {
  const game = sampleGame({ n, championshipId: 910_000 + n })
  site.line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets(n) }, game.ci)])
}
const generate = (sum: number, win: number) =>
  site.post('/web-api/coupon/generate', { sum, win, sports: [], live: null, kind: 'any', seed: 1 }, 3001)

test('a coupon near the wanted win', async () => {
  const { data } = await generate(2, 20)
  expect(data.events.length).toBeGreaterThan(0)
  expect(data.win).toBeGreaterThan(10)
  expect(data.win).toBeLessThan(40)
})

test('a win that no coupon comes near has none, however far it is', async () => {
  expect((await generate(1, 9e9)).data).toBeUndefined()
  expect((await generate(1, 9e9)).message).toMatch(/No coupon comes near/)
})

test('a stake below the least one, or finer than its currency, is refused by name', async () => {
  expect(await generate(0.05, 1)).toMatchObject({ success: false, error_code: 900_031, message: expect.stringMatching(/€/) })
  expect(await generate(2.001, 20)).toMatchObject({ success: false, error_code: 900_400, message: expect.stringMatching(/2 decimals/) })
})

test('a coupon that does not take the stake is none', async () => {
  const { limits } = site.config.betting
  site.config.betting.limits = { ...limits, maxStakeEur: '5', liabilityEur: '5' }
  expect((await generate(50, 500)).message).toMatch(/No coupon comes near/)
  site.config.betting.limits = limits
  expect((await generate(50, 500)).data.events.length).toBeGreaterThan(0)
})
