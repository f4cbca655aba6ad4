/** What is written late does not undo, nor speak for, what has changed meanwhile. */
import { expect, it, vi } from 'vitest'
import { storage } from '#platform/web/storage.ts'
import { offer, ready } from '../rules/state/sample-coupon.ts'
import { couponCalls } from './calls.ts'
import { keepBet } from './coupon-life.ts'
import { shareCoupon } from './CouponLife.tsx'
import type { CouponStore } from './coupon-store.ts'
import type { LocalBet } from './local-bets.ts'

it('two bets that are placed at once are both kept', async () => {
  const bet = (id: string) =>
    ({
      id,
      playerId: 7,
      at: 1,
      status: 1,
      vid: 0,
      price: '2',
      stake: '1',
      win: '2',
      currency: { code: 'EUR', exponent: 2, symbol: '€' },
      legs: [],
    }) as LocalBet
  await Promise.all([keepBet(bet('1')), keepBet(bet('2'))])
  expect(((await storage.get('localBets')) as LocalBet[]).map(({ id }) => id).toSorted()).toEqual(['1', '2'])
  await storage.remove('localBets')
})

it('a code is told while the selections that were saved are still those of the coupon', async () => {
  let now = ready(offer(1))
  const store = { get: () => now, page: {} } as unknown as CouponStore
  const tell = vi.fn()
  const save = vi.spyOn(couponCalls, 'save').mockResolvedValue('CODE')
  await shareCoupon(store, tell)
  expect(tell).toHaveBeenLastCalledWith({ kind: 'saved', code: 'CODE', copied: false })
  tell.mockClear()
  save.mockImplementation(async () => ((now = ready(offer(2))), 'CODE'))
  await shareCoupon(store, tell)
  expect(tell).not.toHaveBeenCalled()
  save.mockRestore()
})
