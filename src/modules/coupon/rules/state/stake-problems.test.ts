/** Limits that leave no room, and wishes of an order that stand only where there is one. */
import { describe, expect, it } from 'vitest'
import type { Coupon } from './coupon.ts'
import { currentJob } from './flow.ts'
import type { Kind } from './kind.ts'
import type { AutoBet } from './options.ts'
import { plannedBets } from './plan.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { answer, limitsOf, offer, quoted, ready, refusedBy, run, send, SETUP, withLeg } from './sample-coupon.ts'
import { couponButton } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { totals } from './totals.ts'

function made(kind: Kind, count: number): Coupon {
  return run(ready(...Array.from({ length: count }, (_, i) => offer(i + 1))), { do: 'kind', kind })
}

function within(coupon: Coupon, minMinor: bigint, maxMinor: bigint, maxPayoutMinor = 0n): Coupon {
  const room = { minMinor, maxMinor, maxPayoutMinor }
  return reduce(coupon, { do: 'checked', legs: [], limits: Object.fromEntries(plannedBets(coupon).map((bet) => [bet.key, room])) })
}

const keys = (coupon: Coupon) => problemsOf(coupon).map((problem) => problem.key)
const bodyOf = (coupon: Coupon) => currentJob(send(coupon).flow)?.body

