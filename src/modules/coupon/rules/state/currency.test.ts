/** Stakes when the currency becomes another one: a number that was meant in one is nothing in the other. */
import { describe, expect, it } from 'vitest'
import type { CouponAction } from './actions.ts'
import { arrangementOf, EMPTY_COUPON, type Coupon } from './coupon.ts'
import { currentJob, placedJobs } from './flow.ts'
import { plannedBets } from './plan.ts'
import { answer, offer, priced, ready, READY, refusedBy, run, send, SETUP } from './sample-coupon.ts'
import { couponButton } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { takenFigures } from './taken.ts'

const EURO: CouponAction = { do: 'setup', setup: { ...SETUP, currency: { code: 'EUR', exponent: 2, symbol: '€' }, template: '10' } }
const TENGE: CouponAction = READY[0]!
const session = (playerId: number | null, accountId: number): CouponAction => ({
  do: 'session',
  session: { playerId, accountId, balanceMinor: null },
})
const VISITOR = session(null, 0)
const stakes = (coupon: Coupon) => plannedBets(coupon).map((bet) => bet.stakeMinor)
const open = (n: number, stake: string): CouponAction[] => [
  { do: 'tabAdd' },
  { do: 'toggle', offer: offer(n) },
  ...(stake === '' ? [] : [{ do: 'stake' as const, text: stake }]),
]
/** The page is loaded anew: the account is known a moment after the stored coupon. */
const reloaded = (coupon: Coupon, ...then: CouponAction[]): Coupon => {
  const stored = readStored(JSON.parse(JSON.stringify(storedOf(coupon))))
  return run(EMPTY_COUPON, TENGE, session(7, 0), { do: 'load', stored, policy: null }, ...then)
}

describe('another currency', () => {
  it('the stake of every tab is the brand’s again, touched or not, also after a reload', () => {
    const visitor = run(ready(offer(1)), VISITOR, ...open(2, ''), ...open(3, '7000'), { do: 'tabGo', index: 0 })
    expect([visitor.stake, ...visitor.after.map((tab) => tab.stake)]).toEqual(['2000', '2000', '7000'])
    for (const coupon of [run(visitor, session(7, 0), EURO, session(7, 71)), reloaded(visitor, EURO, session(7, 71))]) {
      const tabs = [0, 1, 2].map((index) => run(coupon, { do: 'tabGo', index }))
      expect(tabs.map(({ stake, stakeTouched }) => [stake, stakeTouched])).toEqual(Array(3).fill(['10', false]))
    }
  })

  it('a tab that was not open takes the template of now, while the account is still unknown too', () => {
    const coupon = run(ready(offer(1)), ...open(2, ''), session(7, 0), EURO, { do: 'tabGo', index: 0 })
    expect(coupon.stake).toBe('10')
  })

  it('stakes of single bets and of blocks go with it', () => {
    const singles = run(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' })
    const own = run(singles, { do: 'stake', text: '9000', betKey: singles.legs[1]!.key })
    expect(stakes(own)).toEqual([200_000n, 900_000n])
    expect(stakes(run(own, EURO))).toEqual([1_000n, 1_000n])
    const blocks = run(ready(offer(1), offer(2), offer(3)), { do: 'kind', kind: 'condition' }, { do: 'blockStake', index: 1, text: '9000' })
    expect(arrangementOf(run(blocks, EURO)).blocks.map((block) => block.stake)).toEqual(['', '', ''])
  })
})

describe('the same currency', () => {
  it('what was typed outlives a reload, although the page begins with the currency of the country', () => {
    const typed = run(ready(offer(1)), EURO, { do: 'stake', text: '33' })
    expect(reloaded(typed).stake).toBe('33')
    expect(reloaded(typed, EURO, session(7, 71)).stake).toBe('33')
    // The account has the currency of the country after all.
    expect(reloaded(typed, session(7, 70)).stake).toBe('2000')
  })

  it('what is handed over before the account is known is a sum of the account', () => {
    const filling = { offers: [offer(1)], kind: null, stake: '55', sale: { betId: '5', power: false } }
    expect(run(EMPTY_COUPON, TENGE, session(7, 0), { do: 'fill', filling }, EURO, session(7, 71)).stake).toBe('55')
  })
})

describe('another account of the player', () => {
  const YEN: CouponAction = { do: 'setup', setup: { ...SETUP, currency: { code: 'JPY', exponent: 0, symbol: '¥' }, template: '300' } }
  const other = (coupon: Coupon) => run(coupon, YEN, session(7, 71))
  const waiting = () => answer(send(ready(offer(1))), { kind: 'wait', waitMs: 4_000 })
  const placed = (coupon: Coupon) => answer(coupon, { kind: 'placed', betId: '5', prices: [2000] })

  it('ends the receipt, whose figures are of the first one; a balance that moves leaves it', () => {
    const receipt = placed(send(ready(offer(1))))
    expect(run(receipt, session(7, 70)).flow.at).toBe('placed')
    expect(other(receipt)).toMatchObject({ flow: { at: 'edit' }, legs: [], stake: '300' })
  })

  it('leaves a bet on its way in the currency that pays it, after a reload too', () => {
    const reload = readStored(JSON.parse(JSON.stringify(storedOf(waiting()))))
    for (const coupon of [other(waiting()), run(EMPTY_COUPON, YEN, session(7, 71), { do: 'load', stored: reload, policy: null })]) {
      expect(couponButton(coupon)?.minor).toBe(200_000n)
      const receipt = placed(coupon)
      const [job] = placedJobs('jobs' in receipt.flow ? receipt.flow.jobs : [])
      expect(job!.currency!.code).toBe('KZT')
      expect(takenFigures(receipt, job!, [2000])).toMatchObject({ stakeMinor: 200_000n, winMinor: 400_000n })
    }
  })

  it('is not known of a bet that an older version stored: it has the currency of the account', () => {
    const { jobs, ...stored } = storedOf(waiting())
    for (const currency of [undefined, 'KZT' as never]) {
      const read = readStored({ ...stored, jobs: jobs.map((job) => ({ ...job, currency })) })
      const coupon = run(EMPTY_COUPON, TENGE, session(7, 70), { do: 'load', stored: read, policy: null })
      expect([coupon.flow.at, couponButton(coupon)?.minor]).toEqual(['unknown', 200_000n])
    }
  })

  it('repeats no bet for the player with stakes of the other one', () => {
    const sent = priced(send(run(ready(offer(1)), { do: 'policy', policy: 'drop5' })), 0, 1950)
    expect(currentJob(answer(sent, refusedBy(130), 55).flow)?.repeated).toBe(true)
    expect(currentJob(answer(other(sent), refusedBy(130), 55).flow)).toBeNull()
  })
})
