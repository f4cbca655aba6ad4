// @vitest-environment happy-dom
/** One-click bets: what a press sends, what it never sends, and what is shown meanwhile. */
import { act, useLayoutEffect, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { modals } from '#platform/web/modal-queue.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { storage } from '#platform/web/storage.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { LiveRegionProvider } from '#ui/States.tsx'
import { legKey, type BetAnswer, type BetJob } from '../rules/state/index.ts'
import { guid, offer, READY } from '../rules/state/sample-coupon.ts'
import { selectionKey } from '#platform/web/selection.tsx'
import { couponCalls, type CouponCalls } from './calls.ts'
import type { CouponContext } from './context.ts'
import { CouponGate } from './coupon-gate.ts'
import { CouponLife } from './CouponLife.tsx'
import { CouponSettingsModal } from './CouponSettingsModal.tsx'
import { CouponStore } from './coupon-store.ts'
import { Context } from './door.ts'
import { QuickBets } from './QuickBets.tsx'
import { useQuick, type Quick } from './quick-bet.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })
const config = {
  coupon: {
    types: ['single', 'express', 'oneClick'],
    presets: { byCurrency: { KZT: ['500'] }, default: [] },
    amountTemplate: { byCurrency: { KZT: '2000' }, default: '1' },
    maxBets: 50,
    maxBetsSystem: 20,
  },
  betting: { vip: { default: false, countries: [] }, limits: { minStakeEur: '0.20' } },
  currencies: { byCountry: {}, default: 'KZT' },
}
const site = { lng: 'en', country: 'KZ', config, features: {} } as never
const session = {
  player: { id: 7 },
  account: { id: 70, balance: 1_000_000n, currency: { code: 'KZT', symbol: '₸', exponent: 2 } },
  refresh: () => {},
} as SessionPort
const [A, B] = [offer(1, 2000, 1), offer(2, 2000, 1)]

let root: Root
let router: ReturnType<typeof createMemoryRouter>
let quick: Quick
let store: CouponStore
let marked: Set<string>
const sent: { job: Pick<BetJob, 'body'>; answer: (given: BetAnswer) => void }[] = []
const told = vi.spyOn(modals, 'show')

const host = {
  guid: (() => {
    let n = 0
    return () => guid((n += 1))
  })(),
  refreshSession: () => {},
  changed: () => {},
}

function Page() {
  const own = useQuick(store, host, (keys) => void (marked = new Set(keys.filter((key) => quick.sends(key)))))
  useLayoutEffect(() => void (quick = own), [own])
  return <QuickBets quick={own} context={{ store, heardAt: () => 0 } as CouponContext} />
}

const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const answer = (given: BetAnswer) => act(async () => sent.at(-1)!.answer(given))
const words = () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
const mode = (on: boolean) =>
  act(() => storage.set('couponSettings', { oneClicks: { 7: { on, stakes: { KZT: '500' } } }, oneClickSeen: true }))
/** A press of the player's own hand on a price; true when it is not for the coupon. */
async function press(pressed: typeof A, take = (one: typeof A) => quick.takes(one)): Promise<boolean> {
  const event = new MouseEvent('click', { bubbles: true })
  Object.defineProperty(event, 'isTrusted', { value: true })
  let takes = false
  await act(async () => {
    document.body.dispatchEvent(event)
    takes = take(pressed)
  })
  await pass(0)
  return takes
}

async function show(page: ReactNode, by: SessionPort = session): Promise<void> {
  root = createRoot(document.getElementById('app')!)
  const element = (
    <SiteProvider value={site}>
      <TextsProvider texts={texts}>
        <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
          <SessionProvider value={by}>
            <LiveRegionProvider>{page}</LiveRegionProvider>
          </SessionProvider>
        </UiSettingsProvider>
      </TextsProvider>
    </SiteProvider>
  )
  router = createMemoryRouter([{ id: 'root', path: '*', element }])
  await act(async () => root.render(<RouterProvider router={router} />))
  await pass(0)
}

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  sent.length = 0
  marked = new Set()
  told.mockClear()
  vi.spyOn(couponCalls, 'check').mockImplementation(async () => ({ legs: [], limits: {}, quote: null }))
  vi.spyOn(couponCalls, 'place').mockImplementation((job) => new Promise((done) => sent.push({ job, answer: done })))
  store = new CouponStore({ ...host, calls: {} as CouponCalls, now: Date.now, save: async () => {}, tell: () => {}, shown: () => {} })
  for (const action of READY) store.dispatch(action)
  document.body.innerHTML = '<main id="main"></main><div id="app"></div>'
  await mode(true)
  await show(<Page />)
})

