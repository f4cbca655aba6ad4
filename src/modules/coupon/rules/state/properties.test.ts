import { milliText } from '#lib/price.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CouponAction } from './actions.ts'
import { EMPTY_COUPON, type Coupon } from './coupon.ts'
import type { BlockTarget } from './blocks.ts'
import { currentJob, type BetAnswer } from './flow.ts'
import { KINDS } from './kind.ts'
import type { Leg } from './leg.ts'
import type { Options } from './options.ts'
import { plannedBets } from './plan.ts'
import { type Policy } from './policy.ts'
import type { Fix } from './problem.ts'
import { problemsOf } from './problems.ts'
import { reduce } from './reduce.ts'
import { offer, guid, run, READY, limitsOf, ready, send, answer, priced, quoted, withLeg } from './sample-coupon.ts'
import { couponButton, couponState } from './state.ts'
import { readStored, storedOf } from './stored.ts'
import { totalsOfBet, priceOfBet } from './totals.ts'
import { minorText } from '#lib/money.ts'

const anyAnswer: fc.Arbitrary<BetAnswer> = fc.oneof(
  fc.constant<BetAnswer>({ kind: 'placed', betId: '1', prices: [2000, 2000, 2000] }),
  fc.constant<BetAnswer>({ kind: 'wait', waitMs: 1000 }),
  fc.constant<BetAnswer>({ kind: 'lost' }),
  fc
    .constantFrom(130, 104, 133, 131, 135, 109, 158188, 158150, 129, 148, 103, 161627, 900030, 900031, 403, 160, 900060, 5)
    .map((code): BetAnswer => ({ kind: 'refused', code, text: '' })),
)

type Step = (coupon: Coupon, n: number) => Coupon

const limited = (coupon: Coupon) => reduce(coupon, limitsOf(coupon))

/** What the press of the button does, as far as the coupon itself does it. */
function fixed(coupon: Coupon, fix: Fix): Coupon | null {
  switch (fix.do) {
    case 'remove':
      return reduce(coupon, { do: 'remove', keys: fix.keys })
    case 'makeSingles':
      return reduce(coupon, { do: 'kind', kind: 'singles' })
    case 'makeKind':
      return reduce(coupon, { do: 'kind', kind: fix.kind })
    case 'splitBlocks':
      return reduce(coupon, { do: 'splitBlocks' })
    case 'setSize':
      return reduce(coupon, { do: 'size', size: fix.size })
    case 'blockStake':
      return reduce(coupon, { do: 'blockStake', index: fix.index, text: fix.text })
    case 'setOptions':
      return reduce(coupon, { do: 'options', options: fix.options })
    case 'setStake':
      return reduce(coupon, { do: 'stake', text: minorText(fix.minor, 2), betKey: fix.betKey ?? undefined })
    case 'accept':
      return reduce(coupon, { do: 'accept' })
    default:
      return null
  }
}

const ANSWERS = new WeakSet<Step>()

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map(
    (n): Step =>
      (c) =>
        reduce(c, { do: 'toggle', offer: offer(n) }),
  ),
  fc
    .constantFrom<CouponAction>(
      { do: 'accept' },
      { do: 'splitBlocks' },
      { do: 'tabAdd' },
      { do: 'tabGo', index: 0 },
      { do: 'tabGo', index: 1 },
      { do: 'tabClose', index: 0 },
      { do: 'advance', minor: 1_000_000n },
      { do: 'edit' },
      { do: 'clear' },
      { do: 'done', keep: true },
      { do: 'done', keep: false },
      { do: 'checkBegins' },
    )
    .map(
      (action): Step =>
        (c) =>
          reduce(c, action),
    ),
  fc.constantFrom(...KINDS).map(
    (kind): Step =>
      (c) =>
        limited(reduce(c, { do: 'kind', kind })),
  ),
  fc.tuple(fc.nat(4), fc.constantFrom<BlockTarget>('lobby', 'new', 0, 1)).map(
    ([i, target]): Step =>
      (c) =>
        reduce(c, { do: 'moveToBlock', key: c.legs[i]?.key ?? '', target }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom('', '0', '150')).map(
    ([index, text]): Step =>
      (c) =>
        reduce(c, { do: 'blockStake', index, text }),
  ),
  fc
    .constantFrom<Partial<Options>>(
      { boost: false },
      { advance: true },
      { autoBet: { price: '2.5', view: 0, dropOnScore: true, followLive: false } },
      { autoBet: { price: 'x', view: 0, dropOnScore: false, followLive: false } },
      { autoBet: null },
      { bid: { price: '', view: 0 } },
      { bid: { price: '9', view: 0 } },
      { bid: { price: '+180', view: 2 } },
      { bid: null },
      { promo: { code: 'A', name: '', minor: '0', bad: '' } },
      { promo: { code: 'A', name: '', minor: '70000', bad: '' } },
      { promo: { code: 'A', name: '', minor: '0', bad: '?' } },
      { promo: null },
    )
    .map(
      (options): Step =>
        (c) =>
          reduce(c, { do: 'options', options }),
    ),
  // The largest stake is below the smallest, or the smallest above what anybody may stake.
  fc.constantFrom([20_000n, 15_063n], [20_000n, 0n], [3_695_120_000n, 9_000_000_000n]).map(([minMinor, maxMinor]): Step => (c) => {
    const room = { minMinor: minMinor!, maxMinor: maxMinor!, maxPayoutMinor: 0n }
    return reduce(c, { do: 'checked', legs: [], limits: Object.fromEntries(plannedBets(c).map((bet) => [bet.key, room])) })
  }),
  fc.constantFrom(null, 2900, 3100).map(
    (price): Step =>
      (c) =>
        quoted(c, { price, conflict: price === null ? c.legs.slice(0, 2).map((leg) => leg.key) : [] }),
  ),
  fc.constantFrom('', '1', '2000', '9000', '99999', '5000000').map(
    (text): Step =>
      (c) =>
        reduce(c, { do: 'stake', text }),
  ),
  fc.constantFrom<Policy>('ask', 'better', 'drop5', 'any').map(
    (policy): Step =>
      (c) =>
        reduce(c, { do: 'policy', policy }),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom(1900, 2000, 2100)).map(
    ([i, price]): Step =>
      (c) =>
        priced(c, i, price),
  ),
  fc.tuple(fc.nat(3), fc.constantFrom<Leg['status']>('open', 'suspended', 'closed')).map(
    ([i, status]): Step =>
      (c) =>
        withLeg(c, i, { status }),
  ),
  fc.constantFrom<number | null>(null, 7, 8).map(
    (playerId): Step =>
      (c) =>
        reduce(c, {
          do: 'session',
          session: { playerId, accountId: playerId ? playerId * 10 : 0, balanceMinor: playerId ? 1_000_000n : null },
        }),
  ),
  fc.boolean().map(
    (approved): Step =>
      (c, n) =>
        send(c, 1000 + n * 10, approved),
  ),
  anyAnswer.map((given): Step => {
    const step: Step = (c, n) => answer(c, given, 5000 + n)
    ANSWERS.add(step)
    return step
  }),
  fc.constant<Step>((c) => reduce(c, { do: 'repeat', guid: '' })),
  fc.constant<Step>((c) =>
    run(
      EMPTY_COUPON,
      READY[0]!,
      { do: 'load', stored: readStored(JSON.parse(JSON.stringify(storedOf(c)))), policy: null },
      { do: 'session', session: c.session },
    ),
  ),
)

