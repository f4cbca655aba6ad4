import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'

const MATCH = { id: 5, ci: 0, home: 1, away: 2, startsAt: Date.UTC(2026, 10, 21, 22, 30) / 1000 }
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => key }))
vi.mock('#platform/web/features.tsx', async (original) => ({
  ...(await original<object>()),
  useSite: () => ({ lng: 'ru', country: 'RU' }),
}))
vi.mock('#platform/web/query.ts', async (original) => ({
  ...(await original<object>()),
  useApi: ({ path }: { path: string }) => ({
    isPending: false,
    isError: false,
    data: path.endsWith('/player') ? { games: [], next: [MATCH], teams: { 1: { name: 'Ann' }, 2: { name: 'Bea' } } } : [{ name: 'Bo' }],
  }),
}))
vi.mock('#modules/line/web/index.ts', async (original) => ({ ...(await original<object>()), PlayerFacts: () => null }))
const zone = process.env['TZ']
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => {
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
  vi.resetModules()
})
const { PlayerCard } = await import('./PlayerCard.tsx')

it('matches of a cricketer have in the first render the times that the server has, wherever the reader is', () => {
  process.env['TZ'] = 'Asia/Almaty'
  expect(renderToStaticMarkup(<PlayerCard id={70} />)).toMatch(/Ann – Bea.*21\.11\.2026\s\/\s22:30/s)
})
