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

/** The window, opened with these stakes kept. */
async function opened(kept: readonly string[]) {
  const now = ready()
  const { code } = now.setup.currency
  await storage.set('couponSettings', { presets: { [code]: kept, XTS: ['5'] } })
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    await storage.remove('couponSettings')
    document.body.innerHTML = ''
  })
  const store = { page: PAGE, dispatch() {}, get: () => now, listen: () => () => {} }
  const draw = (key: number) =>
    act(async () =>
      root.render(
        <MemoryRouter>
          <SiteProvider value={{ lng: 'en', country: 'KZ', config, features: {} } as never}>
            <SessionProvider value={{ player: null } as never}>
              <TextsProvider texts={texts}>
                <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
                  <Context value={{ store } as unknown as CouponContext}>
                    <CouponSettingsModal key={key} coupon={now} onClose={() => {}} />
                  </Context>
                </UiSettingsProvider>
              </TextsProvider>
            </SessionProvider>
          </SiteProvider>
        </MemoryRouter>,
      ),
    )
  await draw(0)
  const fields = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode]')]
  return {
    code,
    again: () => draw(1),
    values: () => fields().map(({ value }) => value.replace(/\D/g, '')),
    async type(at: number, value: string) {
      const field = fields()[at]!
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
      await act(async () => field.dispatchEvent(new Event('input', { bubbles: true })))
      await act(async () => {})
    },
  }
}

it('kept stakes are shown, and a change of one leaves the others', async () => {
  const { code, values, type } = await opened(['700', '800', '900', '1000'])
  expect(values()).toEqual(['700', '800', '900', '1000'])
  await type(1, '850')
  expect((await storage.get('couponSettings'))?.presets).toEqual({ [code]: ['700', '850', '900', '1000'], XTS: ['5'] })
})

it('a field that was left empty comes back with a stake of the brand that is not there already', async () => {
  const { values, type, again } = await opened(['700', '800', '900', '1000'])
  await type(1, '')
  expect(values()).toEqual(['700', '', '900', '1000'])
  await again()
  expect(values()).toEqual(['700', '900', '1000', '500'])
})
