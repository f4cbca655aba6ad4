// @vitest-environment happy-dom
/** What stands in the coupon after a bid or an auto-bet was given. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { configureCalls } from '#platform/web/call.ts'
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { liveKey, liveStore } from '#platform/web/live-store.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { reduce, type BetAnswer, type Coupon } from '../rules/state/index.ts'
import { answer, offer, PAGE, quoted, ready, send } from '../rules/state/sample-coupon.ts'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'
import { PlacedPanel } from './PlacedPanel.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { coupon: { presets: { byCurrency: {}, default: [] } } }, features: {} } as never

/** What the panel says once this coupon was answered. */
function panelOf(given: Coupon, told: BetAnswer, productMs = Date.now()): () => string {
  const now = answer(send(given), told)
  if (now.flow.at !== 'placed') throw new Error(now.flow.at)
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    act(() => root.unmount())
    document.body.innerHTML = ''
  })
  const store = { page: PAGE, dispatch() {}, get: () => now, listen: () => () => {} }
  const { jobs } = now.flow
  // By the page, the clock of the product stands so.
  const madeAt = productMs - Math.ceil(performance.now())
  const router = createMemoryRouter([{ id: 'root', path: '*', loader: () => null, element: <PlacedPanel jobs={jobs} bare /> }], {
    hydrationData: { loaderData: { root: { visit: { now: madeAt } } } },
  })
  act(() =>
    root.render(
      <SiteProvider value={site}>
        <TextsProvider texts={texts}>
          <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <Context value={{ store } as unknown as CouponContext}>
              <RouterProvider router={router} />
            </Context>
          </UiSettingsProvider>
        </TextsProvider>
      </SiteProvider>,
    ),
  )
  return () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
}

it.each([
  [false, parts.placed_changed],
  [true, parts.placed_raised],
])('a changed bet (raised: %s) is told as one: which it replaces, and that nothing was taken for it', (power, head) => {
  const filling = { offers: [offer(9)], kind: null, stake: '500', sale: { betId: '77', power } }
  const coupon = quoted(reduce(ready(), { do: 'fill', filling }), { price: 3000 })
  const said = panelOf(coupon, { kind: 'placed', betId: '88', prices: [2000] })()
  expect(said).toContain(head.replace('{{id}}', '88'))
  expect(said).toContain(parts.placed_replaces.replace('{{id}}', '77'))
  expect(said).not.toContain('Bet placed')
})

const headOf = () => document.querySelector('[data-testid=coupon-placed] [data-state]')?.getAttribute('data-state')

/** Answers by what a path ends in; a token is always given. */
function answering(answers: Readonly<Record<string, object>>): void {
  configureCalls({ report: () => {}, texts: { timeout: 'timeout', cancelled: 'cancelled', generic: 'none', query: 'query' } })
  const token = { data: { attributes: { userToken: 'T', expireDate: '2100-01-01T00:00:00Z' } } }
  vi.stubGlobal('fetch', async (path: string) => {
    const known = Object.keys(answers).find((end) => path.split('?')[0]!.endsWith(end))
    return new Response(JSON.stringify(known ? answers[known] : token), {
      headers: { 'content-type': 'application/json', date: new Date().toUTCString() },
    })
  })
  onTestFinished(() => vi.unstubAllGlobals())
}

const DETAILS = {
  data: { bet: { type: 0, coef: 2.1, sum: 3000, possible_win_sum: 6300, possible_win_sum_with_tax: null }, bonus: null },
  success: true,
}
const TAKEN = 'Total price2.1Stake₸3,000To return₸6,300'

it.each([
  [0, 0, 'waits', 'bid_withdraw'],
  [2, 0, 'offer', 'bid_offer'],
  [3, 0, 'gone', 'bid_refused'],
  [4, 0, 'gone', 'bid_expired'],
  [1, 77, 'placed', ''],
] as const)(
  'over a bid in state %d stands what has become of it, under a taken one what it was taken at',
  async (Status, Id, head, words) => {
    const bid = { BidId: 1, Status, Summ: 5000, WantedCoef: 2.5, ApprovedSumm: 3000, Coef: 2.1, Expires: 4_000_000_000, Id }
    answering({ MakeBetBidWeb: bid, '/bets/details': DETAILS })
    const said = panelOf(ready(offer(1)), { kind: 'ordered', order: 'bid', id: '1' })
    await vi.waitFor(async () => {
      await act(async () => {})
      expect(headOf()).toBe(head)
      expect(said()).toContain(words === '' ? TAKEN : parts[words])
    })
  },
)

it('an auto-bet says its sum while it waits, and when it is a bet what that was taken at', async () => {
  answering({ '/bets/details': DETAILS })
  const waits = reduce(ready(offer(1)), {
    do: 'options',
    options: { autoBet: { price: '2.1', view: 0, dropOnScore: false, followLive: false } },
  })
  const said = panelOf(waits, { kind: 'ordered', order: 'autobet', id: '9' })
  expect([headOf(), said().includes('Stake₸2,000')]).toEqual(['waits', true])
  await act(async () => liveStore.seed({ [liveKey('me:7', 'autobet:9')]: { betId: 77, reason: null } }))
  onTestFinished(() => liveStore.seed({ [liveKey('me:7', 'autobet:9')]: undefined }))
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(said()).toContain(TAKEN)
  })
  expect(headOf()).toBe('placed')
})

