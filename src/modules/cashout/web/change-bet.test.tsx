// @vitest-environment happy-dom
/** A bet that takes the place of another one takes no order to sell over: that is said where the change is offered. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import cashout from '../../../../locales/ru/cashout.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { CouponProvider } from '#modules/coupon/web/index.ts'
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { SaleInfo } from './calls.ts'
import { ChangeBet, PowerBet } from './ChangeBet.tsx'
import type { Sale } from './use-sale.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'ru', units: { cashout, ui }, report: () => {} })
const bet = { id: '5', playerId: 7, stakeMinor: 100_000n, currency: { code: 'KZT', symbol: '₸', exponent: 2 }, vid: 0 }

it.each([
  ['the edit', ChangeBet, cashout.edit_help],
  ['the raise', PowerBet, cashout.power_help],
])('%s', async (_name, Section, help) => {
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  const shown = async (auto_sale_sum: number) => {
    const info = { auto_sale_sum, power: [], edit_events: [], stake: 1000 } as unknown as SaleInfo
    await act(async () =>
      root.render(
        <TextsProvider texts={texts}>
          <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <SiteProvider value={{ lng: 'ru', country: 'KZ', config: {}, features: {} } as never}>
              <MemoryRouter>
                <CouponProvider>
                  <Section bet={bet} info={info} sale={{} as Sale} />
                </CouponProvider>
              </MemoryRouter>
            </SiteProvider>
          </UiSettingsProvider>
        </TextsProvider>,
      ),
    )
    return (document.body.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
  }
  expect(await shown(0)).toContain(help)
  expect(await shown(0)).not.toContain('Автовыкуп')
  expect(await shown(700)).toMatch(/Автовыкуп при 700.* ₸ на новую ставку не перейдёт/)
  act(() => root.unmount())
})
