// @vitest-environment happy-dom
import { act } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { SelectionPort } from '#platform/web/selection.tsx'
import type { SamplePage } from '../sample-page.tsx'
import line from '../../../../../locales/en/line.json'
import site from '../../../../../locales/en/site.json'
import ui from '../../../../../locales/en/ui.json'

let answers: Record<string, (query: Record<string, unknown>) => unknown> = {}
/** What the last call sent. */
let body: unknown
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, path: string, { query = {}, body: sent }: { query?: Record<string, unknown>; body?: unknown }) => {
    body = sent
    const name = path.split('/').at(-1)!
    if (!answers[name]) throw new Error(`not answered: ${name}`)
    return answers[name](query)
  },
}))
const NAMES = { 1: { N: 'Match result', M: {} }, 17: { N: 'Total', M: {} } }
vi.mock('../model/use-name-model.ts', () => ({ useNameModel: () => NAMES }))
/** Once for each cell that is drawn. */
const drawn = vi.hoisted(() => vi.fn())
vi.mock('./Explained.tsx', async (original) => {
  const real = await original<typeof import('./Explained.tsx')>()
  return {
    ...real,
    Explained(props: Parameters<typeof real.Explained>[0]) {
      drawn()
      return <real.Explained {...props} />
    },
  }
})
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { selectionKey, SelectionProvider } = await import('#platform/web/selection.tsx')
const { liveKey, liveStore } = await import('#platform/web/live-store.ts')
const { samplePage } = await import('../sample-page.tsx')
const { EventPage } = await import('./EventPage.tsx')

const outcome = (T: number, G: number) => ({ T, C: 2, G })
const group = (G: number, ...types: number[]) => ({ G, E: types.map((T) => [outcome(T, G)]) })
const CARD = {
  I: 5,
  CI: 310,
  S: 1_790_000_000,
  SI: 1,
  LI: 7,
  L: 'Cup',
  O1: 'Ann',
  O2: 'Bea',
  EC: 4,
  GE: [group(1, 1, 2), group(17, 9, 10)],
  MEC: [{ MT: 2, N: 'Totals', EC: 2 }],
  SG: [{ I: 6, CI: 311, TG: 'Corners', EC: 2 }],
}
let card: object | null = CARD
let page: SamplePage

beforeEach(() => {
  card = CARD
  answers = {
    GetGameZip: ({ id, marketType }) => ({
      Value: id === 311 ? { ...CARD, I: 6, CI: 311, SG: [] } : card && marketType ? { ...card, GE: [group(17, 9, 10)] } : card,
    }),
    CheckLink: () => ({ Value: null }),
    gameResult: () => ({ id: 5, sportId: 1, champId: 7, champName: 'Cup', opp1: 'Ann', opp2: 'Bea', score: '2:0', markets: [] }),
    Get1x2_VZip: () => ({ Value: [] }),
  }
})
afterEach(() => page.leave())

const said = () => page.place.textContent ?? ''
const tab = (name: string) => [...page.place.querySelectorAll('[role=tab]')].find(({ textContent }) => textContent?.startsWith(name))!
const open = async (screen = <EventPage ci={310} />) => {
  page = await samplePage(screen, { units: { line, site, ui }, at: '/en/line/football/7-cup/310-ann-bea' })
  await page.until(() => card === null || said().includes('Total'))
}
async function type(text: string): Promise<HTMLInputElement> {
  if (!page.place.querySelector('input[type=search]')) await page.press('Find a market')
  const field = page.place.querySelector<HTMLInputElement>('input[type=search]')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  return field
}

it('the search finds the markets of the whole game, whatever tab is open', async () => {
  await open()
  await page.press(tab('Totals'))
  await page.until(() => !said().includes('Match result'))
  await type('result')
  expect(said()).toContain('Match result')
  expect(said()).not.toContain('no such market')
})

it('a press on a price draws that price and those that cannot join it, and no market anew', async () => {
  const reasons = Promise.withResolvers<object>()
  answers['same-game'] = () => reasons.promise
  const held = new Set<string>()
  const listeners = new Set<() => void>()
  const port: SelectionPort = {
    subscribe: () => (listener) => (listeners.add(listener), () => listeners.delete(listener)),
    state: (key) => (held.has(key) ? 'selected' : 'none'),
    toggle(offer) {
      held.add(selectionKey(offer))
      for (const listener of listeners) listener()
    },
  }
  await open(
    <SelectionProvider port={port}>
      <EventPage ci={310} />
    </SelectionProvider>,
  )
  drawn.mockClear()
  const price = page.place.querySelector<HTMLButtonElement>('button[data-outcome]')!
  await page.press(price)
  expect([held.size, price.getAttribute('aria-pressed'), drawn.mock.calls.length]).toEqual([1, 'true', 0])
  reasons.resolve({ candidates: [{ reason: 'Never both' }, { reason: null }, { reason: null }] })
  await page.until(() => said().includes(site.event_impossible))
  expect([...page.place.querySelectorAll('[data-impossible]')].map((cell) => cell.getAttribute('data-tip'))).toEqual(['Never both'])
  expect(drawn).toHaveBeenCalledOnce()
})

