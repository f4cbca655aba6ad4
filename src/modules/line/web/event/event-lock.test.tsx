import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { LockReason } from '#ui/PriceCell.tsx'

vi.mock('../model/texts.ts', () => ({ useSiteTexts: () => (key: string) => key }))
vi.mock('#ui/settings.tsx', () => ({ useUi: () => ({ text: (key: string) => key }) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { EventLock } = await import('./EventLock.tsx')

it.each<[LockReason, string]>([
  ['lock_var', 'event_locked. lock_var'],
  ['lock_trader', 'event_locked'],
  ['lock_closed', 'lock_closed'],
])('an event that takes no bets says so once: %s', (lock, words) => {
  expect(renderToStaticMarkup(<EventLock lock={lock} />).replace(/<[^>]*>/g, '')).toBe(words)
})
