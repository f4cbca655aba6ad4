import type { ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterAll, expect, it, vi } from 'vitest'

let loaded: object = {}
vi.mock('react-router', async (original) => ({ ...(await original<object>()), useLoaderData: () => loaded }))
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: (_query: object, { enabled = true }: { enabled?: boolean } = {}) => ({
    data: undefined,
    isPending: !enabled,
    isError: enabled,
    isSuccess: false,
    isPlaceholderData: false,
    refetch: () => {},
  }),
}))
vi.mock('#platform/web/i18n.ts', async (original) => ({ ...(await original<object>()), useTexts: () => (key: string) => key }))
vi.mock('#platform/web/features.tsx', async (original) => ({
  ...(await original<object>()),
  useSite: () => ({ lng: 'en', features: {} }),
}))
vi.mock('#platform/web/hidden-sports.ts', () => ({ useHiddenSports: () => () => false }))
vi.mock('#modules/brand/web/index.ts', async (original) => ({ ...(await original<object>()), useOpenPages: () => () => true }))
vi.mock('#modules/line/web/index.ts', async (original) => ({
  ...(await original<object>()),
  LiveBadge: () => null,
  PlaceStar: () => null,
  useLists: () => ({ segments: [], loading: false, failed: true, hasMore: false, more: () => {}, refresh: () => {} }),
  useFavorites: () => ({ games: [], champs: [], teams: [] }),
  usePins: () => ({ pins: [1, 2], set: () => {} }),
  useWithPrices: () => ({ games: [], isPending: false, isError: false, refetch: async () => {} }),
}))
vi.mock('#ui/Overlay.tsx', async (original) => ({
  ...(await original<object>()),
  Modal: ({ children }: { children: ReactNode }) => children,
}))
vi.mock('#ui/States.tsx', async (original) => ({
  ...(await original<object>()),
  ErrorState: ({ onRetry }: { onRetry?: () => void }) => <output>{onRetry ? 'again' : ''}</output>,
  EmptyState: () => <output>nothing</output>,
}))
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('./MixedList.tsx', () => ({ MixedList: () => null }))
vi.mock('./HubPage.tsx', () => ({
  HubScreen: ({ children }: { children: ReactNode }) => children,
  HubPage: ({ head, children }: { head: ReactNode; children: ReactNode }) => (
    <>
      {head}
      {children}
    </>
  ),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())

const SCREENS = {
  champ: async () => (await import('./champ.screen.tsx')).default,
  champions: async () => (await import('./champions.screen.tsx')).default,
  cricket: async () => (await import('./cricket.screen.tsx')).default,
  dashboard: async () => (await import('./dashboard.screen.tsx')).default,
  duel: async () => (await import('./duel.screen.tsx')).default,
  express: async () => (await import('./express.screen.tsx')).default,
  races: async () => (await import('./races.screen.tsx')).default,
  recommendation: async () => (await import('./recommendation.screen.tsx')).default,
  pins: async () => {
    const { PinPicker } = await import('./PinPicker.tsx')
    return () => <PinPicker onClose={() => {}} />
  },
  filter: async () => (await import('./sport-filter.screen.tsx')).default,
}

async function told(screen: keyof typeof SCREENS, data: object = {}, address = '/en/x'): Promise<string[]> {
  loaded = data
  const Screen = await SCREENS[screen]()
  const html = renderToStaticMarkup(
    <MemoryRouter initialEntries={[address]}>
      <Screen />
    </MemoryRouter>,
  )
  return [...html.matchAll(/<output>(.*?)<\/output>/g)].map(([, word]) => word!)
}

it('a server that does not answer is not told as nothing there, nor waited for without end', async () => {
  const champ = { id: 7, sportId: 1, title: 'Cup' }
  for (const tab of ['home', 'game', 'news', 'event', 'favorites']) expect(await told('champ', { ...champ, tab }), tab).toEqual(['again'])
  for (const page of ['home', 'champs', 'favorites', 'broadcasts', 'player'])
    expect(await told('cricket', { page, id: 70 }), page).toEqual(['again'])
  expect(await told('cricket', { page: 'search', id: 0 }, '/en/cricket/search?text=ann')).toEqual(['again'])
  for (const screen of ['champions', 'dashboard', 'duel', 'express', 'recommendation', 'filter', 'pins'] as const)
    expect(await told(screen), screen).toEqual(['again'])
  expect(await told('races', { race: null })).toEqual(['again'])
  expect(await told('races', { race: 4 })).toEqual(['again'])
})