afterEach(async () => {
  await act(async () => root.unmount())
  await storage.remove('couponSettings')
  await storage.remove('draft-quick')
  document.body.innerHTML = ''
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

it('a price pressed while a bet is on its way is for the coupon, and nothing is sent after the mode is off', async () => {
  expect(await press(A)).toBe(true)
  await answer({ kind: 'wait', waitMs: 5_000 })
  await pass(2_000)
  expect(await press(B)).toBe(false)
  // The same price again is the same bet.
  expect(await press(A)).toBe(true)
  await mode(false)
  await pass(4_000)
  expect(sent.map(({ job }) => job.body['betGUID'])).toEqual([sent[0]!.job.body['betGUID'], sent[0]!.job.body['betGUID']])
  await answer({ kind: 'placed', betId: '41', prices: [2000] })
  await pass(60_000)
  expect(sent).toHaveLength(2)
  expect(told).toHaveBeenCalledOnce()
})

it('closing the mini coupon of a refusal sends nothing, whatever was pressed before it', async () => {
  await press(A)
  await press(B)
  await answer({ kind: 'refused', code: 104, text: 'x' })
  expect(quick.open).toBe(true)
  expect(await press(B)).toBe(false)
  await act(async () => quick.show(false))
  await pass(60_000)
  expect(sent).toHaveLength(1)
  expect(quick.store.get()).toMatchObject({ legs: [], flow: { at: 'edit' } })
})

it('another player finds nothing that he did not press', async () => {
  await press(A)
  await press(B)
  const signedIn = (playerId: number | null) =>
    act(async () => store.dispatch({ do: 'session', session: { playerId, accountId: 90, balanceMinor: 900_000n } }))
  await signedIn(null)
  await signedIn(9)
  await answer({ kind: 'placed', betId: '41', prices: [2000] })
  await pass(60_000)
  expect([sent.length, quick.open]).toEqual([1, false])
})

/** The page of somebody else on the same browser; null: nobody has signed in. */
async function another(playerId: number | null): Promise<void> {
  await act(async () => root.unmount())
  await act(async () => store.dispatch({ do: 'session', session: { ...store.get().session, playerId } }))
  await show(<Page />, { ...session, player: playerId === null ? null : { id: playerId } })
}

it('the mode is of the player who turned it on: nobody else on his browser bets at one press', async () => {
  for (const playerId of [9, null]) {
    await another(playerId)
    expect(words()).not.toContain('One click')
    expect(await press(A)).toBe(false)
  }
  await another(7)
  expect(words()).toContain('One click: ₸500')
  expect(await press(A)).toBe(true)
  expect(sent).toHaveLength(1)
})

it('what a browser kept for everybody turns the mode on for nobody', async () => {
  await act(() => storage.set('couponSettings', { oneClick: { on: true, stakes: { KZT: '500' } } } as never))
  expect(words()).not.toContain('One click')
  expect(await press(A)).toBe(false)
})

it('where there are no prices the strip has nothing to say', async () => {
  for (const path of ['/en/office/settings', '/en/login']) {
    await act(() => router.navigate(path))
    expect(words()).not.toContain('One click')
  }
  await act(() => router.navigate('/en/line'))
  expect(words()).toContain('One click: ₸500')
})

it('a brand that has no such mode takes no press for a bet, whatever is kept in the browser', async () => {
  await act(async () => store.dispatch({ do: 'setup', setup: { ...store.get().setup, options: new Set() } }))
  expect(await press(A)).toBe(false)
  expect(sent).toEqual([])
})

it('the wait is shown with its sum and seconds, announced once, and its price is marked until it is decided', async () => {
  expect(words()).toContain('One click: ₸500')
  await press(A)
  expect(words()).toContain('Sending ₸500')
  expect([...marked]).toEqual([legKey(A)])
  await answer({ kind: 'wait', waitMs: 5_000 })
  expect(words()).toContain('Checking the bet of ₸500: 5 s')
  const status = document.querySelector('[role=status]')!
  const said = new Set([status.textContent])
  await pass(2_000)
  said.add(status.textContent)
  expect(words()).toContain('Checking the bet of ₸500: 3 s')
  expect([...said]).toEqual([coupon.say_waiting])
  // What was sent cannot be taken back: it stands there without the mode too, until it is decided.
  await mode(false)
  expect(words()).toContain('Checking the bet of ₸500: 3 s')
  expect(words()).not.toContain(parts.one_click_off)
  expect(quick.sends(legKey(A))).toBe(true)
  await pass(4_000)
  await answer({ kind: 'placed', betId: '41', prices: [2000] })
  expect([quick.sends(legKey(A)), marked.size, words()]).toEqual([false, 0, coupon.say_waiting])
})

it('what cannot be sent as it stands is asked in the mini coupon', async () => {
  await act(async () => store.dispatch({ do: 'connection', offline: true }))
  await press(A)
  expect([quick.open, sent.length]).toEqual([true, 0])
})

it('a sum of one click that no bet takes is told the smallest one, once its field is left', async () => {
  await act(async () => root.unmount())
  await show(
    <Context value={{ store } as CouponContext}>
      <CouponSettingsModal coupon={store.get()} onClose={() => {}} />
    </Context>,
  )
  const field = [...document.querySelectorAll('input')].find(
    (one) => one.value === '500' && one.labels?.[0]?.textContent === parts.one_click_stake,
  )!
  const leave = async (value: string) => {
    await act(async () => field.focus())
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    await pass(0)
    expect(words()).not.toContain('Minimum stake')
    await act(async () => field.blur())
    return words().includes('Minimum stake is ₸200')
  }
  expect([await leave('199.99'), await leave('200')]).toEqual([true, false])
})

/** A line that is being opened: nobody is at the other end, and no page is stale yet. */
class Opening extends EventTarget {
  send() {}
  close() {}
}

it('on the page: the price of the bet on its way is marked, the one pressed after it stands in the coupon', async () => {
  vi.stubGlobal('WebSocket', Opening)
  await act(async () => root.unmount())
  const gate = new CouponGate(selectionKey, () => {})
  await show(<CouponLife gate={gate} setSheetOpen={() => {}} begin={null} onContext={() => {}} />)
  const take = (one: typeof A) => (gate.toggle(one), true)
  const marks = vi.fn()
  gate.subscribe(legKey(A))(marks)
  await press(A, take)
  await press(B, take)
  expect([marks.mock.calls.length > 0, gate.state(legKey(A)), gate.state(legKey(B)), gate.face().legs]).toEqual([
    true,
    'selected',
    'selected',
    1,
  ])
  marks.mockClear()
  await answer({ kind: 'placed', betId: '41', prices: [2000] })
  expect([marks.mock.calls.length > 0, gate.state(legKey(A)), gate.face().legs, sent.length]).toEqual([true, 'none', 1, 1])
})
