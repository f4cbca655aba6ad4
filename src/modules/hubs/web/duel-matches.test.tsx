// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('#modules/line/web/index.ts', () => ({ useDates: () => () => '' }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { UiSettingsProvider } = await import('#ui/settings.tsx')
const { DuelMatches } = await import('./DuelMatches.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const match = (ci: number) => ({
  ci,
  sportId: 1,
  champ: 'Cup',
  startsAt: 1,
  participants: [{ id: ci, name: `Side ${ci}`, match: ci, sportId: 1, average: 1, blocked: false }],
})

it('every match that is counted can be reached: a press adds the next sixty and the keyboard goes on with them', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() =>
    root.render(
      <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: (key) => key }}>
        <DuelMatches matches={Array.from({ length: 130 }, (_, index) => match(index + 1))} sides={[[], []]} onJoin={() => {}} />
      </UiSettingsProvider>,
    ),
  )
  const rows = () => place.querySelectorAll('li').length
  const more = () => [...place.querySelectorAll('button')].find((button) => button.textContent === 'show_more')
  expect(rows()).toBe(60)
  act(() => more()!.click())
  expect([rows(), document.activeElement?.closest('li')?.textContent]).toEqual([120, expect.stringContaining('Side 61')])
  act(() => more()!.click())
  expect([rows(), more()]).toEqual([130, undefined])
  expect(document.activeElement?.closest('li')?.textContent).toContain('Side 121')
  act(() => root.unmount())
  place.remove()
})
