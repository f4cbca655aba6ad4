// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterAll, afterEach, expect, it, vi } from 'vitest'

interface Query {
  path: string
  query: Record<string, number>
}
let answer: (query: Query) => unknown = () => undefined
const refetch = vi.fn()
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: (query: Query) => {
    const data = answer(query)
    return { data, isError: data === undefined, isPending: false, refetch }
  },
}))
vi.mock('#platform/web/i18n.ts', () => ({ useAddedTexts: () => {}, useTexts: () => (key: string) => key }))
vi.mock('#platform/web/features.tsx', async (original) => ({ ...(await original<object>()), useSite: () => ({ lng: 'en' }) }))
vi.mock('#modules/brand/web/index.ts', () => ({ guard: () => ({}), useOpenPages: () => () => true }))
vi.mock('#modules/line/web/index.ts', () => ({
  LINE: 3,
  leadingId: (word?: string) => (word ? Number.parseInt(word, 10) : null),
  sportName: String,
  useMounted: () => true,
  NothingHere: ({ message }: { message: string }) => <p>{message}</p>,
}))
vi.mock('#ui/States.tsx', () => ({ ErrorState: ({ onRetry }: { onRetry: () => void }) => <button onClick={onRetry}>again</button> }))
vi.mock('#ui/ChipStrip.tsx', () => ({ ChipStrip: ({ children }: { children: ReactNode }) => children }))
vi.mock('./ResultList.tsx', () => ({
  ResultList: ({ games }: { games: readonly { id: number }[] }) => (
    <a href="#game" data-rows={games.length} data-first={games[0]!.id}>
      game
    </a>
  ),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { default: ResultsScreen } = await import('./results.screen.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const place = document.body.appendChild(document.createElement('div'))
let leave = () => {}
afterEach(() => leave())

/** The page at an address, as it is when somebody comes to it. */
async function open(address: string) {
  const data = { state: { mutations: [], queries: [] }, texts: {}, title: 'title', subject: '', brand: '' }
  const routes = ['/en/results', '/en/results/live', '/en/results/champ/:champ'].map((path) => ({
    path,
    id: path,
    loader: () => data,
    element: <ResultsScreen />,
  }))
  const loaderData = Object.fromEntries(routes.map(({ id }) => [id, data]))
  const router = createMemoryRouter(routes, { initialEntries: [address], hydrationData: { loaderData } })
  const root = createRoot(place)
  leave = () => act(() => root.unmount())
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>,
    ),
  )
  return router
}

const button = (name: string) => [...place.querySelectorAll('button')].find(({ textContent }) => textContent?.includes(name))
const press = (name: string) => act(async () => button(name)!.click())
const rows = () => [...place.querySelectorAll<HTMLElement>('[data-rows]')].map(({ dataset }) => Number(dataset['rows']))
const pressed = () => [...place.querySelectorAll('button[aria-pressed="true"]')].map(({ textContent }) => textContent)
const games = (count: number, sportId = 1) => Array.from({ length: count }, (_, id) => ({ id, sportId, champId: 1 }))

it('a server that does not answer is not told as results that there are not, and is asked again by a press', async () => {
  answer = () => undefined
  for (const address of ['/en/results', '/en/results/live', '/en/results/champ/7']) {
    refetch.mockClear()
    await open(address)
    await press('again')
    expect(refetch, address).toHaveBeenCalledOnce()
    leave()
  }
  leave = () => {}
})

it('the sport of live results stands in the address; when its last game has ended all of them are shown', async () => {
  answer = () => [...games(2, 1), ...games(3, 4)]
  const router = await open('/en/results/live?sport=4')
  expect([rows(), pressed()]).toEqual([[3], ['43']])
  answer = () => games(2, 1)
  await press('all')
  expect([rows(), pressed(), router.state.location.search]).toEqual([[2], ['all2'], ''])
  await press('12')
  expect(router.state.location.search).toBe('?sport=1')
  leave()
  await open('/en/results/live?sport=4')
  expect([rows(), pressed()]).toEqual([[2], ['all2']])
})

it('going back to results finds as many pages as were read', async () => {
  answer = ({ path, query }) =>
    path.endsWith('/sports') ? [{ id: 1, name: 'Football', count: 250 }] : games(query['page'] === 3 ? 50 : 100)
  await open('/en/results?date=2020-01-01')
  await press('more')
  expect(rows()).toEqual([100, 100])
  leave()
  await open('/en/results?date=2020-01-01')
  expect(rows()).toEqual([100, 100])
  leave()
  await open('/en/results?date=2020-01-02')
  expect(rows()).toEqual([100])
})

it('the keyboard goes on with the first row of the page that it asked for, however long that takes', async () => {
  let slow = true
  answer = ({ path, query }) =>
    path.endsWith('/sports')
      ? [{ id: 1, name: 'Football', count: 250 }]
      : query['page'] === 2
        ? slow
          ? undefined
          : games(100).map((game) => ({ ...game, id: game.id + 100 }))
        : games(query['page'] === 3 ? 50 : 100)
  const router = await open('/en/results?date=2020-02-01')
  const pressByKey = () => act(async () => (button('more')!.focus(), button('more')!.click()))
  await pressByKey()
  slow = false
  // The answer comes.
  await act(async () => router.navigate('/en/results?date=2020-02-01&x', { replace: true }))
  expect([rows(), (document.activeElement as HTMLElement).dataset['first']]).toEqual([[100, 100], '100'])
  await pressByKey()
  expect([rows(), button('more')]).toEqual([[100, 100, 50], undefined])
  expect(document.activeElement).toBe([...place.querySelectorAll('a')].at(-1))
})

it.each([
  ['2131-05-05', 'day_ahead'],
  ['1990-01-01', 'day_old'],
  ['abc', 'day_unknown'],
])('a day that is not taken (%s) leaves the address, and the page says why until another is chosen', async (date, reason) => {
  answer = () => []
  const router = await open(`/en/results?date=${date}`)
  const shown = new URLSearchParams(router.state.location.search).get('date')
  expect(place.querySelector('button[aria-pressed="true"]')?.getAttribute('data-day')).toBe(shown)
  expect(place.querySelector('[role="status"]')?.textContent).toBe(`${reason} today_shown`)
  await press('yesterday')
  expect(place.querySelector('[role="status"]')).toBeNull()
})

/** Types into the field of the day, as far as its text makes a value. */
const dayField = () => place.querySelector<HTMLInputElement>('input[type="date"]')!
const type = (value: string) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(dayField(), value)
    dayField().dispatchEvent(new Event('input', { bubbles: true }))
  })
