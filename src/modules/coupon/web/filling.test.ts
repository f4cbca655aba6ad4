import { expect, it } from 'vitest'
import { withDecimalSign } from '#lib/number-format.ts'
import { reduce, stakeText, type Coupon, type CouponAction } from '../rules/state/index.ts'
import { answer, offer, ready, send } from '../rules/state/sample-coupon.ts'
import type { CouponStore } from './coupon-store.ts'
import { fillingOf, fillInto, withPick } from './filling.ts'
import { setupOf } from './setup.ts'

it('stakes of blocks are written as the fields of the page write them', () => {
  const store = { get: () => ready(), textOf: (minor: bigint) => withDecimalSign(stakeText(minor, 2), 'ru') } as unknown as CouponStore
  const more = { vid: 5, blocks: [[0], [1], [2]], blockStakes: ['', '300.00', '12.50'] }
  expect(fillingOf([offer(1), offer(2), offer(3)], more, store).blockStakes).toEqual(['', '300', '12,5'])
})

it.each([
  ['ru', '0,1'],
  ['en', '0.1'],
])('so is the stake that a coupon begins with: %s', (lng, template) => {
  const coupon = { amountTemplate: { byCurrency: { MBC: '0.1' }, default: '1' }, types: [] }
  const config = { coupon, betting: { vip: { default: false, countries: [] } } } as unknown as Parameters<typeof setupOf>[0]
  expect(setupOf(config, { lng, country: 'KZ', code: 'MBC', own: null }, 0).template).toBe(template)
})

it('what comes while a bet is on its way is kept until the answer, and then goes in', () => {
  let now: Coupon = send(ready(offer(1)))
  const store = { get: () => now, dispatch: (action: CouponAction) => void (now = reduce(now, action)) }
  const filling = { offers: [offer(2), offer(3)], kind: null }
  expect(fillInto(store, filling)).toEqual({ kind: 'waits', filling })
  now = answer(now, { kind: 'placed', betId: '5', prices: [2000] })
  expect(now.flow.at).toBe('placed')
  expect(fillInto(store, filling)).toBeNull()
  expect(now.legs.map(({ gameId }) => gameId)).toEqual([602, 603])
})

it('prices pressed while a bet is on its way wait together, each once, beside what waits already', () => {
  const first = withPick({ kind: 'failed' }, offer(2))
  expect(first).toEqual({ kind: 'waits', filling: { offers: [offer(2)], kind: null } })
  expect(withPick(first, offer(2))).toEqual(first)
  const set = { kind: 'waits', filling: { offers: [offer(3)], kind: null, code: 'ABCDE' } } as const
  expect(withPick(set, offer(2))).toEqual({ kind: 'waits', filling: { offers: [offer(3), offer(2)], kind: null, code: 'ABCDE' } })
})
