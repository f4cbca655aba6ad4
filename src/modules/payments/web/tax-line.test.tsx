// @vitest-environment happy-dom
/** What a form says of a tax before the press: the rule, the share, the sum, and what is left. */
import type { ReactNode } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { DepositForm } from './DepositForm.tsx'
import { PaymentTax } from './PaymentTax.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 9_500n, currency, isActive: true, isBonus: false }
const card = { id: 1, name: 'Bank card', group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card' }
const tax = { rule: 'KE-2025-07', rate: '0.05' }

async function shown(part: ReactNode) {
  const screen = await sampleScreen(part, { units: { auth, payments, ui }, country: 'KE', accounts: [account] })
  const { place } = screen
  onTestFinished(screen.leave)
  const words = () => [...place.querySelectorAll('form p:not([id])')].map((line) => line.textContent!.replace(/[\u2060\u2066-\u2069]/g, ''))
  return { ...screen, words }
}
const withdrawal = { account, available: 95, heldUntil: 0, tax, onAsked: () => {} }

it('a deposit says what its account gets and which tax is taken of it, the fee apart', async () => {
  expect((await shown(<DepositForm account={account} methods={[card]} method={1} wanted="100" tax={tax} />)).words()).toEqual([
    'Tax 5% (KE-2025-07): €5',
    'Your account gets €95',
  ])
  const dear = { ...card, fee: 2.5 }
  expect((await shown(<DepositForm account={account} methods={[dear]} method={1} wanted="100" tax={tax} />)).words()).toEqual([
    'You pay €102.50, of it a fee of €2.50',
    'Tax 5% (KE-2025-07): €5',
    'Your account gets €95',
  ])
  expect((await shown(<DepositForm account={account} methods={[card]} method={1} wanted="" tax={tax} />)).words()).toEqual([
    'A tax of 5% (KE-2025-07) is taken out of the amount',
  ])
  expect((await shown(<DepositForm account={account} methods={[card]} method={1} wanted="100" tax={null} />)).words()).toEqual([])
})

it.each([
  [0, ['Tax 5% (KE-2025-07): €4.75', 'You get €90.25']],
  [1, ['Tax 5% (KE-2025-07): €4.75', 'You get €89.30, the fee is €0.95']],
])('a withdrawal with a fee of %i % says what arrives', async (fee, said) => {
  const { press, words } = await shown(<WithdrawForm {...withdrawal} methods={[{ ...card, fee, hours: 72 }]} />)
  const before = words()
  expect(before.at(-1)).toBe('A tax of 5% (KE-2025-07) is taken out of the amount')
  await press(payments.withdraw_all)
  expect(words().slice(before.length - 1)).toEqual(said)
})

it('a payment that is made says its own', async () => {
  const { place } = await shown(<PaymentTax tax={{ ...tax, rate: '5/105', sum: 4.76 }} currency={currency} />)
  expect(place.textContent!.replace(/[\u2060\u2066-\u2069]/g, '')).toBe('Tax 4.76% (KE-2025-07): €4.76')
})
