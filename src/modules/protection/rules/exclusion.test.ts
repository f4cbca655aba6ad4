import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { closedState, closedUntil, endOfPeriod, EXCLUSION_PERIODS, kindOfPeriod, mayAskToReopen, type Exclusion } from './exclusion.ts'
import { testResult, QUESTIONS } from './self-test.ts'
import { timeFreeFrom } from './session-time.ts'
import { brokenRules } from './profile.ts'
import { isOpenWhenClosed } from './open-calls.ts'

const at = (...[y, m, d, h = 0]: number[]) => Date.UTC(y!, m! - 1, d!, h)

describe('how long', () => {
  it.each([
    ['24h', at(2026, 3, 29, 1), at(2026, 3, 30, 1)],
    ['30d', at(2028, 2, 1), at(2028, 3, 2)],
    ['42d', at(2028, 2, 1), at(2028, 3, 14)],
    ['6m', at(2026, 11, 21, 22), at(2027, 5, 21, 22)],
    ['6m', at(2026, 8, 31, 5), at(2027, 3, 1, 5)],
    ['1y', at(2028, 2, 29, 5), at(2029, 3, 1, 5)],
    ['5y', at(2026, 12, 31), at(2031, 12, 31)],
    ['always', at(2026, 1, 1), null],
  ] as const)('%s', (period, from, to) => expect(endOfPeriod(period, from)).toBe(to))

  it('no exclusion is shorter than its months have days at least', () => {
    fc.assert(
      fc.property(fc.integer({ min: at(2024, 1, 1), max: at(2040, 1, 1) }), (now) => {
        expect(endOfPeriod('6m', now)! - now).toBeGreaterThanOrEqual(181 * DAY)
        expect(endOfPeriod('6m', now)! - now).toBeLessThanOrEqual(185 * DAY)
        expect(endOfPeriod('1y', now)! - now).toBeGreaterThanOrEqual(365 * DAY)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('closed and open again', () => {
  const six: Exclusion = { kind: 'self_exclusion', startsAt: 0, endsAt: 180 * DAY, reopenAskedAt: null }

  it('a time-out opens by itself, a self-exclusion by asking and a day later, one for good never', () => {
    const timeOut: Exclusion = { ...six, kind: 'time_out', endsAt: DAY }
    expect([closedState([timeOut], DAY - 1)?.until, closedState([timeOut], DAY)]).toEqual([DAY, null])
    expect(mayAskToReopen(six, 180 * DAY - 1)).toBe(false)
    expect(closedState([six], 900 * DAY)?.until).toBe('open_end')
    expect(mayAskToReopen(six, 180 * DAY)).toBe(true)
    const asked = { ...six, reopenAskedAt: 181 * DAY }
    expect([closedUntil(asked), mayAskToReopen(asked, 181 * DAY)]).toEqual([182 * DAY, false])
    const forGood = { ...six, endsAt: null }
    expect([mayAskToReopen(forGood, 1e15), closedUntil(forGood)]).toEqual([false, 'open_end'])
    expect(closedState([asked, forGood, six], 900 * DAY)?.exclusion).toBe(forGood)
  })

  it('whatever is added, nothing opens an account earlier', () => {
    const one = fc.tuple(fc.constantFrom(...EXCLUSION_PERIODS), fc.integer({ min: 0, max: 400 * DAY }))
    fc.assert(
      fc.property(fc.array(one, { minLength: 1, maxLength: 6 }), fc.integer({ min: 0, max: 3000 * DAY }), (given, now) => {
        const all = given.map(([period, start]): Exclusion => ({
          kind: kindOfPeriod(period),
          startsAt: start,
          endsAt: endOfPeriod(period, start),
          reopenAskedAt: null,
        }))
        const together = closedState(all, now)
        for (const single of all) if (closedState([single], now)) expect(together).not.toBeNull()
      }),
      { numRuns: 2_000 },
    )
  })
})

it('the self-assessment counts every question once', () => {
  const all = (answer: number) => QUESTIONS.map((questionId) => ({ questionId, answer }))
  expect(testResult(all(0))).toEqual({ score: 0, level: 'low' })
  expect(testResult(all(3))).toEqual({ score: 27, level: 'high' })
  expect(testResult([...all(0).slice(1), { questionId: 1, answer: 3 }])).toEqual({ score: 3, level: 'low' })
  expect(testResult([...all(0).slice(1), { questionId: 2, answer: 3 }])).toBeNull()
  expect(testResult(all(0).slice(1))).toBeNull()
  expect(testResult(all(4))).toBeNull()
})

it('time that is used up comes back with the next window', () => {
  const used = [
    { day: 10, hour: 3, ms: 40 },
    { day: 12, hour: 0, ms: 30 },
    { day: 13, hour: 23, ms: 30 },
  ]
  const week = { kind: 'calendar', firstDay: 10, restartsAt: 17 * DAY } as const
  expect(timeFreeFrom(used, week, 101)).toBeNull()
  expect(timeFreeFrom(used, week, 100)).toBe(17 * DAY)
  expect(timeFreeFrom(used, { kind: 'calendar', firstDay: 11, restartsAt: 18 * DAY }, 61)).toBeNull()
  expect(timeFreeFrom(used, { kind: 'calendar', firstDay: 13, restartsAt: 14 * DAY }, 30)).toBe(14 * DAY)
})

it('over rolling hours time comes back as its hours leave the window, the oldest first', () => {
  const used = [
    { day: 13, hour: 23, ms: 30 },
    { day: 12, hour: 10, ms: 40 },
    { day: 13, hour: 2, ms: 30 },
  ]
  const upTo = (now: number) => ({ kind: 'rolling', since: now - DAY, lengthMs: DAY }) as const
  const ended = (day: number, hour: number) => day * DAY + (hour + 1) * HOUR
  expect(timeFreeFrom(used, upTo(ended(13, 23)), 61)).toBeNull()
  expect(timeFreeFrom(used, upTo(ended(12, 10) + DAY - 1), 100)).toBe(ended(12, 10) + DAY)
  expect(timeFreeFrom(used, upTo(ended(12, 10) + DAY - 1), 50)).toBe(ended(13, 2) + DAY)
  expect(timeFreeFrom(used, upTo(ended(12, 10) + DAY), 60)).toBe(ended(13, 2) + DAY)
})

it('a brand is read against its profile', () => {
  const brand = {
    minAge: 18,
    playerCanCancelWithdrawal: true,
    realityCheckMinutes: 0,
    autoLogoff: true,
    autoLogoffMinutes: 60,
    listsPapers: true,
  }
  expect(brokenRules(brand)).toEqual([])
  expect(brokenRules({ ...brand, minAge: 16 })).toEqual(['registration.min_age'])
  expect(brokenRules({ ...brand, profile: 'strict' })).toEqual([
    'withdrawals.playerCanCancel',
    'responsible.realityCheckMinutes',
    'responsible.autoLogoffMinutes',
  ])
  const kept = { ...brand, profile: 'strict' as const, playerCanCancelWithdrawal: false, realityCheckMinutes: 60, autoLogoffMinutes: 30 }
  expect(brokenRules(kept)).toEqual([])
})

it.each([
  ['/web-api/office/getwithdrawdata', true],
  ['/Office/WITHDRAW', true],
  ['/web-api/office/deposit', false],
  ['/paysystems/deposit', false],
  ['/web-api/office/getrechargedata', false],
  ['/web-api/office/bonuses', false],
  ['/limit-service/v1/limits', true],
  ['/promo-api/getUserPromoCodesNew', false],
  ['/web-api/office/bet/sale', true],
  ['/office/bet/auto-sale', true],
  ['/web-api/office/bet/insurance', false],
  ['/web-api/office/account/transfer', true],
  ['/web-api/office/createCurrencyAccount', false],
])('a closed account and %s: %s', (path, open) => expect(isOpenWhenClosed(path)).toBe(open))
