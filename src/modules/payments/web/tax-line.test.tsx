// @vitest-environment happy-dom
/** What a form says of a tax before the press: the rule, the share, the sum, and what is left. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { DepositForm } from './DepositForm.tsx'
import { PaymentTax } from './PaymentTax.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new TextStore({ lng: 'en', units: { auth, payments, ui }, report: () => {} })
const site = { lng: 'en', country: 'KE', config: { captcha: { type: 'none' } }, features: {} }
const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 9_500n, currency, isActive: true, isBonus: false }
const card = { id: 1, name: 'Bank card', group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card' }
const tax = { rule: 'KE-2025-07', rate: '0.05' }

function shown(part: ReactNode) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => act(() => root.unmount()))
  const session = { player: null, account, accounts: [account], refresh: () => {} } as Partial<SessionPort> as SessionPort
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider value={site as never}>
          <SessionProvider value={session}>
            <TextsProvider texts={texts}>
              <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
                <MemoryRouter>{part}</MemoryRouter>
              </UiSettingsProvider>
            </TextsProvider>
          </SessionProvider>
        </SiteProvider>
      </QueryClientProvider>,
    ),
  )
  const words = () => [...place.querySelectorAll('form p:not([id])')].map((line) => line.textContent!.replace(/[\u2060\u2066-\u2069]/g, ''))
  return { place, words }
}
const withdrawal = { account, available: 95, heldUntil: 0, tax, onAsked: () => {} }

it('a deposit says what its account gets and which tax is taken of it, the fee apart', () => {
  expect(shown(<DepositForm account={account} methods={[card]} method={1} wanted="100" tax={tax} />).words()).toEqual([
    'Tax 5% (KE-2025-07): €5',
    'Your account gets €95',
  ])
  const dear = { ...card, fee: 2.5 }
  expect(shown(<DepositForm account={account} methods={[dear]} method={1} wanted="100" tax={tax} />).words()).toEqual([
    'You pay €102.50, of it a fee of €2.50',
    'Tax 5% (KE-2025-07): €5',
    'Your account gets €95',
  ])
  expect(shown(<DepositForm account={account} methods={[card]} method={1} wanted="" tax={tax} />).words()).toEqual([
    'A tax of 5% (KE-2025-07) is taken out of the amount',
  ])
  expect(shown(<DepositForm account={account} methods={[card]} method={1} wanted="100" tax={null} />).words()).toEqual([])
})

it.each([
  [0, ['Tax 5% (KE-2025-07): €4.75', 'You get €90.25']],
  [1, ['Tax 5% (KE-2025-07): €4.75', 'You get €89.30, the fee is €0.95']],
])('a withdrawal with a fee of %i % says what arrives', (fee, said) => {
  const { place, words } = shown(<WithdrawForm {...withdrawal} methods={[{ ...card, fee, hours: 72 }]} />)
  const before = words()
  expect(before.at(-1)).toBe('A tax of 5% (KE-2025-07) is taken out of the amount')
  act(() => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === payments.withdraw_all)!.click())
  expect(words().slice(before.length - 1)).toEqual(said)
})

it('a payment that is made says its own', () => {
  const { place } = shown(<PaymentTax tax={{ ...tax, rate: '5/105', sum: 4.76 }} currency={currency} />)
  expect(place.textContent!.replace(/[\u2060\u2066-\u2069]/g, '')).toBe('Tax 4.76% (KE-2025-07): €4.76')
})