describe('the largest stake is below the smallest', () => {
  it.each([15_063n, 0n])('of an express (%s): the last selection is in the way, and nothing is sent', (most) => {
    const coupon = within(made('express', 16), 20_000n, most)
    expect(problemsOf(coupon)[0]).toMatchObject({
      key: 'no_stake',
      minor: 20_000n,
      most,
      fix: { do: 'remove', keys: [coupon.legs[15]!.key] },
    })
    expect(couponButton(coupon)).toMatchObject({ label: 'remove_last', fix: { do: 'remove' } })
    expect(send(coupon).flow.at).toBe('edit')
    // With others nobody knows the limits, until the answer.
    expect(keys(reduce(coupon, { do: 'remove', keys: [coupon.legs[15]!.key] }))).toEqual([])
  })

  it('because the price of all is too large: as many of the last ones go as are too many, and no win is told', () => {
    const rooms = (coupon: Coupon) => within(coupon, 5_000n, 1n, 1_000_000n)
    // 50.00 at 2^7 is within 10 000.00, at 2^8 above it.
    const dear = rooms(run(made('express', 50), { do: 'stake', text: '2000' }))
    const last = dear.legs.slice(7).map((leg) => leg.key)
    expect(problemsOf(dear)).toEqual([
      expect.objectContaining({ key: 'price_high', minor: 5_000n, most: 1_000_000n, fix: { do: 'remove', keys: last } }),
    ])
    expect(couponButton(dear)).toMatchObject({ label: 'remove_last', count: 43 })
    expect(totals(dear).cut).toBe(1_000_000n)
    expect(keys(rooms(reduce(dear, { do: 'remove', keys: last })))[0]).toBe('no_stake')
    expect(couponButton(rooms(ready(offer(1, 500_000))))).toMatchObject({ label: 'remove_leg' })
  })

  it('more selections than the kind takes all go at once, and no win is told', () => {
    const system = reduce(within(run(made('express', 26), { do: 'stake', text: '2000' }), 5_000n, 10n ** 9n, 1n), {
      do: 'kind',
      kind: 'system',
    })
    const keysOfLast = system.legs.slice(20).map((leg) => leg.key)
    expect(problemsOf(system)).toEqual([expect.objectContaining({ key: 'max_legs', count: 20, fix: { do: 'remove', keys: keysOfLast } })])
    expect(couponButton(system)).toMatchObject({ label: 'remove_last', count: 6 })
  })

  it('of one single: it is the one to remove; beside others, at its own line', () => {
    expect(couponButton(within(made('singles', 1), 20_000n, 0n))).toMatchObject({ label: 'remove_leg' })
    const several = within(made('singles', 2), 20_000n, 0n)
    expect(problemsOf(several).map((problem) => [problem.key, problem.legKey])).toEqual(several.legs.map((leg) => ['no_stake', leg.key]))
  })

  it('of a system: a size of fewer bets whose smallest stake is taken, then fewer selections', () => {
    const large = within(run(made('system', 20), { do: 'size', size: 10 }), 3_695_120_000n, 10n ** 12n)
    expect(keys(large)).toEqual(['no_stake'])
    expect(couponButton(large)).toMatchObject({ label: 'set_size', fix: { do: 'setSize', size: 5 } })
    const smaller = reduce(large, { do: 'size', size: 5 })
    expect(keys(smaller)).toEqual([])
    expect(keys(within(smaller, 310_080_000n, 390_000_000n))).toEqual(['min_stake'])
    const least = within(run(made('system', 3), { do: 'size', size: 2 }), 60_000n, 10_000n)
    expect(couponButton(least)).toMatchObject({ label: 'remove_last' })
  })

  it('of a system whose win is cut: the first size that is offered is one whose smallest stake may win what is paid', () => {
    // 50.00 a bet at prices of 2: 5 of 20 would win 24 806 400.00, 4 of 20 wins 3 876 000.00.
    const ten = run(made('system', 20), { do: 'size', size: 10 })
    expect(couponButton(within(ten, 184_756n * 5_000n, 10n ** 7n, 10n ** 9n))).toMatchObject({ label: 'set_size', fix: { size: 4 } })
    expect(couponButton(within(ten, 184_756n * 5_000n, 10n ** 7n, 387_600_000n))).toMatchObject({ fix: { do: 'setSize', size: 4 } })
    expect(couponButton(within(ten, 184_756n * 5_000n, 10n ** 7n, 387_599_999n))).toMatchObject({ fix: { do: 'setSize', size: 3 } })
  })

  it('of a system of which no size may win so little: as many of the last selections go as are too many', () => {
    // Two of 20 win 38 000.00 for 9 500.00; 7 of them 4 200.00, 8 of them 5 600.00.
    const large = within(made('system', 20), 950_000n, 10n ** 5n, 500_000n)
    const last = large.legs.slice(7).map((leg) => leg.key)
    expect(couponButton(large)).toMatchObject({ label: 'remove_last', count: 13, fix: { do: 'remove', keys: last } })
    const lucky = within(made('lucky', 8), 255n * 5_000n, 10n ** 5n, 10n ** 7n)
    // Eight win 3^8 − 1 = 6 560 times 50.00, six 728 times, seven 2 186 times.
    expect(couponButton(lucky)).toMatchObject({ fix: { do: 'remove', keys: lucky.legs.slice(6).map((leg) => leg.key) } })
  })

  it('every press leads on until a stake fits', () => {
    let coupon = run(made('system', 8), { do: 'size', size: 4 })
    for (let turn = 0; coupon.legs.length > 1; turn += 1) {
      coupon = within(coupon, 20_000n, 10_000n)
      const fix = couponButton(coupon)!.fix
      expect([turn < 60, ['setSize', 'remove', 'makeKind'].includes(fix.do)]).toEqual([true, true])
      if (fix.do === 'setSize') coupon = reduce(coupon, { do: 'size', size: fix.size })
      if (fix.do === 'remove') coupon = reduce(coupon, { do: 'remove', keys: fix.keys })
      if (fix.do === 'makeKind') coupon = reduce(coupon, { do: 'kind', kind: fix.kind })
    }
  })

  it('is not named beside what explains it, nor for a bid, which is for more', () => {
    expect(keys(withLeg(within(made('express', 3), 20_000n, 0n), 0, { status: 'suspended' }))).toEqual(['leg_suspended'])
    const bid = reduce(within(made('express', 3), 20_000n, 15_000n), { do: 'options', options: { bid: { price: '', view: 0 } } })
    expect(keys(bid)).toEqual([])
  })
})

