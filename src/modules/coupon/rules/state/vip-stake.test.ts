/** A stake above the largest one (rules 8.8): what the coupon promises is what the server does with it. */
import { describe, expect, it } from 'vitest'
import { minorText } from '#lib/money.ts'
import type { Coupon } from './coupon.ts'
import { currentJob, placedJobs } from './flow.ts'
import { couponInsurance } from './insurance.ts'
import { overMinor, vipPartsOf } from './most-stake.ts'
import { plannedBets } from './plan.ts'
import { neededAdvance, problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { answer, offer, quoted, ready, run, send, SETUP } from './sample-coupon.ts'
import { couponButton } from './state.ts'
import { notTakenMinor, takenFigures } from './taken.ts'
import { totals } from './totals.ts'

const MOST = 12_820n

/** At 40, of which 128.20 is taken and four times as much may be asked for. */
function vip(stake: string, maxMinor = MOST, vipFactor = 4): Coupon {
  const coupon = run(
    ready(offer(1, 40_000)),
    { do: 'setup', setup: { ...SETUP, vipFactor } },
    { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 10n ** 12n } },
    { do: 'stake', text: stake },
  )
  const limits = Object.fromEntries(plannedBets(coupon).map(({ key }) => [key, { minMinor: 100n, maxMinor, maxPayoutMinor: 5_000_000n }]))
  return reduce(coupon, { do: 'checked', legs: [], limits })
}
const problems = (coupon: Coupon) => problemsOf(coupon).map(({ key }) => key)

describe('a stake above what may be asked for', () => {
  it('is told with the largest, and one press stakes that', () => {
    const coupon = vip('2000')
    const fix = { do: 'setStake', minor: 51_280n, betKey: null }
    expect(problemsOf(coupon)).toEqual([expect.objectContaining({ key: 'vip_stake', minor: 51_280n, fix })])
    expect(couponButton(coupon)).toMatchObject({ label: 'set_stake', minor: 51_280n, fix })
    expect(send(coupon).flow.at).toBe('edit')
    // What is told of it is what would be taken of it.
    expect(totals(coupon)).toMatchObject({ stakeMinor: 51_280n, returnMinor: 512_800n, cut: null })
  })

  it('is what equal bets have left of the largest, and the rest that somebody looks at as if there were none', () => {
    const open = vip('2000')
    const limits = Object.fromEntries(
      plannedBets(open).map(({ key }) => [key, { minMinor: 100n, maxMinor: 2_820n, maxPayoutMinor: 5_000_000n, equalsMinor: MOST }]),
    )
    const coupon = reduce(open, { do: 'checked', legs: [], limits })
    expect(problemsOf(coupon)).toEqual([expect.objectContaining({ key: 'vip_stake', minor: 41_280n })])
    const most = reduce(coupon, { do: 'stake', text: '412.80' })
    expect(vipPartsOf(most, plannedBets(most)[0]!)).toMatchObject({ placed: 2_820n, waiting: 38_460n })
  })

  it('and above the sum of which nothing is taken, that sum bounds it', () => {
    const coupon = vip('3900000', 200_000_000n)
    expect(problems(coupon).filter((key) => key !== 'max_win')).toEqual([])
    expect(problemsOf(reduce(coupon, { do: 'stake', text: '4000001' }))[0]).toMatchObject({
      key: 'over_amount',
      fix: { minor: overMinor(coupon) },
    })
  })
})

describe('a stake that waits in part', () => {
  const coupon = vip('512.80')

  it('wins what its placed part does, and takes all of it from the balance', () => {
    expect(problems(coupon)).toEqual([])
    expect(totals(coupon)).toMatchObject({ stakeMinor: 51_280n, ownMinor: 51_280n, returnMinor: 512_800n, profitMinor: 512_800n - MOST })
    const poor = reduce(coupon, { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 50_000n } })
    expect(problemsOf(poor)[0]).toMatchObject({ key: 'no_funds', minor: 1_280n })
  })

  it('is sent with the figures of the screen', () => {
    expect(currentJob(send(coupon).flow)?.body).toMatchObject({
      Summ: 128.2,
      VIPBetSumm: 512.8,
      Shown: { win: '5128.00', price: '40', tax: '0.00' },
    })
  })

  it('says afterwards what is placed, and what of it neither is nor waits', () => {
    const placed = answer(send(coupon), { kind: 'placed', betId: '5', prices: [40_000], bidId: '9' })
    const [job] = placedJobs('jobs' in placed.flow ? placed.flow.jobs : [])
    expect(takenFigures(placed, job!, [40_000])).toMatchObject({ stakeMinor: MOST, price: 40_000n, winMinor: 512_800n })
    expect([38_460n, 30_000n, 0n].map((waits) => minorText(notTakenMinor(placed, job!, waits), 2))).toEqual(['0.00', '84.60', '384.60'])
    const plain = answer(send(vip('100')), { kind: 'placed', betId: '5', prices: [40_000] })
    expect(notTakenMinor(plain, placedJobs('jobs' in plain.flow ? plain.flow.jobs : [])[0]!, 0n)).toBe(0n)
  })

  it('says what was placed where the largest stake has moved with the price', () => {
    const placed = answer(send(coupon), { kind: 'placed', betId: '5', prices: [41_000], bidId: '9', stake: 125 })
    const [job] = placedJobs('jobs' in placed.flow ? placed.flow.jobs : [])
    expect(takenFigures(placed, job!, [41_000])).toMatchObject({ stakeMinor: 12_500n, price: 41_000n, winMinor: 512_500n })
    expect(notTakenMinor(placed, job!, 37_500n)).toBe(1_280n)
  })

  it('is no advance: what waits is held from money of the player', () => {
    const lent = (one: Coupon) =>
      run(
        quoted(one, { advance: true }),
        { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 10_000n } },
        { do: 'advance', minor: 100_000n },
      )
    expect([neededAdvance(lent(coupon)), problems(lent(coupon))]).toEqual([0n, ['no_funds']])
    expect([neededAdvance(lent(vip('120'))), problems(lent(vip('120')))]).toEqual([2_000n, ['advance']])
  })

  it('gets as much back of its insurance as is placed', () => {
    const insurance = { legs: 2, minPrice: 1_000, maxEur: '100', days: 7, mostMinor: 10n ** 9n } as never
    const express = run(vip('512.80'), { do: 'toggle', offer: offer(2) }, { do: 'setup', setup: { ...SETUP, vipFactor: 4, insurance } })
    const room = { minMinor: 100n, maxMinor: MOST, maxPayoutMinor: 0n }
    const limits = Object.fromEntries(plannedBets(express).map(({ key }) => [key, room]))
    expect(couponInsurance(reduce(express, { do: 'checked', legs: [], limits }))).toMatchObject({ backMinor: MOST })
  })
})

it('an auto-bet and a free bet have no part that waits', () => {
  const autoBet = { price: '41', view: 0, dropOnScore: false, followLive: false }
  expect(problems(reduce(vip('512.80'), { do: 'options', options: { autoBet } }))).toEqual(['max_stake'])
  const promo = { code: 'FREE', name: '', minor: '51280', bad: '' }
  expect(currentJob(send(reduce(vip('1'), { do: 'options', options: { promo } })).flow)?.body).not.toHaveProperty('VIPBetSumm')
  expect(problems(vip('512.80', MOST, 0))).toEqual(['max_stake'])
})
