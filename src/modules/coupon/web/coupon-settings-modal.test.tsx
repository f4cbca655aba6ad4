// @vitest-environment happy-dom
/** The settings of the coupon show what the player has kept, and one change leaves the rest of it. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider } from '#platform/web/session.tsx'
import { storage } from '#platform/web/storage.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { PAGE, ready } from '../rules/state/sample-coupon.ts'
import { CouponSettingsModal } from './CouponSettingsModal.tsx'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })
const config = { coupon: { presets: { byCurrency: {}, default: ['1', '2', '3', '4'] } }, betting: { limits: { minStakeEur: '0.1' } } }

it('kept stakes are shown, and a change of one leaves the others', async () => {
  const now = ready()
  const { code } = now.setup.currency
  await storage.set('couponSettings', { presets: { [code]: ['700', '800', '900', '1000'], XTS: ['5'] } })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    await storage.remove('couponSettings')
    document.body.innerHTML = ''
  })
  const store = { page: PAGE, dispatch() {}, get: () => now, listen: () => () => {} }
  await act(async () =>
    root.render(
      <MemoryRouter>
        <SiteProvider value={{ lng: 'en', country: 'KZ', config, features: {} } as never}>
          <SessionProvider value={{ player: null } as never}>
            <TextsProvider texts={texts}>
              <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
                <Context value={{ store } as unknown as CouponContext}>
                  <CouponSettingsModal coupon={now} onClose={() => {}} />
                </Context>
              </UiSettingsProvider>
            </TextsProvider>
          </SessionProvider>
        </SiteProvider>
      </MemoryRouter>,
    ),
  )
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode]')]
  expect(fields().map(({ value }) => value.replace(/\D/g, ''))).toEqual(['700', '800', '900', '1000'])
  const field = fields()[1]!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '850')
  await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
  await act(async () => {})
  expect((await storage.get('couponSettings'))?.presets).toEqual({ [code]: ['700', '850', '900', '1000'], XTS: ['5'] })
})
