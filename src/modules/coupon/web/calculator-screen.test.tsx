// @vitest-environment happy-dom
/** The calculation of an address that was sent from one country to another. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'
import texts from '../../../../locales/en/calculator.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import CalculatorScreen from './calculator.screen.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const store = new TextStore({ lng: 'en', units: { calculator: texts, ui }, report: () => {} })

it.each([
  [0, '12', '24'],
  [2, '12.34', '24.68'],
  [3, '12.345', '24.69'],
])('a stake of more decimals than the currency has is cut to them in the field and in the sums: %d', async (exponent, stake, back) => {
  const loader = () => ({ texts, brand: 'B' })
  const router = createMemoryRouter([{ id: 'calculator', path: '*', loader, element: <CalculatorScreen /> }], {
    initialEntries: ['/?bet=single&stake=12.345&legs=2:won'],
    hydrationData: { loaderData: { calculator: loader() } },
  })
  const site = { lng: 'en', country: 'KZ', config: { currencies: { byCountry: {}, default: 'KZT' } }, features: {} } as never
  const session = { account: { currency: { code: 'XYZ', exponent, symbol: '¤' } } } as unknown as SessionPort
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    act(() => root.unmount())
    document.body.innerHTML = ''
  })
  await act(async () =>
    root.render(
      <SiteProvider value={site}>
        <TextsProvider texts={store}>
          <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(store, 'ui') as never }}>
            <SessionProvider value={session}>
              <RouterProvider router={router} />
            </SessionProvider>
          </UiSettingsProvider>
        </TextsProvider>
      </SiteProvider>,
    ),
  )
  expect(document.querySelector<HTMLInputElement>('input[inputmode=decimal], input[inputmode=numeric]')!.value).toBe(stake)
  expect(document.querySelector('[data-testid=calculator-result]')!.textContent).toContain(`${texts.return}¤${back}`)
})
