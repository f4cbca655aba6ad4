/** Each-way bets that come back into the coupon: half of the stake on places, and never a place without its winner (XT-18). */
import { describe, expect, it } from 'vitest'
import { EACH_WAY_PLACE, FORMER_EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { VID } from '../kinds.ts'
import { isEachWay } from './coupon.ts'
import { currentJob } from './flow.ts'
import type { Offer } from './leg.ts'
import { plannedBets } from './plan.ts'
import { reduce } from './reduce.ts'
import { answer, limitsOf, offer, ready, run, send } from './sample-coupon.ts'

const win = (n: number): Offer => ({ ...offer(n, 5000), type: RACE_WINNER, playerId: 40 + n })
const place = (n: number, type = EACH_WAY_PLACE): Offer => ({ ...win(n), type, param: 3, price: 1800 })
/** As a placed bet is handed over: a multi-bet of two blocks, either of which may win alone. */
const repeated = (offers: readonly Offer[], blocks: readonly (readonly number[])[]) =>
  run(ready(), { do: 'fill', filling: { offers, kind: 'multi', size: 1, blocks, withLobby: false, stake: '100' } })

describe('a placed each-way bet is repeated as it was chosen', () => {
  it.each([
    ['one runner', [win(1), place(1)], [[0], [1]], [RACE_WINNER]],
    ['a bet from before places had a number of their own', [win(1), place(1, FORMER_EACH_WAY_PLACE)], [[0], [1]], [RACE_WINNER]],
    [
      'two races',
      [win(1), win(2), place(1), place(2)],
      [
        [0, 1],
        [2, 3],
      ],
      [RACE_WINNER, RACE_WINNER],
    ],
  ])('%s', (_name, offers, blocks, types) => {
    const coupon = repeated(offers, blocks)
    expect(coupon.legs.map((leg) => [leg.type, leg.places])).toEqual(types.map((type) => [type, 3]))
    expect(isEachWay(coupon)).toBe(true)
    const [bet, ...more] = plannedBets(coupon)
    expect(more).toEqual([])
    expect(bet).toMatchObject({ vid: VID.multi, size: 1, eachWay: true, stakeMinor: 10_000n, blocks })
    expect(bet!.legs.map((leg) => leg.type)).toEqual([...types, ...types.map(() => EACH_WAY_PLACE)])
    expect(currentJob(send(reduce(coupon, limitsOf(coupon))).flow)?.body).toMatchObject({ EachWay: true, Summ: 100 })
  })
})

it('a code says by itself that its winners are bet on each way', () => {
  const offers = [{ ...win(1), places: 3 }]
  expect(isEachWay(run(ready(), { do: 'fill', filling: { offers, kind: 'singles', eachWay: true } }))).toBe(true)
  expect(isEachWay(run(ready(), { do: 'fill', filling: { offers, kind: 'singles' } }))).toBe(false)
})

it('selections that are kept after the bet are kept as they were bet on', () => {
  const coupon = repeated([win(1), place(1)], [[0], [1]])
  const placed = answer(send(reduce(coupon, limitsOf(coupon))), { kind: 'placed', betId: '5', prices: [5000, 1800] })
  expect(isEachWay(reduce(placed, { do: 'done', keep: true }))).toBe(true)
})
