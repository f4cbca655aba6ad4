import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { approvalsNeeded, moneyOf, WITHDRAWAL_ACTIONS, withdrawalStep, type WithdrawalState } from './withdrawal-state.ts'

test.each([
  ['requested', 'agree', 'approved'],
  ['requested', 'send', null],
  ['requested', 'pay', null],
  ['requested', 'cancel', 'cancelled'],
  ['approved', 'send', 'sent'],
  ['approved', 'cancel', 'cancelled'],
  ['approved', 'pay', null],
  ['sent', 'cancel', null],
  ['sent', 'pay', 'paid'],
  ['sent', 'refuse', 'refused'],
  ['paid', 'refuse', null],
  ['refused', 'pay', null],
  ['cancelled', 'send', null],
] as const)('%s + %s → %s', (state, action, next) => expect(withdrawalStep(state, action)).toBe(next))

it('moves the money exactly once, whatever is asked in whatever order', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...WITHDRAWAL_ACTIONS), { maxLength: 30 }), (actions) => {
      let state: WithdrawalState = 'requested'
      let sent = false
      let moved = 0
      for (const action of actions) {
        const next = withdrawalStep(state, action)
        if (!next) continue
        if (next === 'sent') sent = true
        if (moneyOf(next) !== 'waits') moved += 1
        state = next
      }
      return moved === (moneyOf(state) === 'waits' ? 0 : 1) && (state !== 'paid' || sent)
    }),
  )
})

test.each([
  [10_000n, 0],
  [10_001n, 1],
  [99_999n, 1],
  [100_000n, 2],
] as const)('%s needs %s officers', (amount, officers) =>
  expect(approvalsNeeded(amount, { autoMaxMinor: 10_000n, fourEyesFromMinor: 100_000n })).toBe(officers),
)