describe('wishes that were left on under another kind', () => {
  const autoBet: AutoBet = { price: '50', view: 0, dropOnScore: false, followLive: false }
  const poor = (coupon: Coupon, balanceMinor: bigint) =>
    reduce(coupon, { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor } })
  const staked = (coupon: Coupon) => {
    const next = reduce(coupon, { do: 'stake', text: '5000' })
    return reduce(next, limitsOf(next))
  }

  it('an auto-bet of an express needs no money yet; the system that it became does, and is sent as shown', () => {
    const express = poor(staked(run(made('express', 3), { do: 'options', options: { autoBet } })), 300_000n)
    expect(couponButton(express)?.label).toBe('order')
    const system = staked(reduce(express, { do: 'kind', kind: 'system' }))
    expect(problemsOf(system)).toMatchObject([{ key: 'no_funds', minor: 200_000n }])
    expect(couponButton(system)).toMatchObject({ label: 'deposit', minor: 200_000n })
    expect(bodyOf(poor(system, 900_000n))).toHaveProperty('Shown')
    expect(bodyOf(poor(express, 900_000n))).not.toHaveProperty('Shown')
  })

  it('a bid of an express is none of a system', () => {
    const bid = run(made('express', 3), { do: 'options', options: { bid: { price: '50', view: 0 } } }, { do: 'kind', kind: 'system' })
    const system = staked(bid)
    expect(bodyOf(system)).toHaveProperty('Shown')
    expect(couponButton(answer(send(system), refusedBy(109)))?.label).toBe('retry')
  })

  it('money that was missing at the press is asked for, not the whole stake', () => {
    const order = staked(run(made('express', 3), { do: 'options', options: { autoBet } }))
    const refused = answer(send(poor(order, 300_000n)), refusedBy(103))
    expect(couponButton(refused)).toMatchObject({ label: 'deposit', minor: 200_000n, fix: { do: 'deposit', minor: 200_000n } })
    expect(couponButton(poor(refused, 500_000n))).toMatchObject({ label: 'retry', fix: { do: 'retry' } })
  })

  it('an auto-bet is no express of the day: neither its number nor its bonus goes with it', () => {
    const filling = { offers: [offer(1), offer(2)], kind: null, dayExpressId: 77 }
    const day = quoted(staked(run(ready(), { do: 'setup', setup: SETUP }, { do: 'fill', filling })), { dayPercent: 10 })
    expect(bodyOf(day)).toMatchObject({ expressNum: 77 })
    expect(totals(day).bonusMinor).toBeGreaterThan(0n)
    const auto = reduce(day, { do: 'options', options: { autoBet: { ...autoBet, price: '5' } } })
    expect(bodyOf(auto)).toMatchObject({ isAutoBet: true, autoBetCf: 5 })
    expect(bodyOf(auto)).not.toHaveProperty('expressNum')
    expect(totals(auto)).toMatchObject({ bonusMinor: 0n, returnMinor: 2_500_000n })
    // Off again, it is the express of the day as before.
    expect(bodyOf(reduce(auto, { do: 'options', options: { autoBet: null } }))).toMatchObject({ expressNum: 77 })
  })
})

describe('a bid is read in the view in which it was typed', () => {
  it.each([
    ['+180', 2, 2800n, 2.8],
    ['9/5', 1, 2800n, 2.8],
    ['2.8', 0, 2800n, 2.8],
  ])('%s in view %i', (price, view, milli, wire) => {
    const plain = made('singles', 1)
    const coupon = reduce(reduce(plain, limitsOf(plain)), { do: 'options', options: { bid: { price, view } } })
    expect(totals(coupon)).toMatchObject({ price: milli, returnMinor: 560_000n })
    expect(bodyOf(coupon)).toMatchObject({ WantedCoef: wire })
    expect(keys(coupon)).toEqual([])
    expect(readStored(JSON.parse(JSON.stringify(storedOf(coupon))))?.options.bid).toEqual({ price, view })
  })

  it('a price below the line is no bid, whatever the view', () => {
    const coupon = reduce(made('singles', 1), { do: 'options', options: { bid: { price: '-180', view: 2 } } })
    expect(keys(coupon)).toEqual(['bid_price'])
  })
})
