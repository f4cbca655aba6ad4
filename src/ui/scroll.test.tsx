// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ScrollToTop } from './Scroll.tsx'
import { UiSettingsProvider, type UiSettings } from './settings.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const ui: UiSettings = { text: (key) => key, lng: 'ru', priceView: 0 }

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

it('a scroll is over 150 ms after its last movement, not after its first (UI-09)', async () => {
  const root = document.documentElement
  Object.defineProperty(root, 'scrollHeight', { configurable: true, value: 40 * window.innerHeight })
  const box = document.body.appendChild(document.createElement('div'))
  const app = createRoot(box)
  act(() =>
    app.render(
      <UiSettingsProvider value={ui}>
        <ScrollToTop />
      </UiSettingsProvider>,
    ),
  )
  const to = (screens: number) =>
    act(() => {
      root.scrollTop = screens * window.innerHeight
      window.dispatchEvent(new Event('scroll'))
    })
  const after = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  const state = () => {
    const button = box.querySelector('button')
    return button ? (button.hasAttribute('data-moving') ? 'moving' : 'at rest') : 'hidden'
  }
  to(20)
  await after(400)
  expect(state()).toBe('hidden')
  to(19)
  await after(100)
  to(18)
  // The first movement is 150 ms old, the last one is not: the direction is known, the scroll is not over.
  await after(50)
  expect(state()).toBe('moving')
  await after(99)
  expect(state()).toBe('moving')
  await after(1)
  expect(state()).toBe('at rest')
  to(18.5)
  await after(150)
  expect(state()).toBe('hidden')
  act(() => app.unmount())
  box.remove()
})
