// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

const pins = [1]
const game = (ci: number, kind: number) => ({
  ci,
  kind,
  sportId: 1,
  side1: `A${ci}`,
  side2: '',
  champ: 'C',
  startsAt: 1_800_000_000,
  score: null,
})
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('#platform/web/i18n.ts', async (original) => ({ ...(await original<object>()), useTexts: () => (key: string) => key }))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#ui/Overlay.tsx', () => ({ Modal: ({ children }: { children: ReactNode }) => children }))
vi.mock('#ui/Field.tsx', () => ({ SearchField: () => null }))
vi.mock('#ui/Scroll.tsx', () => ({ InfiniteScroll: ({ children }: { children: ReactNode }) => children }))
vi.mock('#ui/Button.tsx', () => ({
  IconButton: ({ icon, label }: { icon: string; label: string }) => <button data-icon={icon}>{label}</button>,
}))
vi.mock('#modules/line/web/index.ts', () => ({
  LINE: 3,
  LIVE: 1,
  SHORTEST: 3,
  listQuery: () => ({}),
  minuteText: (minute: string) => `${minute}′`,
  useClock: () => '67',
  useDates: () => (at: number, pattern: string) => `${pattern}@${at}`,
  useLists: () => ({ segments: [{ games: [game(1, 1), game(2, 3)] }], loading: false, failed: false, hasMore: false }),
  usePaused: (text: string) => text,
  usePins: () => ({ pins, toggle: () => {} }),
  useSearch: () => ({ live: [], line: [], ready: true, failed: false }),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { PinPicker } = await import('./PinPicker.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

it('each game says when it is played, and its button whether a press adds it', () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<PinPicker onClose={() => {}} />))
  const rows = [...place.querySelectorAll('li')]
  expect(rows.map((row) => row.querySelector('button')?.dataset['icon'])).toEqual(['check', 'plus'])
  expect(rows[0]?.textContent).toContain('67′')
  expect(rows[1]?.textContent).toContain('HH:mm@1800000000')
  act(() => root.unmount())
})
