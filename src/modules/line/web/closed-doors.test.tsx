// @vitest-environment happy-dom
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { loaderArgs } from '../../../../test/support/loader-args.ts'
import line from '../../../../locales/en/line.json'
import site from '../../../../locales/en/site.json'
import type { SamplePage } from './sample-page.tsx'

const game = (CI: number, KI: 1 | 3) => ({
  ...{ I: CI, CI, KI, S: 1_790_000_000, SI: 1, LI: 7, L: 'Cup', O1: `Home ${CI}`, O2: 'Away' },
  E: [1, 2, 3].map((T) => ({ T, G: 1, C: 2 })),
})
const champs = [
  { LI: 7, L: 'Cup', GC: 1, SI: 1 },
  { LI: 8, L: 'League', GC: 1, SI: 1 },
]
const SPORTS = [
  { I: 1, N: 'Football', C: 2, L: champs },
  { I: 4, N: 'Tennis', C: 1 },
]
const asked: string[] = []
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, path: string) => {
    asked.push(path)
    if (path.endsWith('/GetSportsShortZip')) return { Value: SPORTS }
    return { Value: path.includes('/LiveFeed/') ? [game(1, 1)] : [game(2, 3)] }
  },
}))
vi.mock('./table/LineTable.tsx', () => ({
  LineTable: ({ segments }: { segments: { id: string; games: { side1: string }[] }[] }) =>
    segments.map(({ id, games }) => <p key={id}>{`${id}: ${games.map(({ side1 }) => side1).join()}`}</p>),
}))
vi.resetModules()
afterAll(() => vi.resetModules())
const { samplePage } = await import('./sample-page.tsx')
const { SportsTree } = await import('./tree/SportsTree.tsx')
const { SportStrip } = await import('./tree/SportStrip.tsx')
const { default: HomeScreen, loader } = await import('./home.screen.tsx')

const units = { line, site }
const closed = (...paths: string[]) => paths.map((path) => ({ path, blockedCountries: ['GB'] }))
let page: SamplePage
afterEach(() => page?.leave())
const links = () => [...page.place.querySelectorAll('a')].map((one) => one.getAttribute('href')?.split('?')[0])

it('the tree leads to no sport and no championship that is closed to the visitor', async () => {
  page = await samplePage(<SportsTree />, { units, at: '/en/line/football', routes: closed('/line/tennis/*', '/line/football/8-league') })
  await page.until(() => links().includes('/en/line/football/7-cup'))
  expect(links().filter((to) => /tennis|league/.test(to ?? ''))).toEqual([])
})

it('beside a closed page stand the sports of the line, not its own', async () => {
  page = await samplePage(<SportsTree />, { units, at: '/en/live', routes: closed('/live/*', '/line/tennis') })
  await page.until(() => links().includes('/en/line/football'))
  expect(links().filter((to) => /live\/|\/live$|tennis/.test(to ?? ''))).toEqual([])
})

it('the row of sports leads to no closed one either', async () => {
  page = await samplePage(<SportStrip kind={3} sportId={null} always />, { units, routes: closed('/line', '/line/tennis') })
  await page.until(() => links().length > 0)
  expect(links()).toEqual(['/en/line/football'])
})

it.each([
  ['leads with live', [], true],
  ['has no live where that is closed to the visitor', closed('/live/*'), false],
] as const)('home %s', async (_, routes, isLive) => {
  asked.length = 0
  page = await samplePage(<HomeScreen />, { units, at: '/en', routes })
  const said = () => page.place.textContent ?? ''
  await page.until(() => said().includes(isLive ? 'live: Home 1' : 'line: Home 2') && said().includes('Football'))
  expect([said().includes('live: Home 1'), links().some((to) => to?.startsWith('/en/live'))]).toEqual([isLive, isLive])
  expect(asked.some((path) => path.endsWith('LiveFeed/Get1x2_VZip'))).toBe(isLive)
})

it('the server asks for live by the same rule', async () => {
  const asksLive = async (country: string) => {
    const routes = [{ path: '/live/*', blockedCountries: [country] }]
    const { args, calls } = loaderArgs({ address: '/ru', routes, answer: () => ({ Value: [] }) })
    await loader(args)
    return calls.some(({ path }) => path.endsWith('LiveFeed/Get1x2_VZip'))
  }
  expect([await asksLive('RU'), await asksLive('KZ')]).toEqual([false, true])
})
