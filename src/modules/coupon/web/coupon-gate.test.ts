import { expect, it } from 'vitest'
import { selectionKey, type SelectionOffer } from '#platform/web/selection.tsx'
import { unsavedIn } from '#platform/web/unsaved.ts'
import { CouponGate, type CouponKeeper } from './coupon-gate.ts'
import { handOver } from './hand-over.ts'

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
      else return true
      tell(key)
      return true
    },
    fill(offers) {
      keys.splice(0, keys.length, ...offers.map(({ type }) => String(type)))
      tell(keys[0] ?? '')
    },
  }
}

/** What a tab keeps from one page to the next. */
function tab(): () => globalThis.Storage {
  const items = new Map<string, string>()
  const store = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => items.set(key, text),
    removeItem: (key: string) => items.delete(key),
  }
  return () => store as unknown as globalThis.Storage
}

function setUp(kept = tab()) {
  let wanted = 0
  const gate = new CouponGate(selectionKey, () => (wanted += 1), unsavedIn(kept))
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
  handOver(gate, coupon)
  expect(coupon.keys).toEqual([key, selectionKey(offer(2))])
  expect([gate.state(key), gate.face()]).toEqual(['selected', { legs: 2, count: 2, price: 1_850n }])
})

it('a press that was taken back goes nowhere', () => {
  const { gate } = setUp()
  gate.toggle(offer(1))
  gate.toggle(offer(1))
  const coupon = keeper(gate)
  handOver(gate, coupon)
  expect([coupon.keys, gate.state(selectionKey(offer(1)))]).toEqual([[], 'none'])
})

it('what the coupon does not take is no longer marked, and its price hears of it', () => {
  const { gate } = setUp()
  const second = selectionKey(offer(2))
  gate.toggle(offer(1))
  gate.toggle(offer(2))
  const states: string[] = []
  gate.subscribe(second)(() => states.push(gate.state(second)))
  handOver(gate, keeper(gate, 1))
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
  handOver(gate, coupon)
  gate.toggle(offer(1))
  expect([coupon.keys.length, wanted()]).toEqual([1, 0])
  gate.fill([{ type: 7 } as never])
  expect(coupon.keys).toEqual(['7'])
})

it('a press survives the page that is left before its coupon has come, and never as a bet at once', () => {
  const kept = tab()
  const before = setUp(kept).gate
  before.toggle(offer(1))
  before.toggle(offer(2))
  before.toggle(offer(2))
  before.toggle(offer(4))
  const { gate } = setUp(kept)
  gate.toggle(offer(3))
  // It was not marked yet: pressed once more it is in the coupon, not out of it.
  gate.toggle(offer(4))
  const asked: boolean[] = []
  const coupon = keeper(gate)
  handOver(gate, { ...coupon, toggle: (pressed, again = false) => (asked.push(again), coupon.toggle(pressed, again)) })
  expect([coupon.keys, asked]).toEqual([[1, 3, 4].map((type) => selectionKey(offer(type))), [true, false, false]])
})

/** What the next page of the tab puts into its coupon. */
function nextPage(kept: () => globalThis.Storage): readonly string[] {
  const { gate } = setUp(kept)
  const coupon = keeper(gate)
  handOver(gate, coupon)
  return coupon.keys
}

it('it is kept until the coupon has read its storage, and then no longer', () => {
  const kept = tab()
  const { gate } = setUp(kept)
  handOver(gate, keeper(gate))
  gate.toggle(offer(1))
  expect(nextPage(kept)).toEqual([selectionKey(offer(1))])
  gate.settled()
  gate.toggle(offer(2))
  expect(nextPage(kept)).toEqual([])
})

it('a press that meant a bet at once is not kept', () => {
  const kept = tab()
  const { gate } = setUp(kept)
  gate.toggle(offer(1))
  handOver(gate, { ...keeper(gate), toggle: () => false })
  gate.toggle(offer(2))
  expect(nextPage(kept)).toEqual([])
})

const filled = (...types: number[]) => types.map((type) => ({ ...offer(type), type }) as never)

it('what filled the coupon survives the page that is left before its coupon has come, with its stake (bigint) and what was pressed after it', () => {
  const kept = tab()
  const before = setUp(kept).gate
  before.toggle(offer(9))
  before.fill(filled(1, 2), { vid: 1, stakeMinor: 12_345n })
  before.toggle(offer(3))
  expect(before.face().legs).toBe(3)
  const { gate } = setUp(kept)
  const coupon = keeper(gate)
  const brought: unknown[] = []
  handOver(gate, { ...coupon, fill: (offers, more) => (brought.push(more), coupon.fill(offers, more)) })
  expect(coupon.keys).toEqual(['1', '2', selectionKey(offer(3))])
  expect(brought).toEqual([{ vid: 1, stakeMinor: 12_345n }])
  gate.settled()
  expect(nextPage(kept)).toEqual([])
})

it('it is in place of what was pressed before, on this page and on the one before', () => {
  const kept = tab()
  setUp(kept).gate.toggle(offer(8))
  const { gate } = setUp(kept)
  gate.toggle(offer(9))
  gate.fill(filled(1))
  const coupon = keeper(gate)
  handOver(gate, coupon)
  expect([coupon.keys, gate.state(selectionKey(offer(9)))]).toEqual([['1'], 'none'])
})

it('a coupon that has come but has not read its storage yet is filled again on the next page', () => {
  const kept = tab()
  const { gate } = setUp(kept)
  handOver(gate, keeper(gate))
  gate.fill(filled(1, 2))
  expect(nextPage(kept)).toEqual(['1', '2'])
})
