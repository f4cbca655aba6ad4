import { expect, it } from 'vitest'
import { selectionKey, type SelectionOffer } from '#platform/web/selection.tsx'
import { CouponGate, type CouponKeeper } from './coupon-gate.ts'

function offer(type: number): SelectionOffer {
  return {
    gameId: 600,
    constId: 310,
    type,
    param: 0,
    playerId: 0,
    price: 1_850,
    kind: 3,
    sportId: 1,
    champId: 9,
    names: { side1: 'А', side2: 'Б', champ: 'Л', market: 'Исход', outcome: 'П1', period: '' },
    startsAt: 0,
  }
}

/** A coupon that takes at most `most` legs. */
function keeper(gate: CouponGate, most = 10): CouponKeeper & { keys: string[] } {
  const keys: string[] = []
  const tell = (key: string) => gate.told([key], { legs: keys.length, count: keys.length, price: 1_850n })
  return {
    keys,
    state: (key) => (keys.includes(key) ? 'selected' : 'none'),
    toggle(pressed) {
      const key = selectionKey(pressed)
      if (keys.includes(key)) keys.splice(keys.indexOf(key), 1)
      else if (keys.length < most) keys.push(key)
      else return
      tell(key)
    },
    fill(offers) {
      keys.splice(0, keys.length, ...offers.map(({ type }) => String(type)))
      tell(keys[0] ?? '')
    },
  }
}

function setUp() {
  let wanted = 0
  const gate = new CouponGate(selectionKey, () => (wanted += 1))
  return { gate, wanted: () => wanted }
}

it('a press before the coupon has come is shown at once, asks for the coupon and goes into it', () => {
  const { gate, wanted } = setUp()
  const key = selectionKey(offer(1))
  let told = 0
  gate.subscribe(key)(() => (told += 1))
  gate.toggle(offer(1))
  gate.toggle(offer(2))
  expect([gate.state(key), gate.face().count, told, wanted()]).toEqual(['selected', 2, 1, 2])
  const coupon = keeper(gate)
  gate.attach(coupon)
  expect(coupon.keys).toEqual([key, selectionKey(offer(2))])
  expect([gate.state(key), gate.face()]).toEqual(['selected', { legs: 2, count: 2, price: 1_850n }])
})

it('a press that was taken back goes nowhere', () => {
  const { gate } = setUp()
  gate.toggle(offer(1))
  gate.toggle(offer(1))
  const coupon = keeper(gate)
  gate.attach(coupon)
  expect([coupon.keys, gate.state(selectionKey(offer(1)))]).toEqual([[], 'none'])
})

it('what the coupon does not take is no longer marked, and its price hears of it', () => {
  const { gate } = setUp()
  const second = selectionKey(offer(2))
  gate.toggle(offer(1))
  gate.toggle(offer(2))
  const states: string[] = []
  gate.subscribe(second)(() => states.push(gate.state(second)))
  gate.attach(keeper(gate, 1))
  expect([gate.state(second), states.at(-1)]).toEqual(['none', 'none'])
})

it('when the coupon does not come nothing stays marked', () => {
  const { gate } = setUp()
  gate.toggle(offer(1))
  gate.refused()
  expect([gate.state(selectionKey(offer(1))), gate.face().count]).toEqual(['none', 0])
})

it('after it has come presses and fillings go straight to the coupon', () => {
  const { gate, wanted } = setUp()
  const coupon = keeper(gate)
  gate.attach(coupon)
  gate.toggle(offer(1))
  expect([coupon.keys.length, wanted()]).toEqual([1, 0])
  gate.fill([{ type: 7 } as never])
  expect(coupon.keys).toEqual(['7'])
})
