// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import account from '../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import security from '../../../../locales/en/security.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { NumberForm } from './phone-forms.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new TextStore({ lng: 'en', units: { account, auth, security, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { captcha: { type: 'none' } }, features: {} }

it('a code that goes to a messenger is not called one by SMS', () => {
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider value={site as never}>
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <NumberForm ask={() => Promise.resolve()} onCancel={() => {}} />
            </UiSettingsProvider>
          </TextsProvider>
        </SiteProvider>
      </QueryClientProvider>,
    ),
  )
  const button = () => place.querySelector('button[type="submit"]')!.textContent
  expect(button()).toBe('Get the code by SMS')
  act(() => place.querySelector<HTMLInputElement>('input[type="checkbox"]')!.click())
  expect(button()).toBe('Get the code')
})
