// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

let isDown = false
const said: string[] = []
let player: { id: number } | null = { id: 7 }
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/session.tsx', async (original) => ({ ...(await original<object>()), useSession: () => ({ player }) }))
vi.mock('#platform/web/i18n.ts', async (original) => ({ ...(await original<object>()), useTexts: () => (key: string) => key }))
vi.mock('#platform/web/ModalHost.tsx', async (original) => ({
  ...(await original<object>()),
  showToast: ({ text }: { text: string }) => (said.push(text), () => {}),
}))
vi.mock('#platform/web/call.ts', async (original) => ({
  ...(await original<object>()),
  call: async (method: string) => {
    if (isDown) throw new Error('no network')
    return method === 'GET' ? { games: [], championships: [{ champId: 5, sportId: 1, name: 'Kept' }], teams: [] } : { left: [] }
  },
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { favorites } = await import('#modules/line/web/index.ts')
const { FavoritesSync } = await import('./FavoritesSync.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const champ = (id: number) => ({ type: 'champ' as const, item: { id, sportId: 1, name: 'Cup' } })

it('a mark that did not reach the account is taken back, and the player is told', async () => {
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<FavoritesSync />))
  await vi.waitFor(() => expect(favorites.has(champ(5))).toBe(true))
  isDown = true
  favorites.toggle(champ(6))
  favorites.toggle(champ(5))
  expect([favorites.has(champ(6)), favorites.has(champ(5))]).toEqual([true, false])
  await vi.waitFor(() => expect(said).toEqual(['favorite_lost', 'favorite_lost']))
  expect([favorites.has(champ(6)), favorites.has(champ(5))]).toEqual([false, true])
  player = null
  await act(async () => root.render(<FavoritesSync />))
  act(() => root.unmount())
})
