import { describe, expect, test } from 'vitest'
import { snapped, soldStakeFor } from './part-sale.ts'
import { IDLE, isReached, offerNow, press, READ_MS, sumOf, type Press, type PressEvent } from './press.ts'

const WHOLE = { leftMinor: 0n, runningMinor: 10_000n }
const run = (...events: PressEvent[]): Press => events.reduce(press, IDLE)
const arm = (valueMinor = 12_540n): PressEvent => ({ do: 'arm', portion: WHOLE, valueMinor, now: 0 })

describe('two presses', () => {
  test('the first arms with the sum, the second sells it', () => {
    expect(run(arm())).toMatchObject({ at: 'armed', sumMinor: 12_540n, moved: false })
    expect(run(arm(), { do: 'confirm', guid: 'g', now: READ_MS })).toMatchObject({ at: 'selling', sumMinor: 12_540n, guid: 'g' })
    expect(run(arm(), { do: 'confirm', guid: 'g', now: READ_MS - 1 })).toMatchObject({ at: 'armed' })
    expect(run({ do: 'confirm', guid: 'g', now: READ_MS })).toEqual(IDLE)
  })

  test('a value that moves between them is in the button, and is not sold by a press that was on its way', () => {
    const moved: PressEvent = { do: 'value', valueMinor: 11_000n, now: 1000 }
    expect(run(arm(), moved)).toMatchObject({ at: 'armed', sumMinor: 11_000n, moved: true })
    expect(run(arm(), moved, { do: 'confirm', guid: 'g', now: 1000 + READ_MS - 1 })).toMatchObject({ at: 'armed', sumMinor: 11_000n })
    expect(run(arm(), moved, { do: 'confirm', guid: 'g', now: 1000 + READ_MS })).toMatchObject({ at: 'selling', sumMinor: 11_000n })
    expect(run(arm(), { do: 'value', valueMinor: 12_540n, now: 1000 })).toMatchObject({ moved: false })
  })

  test('a stop disarms; a sum that moved on the server arms anew with its sum', () => {
    expect(run(arm(), { do: 'value', valueMinor: 0n, now: 5 })).toEqual(IDLE)
    const selling = [arm(), { do: 'confirm', guid: 'g', now: READ_MS }] as const
    expect(run(...selling, { do: 'moved', sumMinor: 12_000n, now: 90 })).toMatchObject({ at: 'armed', sumMinor: 12_000n, moved: true })
    // Nothing but an answer ends a sale that is on its way.
    for (const event of [{ do: 'cancel' }, { do: 'value', valueMinor: 1n, now: 60 }, arm()] as const)
      expect(run(...selling, event)).toMatchObject({ at: 'selling', sumMinor: 12_540n })
  })

  test('a failure is tried again under the same key', () => {
    const failed = run(arm(), { do: 'confirm', guid: 'g', now: READ_MS }, { do: 'failed', message: 'no' })
    expect(failed).toMatchObject({ at: 'failed', guid: 'g', message: 'no' })
    expect(press(failed, { do: 'retry' })).toMatchObject({ at: 'selling', guid: 'g', sumMinor: 12_540n })
    expect(press(press(failed, { do: 'retry' }), { do: 'sold', paidMinor: 12_540n })).toMatchObject({ at: 'sold', paidMinor: 12_540n })
  })
})

test('an order for what is offered already is a sale; where nothing is offered it waits', () => {
  const offered = (off: string | null, valueMinor: bigint) => offerNow({ off, valueMinor }, 12_540n)
  expect([offered(null, 11_000n), offered('suspended', 11_000n), offerNow(null, 12_540n)]).toEqual([11_000n, 0n, 12_540n])
  expect([isReached(11_000n, 11_000n), isReached(11_001n, 11_000n), isReached(1n, 0n)]).toEqual([true, false, false])
})

describe('a part', () => {
  test('follows the value with its share', () => {
    const portion = { leftMinor: 6_000n, runningMinor: 10_000n }
    expect(sumOf(portion, { valueMinor: 20_000n })).toBe(8_000n)
    expect(run({ do: 'arm', portion, valueMinor: 20_000n, now: 0 }, { do: 'value', valueMinor: 10_000n, now: 1 })).toMatchObject({
      sumMinor: 4_000n,
    })
    expect(soldStakeFor(10_000n, 8_000n, 20_000n)).toBe(4_000n)
  })

  test('that brings less now asks anew with the sum of the part, as the refusal names it', () => {
    const portion = { leftMinor: 6_000n, runningMinor: 10_000n }
    const selling: PressEvent[] = [
      { do: 'arm', portion, valueMinor: 20_000n, now: 0 },
      { do: 'confirm', guid: 'g', now: READ_MS },
    ]
    const moved = run(...selling, { do: 'moved', sumMinor: 7_600n, now: 900 })
    expect(moved).toMatchObject({ at: 'armed', portion, sumMinor: 7_600n, moved: true })
    // The value of the whole that comes after it says the same.
    expect(press(moved, { do: 'value', valueMinor: 19_000n, now: 910 })).toBe(moved)
  })

  test('of a taxed bet is what the sale pays, and moves with the value before tax', () => {
    const tax = {
      tax: { rule: 'ZM', payout: { base: 'net', rate: '0.2' }, returnsStakeTax: false },
      stakeMinor: 10_000n,
      exponent: 2,
    } as const
    const portion = { leftMinor: 5_000n, runningMinor: 10_000n, tax: { ...tax, soldGrossMinor: 0n, soldTaxMinor: 0n } }
    // A half of 270 for a stake of 100: a fifth of 35. Of 400: a fifth of 100.
    const first: PressEvent = { do: 'arm', portion, valueMinor: 23_600n, grossMinor: 27_000n, now: 0 }
    expect(run(first)).toMatchObject({ sumMinor: 12_800n })
    expect(run(first, { do: 'value', valueMinor: 34_000n, grossMinor: 40_000n, now: 1 })).toMatchObject({ sumMinor: 18_000n, moved: true })
  })

  test.each([
    [0, 1n],
    [25, 1n],
    [26, 520n],
    [500, 10_000n],
    [974, 19_480n],
    [975, 20_000n],
    [1000, 20_000n],
    [2000, 20_000n],
    [-5, 1n],
  ])('the slider at %i is %s: the ends are 2.5 %% wide', (place, sum) => {
    expect(snapped(place, 20_000n, 1n, 19_999n)).toBe(sum)
  })

  test('the slider leaves nothing that cannot be sold: a part ends where its rest would be too small', () => {
    const at = (place: number) => snapped(place, 2_000n, 560n, 1_440n)
    expect([0, 200, 500, 719, 725, 974, 975].map(at)).toEqual([560n, 560n, 1_000n, 1_438n, 1_440n, 1_440n, 2_000n])
    // Of a bet that is sold whole only.
    expect([0, 500, 1000].map((place) => snapped(place, 1_000n, 560n, null))).toEqual([1_000n, 1_000n, 1_000n])
  })
})
