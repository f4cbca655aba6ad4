/** Promo codes of a coupon: those that are listed, and the one that stands for the stake. */
import { afterAll, expect, test } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { couponSite } from './sample-coupon-site.ts'

const FREE = { code: 'FREE10', name: 'Free bet', minor: 1000n }
/** Fits, and is not among the first that are listed. */
const LATER = { code: 'LATER20', name: '', minor: 2000n }
const site = await couponSite(
  { now: () => SAMPLE_START - 3_600_000 },
  {
    promo: {
      usable: async () => [FREE],
      fitting: async (_player, code) => [FREE, LATER].find((one) => one.code === code.toUpperCase()) ?? null,
      why: async (_player, code) => (code === 'DEAR' ? { fault: 'price', minPrice: 5_000 } : null),
    },
  },
)
afterAll(site.close)

const game = sampleGame({ n: 0 })
site.line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets(0) }, game.ci)])
const Events = [{ GameId: game.parts[0]!.i, Type: 1, Param: 0, Coef: 2.15, Kind: 3 }]
const value = async (body: object, player?: number) => (await site.post('/service-api/LiveBet/Open/UpdateCoupon', body, player)).Value

test('promo codes of the player are listed when asked, and one of them is the stake', async () => {
  expect((await value({ Vid: 0, Events, IsNeedUpdatePromoCode: true })).promoCodes).toBeNull()
  expect((await value({ Vid: 0, Events, IsNeedUpdatePromoCode: true }, 7)).promoCodes).toEqual([
    { Code: 'FREE10', Name: 'Free bet', Sum: 10 },
  ])
  const staked = { Summ: 10, minBet: 10, maxBet: 10, promo: 'free10', promoCodes: null }
  expect(await value({ Vid: 0, Events, promo: 'free10', Summ: 3 }, 7)).toMatchObject(staked)
  // Fits, and is not among the first that are listed.
  const beyond = await value({ Vid: 0, Events, promo: 'later20', IsNeedUpdatePromoCode: true }, 7)
  expect(beyond).toMatchObject({ Summ: 20, promoCodes: [{ Code: 'FREE10' }, { Code: 'LATER20' }] })
  expect((await value({ Vid: 0, Events, promo: 'OTHER' }, 7)).exceptionText).toMatch(/promo code/)
  const whyNot = async (promo: string) => (await value({ Vid: 0, Events, promo }, 7)).PromoReason
  expect([await whyNot('OTHER'), await whyNot('DEAR')]).toEqual([null, 'This promo code needs a total price of at least 5'])
})
