/** The sums of a placed bet, where prices moved between the press and the bet. */
import { describe, expect, it } from 'vitest'
import { type Coupon, type Setup } from './coupon.ts'
import type { BetAnswer } from './flow.ts'
import { placedJobs } from './flow.ts'
import type { Kind } from './kind.ts'
import type { Options } from './options.ts'
import { plannedBets } from './plan.ts'
import { reduce } from './reduce.ts'
import { answer, limitsOf, offer, priced, ready, run, send, SETUP } from './sample-coupon.ts'
import { pricesAsTaken, sumsAsTaken, takenFigures } from './taken.ts'
import { totals, totalsOfBet } from './totals.ts'

const BOOST = { kind: 'boost' as const, minPrice: 1200, table: { 4: 10, 5: 15 } }
const TAX = {
  rule: 'PL',
  stake: { mode: 'included' as const, rate: '0.12' },
  payout: { base: 'gross' as const, rate: '0.10' },
  returnsStakeTax: false,
}
const CODE: Partial<Options> = { promo: { code: 'FREE', name: '', minor: '300000', bad: '' } }

interface Made {
  prices: number[]
  kind?: Kind
  setup?: Partial<Setup>
  options?: Partial<Options>
  stake?: string
}

function made({ prices, kind = prices.length > 1 ? 'express' : 'singles', setup = {}, options = {}, stake = '1000' }: Made): Coupon {
  const coupon = run(
    ready(...prices.map((price, i) => offer(i + 1, price))),
    { do: 'setup', setup: { ...SETUP, ...setup } },
    { do: 'policy', policy: 'any' },
    { do: 'kind', kind },
    { do: 'stake', text: stake },
    { do: 'options', options },
  )
  return reduce(coupon, limitsOf(coupon))
}

const placedAt = (prices: number[], betId = '5'): BetAnswer => ({ kind: 'placed', betId, prices })
const jobOf = (coupon: Coupon) => placedJobs('jobs' in coupon.flow ? coupon.flow.jobs : [])[0]!
const figures = (coupon: Coupon) => takenFigures(coupon, jobOf(coupon), jobOf(coupon).outcome.prices)

describe.each<[string, Made]>([
  ['an express with boost', { prices: [1400, 1500, 1600, 1700], setup: { boost: BOOST } }],
  ['a promo code', { prices: [1661], options: CODE }],
  ['taxes', { prices: [3000, 2000], setup: { tax: TAX } }],
  ['a system', { prices: [1500, 2000, 2600], kind: 'system' }],
])('%s', (_name, given) => {
  it('that agreed to any price pays what the screen said', () => {
    const coupon = priced(made(given), 0, given.prices[0]! + 100)
    const before = totals(coupon)
    const placed = answer(send(coupon), placedAt(coupon.legs.map((leg) => leg.price)))
    expect(figures(placed)).toMatchObject({
      stakeMinor: before.stakeMinor,
      price: before.price,
      bonusMinor: before.bonusMinor,
      winMinor: before.returnMinor,
    })
  })

  it('whose price moved on its way pays that much at the given one', () => {
    const coupon = made(given)
    const moved = given.prices.map((price, i) => (i === 0 ? price + 200 : price))
    const after = totals(priced(coupon, 0, moved[0]!))
    const placed = answer(send(coupon), placedAt(moved))
    expect(figures(placed)).toMatchObject({
      stakeMinor: after.stakeMinor,
      price: after.price,
      bonusMinor: after.bonusMinor,
      winMinor: after.returnMinor,
    })
    expect(sumsAsTaken(placed, jobOf(placed), moved).returnMinor).toBe(after.returnMinor)
  })
})

it('a system says how many bets it is, and has no one price', () => {
  const placed = (kind: Made['kind'], given: number[]) => {
    const coupon = made({ prices: [1500, 2000, 2600], kind: kind! })
    return figures(answer(send(coupon), placedAt(given)))
  }
  for (const given of [[1500, 2000, 2600], [1600, 2000, 2600], []]) {
    expect(placed('lucky', given)).toMatchObject({ price: null, variants: 7 })
    expect(placed('system', given)).toMatchObject({ price: null, variants: 3 })
    expect(placed('express', given)).toMatchObject({ price: expect.any(BigInt), variants: null })
  }
})

it('a bid that is accepted at once pays its own price, for several selections too', () => {
  const coupon = made({ prices: [2000, 3000], options: { bid: { price: '+600', view: 2 } } })
  const placed = answer(send(coupon), placedAt([7000]))
  expect(figures(placed)).toMatchObject({ price: 7000n, winMinor: 700_000n })
  expect([...pricesAsTaken(jobOf(placed), [7000]).values()]).toEqual([2000, 3000])
})

it('of a VIP stake the panel tells the part that was placed, with its tax', () => {
  const coupon = run(made({ prices: [2000], setup: { vipFactor: 4, tax: TAX }, stake: '600000' }), {
    do: 'session',
    session: { playerId: 7, accountId: 70, balanceMinor: 10n ** 12n },
  })
  const placed = answer(send(coupon), { ...placedAt([2000]), bidId: '9' } as BetAnswer)
  const [bet] = plannedBets(placed)
  const { returnMinor } = totalsOfBet(placed, { ...bet!, stakeMinor: 50_000_000n })
  expect(figures(placed)).toEqual({ stakeMinor: 50_000_000n, price: 2000n, variants: null, bonusMinor: 0n, winMinor: returnMinor })
})
