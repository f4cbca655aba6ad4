// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import { Price } from '#ui/Num.tsx'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { expressTotal } from '#modules/offers/rules/express-total.ts'
import { expressQuery } from './queries.ts'
import { useExpressTotal } from './use-express-total.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const leg = (id: number, C: number) => ({ I: id, CI: id + 1, O1: 'A', O2: 'B', S: 1, SI: 1, KI: 3, E: [{ T: 9, P: 2.5, C, G: 17, GS: 4 }] })
const BONUS = { I: 900_000_001, E: [{ T: 707, C: 1.1 }] }

it('the total is the product of what stands in the legs and of the bonus, in the format of the prices, and moves with them', () => {
  const row = { I: 1, EI: 1, C: 3.971, CV: '3.971', G: [leg(600, 1.9), leg(700, 1.9), BONUS] }
  const [express] = expressQuery(3, 'en', false).read({ Success: true, Value: [row] })
  let legs = express!.legs
  const Total = () => {
    const total = useExpressTotal({ ...express!, legs })
    return total === null ? '–' : <Price milli={total} inCell />
  }
  const place = document.createElement('div')
  const root = createRoot(place)
  const draw = (priceView: number) =>
    act(() =>
      root.render(
        <UiSettingsProvider value={{ lng: 'en', priceView, text: (key) => key }}>
          <Total />
        </UiSettingsProvider>,
      ),
    )
  draw(0)
  expect(place.textContent).toBe('3.971')
  const { key } = express!.legs[0]!.outcomes[0]!
  act(() => liveStore.seed({ [liveKey('row:601', key)]: [2_000, 1] }))
  expect(place.textContent).toBe('4.18')
  draw(1)
  expect(place.textContent).toContain('/')
  legs = [legs[0]!, { ...legs[1]!, outcomes: [] }]
  draw(0)
  expect(place.textContent).toBe('–')
  act(() => root.unmount())
  liveStore.seed({ [liveKey('row:601', key)]: undefined })
})

it('is rounded as the server rounds it', () => {
  expect(expressTotal([1_333, 1_777, 2_291], 1_100)).toBe(Math.round(1.333 * 1.777 * 2.291 * 1.1 * 1000))
  expect(expressTotal([1_500], 1_000)).toBe(1_500)
})
