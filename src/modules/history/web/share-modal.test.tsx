// @vitest-environment happy-dom
/** The card of a bet says how it stands, and offers a link only where one can be made. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import type { BetDetails } from './bet-query.ts'
import { ShareModal } from './ShareModal.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
const texts = new TextStore({ lng: 'ru', units: { history, ui }, report: () => {} })
const config = { number: 1, customize: { logo: { word: 'Polosa', mark: 'stripes' } } }

let close = async () => {}
afterEach(async () => {
  await close()
  vi.restoreAllMocks()
})

const OPEN = null
const WON = 1
const LOST = 2

/** What is written on the card; the window stays open. */
async function shown(results: readonly (number | null)[], bet: object): Promise<string[]> {
  await close()
  const written: string[] = []
  const pen = new Proxy({} as Record<string, unknown>, {
    get: (own, name: string) =>
      name in own ? own[name] : name === 'fillText' ? (text: string) => written.push(text) : () => ({ width: 10 }),
  })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never)
  Object.defineProperty(document, 'fonts', { value: { ready: new Promise(() => {}) }, configurable: true })
  const legs = results.map((result, i) => ({ title: 'П1', market: '', game: '', gameId: i, type: 1, given: 2_000, result, block: null }))
  const base = { type: 1, typeTitle: 'Экспресс', system: '', price: '4', stake: 100n, win: null, sold: 0n, possible: null, replaced: false }
  const details = { bet: { ...base, ...bet, legs }, legs: legs.map(() => ({ playerId: 0 })), blocks: null } as unknown as BetDetails
  document.body.innerHTML = '<div></div>'
  const root = createRoot(document.querySelector('div')!)
  await act(async () =>
    root.render(
      <TextsProvider texts={texts}>
        <SiteProvider value={{ lng: 'ru', country: 'KZ', config, features: {} } as never}>
          <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <ShareModal details={details} onClose={() => {}} />
          </UiSettingsProvider>
        </SiteProvider>
      </TextsProvider>,
    ),
  )
  close = async () => {
    await act(async () => root.unmount())
    close = async () => {}
  }
  return written
}

const name = () => document.querySelector('canvas')!.getAttribute('aria-label')

it('a sold bet does not look like one that still runs, nor one that another has replaced', async () => {
  expect(await shown([OPEN, OPEN], { status: 1 })).toContain('Общий коэф.')
  expect(await shown([OPEN, WON], { status: 8 })).toContain('Продана · Общий коэф.')
  expect(name()).toBe('Экспресс: Продана, 4')
  expect(await shown([OPEN, OPEN], { status: 8, replaced: true })).toContain('Изменена · Общий коэф.')
  // Nor a system, which has no price to stand beside it.
  expect(await shown([OPEN, OPEN, OPEN], { status: 8, type: 2, system: '2/3' })).toContain('Продана')
  expect(await shown([LOST, WON], { status: 2, win: 0n })).toContain('Выплачено')
  expect(name()).toBe('Экспресс: ×0')
})

it('of decided outcomes nobody can make a coupon: no link is offered, and one is while anything is open', async () => {
  const link = () => [...document.querySelectorAll('button')].some(({ textContent }) => textContent === history.copy_link)
  await shown([LOST, OPEN], { status: 2, win: 0n })
  expect(link()).toBe(true)
  await shown([LOST, WON], { status: 2, win: 0n })
  expect(link()).toBe(false)
})
