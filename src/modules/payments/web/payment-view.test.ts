import { expect, it } from 'vitest'
import { isOut } from './payment-view.ts'

it('a payout and a deposit that was taken back have left the balance; a declined one never touched it', () => {
  expect(isOut({ type: 'withdrawal', sum: 10 })).toBe(true)
  expect(isOut({ type: 'deposit', sum: 10, taken_back: true })).toBe(true)
  expect(isOut({ type: 'points', sum: -100 })).toBe(true)
  expect(isOut({ type: 'deposit', sum: 10 })).toBe(false)
})
