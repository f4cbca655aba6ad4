// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { ConfirmModal } from './ConfirmModal.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.stubGlobal('fetch', () => Promise.reject(new Error('no network')))
afterEach(() => document.body.replaceChildren())

const texts = new TextStore({ lng: 'en', units: { auth, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { captcha: { type: 'none' } }, features: {} }

function said(idle: boolean): string {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <SiteProvider value={site as never}>
        <TextsProvider texts={texts}>
          <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <ConfirmModal idle={idle} onConfirmed={() => {}} onClose={() => {}} />
          </UiSettingsProvider>
        </TextsProvider>
      </SiteProvider>,
    ),
  )
  const text = document.body.textContent ?? ''
  act(() => root.unmount())
  return text
}

it('says why the password is asked for: a session that was idle, or what is about to be done', () => {
  expect(said(true)).toContain('You have been away for long')
  expect(said(false)).toContain('This is an important action')
  expect(said(false)).not.toContain('away')
})
