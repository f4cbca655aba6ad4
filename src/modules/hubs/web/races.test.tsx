// @vitest-environment happy-dom
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

interface Query {
  path: string
  kind?: number
}
let answer: (query: Query) => unknown = () => null
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: (query: Query, { enabled = true } = {}) => {
    const data = enabled ? answer(query) : undefined
    return { data, isPending: data === undefined, isError: false, isSuccess: data !== undefined }
  },
}))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/hidden-sports.ts', () => ({ useHiddenSports: () => () => false }))
vi.mock('#modules/brand/web/index.ts', () => ({ guard: () => ({}), useOpenPages: () => () => true }))
vi.mock('#modules/line/web/index.ts', async (original) => ({
  ...(await original<object>()),
  NothingHere: ({ message, to }: { message: string; to: string }) => <a href={to}>{message}</a>,
  placesQuery: (kind: number) => ({ path: 'places', kind }),
  endedQuery: () => ({ path: 'ended' }),
  useDates: () => () => '',
}))
vi.mock('./queries.ts', async (original) => ({
  ...(await original<object>()),
  champsQuery: (kind: number) => ({ path: 'champs', kind }),
  raceQuery: () => ({ path: 'race' }),
  raceCardQuery: () => ({ path: 'card' }),
}))
vi.mock('./RaceCard.tsx', () => ({ RaceCard: () => <i data-race="" /> }))
vi.mock('./ChipFilter.tsx', () => ({ ChipFilter: () => null }))
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('./HubPage.tsx', () => ({
  HubScreen: ({ children }: { children: ReactNode }) => children,
  HubPage: ({ children }: { children: ReactNode }) => children,
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { default: RacesScreen } = await import('./races.screen.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const place = document.body.appendChild(document.createElement('div'))
let leave = () => {}
afterEach(() => leave())

async function open(address: string, race: number | null) {
  const routes = [
    { path: '/en/races/:race?', id: 'races', loader: () => ({ race }), element: <RacesScreen /> },
    { path: '*', element: 'elsewhere' },
  ]
  const router = createMemoryRouter(routes, { initialEntries: [address], hydrationData: { loaderData: { races: { race } } } })
  const root = createRoot(place)
  leave = () => act(() => root.unmount())
  await act(async () => root.render(<RouterProvider router={router} />))
  return router
}

const RACE = { ci: 4, kind: 3, sportId: 44, champId: 50, champ: 'Ascot', side1: 'Race 2', side2: '', startsAt: 1, count: 9 }

it('a sport without races is told apart from a day without them', async () => {
  const told = () => [...place.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])
  answer = ({ path, kind }) => (kind === 1 ? [] : path === 'champs' ? [{ id: 50 }] : [RACE])
  await open('/en/races?sport=1', null)
  expect(told()).toEqual([['nothing_filtered', '/races']])
  leave()
  answer = () => []
  await open('/en/races?sport=1', null)
  expect(told()).toEqual([['races_nothing', '/line']])
})

it('a race that ends while its card is looked at leads to its result as soon as there is one', async () => {
  let race: object | null = RACE
  let ended: object | null = null
  answer = ({ path }) => (path === 'race' ? race : path === 'ended' ? ended : [])
  await open('/en/races/4-ascot', 4)
  expect(place.querySelector('[data-race]')).not.toBeNull()
  leave()
  race = null
  await open('/en/races/4-ascot', 4)
  expect(place.textContent).toBe('race_gone')
  leave()
  ended = RACE
  const router = await open('/en/races/4-ascot', 4)
  expect(router.state.location.pathname).toBe('/en/line/horse-racing/50-ascot/4-race-2')
  expect(place.textContent).toBe('elsewhere')
})
