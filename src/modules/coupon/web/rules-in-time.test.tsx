// @vitest-environment happy-dom
/** Rules that begin and end while a page is open are those of the coupon from that moment on. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SiteProvider } from '#platform/web/features.tsx'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { offer } from '../rules/state/sample-coupon.ts'
import type { CouponCalls } from './calls.ts'
import { useCouponLife } from './coupon-life.ts'
import { CouponStore } from './coupon-store.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const MIDNIGHT = Date.UTC(2031, 0, 1)
const tax = { country: 'KZ', validFrom: MIDNIGHT, rule: 'KZ', payout: { base: 'gross', rate: '0.10' }, returnsStakeTax: false }
const config = {
  coupon: { types: [], amountTemplate: { byCurrency: {}, default: '1' }, maxBets: 50, maxBetsSystem: 20 },
  betting: {
    vip: { default: false, countries: [] },
    earlyPayout: [{ from: '2030-01-01', to: '2030-12-31', lead: 2, sports: [1], kinds: [] }],
    expressInsurance: [{ from: '2031-01-01', legs: 5, minPrice: 1400, maxEur: '10', days: 7 }],
  },
  currencies: { byCountry: {}, default: 'KZT' },
  taxes: [tax],
}

it('at midnight tax, early payout and insurance are the new ones, and what was typed stays', async () => {
  // The page was made half a minute before midnight.
  const madeAt = MIDNIGHT - 30_000 - Math.ceil(performance.now())
  vi.useFakeTimers()
  const store = new CouponStore({
    calls: { check: () => new Promise(() => {}), names: () => new Promise(() => {}) } as unknown as CouponCalls,
    now: () => 0,
    guid: () => '',
    save: async () => {},
    tell: () => {},
    refreshSession: () => {},
    shown: () => {},
    changed: () => {},
  })
  function Page() {
    useCouponLife(store)
    return null
  }
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => null, element: <Page /> }], {
    hydrationData: { loaderData: { root: { visit: { now: madeAt } } } },
  })
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.useRealTimers()
  })
  act(() =>
    root.render(
      <SiteProvider value={{ lng: 'en', country: 'KZ', config, features: {} } as never}>
        <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: (() => '') as never }}>
          <RouterProvider router={router} />
        </UiSettingsProvider>
      </SiteProvider>,
    ),
  )
  const inForce = () => {
    const { tax: taken, early, insurance } = store.get().setup
    return [taken?.rule, early?.lead, insurance?.legs]
  }
  store.dispatch({ do: 'toggle', offer: offer(1) })
  store.dispatch({ do: 'stake', text: '700' })
  const setups = new Set([store.get().setup])
  store.listen(() => setups.add(store.get().setup))
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(inForce()).toEqual([undefined, 2, undefined])
  await act(() => vi.advanceTimersByTimeAsync(20_000))
  expect(inForce()).toEqual(['KZ', undefined, 5])
  expect(store.get().stake).toBe('700')
  // The rules are worked out anew when they change, not at every look.
  expect(setups.size).toBe(2)
})
