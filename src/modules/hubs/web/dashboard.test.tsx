// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'

let pins: readonly number[] = []
let draw = () => {}
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('./HubPage.tsx', () => ({
  HubScreen: ({ children }: { children: ReactNode }) => children,
  HubPage: ({ head, children }: { head: ReactNode; children: ReactNode }) => (
    <>
      {head}
      {children}
    </>
  ),
}))
vi.mock('./GameCard.tsx', () => ({ GameCard: ({ tools }: { tools: ReactNode }) => tools }))
vi.mock('./goal-sound.ts', () => ({ goalSound: () => {}, useGoalSound: () => [false, () => {}] }))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: () => ({ data: pins.map((ci) => ({ ci, side1: `A${ci}` })), isPending: false, isSuccess: true, isPlaceholderData: false }),
}))
vi.mock('#platform/web/lazy-part.tsx', () => ({
  lazyPart: () =>
    function Picker({ onClose }: { onClose: () => void }) {
      return <button onClick={onClose}>close</button>
    },
}))
vi.mock('#modules/line/web/index.ts', () => ({
  LINE: 3,
  LIVE: 1,
  favoritesQuery: () => ({}),
  listQuery: () => ({}),
  LiveBadge: () => null,
  PinButton: () => null,
  useOpenGames: (games: readonly unknown[]) => games,
  usePins: () => ({ pins, set: (next: readonly number[]) => ((pins = next), draw()) }),
}))
vi.mock('./hub-loader.ts', () => ({ hubMeta: {}, languageOf: () => '', loadHub: () => ({}) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { default: DashboardScreen } = await import('./dashboard.screen.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

it('the keyboard finds its way in again when the button that it stood on has left the page', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  draw = () => root.render(<DashboardScreen />)
  act(() => draw())
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)!
  const press = (name: string) =>
    act(() => {
      button(name).focus()
      button(name).click()
    })
  expect(document.activeElement).toBe(document.body)
  // The way in of the empty page is gone once something is pinned.
  press('dashboard_add')
  act(() => {
    pins = [1, 2]
    draw()
  })
  press('close')
  expect(document.activeElement).toBe(button('dashboard_add'))
  press('dashboard_clear')
  expect(pins).toEqual([])
  expect(document.activeElement).toBe(button('dashboard_add'))
  act(() => root.unmount())
  place.remove()
})
