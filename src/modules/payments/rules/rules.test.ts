import fc from 'fast-check'
import { expect, it, test } from 'vitest'
import { DEPOSIT_STATES, depositStep, PROVIDER_OUTCOMES, type DepositState } from './deposit-state.ts'
import { methodsFor } from './methods.ts'

test.each([
  ['created', 'pending', 'pending', false],
  ['created', 'paid', 'done', true],
  ['pending', 'declined', 'declined', false],
  ['declined', 'paid', 'done', true],
  ['expired', 'paid', 'done', true],
  ['expired', 'declined', 'expired', false],
  ['done', 'paid', 'done', false],
  ['done', 'declined', 'done', false],
  ['declined', 'pending', 'declined', false],
] as const)('%s + %s → %s', (state, outcome, next, credits) => expect(depositStep(state, outcome)).toEqual({ next, credits }))

it('credits exactly once over any order of callbacks that holds a payment', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...PROVIDER_OUTCOMES), { maxLength: 20 }),
      fc.constantFrom(...DEPOSIT_STATES.filter((s) => s !== 'done')),
      (outcomes, first) => {
        let state: DepositState = first
        let credits = 0
        for (const outcome of outcomes) {
          const step = depositStep(state, outcome)
          state = step.next
          if (step.credits) credits += 1
        }
        return credits === (outcomes.includes('paid') ? 1 : 0) && (state === 'done') === (credits === 1)
      },
    ),
  )
})

it('offers methods by country and currency', () => {
  expect(methodsFor('kz', { crypto: false }).map((m) => m.key)).toEqual(['card', 'wallet', 'bank', 'phone'])
  expect(methodsFor('DE', { crypto: false }).map((m) => m.key)).toEqual(['card', 'wallet', 'bank'])
  expect(methodsFor('DE', { crypto: true }).map((m) => m.key)).toEqual(['crypto'])
})
