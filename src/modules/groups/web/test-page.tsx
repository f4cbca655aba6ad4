/** A page of groups in the browser's tests, signed in with accounts; what the server answers is the test's own. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter, Route, Routes } from 'react-router'
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { Group } from './queries.ts'

const currency = { code: 'KZT', exponent: 2, symbol: '₸' }
export const group = {
  group_id: 3001,
  code: '123456',
  name: 'Our boys',
  status: 0,
  reason: null,
  is_admin: false,
  is_member: false,
  currency,
  max_sum: 5_000,
  pooled: 2_000,
  my_sum: 0,
  my_state: null,
  my_reason: null,
  my_bet_id: null,
  my_bet_status: null,
  my_payout: null,
  created: 1_799_000_000,
  closes: 1_800_000_000,
  left_ms: 3_600_000,
  bet_type: 0,
  coef: 2.5,
  coef_made: 2.5,
  is_open: true,
  events: [],
  members: [],
} satisfies Group

export const account = { id: 1, name: '', balance: 0n, currency, isActive: true, isBonus: false }

interface Shown {
  /** Address below the language, and the route that it is of. */
  at?: string
  route?: string
  accounts?: readonly object[]
  lng?: string
}

/** With the texts of these units; the answer takes it away. */
export async function showPage(
  page: ReactNode,
  units: Record<string, object>,
  { at = '/', route = '*', accounts = [account], lng = 'en' }: Shown = {},
) {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  const root = createRoot(place)
  const texts = new TextStore({ lng, units: units as never, report: () => {} })
  const session = { player: { id: 7 }, accounts, refresh: () => {} } as unknown as SessionPort
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <TextsProvider texts={texts}>
          <SiteProvider
            value={{ lng, country: 'KZ', config: { captcha: { type: 'none' }, global: { routes: {} } }, features: {} } as never}
          >
            <UiSettingsProvider value={{ lng, priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <SessionProvider value={session}>
                <MemoryRouter initialEntries={[at]}>
                  <Routes>
                    <Route path={route} element={page} />
                  </Routes>
                </MemoryRouter>
              </SessionProvider>
            </UiSettingsProvider>
          </SiteProvider>
        </TextsProvider>
      </QueryClientProvider>,
    ),
  )
  return () => act(async () => root.unmount())
}
