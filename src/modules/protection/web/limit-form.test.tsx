// @vitest-environment happy-dom
/** The bounds of a limit of time are those of the chosen period. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import auth from '../../../../locales/ru/auth.json' with { type: 'json' }
import protection from '../../../../locales/ru/protection.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { LimitForm } from './LimitForm.tsx'
import { availableQuery } from './queries.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'ru', units: { protection, auth, ui }, report: () => {} })
const session = { player: null, accounts: [], refresh: () => {} } as unknown as SessionPort
const maxOf = { day: 1_440, week: 10_080, month: 43_200 }

it('a day has so many minutes, a month more', async () => {
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } })
  queries.setQueryData(availableQuery.queryKey, {
    types: [
      { type: 'deposit', periods: ['day', 'week', 'month'], min: 1, max: 100_000, default: 300, currency: 'EUR' },
      { type: 'session', periods: ['day', 'week', 'month'], min: 10, max: 43_200, maxOf, default: 120, currency: '' },
    ],
    raiseWait: 86_400,
    windows: 'calendar',
    selfExclude: { periods: [] },
  })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <TextsProvider texts={texts}>
          <SiteProvider value={{ lng: 'ru', country: 'KZ', config: { captcha: { type: 'none' } }, features: {} } as never}>
            <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <SessionProvider value={session}>
                <LimitForm limits={[]} />
              </SessionProvider>
            </UiSettingsProvider>
          </SiteProvider>
        </TextsProvider>
      </QueryClientProvider>,
    ),
  )
  const words = () => (document.body.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
  const choose = (label: string) =>
    act(async () =>
      [...document.querySelectorAll<HTMLElement>('[role=radio],button,label')].find((one) => one.textContent === label)!.click(),
    )
  expect(words()).toContain('100 000')
  await choose(protection.kind_session)
  expect(words()).toContain('43 200')
  await choose(protection.per_day)
  expect(words()).toMatch(/10.*1 440/)
  expect(words()).not.toContain('43 200')
  await act(async () => root.unmount())
})
