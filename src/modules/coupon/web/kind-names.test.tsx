/** One name for a kind: in the choice of sizes and on the shared card, as in the tab and in histories. */
import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { Coupon } from '../rules/state/index.ts'
import type { Kind } from '../rules/state/kind.ts'
import { offer, ready, run, SETUP } from '../rules/state/sample-coupon.ts'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'
import { kindWords } from './ShareModal.tsx'
import { SizePicker } from './SizePicker.tsx'

const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })

function words(part: ReactNode): string {
  const html = renderToStaticMarkup(
    <TextsProvider texts={texts}>
      <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
        <Context value={{ store: { dispatch: () => {} } } as unknown as CouponContext}>{part}</Context>
      </UiSettingsProvider>
    </TextsProvider>,
  )
  return html.replace(/<[^>]*>/g, '')
}

function couponOf(kind: Kind, legs: number): Coupon {
  const setup = { ...SETUP, kinds: ['singles', 'express', 'system', 'multi', 'lucky', 'patent'] as Kind[] }
  return run(ready(...Array.from({ length: legs }, (_, i) => offer(i + 1))), { do: 'setup', setup }, { do: 'kind', kind })
}

it.each([
  [3, '2 of 33 betsPatent4 bets · TrixieLucky7 bets · Patent (UK)'],
  [4, '2 of 46 bets3 of 44 betsPatent11 bets · YankeeLucky15 bets · Lucky 15'],
])('systems of all sizes of %i are chosen under the names that they have everywhere, with those of others beside', (legs, shown) => {
  expect(words(<SizePicker coupon={couponOf('system', legs)} />)).toBe(shown)
})

it('those that had no name of their own can be chosen beside the sizes as well', () => {
  expect(words(<SizePicker coupon={couponOf('system', 7)} />)).toMatch(/Patent120 bets · Super HeinzLucky127 bets$/)
})

it.each<[Kind, number, string]>([
  ['system', 3, 'System 2 of 3'],
  ['multi', 4, 'Multi bet 2 of 4'],
  ['lucky', 3, 'Lucky'],
  ['express', 3, 'Express'],
])('the card of a coupon names its kind, with its size where it has one: %s', (kind, legs, name) => {
  expect(kindWords(couponOf(kind, legs), textsOf(texts, 'coupon-parts') as never)).toBe(name)
})
