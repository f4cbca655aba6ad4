// @vitest-environment happy-dom
/** A press that finds no room in the coupon is answered (CP-30). */
import { act, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { ModalHost } from '#platform/web/ModalHost.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { LiveRegionProvider } from '#ui/States.tsx'
import { offer, READY } from '../rules/state/sample-coupon.ts'
import { useAnnouncements } from './announcements.ts'
import type { CouponCalls } from './calls.ts'
import { CouponStore } from './coupon-store.ts'
import { usePick } from './use-pick.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'en', units: { coupon, ui }, report: () => {} })

function site(phone: boolean, legs: number) {
  // The coupon stands beside the page in a wide window.
  vi.stubGlobal('matchMedia', () => ({ matches: !phone }))
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
  for (const action of READY) store.dispatch(action)
  for (let n = 1; n <= legs; n += 1) store.dispatch({ do: 'toggle', offer: offer(n) })
  const page = { press: (_n: number) => {} }
  function Page() {
    useAnnouncements(store)
    const pick = usePick(store, () => {})
    useEffect(() => {
      page.press = (n) => pick(offer(n))
    }, [pick])
    return null
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() =>
    root.render(
      <TextsProvider texts={texts}>
        <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
          <LiveRegionProvider>
            <Page />
          </LiveRegionProvider>
          <ModalHost />
        </UiSettingsProvider>
      </TextsProvider>,
    ),
  )
  onTestFinished(() => {
    act(() => root.unmount())
    store.stop()
    document.body.innerHTML = ''
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
  return {
    store,
    /** The notes of the page after the press, and what its live region says. */
    async press(n: number) {
      await act(async () => page.press(n))
      await act(() => vi.advanceTimersByTimeAsync(5_000))
      const said = document.querySelector('[aria-live]')!.textContent
      const notes = [...document.querySelectorAll('[data-kind="warning"]')].map((note) => note.textContent)
      await act(() => vi.advanceTimersByTimeAsync(3_000))
      return [said, notes]
    },
  }
}

it('where the coupon is a sheet the one too many is told with the number, and so is every press after it', async () => {
  const { press, store } = site(true, 49)
  expect(await press(50)).toEqual([expect.stringMatching(/^Added.*50$/), []])
  expect(await press(51)).toEqual([expect.stringMatching(/^Added.*51\. No more than 50 selections$/), ['No more than 50 selections']])
  await press(52)
  // By the note alone, which is a live region too: nobody hears it twice.
  expect(await press(53)).toEqual([expect.stringMatching(/^(Added.*51.*)?$/), ['No more than 50 selections']])
  expect(store.get().legs).toHaveLength(51)
  // Taking one out is no press in vain.
  expect(await press(51)).toEqual([expect.stringMatching(/^Removed/), []])
})

it('beside the page the coupon says itself that it holds one too many: only the press in vain is answered', async () => {
  const { press, store } = site(false, 20)
  store.dispatch({ do: 'kind', kind: 'system' })
  expect(await press(21)).toEqual([expect.stringMatching(/^Added.*21\. No more than 20 selections$/), []])
  expect(await press(22)).toEqual([expect.stringMatching(/^(Added.*21.*)?$/), ['No more than 20 selections']])
})
