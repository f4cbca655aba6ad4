import { describe, expect, it } from 'vitest'
import { currentJob } from './flow.ts'
import type { Offer } from './leg.ts'
import { reduce } from './reduce.ts'
import { limitsOf, offer, ready, run, send } from './sample-coupon.ts'
import { totals } from './totals.ts'

describe('several singles, of which not all can be won', () => {
  const singles = (...outcomes: Partial<Offer>[]) =>
    run(ready(...outcomes.map((one) => ({ ...offer(1), ...one }))), { do: 'kind', kind: 'multiSingle' }, { do: 'stake', text: '2000' })

  it('promise the best of those that exclude each other, and every bet is still compared alone', () => {
    const coupon = singles({ type: 1, price: 1855 }, { type: 3, price: 3886 }, { gameId: 9, price: 2000 })
    expect(totals(coupon)).toMatchObject({ stakeMinor: 600_000n, returnMinor: 1_177_200n, profitMinor: 577_200n })
    expect(currentJob(send(reduce(coupon, limitsOf(coupon))).flow)?.body).toMatchObject({
      Shown: { each: [{ win: '3710.00' }, { win: '7772.00' }, { win: '4000.00' }] },
    })
  })

  it.each<[string, [type: number, param: number, price: number], [type: number, param: number, price: number], most: bigint]>([
    ['total 2: both stakes come back', [9, 2, 1850], [10, 2, 1950], 400_000n],
    ['handicap 0: both stakes come back', [7, 0, 1900], [8, 0, 1900], 400_000n],
    // Two goals: half of the first is lost and half of the second is won.
    ['Asian total 2.25', [3827, 2.25, 1850], [3828, 2.25, 1950], 395_000n],
    ['Asian total 2.75: the other way round', [3827, 2.75, 1950], [3828, 2.75, 1850], 395_000n],
    ['Asian handicap of a quarter', [3829, -0.25, 1850], [3830, 0.25, 1950], 395_000n],
    ['a line that nothing can end on', [9, 2.5, 1850], [10, 2.5, 1950], 390_000n],
    ['a whole line where one of them brings more than both stakes', [9, 3, 2850], [10, 3, 1400], 570_000n],
  ])('promise what both bring on their line where that is more: %s', (_name, one, other, most) => {
    const side = ([type, param, price]: [number, number, number]) => ({ type, param, price })
    expect(totals(singles(side(one), side(other)))).toMatchObject({ returnMinor: most, profitMinor: most - 400_000n })
  })

  it('promise the sum of those that may be won together', () => {
    expect(totals(singles({ type: 9, param: 1.5 }, { type: 9, param: 2.5 }, { type: 4 })).returnMinor).toBe(1_200_000n)
  })
})
