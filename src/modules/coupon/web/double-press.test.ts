/** A press that mends something leaves another button under the same pointer: a double click must not place by it. */
import { expect, it } from 'vitest'
import { couponButton, reduce, type Coupon } from '../rules/state/index.ts'
import { offer, PAGE, priced, ready, run, withLeg } from '../rules/state/sample-coupon.ts'
import type { CouponStore } from './coupon-store.ts'
import { DOUBLE_PRESS_MS, ownPresses } from './double-press.ts'
import { performFix } from './perform.ts'

/** The coupon's button as `CouponLife` does what it promises. */
function pressed(begin: Coupon) {
  let coupon = begin
  const store = {
    dispatch: (action: Parameters<typeof reduce>[1]) => void (coupon = reduce(coupon, action)),
    textOf: (minor: bigint) => String(minor / 100n),
    send: (approved: boolean) =>
      void (coupon = reduce(coupon, { do: 'send', guids: ['a'.repeat(24), 'b'.repeat(24)], approved, request: PAGE })),
  } as unknown as CouponStore
  const isOwn = ownPresses()
  return (atMs: number, byKey = false) => {
    const button = couponButton(coupon)!
    if (isOwn(button.fix, atMs, byKey)) performFix(button.fix, store, {} as never, () => {})
    return [button.label, coupon.flow.at]
  }
}

const stake = (text: string) => run(ready(offer(1)), { do: 'stake', text })
const wanted = (price: string) =>
  run(ready(offer(1)), { do: 'options', options: { autoBet: { price, view: 0, dropOnScore: false, followLive: false } } })

it.each<[string, Coupon, string, string]>([
  ['a price that was not understood', wanted('4.12.3'), 'set_price', 'order'],
  ['a stake that is too small', stake('1'), 'set_stake', 'place'],
  ['a leg that is closed', withLeg(ready(offer(1), offer(2)), 1, { status: 'closed' }), 'remove_closed', 'place'],
])('a double click that mends does not place: %s', (_name, coupon, mends, places) => {
  const press = pressed(coupon)
  expect(press(1_000)).toEqual([mends, 'edit'])
  expect(press(1_150)).toEqual([places, 'edit'])
  expect(press(1_000 + DOUBLE_PRESS_MS)).toEqual([places, 'sending'])
})

it('a key that is held places nothing until it was let go', () => {
  const press = pressed(stake('1'))
  const held = [0, 499, 998, 1_497].map((atMs) => press(atMs, true)[1])
  expect([...held, press(1_497 + DOUBLE_PRESS_MS, true)[1]]).toEqual(['edit', 'edit', 'edit', 'edit', 'sending'])
})

it('who taps on quickly places when the time of a double click is over', () => {
  const press = pressed(stake('1'))
  const taps = [0, 200, 400, 600].map((atMs) => press(atMs))
  expect(taps).toEqual([
    ['set_stake', 'edit'],
    ['place', 'edit'],
    ['place', 'edit'],
    ['place', 'sending'],
  ])
})

it('a price that has moved is accepted by the first press at once', () => {
  expect(pressed(priced(ready(offer(1)), 0, 1_800))(0)).toEqual(['accept', 'sending'])
})