it('an auto-bet that was cancelled is told as off, uncharged and without its sum', async () => {
  answering({ 'autobet/cancel': { data: {}, success: true } })
  const waits = reduce(ready(offer(1)), {
    do: 'options',
    options: { autoBet: { price: '2.1', view: 0, dropOnScore: false, followLive: false } },
  })
  const said = panelOf(waits, { kind: 'ordered', order: 'autobet', id: '9' })
  await act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === parts.order_cancel)!.click())
  await vi.waitFor(() => expect(headOf()).toBe('gone'))
  // The title is the one line about the order.
  expect(document.querySelector('strong')!.textContent).toBe(parts.order_gone)
  expect(said()).toContain('Nothing was charged')
  expect([said().includes('Stake'), said().includes('or better')]).toEqual([false, false])
})

it('while a counter offer waits its button is the next step, and names its sum and its price', async () => {
  const bid = { BidId: 1, Status: 2, Summ: 5000, WantedCoef: 2.5, ApprovedSumm: 3000, Coef: 2.1, Expires: 4_000_000_000, Id: 0 }
  answering({ MakeBetBidWeb: bid })
  panelOf(ready(offer(1)), { kind: 'ordered', order: 'bid', id: '1' })
  const button = () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Accept'))
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(button()).toBeDefined()
  })
  expect(button()!.textContent).toBe('Accept ₸3,000 at 2.1')
  const strong = () => [...document.querySelectorAll('[data-kind=accent]')].map(({ textContent }) => textContent)
  expect(strong()).toEqual(['Accept ₸3,000 at 2.1'])
  bid.Status = 5
  await act(async () => button()!.nextElementSibling!.dispatchEvent(new MouseEvent('click', { bubbles: true })))
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(strong()).toEqual([coupon.btn_done])
  })
})

const buttons = () => [...document.querySelectorAll('button')]
const buttonOf = (words: string) => buttons().find(({ textContent }) => textContent?.startsWith(words))

it('an offer ends by the clock of the product, which set its end', async () => {
  const bid = { BidId: 1, Status: 2, Summ: 5000, WantedCoef: 2.5, ApprovedSumm: 3000, Coef: 2.1, Expires: 4_000_000_000, Id: 0 }
  answering({ MakeBetBidWeb: bid })
  const said = panelOf(ready(offer(1)), { kind: 'ordered', order: 'bid', id: '1' }, 4_000_000_000_000 - 42_000)
  const countsDown = async () => {
    await act(async () => {})
    expect(said()).toMatch(/^Counter offer4[0-2] s left/)
  }
  // Who looks for longer may see a wrong count come down to these seconds.
  await vi.waitFor(countsDown, { timeout: 1_000 })
})

it('an older answer that comes late does not take back the offer that a newer one has brought', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  const limit = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const given = new AbortController()
    setTimeout(() => given.abort(), ms)
    return given.signal
  })
  onTestFinished(() => {
    limit.mockRestore()
    vi.useRealTimers()
  })
  const bid = { BidId: 1, Status: 2, Summ: 5000, WantedCoef: 2.5, ApprovedSumm: 3000, Coef: 2.1, Expires: 4_000_000_000, Id: 0 }
  answering({ MakeBetBidWeb: bid })
  const others = fetch
  const late: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    path.includes('MakeBetBidWeb') && late.length === 0
      ? new Promise<Response>((come, fail) => {
          late.push(come)
          init!.signal!.addEventListener('abort', () => fail(new Error('aborted')))
        })
      : others(path, init),
  )
  panelOf(ready(offer(1)), { kind: 'ordered', order: 'bid', id: '1' })
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
  for (let seconds = 0; seconds < 20 && !buttonOf('Accept'); seconds += 1) await pass(1_000)
  expect(buttonOf('Accept')).toBeDefined()
  await act(async () => late[0]!(Response.json({ ...bid, Status: 0 })))
  await pass(100)
  expect(buttonOf('Accept')).toBeDefined()
})

it('an answer that was refused is told, and one press is one answer', async () => {
  const bid = { BidId: 1, Status: 2, Summ: 5000, WantedCoef: 2.5, ApprovedSumm: 3000, Coef: 2.1, Expires: 4_000_000_000, Id: 0 }
  answering({ MakeBetBidWeb: bid })
  panelOf(ready(offer(1)), { kind: 'ordered', order: 'bid', id: '1' })
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(buttonOf('Accept')).toBeDefined()
  })
  const others = fetch
  const taken: ((answer: Response) => void)[] = []
  vi.stubGlobal('fetch', (path: string, init?: RequestInit) =>
    String(init?.body).includes('ApprovedBet') ? new Promise<Response>((answer) => taken.push(answer)) : others(path, init),
  )
  await act(async () => buttonOf('Accept')!.click())
  await act(async () => buttonOf('Accept')!.click())
  await act(async () => {})
  expect(taken).toHaveLength(1)
  await act(async () => taken[0]!(Response.json({ Success: false, Error: 'The price has moved', ErrorCode: 130, Value: null })))
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(document.querySelector('[role=alert]')?.textContent).toContain('The price has moved')
  })
})
