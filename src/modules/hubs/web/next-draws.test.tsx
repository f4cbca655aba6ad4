// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { LineGame } from '#modules/line/web/index.ts'

const MADE_AT_MS = 1_790_000_000_000
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  useRouteLoaderData: () => ({ visit: { now: MADE_AT_MS } }),
}))
vi.mock('#platform/web/site-link.tsx', () => ({ SiteLink: ({ children }: { children: React.ReactNode }) => <span>{children}</span> }))
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
// The page was asked for five seconds ago.
vi.useFakeTimers({ now: MADE_AT_MS + 600_000 })
vi.spyOn(performance, 'now').mockReturnValue(5_000)
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { NextDraws } = await import('./NextDraws.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

afterEach(() => void vi.useRealTimers())

it('counts by the time of the product while the clock of the browser is ten minutes fast (CY-06)', () => {
  const startsAt = MADE_AT_MS / 1000 + 95
  const game = { champId: 7, champ: 'Keno', startsAt, sportId: 1, kind: 3, ci: 1, side1: 'a', side2: '' } as unknown as LineGame
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() => root.render(<NextDraws games={[game]} />))
  expect(place.textContent).toContain('1:30')
  vi.spyOn(performance, 'now').mockReturnValue(8_000)
  act(() => void vi.advanceTimersByTime(1_000))
  expect(place.textContent).toContain('1:27')
  // The machine has slept: its own clock has gone on, that of the page has not.
  act(() => void vi.advanceTimersByTime(60_000))
  expect(place.textContent).toContain('0:29')
  act(() => root.unmount())
})
