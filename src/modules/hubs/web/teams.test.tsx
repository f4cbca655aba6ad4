// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

const refetch = vi.fn()
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  useLoaderData: () => ({ team: null, own: true }),
  useParams: () => ({}),
}))
vi.mock('#platform/web/query.ts', () => ({
  useApi: ({ path }: { path: string }, { enabled = true } = {}) => ({ data: undefined, isError: enabled && path === 'search', refetch }),
}))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/i18n.ts', () => ({ useTexts: () => (key: string) => key }))
vi.mock('#modules/brand/web/index.ts', () => ({ guard: () => ({}) }))
vi.mock('#modules/line/web/index.ts', () => ({
  LINE: 3,
  LIVE: 1,
  NothingHere: ({ message }: { message: string }) => <p>{message}</p>,
  searchQuery: () => ({ path: 'search' }),
  useFavorites: () => ({ teams: [] }),
  useOpenGames: (games: unknown) => games,
}))
vi.mock('./known-places.ts', () => ({ notFound: () => {}, teamOf: () => {} }))
vi.mock('./hub-loader.ts', () => ({ hubMeta: {}, loadHub: () => ({}) }))
vi.mock('./queries.ts', () => ({ topGamesQuery: () => ({ path: 'top' }) }))
vi.mock('./MixedList.tsx', () => ({ MixedList: () => null }))
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('./HubPage.tsx', () => ({
  HubScreen: ({ children }: { children: ReactNode }) => children,
  HubPage: ({ head }: { head: ReactNode }) => head,
}))
vi.mock('#ui/Field.tsx', () => ({
  SearchField: ({ onChange }: { onChange: (query: string) => void }) => <button onClick={() => onChange('vale')}>type</button>,
}))
vi.mock('#ui/States.tsx', () => ({ ErrorState: ({ onRetry }: { onRetry: () => void }) => <button onClick={onRetry}>again</button> }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { default: TeamsScreen } = await import('./teams.screen.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

it('a search of teams that gets no answer says so and is tried again by a press', () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  act(() => root.render(<TeamsScreen />))
  const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent === name)
  expect(button('again')).toBeUndefined()
  act(() => button('type')!.click())
  act(() => button('again')!.click())
  // Of both feeds.
  expect(refetch).toHaveBeenCalledTimes(2)
  act(() => root.unmount())
  place.remove()
})
