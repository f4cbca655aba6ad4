/** A number of events or a size that is refused is told with the numbers that are taken. */
import { afterAll, expect, test } from 'vitest'
import { SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { couponSite } from './sample-coupon-site.ts'

const site = await couponSite({ now: () => SAMPLE_START - 3_600_000 }, {})
afterAll(site.close)

const legs = (count: number) => Array.from({ length: count }, (_, n) => ({ GameId: n + 1, Type: 1, Coef: 2, Kind: 3 }))

test.each([
  ['21 of a system', { Vid: 2, Events: legs(21) }, 161_627, 'This kind of bet takes 3 to 20 events'],
  ['51 of an express', { Vid: 1, Events: legs(51) }, 161_627, 'This kind of bet takes 2 to 50 events'],
  ['13 of a conditional bet', { Vid: 5, Events: legs(13) }, 900_001, 'This kind of bet takes 3 to 12 events'],
  ['two of a single', { Vid: 0, Events: legs(2) }, 900_001, 'Number of events for this kind of bet: 1'],
  ['a size of four', { Vid: 2, Events: legs(4), expressNum: 4 }, 900_001, 'Choose a size from 2 to 3'],
  ['the one size of three', { Vid: 2, Events: legs(3), expressNum: 3 }, 900_001, 'The only possible size is 2'],
])('%s', async (_name, body, code, text) => {
  expect(await site.post('/service-api/LiveBet/Open/UpdateCoupon', body)).toMatchObject({ ErrorCode: code, Error: text })
})

test('a code of more than fifty', async () => {
  const answer = await site.post('/service-api/LiveBet/Open/SaveCoupon', { Events: legs(51) })
  expect(answer).toMatchObject({ ErrorCode: 161_627, Error: 'This kind of bet takes 1 to 50 events' })
})