/** A coupon of some kind with some selections: what happens from there on is left to chance. */
const anyStart: fc.Arbitrary<Coupon> = fc.tuple(fc.constantFrom(...KINDS), fc.integer({ min: 0, max: 5 })).map(([kind, count]) => {
  const legs = ready(...Array.from({ length: count }, (_, i) => offer(i + 1)))
  return limited(reduce(legs, { do: 'kind', kind }))
})

describe('properties', () => {
  it('every state has a button with words, an amount where money moves, and a way out', () => {
    fc.assert(
      fc.property(anyStart, fc.array(anyStep, { maxLength: 16 }), (start, steps) => {
        let coupon = start
        steps.forEach((step, n) => {
          coupon = step(coupon, n)
          const state = couponState(coupon)
          const button = couponButton(coupon)
          if (state === 'empty') {
            expect(button).toBeNull()
            return
          }
          expect(button).not.toBeNull()
          if (button!.busy) expect(['sending', 'waiting', 'unknown']).toContain(state)
          else expect(button!.fix.do).not.toBe('nothing')
          // The press leads on: what stood in the way no longer does.
          const [first] = problemsOf(coupon)
          const after = first && state !== 'refused' && button!.fix.do === first.fix.do ? fixed(coupon, first.fix) : null
          if (after && first) expect(problemsOf(after)).not.toContainEqual(first)
          if (['place', 'place_all', 'deposit', 'set_stake', 'sending', 'checking'].includes(button!.label))
            expect([button!.label, button!.minor! > 0n]).toEqual([button!.label, true])
        })
      }),
      { numRuns: 500 },
    )
  })

  it('what is sent as shown is what stands on the screen', () => {
    fc.assert(
      fc.property(anyStart, fc.array(anyStep, { maxLength: 12 }), (start, steps) => {
        let coupon = start
        steps.forEach((step, n) => (coupon = step(coupon, n)))
        const sent = send(coupon, 9000)
        if (sent === coupon || sent.flow.at !== 'sending' || coupon.flow.at !== 'edit') return
        for (const bet of plannedBets(coupon)) {
          const job = sent.flow.jobs.find((one) => one.betKey === bet.key)
          // Several singles in one call are compared as a whole by nobody.
          if (sent.flow.jobs.length === 1 && plannedBets(coupon).length > 1) continue
          const sums = totalsOfBet(coupon, bet)
          const price = priceOfBet(coupon, bet)
          expect(job?.shown).toEqual({
            win: minorText(sums.returnMinor, 2),
            price: price === null ? '' : milliText(price),
            tax: minorText(sums.payoutTaxMinor + sums.stakeTaxMinor, 2),
          })
          if (job && 'Shown' in job.body) expect(job.body['Shown']).toEqual(job.shown)
        }
      }),
      { numRuns: 300 },
    )
  })

  it('while a bet is unknown no other key is ever made for it, and nothing but an answer ends it', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        let coupon = run(EMPTY_COUPON, ...READY)
        steps.forEach((step, n) => {
          const before = coupon
          coupon = step(coupon, n)
          const job = before.flow.at === 'unknown' ? currentJob(before.flow) : null
          if (!job) return
          const still = currentJob(coupon.flow)?.guid === job.guid || coupon.parked.some((one) => one.guid === job.guid)
          if (ANSWERS.has(step)) return
          expect(still).toBe(true)
        })
      }),
      { numRuns: 400 },
    )
  })

  it('one press makes one submission, however often it comes', () => {
    const once = send(ready(offer(1)))
    expect(send(once, 50)).toBe(once)
    expect(send(answer(once, { kind: 'lost' }), 60).flow).toMatchObject({ jobs: [{ guid: guid(1) }] })
  })
})
