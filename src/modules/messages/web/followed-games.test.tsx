// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, test, vi } from 'vitest'

const asked: unknown[] = []
let notices: object[] = []
let last = 1
let fails = false
vi.mock('#platform/web/call.ts', async (original) => ({
  ...(await original<object>()),
  request: (...given: unknown[]) => {
    asked.push(given.slice(0, 2))
    if (fails) return Promise.reject(new Error('away'))
    return Promise.resolve(given[1] === '/web-api/gamesubscription/notices' ? notices : null)
  },
}))
vi.mock('#platform/web/features.tsx', async (original) => ({
  ...(await original<object>()),
  useSite: () => ({ lng: 'en', country: 'GB' }),
}))
vi.mock('#platform/web/session.tsx', async (original) => ({ ...(await original<object>()), useSession: () => ({ player: { id: 7 } }) }))
vi.mock('#platform/web/site-link.tsx', async (original) => ({ ...(await original<object>()), useSiteNavigate: () => () => {} }))
vi.mock('#platform/web/live-store.ts', async (original) => ({ ...(await original<object>()), useLive: () => last }))
vi.mock('./texts.ts', () => ({ useMessageTexts: () => (key: string) => key }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { FollowedGames } = await import('./FollowedGames.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

test('where the notices could not be read the page says so, with a way to ask again', async () => {
  fails = true
  const place = document.createElement('div')
  const root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const page = (
    <QueryClientProvider client={client}>
      <FollowedGames />
    </QueryClientProvider>
  )
  await act(async () => root.render(page))
  await act(async () => new Promise((done) => setTimeout(done, 10)))
  expect(place.querySelectorAll('button')).toHaveLength(1)
  fails = false
  await act(async () => place.querySelector('button')!.click())
  await act(async () => new Promise((done) => setTimeout(done, 10)))
  expect(place.innerHTML).toBe('')
  act(() => root.unmount())
})

test('what has happened in followed games stays readable, the newest first, and leads to the game; nothing stands where nothing is', async () => {
  const place = document.createElement('div')
  const root = createRoot(place)
  const client = new QueryClient()
  const draw = async (all: object[], newest: number) => {
    ;[notices, last] = [all, newest]
    const page = (
      <QueryClientProvider client={client}>
        <FollowedGames />
      </QueryClientProvider>
    )
    await act(async () => root.render(page))
    await act(async () => new Promise((done) => setTimeout(done, 10)))
  }
  const notice = (id: number) => ({ id, at: 1_790_000_000 + id, constId: 300 + id, title: `Ann — Bea ${id}`, text: 'Goal' })
  await draw([], 0)
  expect(place.innerHTML).toBe('')
  await draw([notice(1)], 1)
  // One that comes while the page stands.
  await draw([notice(2), notice(1)], 2)
  expect([...place.querySelectorAll('li strong')].map(({ textContent }) => textContent)).toEqual(['Ann — Bea 2', 'Ann — Bea 1'])
  await act(async () => place.querySelector('button')!.click())
  expect(asked.at(-1)).toEqual(['GET', '/service-api/RestCore/api/external/v1/Web/CheckLink'])
  act(() => root.unmount())
})
