// @vitest-environment happy-dom
import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SamplePage } from './sample-page.tsx'
import line from '../../../../locales/en/line.json'
import site from '../../../../locales/en/site.json'
import ui from '../../../../locales/en/ui.json'

const GAMES = [1, 2, 3].map((n) => ({ I: n, CI: n, S: 1_790_000_000, SI: 1, LI: 7, L: 'Cup', O1: `Home ${n}`, O2: 'Away', E: [] }))
/** Whether the server answers: the live feed, the line. */
let answering = { live: true, line: true }
/** What is found of the line, and whether its prices come. */
let found: readonly object[] = []
let pricesCome = true
let over: readonly number[] = []
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, path: string) => {
    const isLive = path.includes('/LiveFeed/')
    if (!answering[isLive ? 'live' : 'line']) throw new Error('no answer')
    if (path.endsWith('/Web_SearchZip')) return { Value: isLive ? [] : found }
    if (!pricesCome) throw new Error('no prices')
    if (path.endsWith('/Get1x2_VZip')) return { Value: isLive ? [] : GAMES }
    return {
      Value: { G: isLive ? [] : GAMES.filter(({ CI }) => marks().includes(CI) && !over.includes(CI)), ...(over.length ? { X: over } : {}) },
    }
  },
}))
vi.mock('./table/LineTable.tsx', () => ({
  LineTable: ({ segments }: { segments: { games: { ci: number; side1: string }[] }[] }) =>
    segments.flatMap(({ games }) =>
      games.map(({ ci, side1 }) => (
        <div key={ci} role="row" data-ci={ci}>
          {side1} <button onClick={() => favorites.toggle({ type: 'game', item: { ci, kind: 3, sportId: 1 } })}>star</button>
        </div>
      )),
    ),
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { samplePage } = await import('./sample-page.tsx')
const { favorites } = await import('./favorites/favorites-store.ts')
const { default: FavoritesScreen } = await import('./favorites.screen.tsx')
const { default: SearchScreen } = await import('./search.screen.tsx')
const { SearchPanel } = await import('./search/SearchPanel.tsx')

const units = { line, site, ui }
const FAILED = 'The events could not be loaded'
let page: SamplePage
const said = () => page.place.textContent ?? ''
const marks = () => favorites.get().games.map(({ ci }) => ci)

beforeEach(async () => {
  answering = { live: true, line: true }
  over = []
  found = []
  pricesCome = true
  for (const ci of [1, 2]) favorites.toggle({ type: 'game', item: { ci, kind: 3, sportId: 1 } })
  await favorites.load()
})
afterEach(async () => {
  page.leave()
  await favorites.forget()
})

it('marks of games that are over are forgotten', async () => {
  over = [2]
  page = await samplePage(<FavoritesScreen />, { units })
  await page.until(() => said().includes('Home 1'))
  expect([marks(), said().includes('Home 2')]).toEqual([[1], false])
})

it.each([
  ['have been read', () => favorites.attach({ games: [{ ci: 3, kind: 3, sportId: 1 }], champs: [], teams: [] }, () => {}), 'Home 3'],
  ['could not be read', async () => (await favorites.handOver(), favorites.stay()), 'Home 1'],
])('a signed-in player is told nothing of his marks until those of his account %s', async (_, answer, first) => {
  await favorites.forget()
  page = await samplePage(<FavoritesScreen />, { units, player: { id: 1 } })
  await act(() => favorites.load())
  expect(said()).not.toMatch(/\d|Mark/)
  for (const ci of [1, 2]) if (first === 'Home 1') favorites.toggle({ type: 'game', item: { ci, kind: 3, sportId: 1 } })
  await act(answer as () => Promise<void>)
  await page.until(() => said().includes(first))
  page.leave()
  favorites.detach()
  await favorites.load()
})

it('a feed that does not answer takes no marks away', async () => {
  over = [2]
  answering = { live: false, line: true }
  page = await samplePage(<FavoritesScreen />, { units })
  await page.until(() => said().includes('Home 1'))
  expect(marks()).toEqual([1, 2])
})

it('favourites that could not be asked for are not nothing, and are asked again', async () => {
  answering = { live: false, line: false }
  page = await samplePage(<FavoritesScreen />, { units })
  await page.until(() => said().includes(FAILED))
  answering = { live: true, line: true }
  await page.press(ui.retry)
  await page.until(() => said().includes('Home 1'))
})

it('a star that is taken off by a key leaves the keyboard on the next row, and no skeleton comes between', async () => {
  page = await samplePage(<FavoritesScreen />, { units })
  await page.until(() => said().includes('Home 2'))
  const row = (ci: number) => page.place.querySelector<HTMLElement>(`[data-ci="${ci}"]`)
  const busy = vi.fn()
  const watch = new MutationObserver(() => page.place.querySelector('[aria-busy]') && busy())
  watch.observe(page.place, { childList: true, subtree: true })
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter' }))
  await page.press(row(1)!.querySelector('button')!)
  await page.until(() => row(1) === null)
  await page.until(() => document.activeElement === row(2))
  expect(busy).not.toHaveBeenCalled()
  watch.disconnect()
})

it('a search that could not be asked for has not found nothing, and is asked again', async () => {
  answering = { live: true, line: false }
  page = await samplePage(<SearchScreen />, { units, at: '/en/search?text=home' })
  await page.until(() => said().includes(FAILED))
  expect(said()).not.toContain('Nothing')
  answering.line = true
  await page.press(ui.retry)
  await page.until(() => !said().includes(FAILED))
})

it('what is found stands without its prices as what could not be loaded, not as what is closed', async () => {
  found = GAMES
  pricesCome = false
  page = await samplePage(<SearchScreen />, { units, at: '/en/search?text=home' })
  await page.until(() => said().includes(FAILED))
  expect(said()).not.toContain('Home 1')
  pricesCome = true
  await page.press(ui.retry)
  await page.until(() => said().includes('Home 1'))
})

it('the search of the header says so too, and the typing goes on', async () => {
  answering = { live: false, line: true }
  const field = document.body.appendChild(document.createElement('input'))
  page = await samplePage(<SearchPanel query="home" field={{ current: field }} onQuery={() => {}} onClose={() => {}} />, { units })
  await page.until(() => said().includes(FAILED))
  answering.live = true
  await page.press('Try again')
  await page.until(() => !said().includes(FAILED))
  expect(document.activeElement).toBe(field)
  await act(async () => field.remove())
})