const leaveField = () => act(async () => void dayField().dispatchEvent(new FocusEvent('focusout', { bubbles: true })))

it('a day ahead that is typed leaves the day that is shown, and nothing else is said to be shown', async () => {
  answer = () => []
  const router = await open('/en/results?date=2026-09-01')
  await type('2099-05-05')
  await leaveField()
  expect(place.querySelector('[role="status"]')?.textContent).toBe('day_ahead')
  expect([dayField().value, router.state.location.search]).toEqual(['2026-09-01', '?date=2026-09-01'])
})

it('a day that was taken is the field no more: another day of the address is shown, and leaving the field asks for nothing', async () => {
  answer = () => []
  const router = await open('/en/results?date=2026-09-01')
  await type('2026-09-15')
  await act(async () => void dayField().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(router.state.location.search).toBe('?date=2026-09-15')
  await act(async () => router.navigate('/en/results?date=2026-09-03'))
  expect(dayField().value).toBe('2026-09-03')
  await leaveField()
  expect(router.state.location.search).toBe('?date=2026-09-03')
})

it('a year is typed figure by figure: nothing is set back on the way, and the day is taken by Enter or when the field is left', async () => {
  answer = () => []
  const router = await open('/en/results?date=2026-09-01')
  for (const value of ['0002-09-01', '0020-09-01', '0202-09-01', '2025-09-01']) {
    await type(value)
    expect([dayField().value, router.state.location.search]).toEqual([value, '?date=2026-09-01'])
  }
  await act(async () => void dayField().dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  expect(router.state.location.search).toBe('?date=2025-09-01')
  await type('2025-09-02')
  await leaveField()
  expect([dayField().value, router.state.location.search]).toEqual(['2025-09-02', '?date=2025-09-02'])
  await type('0002-09-02')
  await leaveField()
  expect([dayField().value, router.state.location.search]).toEqual(['2025-09-02', '?date=2025-09-02'])
})

it('a day that is chosen in the calendar of the browser is taken when nothing more comes', async () => {
  answer = () => []
  const router = await open('/en/results?date=2026-09-01')
  await type('2026-09-15')
  await act(async () => vi.waitFor(() => expect(router.state.location.search).toBe('?date=2026-09-15')))
})