it('an outcome whose key is a part of that of a chosen one is asked about as well', async () => {
  const asked = vi.fn((_body: unknown) => ({ candidates: [] }))
  card = { ...CARD, GE: [{ G: 17, E: [[12, 1].map((I) => ({ T: 9, C: 2, G: 17, PL: { I, N: `Player ${I}` } }))] }] }
  answers['same-game'] = () => asked(body)
  const port: SelectionPort = { subscribe: () => () => () => {}, state: (key) => (key.endsWith(':12') ? 'selected' : 'none'), toggle() {} }
  await open(
    <SelectionProvider port={port}>
      <EventPage ci={310} />
    </SelectionProvider>,
  )
  await page.until(() => asked.mock.calls.length > 0)
  expect(asked.mock.lastCall).toMatchObject([{ chosen: [{ PlayerId: 12 }], candidates: [{ PlayerId: 1 }] }])
})

it.each(['a tab', 'a part'])('%s that cannot be read is said to be so, and is read again', async (which) => {
  await open()
  const answer = answers['GetGameZip']!
  answers['GetGameZip'] = () => {
    throw new Error('no answer')
  }
  await page.press(which === 'a tab' ? tab('Totals') : page.place.querySelector('[data-part="311"]')!)
  await page.until(() => page.place.querySelector('[role=alert]') !== null)
  answers['GetGameZip'] = answer
  await page.press(ui.retry)
  await page.until(() => page.place.querySelector('[role=alert]') === null && page.place.querySelector('[data-outcome]') !== null)
})

it('markets that come and go without a pause do not put off the reading of the card for ever', async () => {
  await open()
  const read = vi.fn(answers['GetGameZip'])
  answers['GetGameZip'] = read
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  for (let count = 0; count < 5; count += 1) {
    await act(async () => liveStore.seed({ [liveKey('game:310', 'c')]: count }))
    await act(async () => vi.advanceTimersByTimeAsync(1_000))
  }
  await act(async () => liveStore.seed({ [liveKey('game:310', 'c')]: undefined }))
  expect(read).toHaveBeenCalledOnce()
})

it('a card that has got one market more draws that market alone', async () => {
  await open()
  drawn.mockClear()
  card = { ...CARD, EC: 6, GE: [...CARD.GE, group(2, 4, 5)] }
  await act(async () => page.client.refetchQueries())
  await page.until(() => page.place.querySelectorAll('[data-outcome]').length === 6)
  expect(drawn).toHaveBeenCalledTimes(2)
})

it('a tab that has become empty gives its place to all markets', async () => {
  await open()
  await page.press(tab('Totals'))
  await page.until(() => !said().includes('Match result'))
  card = { ...CARD, MEC: [{ MT: 2, N: 'Totals', EC: 0 }] }
  await act(async () => page.client.refetchQueries())
  await page.until(() => said().includes('Match result'))
  expect(tab('All').getAttribute('aria-selected')).toBe('true')
})

it('Esc leads from the search back to its button, a found part to its chip', async () => {
  await open()
  const field = await type('corn')
  await act(async () => void field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(page.place.querySelector('input[type=search]')).toBeNull()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Find a market')
  await type('corn')
  await page.press(page.place.querySelector('[data-found-parts] button')!)
  expect(document.activeElement?.getAttribute('data-part')).toBe('311')
  await page.until(() => page.place.querySelector('input[type=search]') === null)
  expect(document.activeElement?.getAttribute('data-part')).toBe('311')
})

it('the part that is shown stands in the address: it is found again, and one that the game has not is the match', async () => {
  const at = '/en/line/football/7-cup/310-ann-bea'
  const chosen = () => page.place.querySelector('[data-part="311"]')?.getAttribute('aria-pressed')
  await open()
  await page.press(page.place.querySelector('[data-part="311"]')!)
  await page.until(() => page.search() === '?part=311')
  page.leave()
  for (const [search, pressed] of [
    ['?part=311', 'true'],
    ['?part=999', 'false'],
    ['?part=abc', 'false'],
  ]) {
    page = await samplePage(<EventPage ci={310} />, { units: { line, site, ui }, at: at + search })
    await page.until(() => said().includes('Total'))
    expect([search, chosen()]).toEqual([search, pressed])
    page.leave()
  }
  await open()
})

it('the page of a game that is over keeps its title', async () => {
  card = null
  document.title = 'of the server'
  await open()
  await page.until(() => said().includes('2:0'))
  expect(document.title).toBe('Ann – Bea · Sports · Brand')
})

it('an event that nobody knows keeps the title of the route', async () => {
  card = null
  answers['gameResult'] = () => null
  document.title = 'Tennis · Sports · Brand'
  page = await samplePage(<EventPage ci={310} unknown />, { units: { line, site, ui }, at: '/en/line/tennis/7-cup/310-ann-bea' })
  await page.until(() => page.place.querySelector('h1') !== null)
  expect(document.title).toBe('Tennis · Sports · Brand')
})

it('while the line is still coming after a start the event is waited for, and drawn when it is there', async () => {
  card = null
  answers['gameResult'] = () => null
  let coming = true
  const timers = vi.spyOn(globalThis, 'setInterval')
  answers['GetSportsShortZip'] = () => ({ ErrorCode: 0, Value: coming ? null : [] })
  await open()
  const turns = () => timers.mock.calls.filter(([, ms]) => ms === 2_000)
  await page.until(() => turns().length > 0)
  expect([page.place.querySelector('[aria-busy]') === null, said()]).toEqual([false, ''])
  card = CARD
  // It asks by itself: the next of its turns is now.
  const [[again]] = turns() as [[() => void]]
  timers.mockRestore()
  await act(async () => again())
  await page.until(() => said().includes('Match result'))
  page.leave()
  card = null
  coming = false
  await open()
  await page.until(() => page.place.querySelector('h1') !== null)
  expect(said()).toContain(site.event_unknown)
})
