import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { askLimit, askRemoval, cancelPending, confirmPending, CONFIRM_WITHIN_MS, type OwnLimit } from './limits.ts'

const WAIT = 24 * HOUR
const NOW = Date.UTC(2028, 1, 28, 12)
const held = (amount: bigint): OwnLimit => ({ amount, startsAt: NOW - DAY, pending: null })

describe('one step', () => {
  it('a first limit and a lower one hold at once', () => {
    expect(askLimit(null, 300n, NOW, WAIT)).toEqual({ amount: 300n, startsAt: NOW, pending: null })
    expect(askLimit(held(300n), 299n, NOW, WAIT)).toEqual({ amount: 299n, startsAt: NOW, pending: null })
  })

  it('a higher one and none at all wait, and need a yes after the wait', () => {
    const raised = askLimit(held(300n), 301n, NOW, WAIT)
    const removed = askRemoval(held(300n), NOW, WAIT)
    for (const limit of [raised, removed]) {
      expect(limit.amount).toBe(300n)
      expect(confirmPending(limit, NOW + WAIT - 1)).toEqual({ kind: 'too_early', activeFrom: NOW + WAIT })
    }
    expect(confirmPending(raised, NOW + WAIT)).toEqual({ kind: 'done', limit: { amount: 301n, startsAt: NOW + WAIT, pending: null } })
    expect(confirmPending(removed, NOW + WAIT)).toEqual({ kind: 'done', limit: null })
    expect(confirmPending(held(300n), NOW)).toEqual({ kind: 'nothing' })
  })

  it('a yes that comes too late changes nothing', () => {
    const raised = askLimit(held(300n), 400n, NOW, WAIT)
    const end = NOW + WAIT + CONFIRM_WITHIN_MS
    expect(confirmPending(raised, end - 1).kind).toBe('done')
    expect(confirmPending(raised, end)).toEqual({ kind: 'too_late', limit: held(300n) })
  })

  it('a new wish begins its wait anew, a lower limit and a cancel end it', () => {
    const raised = askLimit(held(300n), 400n, NOW, WAIT)
    expect(askLimit(raised, 350n, NOW + WAIT - 1, WAIT).pending?.activeFrom).toBe(NOW + 2 * WAIT - 1)
    expect(askLimit(raised, 200n, NOW + 1, WAIT).pending).toBeNull()
    expect(cancelPending(raised)).toEqual(held(300n))
  })
})

type Op = { do: 'ask'; amount: bigint } | { do: 'remove' | 'confirm' | 'cancel' }
const op: fc.Arbitrary<Op> = fc.oneof(
  fc.record({ do: fc.constant('ask' as const), amount: fc.bigInt({ min: 0n, max: 50n }) }),
  fc.record({ do: fc.constantFrom('remove' as const, 'confirm' as const, 'cancel' as const) }),
)
const travel = fc.array(
  fc.tuple(fc.oneof(fc.integer({ min: 0, max: 3 * DAY }), fc.constantFrom(0, 1, WAIT - 1, WAIT, WAIT + 1, CONFIRM_WITHIN_MS)), op),
  {
    minLength: 1,
    maxLength: 25,
  },
)

/** What holds now: nothing is the softest. */
const softness = (limit: OwnLimit | null) => (limit === null ? 10n ** 30n : limit.amount)

it('10,000 journeys through time: nothing gets softer without its own wish a whole wait ago and a yes now', () => {
  fc.assert(
    fc.property(travel, fc.constantFrom(WAIT, 72 * HOUR), (steps, waitMs) => {
      let limit: OwnLimit | null = askLimit(null, 25n, NOW, waitMs)
      let now = NOW
      /** The last wish for each softness, forgotten when another wish replaces it: a model that knows no pending. */
      let wish: { softness: bigint; at: number } | null = null
      for (const [pause, step] of steps) {
        now += pause
        const before: OwnLimit | null = limit
        if (step.do === 'ask') {
          limit = askLimit(limit, step.amount, now, waitMs)
          wish = before !== null && step.amount > before.amount ? { softness: step.amount, at: now } : null
        } else if (limit === null) continue
        else if (step.do === 'remove') {
          limit = askRemoval(limit, now, waitMs)
          wish = { softness: softness(null), at: now }
        } else if (step.do === 'cancel') {
          limit = cancelPending(limit)
          wish = null
        } else {
          const said = confirmPending(limit, now)
          if (said.kind === 'done' || said.kind === 'too_late') limit = said.limit
        }
        if (before !== null && softness(limit) > softness(before)) {
          expect(step.do).toBe('confirm')
          expect(wish).not.toBeNull()
          expect(now - wish!.at).toBeGreaterThanOrEqual(waitMs)
          expect(now - wish!.at).toBeLessThan(waitMs + CONFIRM_WITHIN_MS)
          expect(softness(limit)).toBe(wish!.softness)
          wish = null
        }
        // Stricter is never late.
        if (step.do === 'ask' && before !== null && step.amount <= before.amount) expect(limit?.amount).toBe(step.amount)
      }
    }),
    { numRuns: 10_000 },
  )
}, 30_000)
