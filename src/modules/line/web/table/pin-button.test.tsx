// @vitest-environment happy-dom
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SamplePage } from '../sample-page.tsx'
import line from '../../../../../locales/en/line.json'
import site from '../../../../../locales/en/site.json'

const said: string[] = []
let gone: readonly number[] | null = []
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, path: string) => {
    if (!gone) throw new Error('no answer')
    return { Value: path.includes('LineFeed') ? { X: gone } : {} }
  },
}))
vi.mock('#platform/web/ModalHost.tsx', () => ({ ModalHost: () => null, showToast: ({ text }: { text: string }) => said.push(text) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { samplePage } = await import('../sample-page.tsx')
const { storage } = await import('#platform/web/storage.ts')
const { PinButton } = await import('./PinButton.tsx')

const FULL = Array.from({ length: 20 }, (_, n) => n + 1)
let page: SamplePage
beforeEach(async () => {
  said.length = 0
  await storage.set('pinnedGames', FULL)
  page = await samplePage(<PinButton ci={99} name="Ann" />, { units: { line, site } })
})
afterEach(async () => {
  page.leave()
  await storage.remove('pinnedGames')
})
let pins: readonly number[] = []
const press = async (settled: () => boolean) => {
  await page.press(page.place.querySelector('[data-pin-button]')!)
  const look = async () => (pins = (await storage.get('pinnedGames')) ?? [])
  await page.until(() => (void look(), settled()))
}

it('places of games that are over are free', async () => {
  gone = [3, 7]
  await press(() => pins.includes(99))
  expect(pins).toEqual([...FULL.filter((ci) => ci !== 3 && ci !== 7), 99])
  expect(said).toEqual([])
})

it.each([
  ['all of them can still be played', []],
  ['nobody can say which are over', null],
])('the 21st is refused while %s', async (_when, over) => {
  gone = over
  await press(() => said.length > 0)
  expect([pins, said]).toEqual([FULL, ['At most 20 events can be pinned']])
})
