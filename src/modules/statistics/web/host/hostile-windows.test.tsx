// @vitest-environment happy-dom
/** Whoever speaks to the page by postMessage: only listed origins in the expected windows are heard, whatever they say (WEB-06). */
import fc from 'fast-check'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { linkWindows } from '#platform/web/linked-windows.ts'
import { SelectionProvider } from '#platform/web/selection.tsx'
import { StatisticsBridge } from './StatisticsBridge.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const HOME = window.location.origin
const PARTNER = 'https://partner.example'
const LOOK_ALIKES = [
  'https://evil.test',
  `${PARTNER}.evil.test`,
  'https://partner.example.evil.test',
  'https://partner-example',
  'http://partner.example',
  'https://partner.example:8443',
  `${HOME}.evil.test`,
  'null',
  '',
]

interface Other {
  parent: unknown
  opener: unknown
  postMessage: ReturnType<typeof vi.fn>
}
const other = (stands: { parent?: unknown; opener?: unknown } = {}): Other => {
  const made: Other = { parent: null, opener: null, postMessage: vi.fn(), ...stands }
  made.parent ??= made
  return made
}
/** As the browser delivers it: page code cannot choose origin and source. */
function says(source: unknown, origin: string, data: unknown): void {
  const event = new MessageEvent('message', { data })
  Object.defineProperties(event, { origin: { value: origin }, source: { value: source } })
  act(() => void window.dispatchEvent(event))
}

const BET = {
  source: 'polosa-statistics',
  type: 'sendBet',
  bet: {
    gameId: 1,
    constId: 2,
    type: 3,
    param: 0,
    playerId: 0,
    price: 1_500,
    kind: 1,
    sportId: 1,
    champId: 1,
    startsAt: 1_790_000_000,
    names: { side1: 'a', side2: 'b', champ: 'c', market: 'm', outcome: 'o', period: '' },
  },
}
const ASK = { source: 'polosa-statistics', type: 'getCouponData', keys: ['1:3:0:0'] }

describe('the statistics and the coupon', () => {
  const toggle = vi.fn()
  const root = createRoot(document.createElement('div'))
  beforeAll(() =>
    act(() =>
      root.render(
        <SelectionProvider port={{ subscribe: () => () => () => {}, state: () => 'none', toggle }}>
          <StatisticsBridge />
        </SelectionProvider>,
      ),
    ),
  )
  afterAll(() => act(() => root.unmount()))
  beforeEach(() => toggle.mockClear())

  it.each([
    ['a frame of ours', () => other({ parent: window })],
    ['a window that we opened', () => other({ opener: window })],
  ])('%s is heard and answered', (_what, make) => {
    const window_ = make()
    says(window_, HOME, BET)
    expect(toggle).toHaveBeenCalledTimes(1)
    says(window_, HOME, ASK)
    expect(window_.postMessage).toHaveBeenCalledWith(expect.objectContaining({ type: 'betsUpdate', bets: { '1:3:0:0': 'none' } }), HOME)
  })

  it.each([
    ['a stranger', () => other()],
    ['this page itself', () => window],
    ['nobody', () => null],
    ['a frame inside a frame', () => other({ parent: other({ parent: window }) })],
  ])('%s of our own origin is not', (_what, make) => {
    const window_ = make()
    const post = window_ === window ? vi.spyOn(window, 'postMessage') : (window_ as Other | null)?.postMessage
    for (const message of [BET, ASK]) says(window_, HOME, message)
    expect(toggle).not.toHaveBeenCalled()
    if (post) expect(post).not.toHaveBeenCalled()
  })

  it.each(LOOK_ALIKES)('no window of %j is heard or answered', (origin) => {
    for (const window_ of [other({ parent: window }), other({ opener: window }), other()]) {
      for (const message of [BET, ASK]) says(window_, origin, message)
      expect(window_.postMessage).not.toHaveBeenCalled()
    }
    expect(toggle).not.toHaveBeenCalled()
  })

  it('what a known window says wrongly does nothing, and nothing but a whole price reaches the coupon', () => {
    const frame = other({ parent: window })
    const field = fc.constantFrom(...Object.keys(BET.bet))
    fc.assert(
      fc.property(field, fc.anything(), (name, value) => {
        toggle.mockClear()
        says(frame, HOME, { ...BET, bet: { ...BET.bet, [name]: value } })
        for (const [offer] of toggle.mock.calls as [Record<string, unknown>][]) {
          expect(Object.keys(offer).toSorted()).toEqual(Object.keys(BET.bet).toSorted())
          expect([typeof offer['price'], typeof offer['names'], 'stake' in offer]).toEqual(['number', 'object', false])
        }
      }),
      { numRuns: 500 },
    )
    fc.assert(
      fc.property(fc.anything(), (data) => {
        toggle.mockClear()
        says(frame, HOME, data)
        expect(toggle).not.toHaveBeenCalled()
      }),
      { numRuns: 500 },
    )
  })
})

describe('windows that share state', () => {
  const change = (writer: string) => ({
    source: 'polosa-window',
    type: 'change',
    entries: [{ key: 'headerHidden', value: true, version: 7, writer }],
  })
  it('a child of a listed origin is heard; strangers, openers and look-alikes are not', () => {
    const onAdopt = vi.fn()
    const onForeign = vi.fn()
    const link = linkWindows({ origins: [PARTNER], onAdopt, onForeign })
    for (const origin of LOOK_ALIKES) says(other({ parent: window }), origin, change('a'))
    expect([onAdopt.mock.calls.length, onForeign.mock.calls.length]).toEqual([0, LOOK_ALIKES.length])
    // The right origin in a window that is neither around this one nor inside it.
    for (const window_ of [other(), other({ opener: window }), window, null]) says(window_, PARTNER, change('b'))
    expect(onAdopt).not.toHaveBeenCalled()
    const child = other({ parent: window })
    says(child, PARTNER, change('c'))
    expect(onAdopt).toHaveBeenCalledWith('headerHidden', true)
    // The same frame after it has gone elsewhere is another one.
    onAdopt.mockClear()
    says(child, 'https://evil.test', { ...change('d'), entries: [{ key: 'headerHidden', value: false, version: 9, writer: 'd' }] })
    expect(onAdopt).not.toHaveBeenCalled()
    link.close()
  })
})
