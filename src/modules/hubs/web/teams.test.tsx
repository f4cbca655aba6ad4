// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

const refetch = vi.fn()
const top = [1, 3].map((id) => ({ side1: `T${id}`, side1Id: id, side2: `T${id + 1}`, side2Id: id + 1, sportId: 1 }))
let own: { id: number; sportId: number; name: string }[] = []
/** The next letter may be on its way. */
let isTyping = false
let toggle = (_id: number) => {}
vi.mock('react-router', async (original) => ({
  ...(await original<object>()),
  useLoaderData: () => ({ team: null, own: true }),
  useParams: () => ({}),
}))
vi.mock('#platform/web/query.ts', () => ({
  useApi: ({ path }: { path: string }, { enabled = true } = {}) => ({
    data: path === 'top' ? top : undefined,
    isError: enabled && path === 'search',
    refetch,
  }),
}))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/i18n.ts', () => ({ useTexts: () => (key: string) => key }))
vi.mock('#modules/brand/web/index.ts', () => ({ guard: () => ({}), useOpenPages: () => () => true }))
vi.mock('#modules/line/web/index.ts', () => ({
  LINE: 3,
  LIVE: 1,
  NothingHere: ({ message }: { message: string }) => <p>{message}</p>,
  searchQuery: (_kind: number, _lng: string, text: string) => ({ path: 'search', text }),
  SHORTEST: 2,
  usePaused: (text: string) => (isTyping ? '' : text),
  useFavorites: () => ({ teams: own }),
  PlaceStar: ({ id }: { id: number }) => <button onClick={() => toggle(id)}>star</button>,
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
vi.mock('#platform/web/site-link.tsx', () => ({ SiteLink: ({ children }: { children: ReactNode }) => <a href="#team">{children}</a> }))
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
  isTyping = true
  act(() => button('type')!.click())
  // Not yet asked, so nothing has failed.
  expect(button('again')).toBeUndefined()
  isTyping = false
  act(() => button('type')!.click())
  act(() => root.render(<TeamsScreen />))
  act(() => button('again')!.click())
  // Of both feeds.
  expect(refetch).toHaveBeenCalledTimes(2)
  act(() => root.unmount())
  place.remove()
})

it('a star that moves a team into the other list, or out of it, leaves the keyboard on the next team', async () => {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  toggle = (id) => {
    const known = own.some((one) => one.id === id)
    own = known ? own.filter((one) => one.id !== id) : [...own, { id, sportId: 1, name: `T${id}` }]
  }
  own = []
  act(() => root.render(<TeamsScreen />))
  const team = (list: string, id: number) => place.querySelector<HTMLElement>(`[aria-label="${list}"] [data-team="${id}"]`)
  const press = async (list: string, id: number) => {
    document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
    const star = [...team(list, id)!.querySelectorAll('button')].at(-1)!
    act(() => {
      star.focus()
      star.click()
    })
    await act(async () => root.render(<TeamsScreen />))
  }
  await press('team_known', 2)
  expect([team('team_known', 2), document.activeElement]).toEqual([null, team('team_known', 3)])
  await press('team_known', 3)
  await press('team_own', 2)
  expect([team('team_own', 2), document.activeElement]).toEqual([null, team('team_own', 3)])
  act(() => root.unmount())
  place.remove()
})
