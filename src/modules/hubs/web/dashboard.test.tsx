// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'
import type { ReactNode } from 'react'

let pins: readonly number[] = []
/** Games that are over, and one of a sport that the player has closed. */
const over = new Set<number>()
const CLOSED = 99
let draw = () => {}
const announce = vi.fn()
vi.mock('./texts.ts', () => ({
  useHubTexts: () => (key: string, params?: { place?: number }) => (params?.place ? `${key} ${params.place}` : key),
}))
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
  useApi: ({ gone }: { gone?: true }) => {
    const games = pins.flatMap((ci) => (over.has(ci) ? [] : [{ ci, side1: `A${ci}` }]))
    return { data: gone ? [...over] : games, isPending: false, isSuccess: true, isPlaceholderData: false }
  },
}))
vi.mock('#ui/States.tsx', async (original) => ({ ...(await original<object>()), useAnnounce: () => announce }))
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
  goneQuery: () => ({ gone: true }),
  listQuery: () => ({}),
  LiveBadge: () => null,
  PinButton: () => null,
  useOpenGames: (games: readonly { ci: number }[]) => games.filter(({ ci }) => ci !== CLOSED),
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

it('an arrow key moves a card among those that are shown; games that are over give up their places, those of closed sports keep them', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  draw = () => root.render(<DashboardScreen />)
  pins = [1, 50, CLOSED, 2, 3]
  over.add(50)
  act(() => draw())
  expect(pins).toEqual([1, CLOSED, 2, 3])
  const shown = () => [...place.querySelectorAll<HTMLElement>('[data-slot]')].map(({ dataset }) => Number(dataset['slot']))
  const arrow = (ci: number, key: string) =>
    act(() => {
      const grip = place.querySelector(`[data-slot="${ci}"] button[aria-label^="dashboard_move"]`)!
      grip.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
    })
  arrow(1, 'ArrowRight')
  expect([shown(), pins]).toEqual([
    [2, 1, 3],
    [2, CLOSED, 1, 3],
  ])
  expect(announce).toHaveBeenLastCalledWith('dashboard_moved 2')
  arrow(3, 'ArrowRight')
  expect([shown(), announce.mock.lastCall]).toEqual([[2, 1, 3], ['dashboard_moved 3']])
  act(() => root.unmount())
  place.remove()
})
