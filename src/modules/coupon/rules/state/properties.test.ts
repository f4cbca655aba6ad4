import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { CouponAction } from './actions.ts'
import { EMPTY_COUPON, type Coupon } from './coupon.ts'
import { currentJob, type BetAnswer } from './flow.ts'
import type { Leg } from './leg.ts'
import { type Policy } from './policy.ts'
import { reduce } from './reduce.ts'
import { offer, guid, run, READY, ready, send, answer, priced, withLeg } from './sample-coupon.ts'
import { couponButton, couponState } from './state.ts'
import { readStored, storedOf } from './stored.ts'

const anyAnswer: fc.Arbitrary<BetAnswer> = fc.oneof(
  fc.constant<BetAnswer>({ kind: 'placed', betId: '1', prices: [2000, 2000, 2000] }),
  fc.constant<BetAnswer>({ kind: 'wait', waitMs: 1000 }),
  fc.constant<BetAnswer>({ kind: 'lost' }),
  fc
    .constantFrom(130, 104, 133, 131, 135, 109, 158188, 158150, 129, 148, 103, 161627, 900030, 900031, 403, 160, 900060, 5)
    .map((code): BetAnswer => ({ kind: 'refused', code, text: '' })),
)

type Step = (coupon: Coupon, n: number) => Coupon

const ANSWERS = new WeakSet<Step>()

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.integer({ min: 1, max: 4 }).map(
    (n): Step =>
      (c) =>
        reduce(c, { do: 'toggle', offer: offer(n) }),
  ),
  fc
    .constantFrom<CouponAction>(
      { do: 'kind', kind: 'singles' },
      { do: 'kind', kind: 'express' },
      { do: 'accept' },
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

describe('properties', () => {
  it('every state has a button with words, an amount where money moves, and a way out', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 40 }), (steps) => {
        let coupon = run(EMPTY_COUPON, ...READY)
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
          if (['place', 'place_all', 'deposit', 'set_stake', 'sending', 'checking'].includes(button!.label))
            expect(button!.minor! > 0n).toBe(true)
        })
      }),
      { numRuns: 400 },
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
