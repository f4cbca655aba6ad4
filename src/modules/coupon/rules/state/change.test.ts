/** A placed bet in the coupon (rules 8.2): what is pressed in the line, and ways out that lead out. */
import { describe, expect, it } from 'vitest'
import type { Coupon } from './coupon.ts'
import type { Offer } from './leg.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { answer, offer, quoted, ready, refusedBy, run, send } from './sample-coupon.ts'
import { couponButton } from './state.ts'

const RESULT = 1
const of = (n: number, part: Partial<Offer> = {}): Offer => ({ ...offer(n), group: RESULT, ...part })
const edited = (...offers: Offer[]) =>
  run(ready(), { do: 'fill', filling: { offers, kind: null, stake: '100', sale: { betId: '77', power: false } } })
const press = (coupon: Coupon, pressed: Offer) => reduce(coupon, { do: 'toggle', offer: pressed })
const legs = (coupon: Coupon) => coupon.legs.map(({ gameId, type }) => [gameId, type])
const mended = (coupon: Coupon) => {
  const fix = couponButton(coupon)?.fix
  return fix?.do === 'remove' ? reduce(coupon, { do: 'remove', keys: fix.keys }) : coupon
}

describe('an outcome of a game that is in the bet', () => {
  it('takes the place of another one of its market', () => {
    const coupon = press(edited(of(1), of(2)), of(1, { type: 2 }))
    expect(legs(coupon)).toEqual([
      [601, 2],
      [602, 1],
    ])
    expect(problemsOf(coupon).map(({ key }) => key)).toEqual(['same_game_asks'])
    // Its names are those of the server, as the ones of the bet's own legs are.
    expect(coupon.legs[0]?.lng).toBeUndefined()
    expect(legs(press(edited(of(1)), of(1, { type: 3 })))).toEqual([[601, 3]])
  })

  it('of another market goes again by one press, and nothing is said of bets on one game', () => {
    const coupon = quoted(press(edited(of(1), of(2)), of(1, { type: 9, group: 17 })), { why: 'build a bet on the game' })
    const added = coupon.legs.at(-1)!.key
    expect(problemsOf(coupon)).toMatchObject([{ key: 'incompatible', legKey: added, fix: { do: 'remove', keys: [added] } }])
    expect(couponButton(coupon)).toMatchObject({ label: 'remove_leg' })
    expect(legs(mended(coupon))).toEqual([
      [601, 1],
      [602, 1],
    ])
  })

  it('of nobody knows which market is not swapped', () => {
    expect(press(edited(offer(1), offer(2)), { ...offer(1), type: 2 }).legs).toHaveLength(3)
    expect(press(ready(of(1)), of(1, { type: 2 })).legs).toHaveLength(2)
  })
})

it('a selection that may only stand alone goes out of the bet', () => {
  const two = edited(of(1), of(2))
  const [alone] = two.legs
  const checked = reduce(two, {
    do: 'checked',
    legs: [{ key: alone!.key, price: 2000, blocked: false, finished: false, relation: 0, onlySingle: true }],
    limits: {},
  })
  expect(problemsOf(checked)[0]).toMatchObject({ key: 'only_single', fix: { do: 'remove', keys: [alone!.key] } })
  expect(legs(mended(checked))).toEqual([[602, 1]])
})

it.each([161627, 900001, 900002])('a change that was refused as it was put together (%i) is left', (code) => {
  const coupon = quoted(edited(of(1), of(2)), { price: 4000, why: 'no' })
  expect(couponButton(answer(send(coupon), refusedBy(code)))).toMatchObject({ label: 'leave_bet' })
})
