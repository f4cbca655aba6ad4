import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { divideFloor } from '#lib/money.ts'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { combine, possiblePayout } from '#modules/coupon/rules/combined.ts'
import {
  closeFault,
  endOf,
  GROUP,
  isName,
  isNick,
  latestClose,
  MOST_MEMBERS,
  pooledMinor,
  refusalOf,
  tidied,
  type Action,
  type Refusal,
  type Standing,
} from './group.ts'

const NOW = Date.UTC(2026, 8, 1, 12)
const standing = (more: Partial<Standing> = {}): Standing => ({
  status: GROUP.open,
  closesAt: NOW + HOUR,
  now: NOW,
  isAdmin: false,
  isMember: false,
  members: 2,
  ...more,
})

describe('who may do what when', () => {
  const ADMIN = { isAdmin: true, isMember: true }
  const LATE = { now: NOW + HOUR }
  it.each<[Action, Partial<Standing>, Refusal | null]>([
    ['join', {}, null],
    ['join', { isMember: true }, 'already'],
    ['join', { members: MOST_MEMBERS }, 'full'],
    ['join', { members: MOST_MEMBERS - 1 }, null],
    ['join', LATE, 'late'],
    ['join', { now: NOW + HOUR - 1 }, null],
    ['join', { status: GROUP.placed }, 'over'],
    ['join', { status: GROUP.ended }, 'over'],
    ['leave', { isMember: true }, null],
    ['leave', { isMember: true, ...LATE }, null],
    ['leave', {}, 'not_member'],
    ['leave', ADMIN, 'not_member'],
    ['leave', { isMember: true, status: GROUP.placed }, 'over'],
    ['end', ADMIN, null],
    ['end', { isMember: true }, 'not_admin'],
    ['end', { ...ADMIN, status: GROUP.ended }, 'over'],
    ['place', ADMIN, null],
    ['place', { isMember: true }, 'not_admin'],
    ['place', { ...ADMIN, ...LATE }, 'late'],
    ['place', { ...ADMIN, status: GROUP.placed }, 'over'],
  ])('%s of %j is %s', (action, more, said) => {
    expect(refusalOf(action, standing(more))).toBe(said)
  })
})

describe('until when', () => {
  it.each([
    [[NOW + 3 * HOUR], NOW + 3 * HOUR],
    [[NOW + 3 * HOUR, NOW + HOUR], NOW + HOUR],
    [[NOW + 30 * DAY], NOW + 7 * DAY],
  ])('legs that start at %j', (starts, latest) => {
    expect(latestClose(NOW, starts)).toBe(latest)
    expect(closeFault(latest, NOW, starts)).toBeNull()
    expect(closeFault(latest + 1, NOW, starts)).toBe('late')
    expect(closeFault(NOW + MINUTE - 1, NOW, starts)).toBe('soon')
    expect(closeFault(NOW + MINUTE, NOW, starts)).toBeNull()
  })

  it.each([
    [{}, null],
    [{ now: NOW + HOUR }, 'time'],
    [{ hasStarted: true }, 'started'],
    [{ hasEnded: true, hasStarted: true }, 'removed'],
  ])('%j ends it by %s', (more, said) => {
    expect(endOf({ now: NOW, closesAt: NOW + HOUR, hasStarted: false, hasEnded: false, ...more })).toBe(said)
  })
})

describe('names', () => {
  it.each([
    ['Наши ставят!', true],
    ['أصدقاء', true],
    ['No. 1 (derby) + more', true],
    ['a', false],
    ['<b>x</b>', false],
    ['left‮right', false],
    ['x'.repeat(40), true],
    ['x'.repeat(41), false],
  ])('%s of a group: %s', (text, good) => {
    expect(isName(tidied(text))).toBe(good)
  })

  it.each([
    ['Костя', true],
    ['anna_k', true],
    ['Ё7', true],
    ['+77015550123', false],
    ['call 77015', false],
    ['me@mail', false],
    ['-', false],
    ['x'.repeat(21), false],
  ])('%s of a member: %s', (text, good) => {
    expect(isNick(tidied(text))).toBe(good)
  })

  it('spaces are tidied', () => {
    expect(tidied('  The \n  boys ')).toBe('The boys')
  })
})

/**
 * Every member holds a bet of his own, so nothing is divided at the pay-out. What a division would have to keep holds by
 * itself: nobody gets less than the floor of his part, and all together differ from the pool's own payout by less than a
 * unit a member.
 */
it('own bets pay what the pool would have paid (WAG-23)', () => {
  const stakes = fc.array(fc.bigInt(1n, 5_000_000n), { minLength: 1, maxLength: MOST_MEMBERS })
  const prices = fc.array(fc.integer({ min: 1_001, max: 90_000 }), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(stakes, prices, (each, legs) => {
      const price = combine(legs)
      const pool = pooledMinor(each)
      const whole = possiblePayout(pool, price, null)
      const paid = each.map((stake) => possiblePayout(stake, price, null))
      for (const [i, stake] of each.entries()) expect(paid[i]! >= divideFloor((whole - 1n) * stake, pool)).toBe(true)
      const difference = pooledMinor(paid) - whole
      expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(BigInt(each.length))
      // Equal stakes are paid equally.
      for (const [i, stake] of each.entries()) expect(paid[each.indexOf(stake)]).toBe(paid[i])
    }),
  )
})
