// @vitest-environment happy-dom
/** What the coupon says of stakes above the largest one, and of money that is not the player's, before the press and after it. */
import { act, useState, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import calculator from '../../../../locales/en/calculator.json' with { type: 'json' }
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { configureCalls } from '#platform/web/call.ts'
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { NEW_LEG } from '../rules/calculator/address.ts'
import type { CalculatorLeg } from '../rules/calculator/calculate.ts'
import { bodyOf } from '../rules/state/body.ts'
import { plannedBets, problemsOf, reduce, type Coupon, type Options } from '../rules/state/index.ts'
import { answer, offer, PAGE, quoted, ready, run, send, SETUP } from '../rules/state/sample-coupon.ts'
import type { CouponContext } from './context.ts'
import { CouponButton } from './CouponButton.tsx'
import { CouponFoot } from './CouponFoot.tsx'
import { CalculatorLegRow } from './CalculatorLegRow.tsx'
import { Context } from './door.ts'
import { OptionPanels } from './OptionPanels.tsx'
import { PlacedPanel } from './PlacedPanel.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { Summary } from './Summary.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new TextStore({ lng: 'en', units: { calculator, coupon, 'coupon-parts': parts, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { coupon: { presets: { byCurrency: {}, default: [] } } }, features: {} }

/** What the page says. */
function page(part: ReactNode, now: Coupon, priceView = 0, dispatch: (action: CouponAction) => void = () => {}): () => string {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    act(() => root.unmount())
    document.body.innerHTML = ''
  })
  const store = { page: PAGE, dispatch, get: () => now, listen: () => () => {}, textOf: String }
  act(() =>
    root.render(
      <MemoryRouter>
        <SiteProvider value={site as never}>
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={{ lng: 'en', priceView, text: textsOf(texts, 'ui') as never }}>
              <Context value={{ store, act() {} } as unknown as CouponContext}>{part}</Context>
            </UiSettingsProvider>
          </TextsProvider>
        </SiteProvider>
      </MemoryRouter>,
    ),
  )
  return () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
}

/** A single at 2, of which `most` may be staked. */
function staked(
  stake: string,
  { most = 10_000_000n, vipFactor = 4, options = {} as Partial<Options>, equals = {} as { equalsMinor?: bigint } } = {},
): Coupon {
  const open = run(
    ready(offer(1)),
    { do: 'setup', setup: { ...SETUP, vipFactor } },
    { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 10n ** 12n } },
    { do: 'stake', text: stake },
    { do: 'options', options },
  )
  const room = { minMinor: 5_000n, maxMinor: most, maxPayoutMinor: 0n, ...equals }
  const limits = Object.fromEntries(plannedBets(open).map(({ key }) => [key, room]))
  return reduce(open, { do: 'checked', legs: [], limits })
}

it('a VIP bet says what is placed, what waits and what the placed part wins, in a listed country only (AC-11)', () => {
  const said = (vipFactor: number) => page(<Summary coupon={staked('300000', { vipFactor })} short={false} />, ready())()
  expect(said(4)).toMatch(/Placed at once₸100,000VIP: above the maximum, waits for an answer₸200,000.*To return₸200,000$/)
  document.body.innerHTML = ''
  expect(said(0)).not.toContain('VIP')
})

it.each([
  [50_000n, '₸500 is left for equal betsStake ₸500'],
  [0n, 'The limit for equal bets is used upRemove'],
])('what equal bets have left of the largest stake is told with it, and when that is nothing: %s', (most, words) => {
  const now = staked('600', { most, vipFactor: 0, equals: { equalsMinor: 250_000n } })
  expect(page(<ProblemNotice problem={problemsOf(now)[0]!} coupon={now} />, now)()).toBe(words)
})

it('of a stake above what may be asked for it says how much may be, and stakes that by one press', () => {
  const now = staked('500000')
  const said = page(<ProblemNotice problem={problemsOf(now)[0]!} coupon={now} />, now)
  expect(said()).toBe('You can stake up to ₸400,000Stake ₸400,000')
})

it.each([
  [5_000_000_00n, parts.bid_how_over.replace('{{max}}', '₸4,000,000')],
  [4_000_000_00n, parts.bid_how_over.replace('{{max}}', '₸4,000,000')],
  [1_000_000_00n, parts.bid_how_most.replace('{{max}}', '₸1,000,000')],
])('a bid asks for more stake only where more is taken: %s', (most, words) => {
  const now = staked('2000', { most, options: { bid: { price: '', view: 0 } } })
  expect(page(<OptionPanels coupon={now} />, now)()).toContain(words)
  const problem = problemsOf(now).find(({ key }) => key === 'bid_price')!
  document.body.innerHTML = ''
  expect(page(<ProblemNotice problem={problem} coupon={now} />, now)().includes('above the limit')).toBe(words.includes('Stake more'))
})

it('on a phone too the largest stake stands in its field, once for one bet and with each of several (XT-13)', () => {
  const foot = (now: Coupon, pad: 'open' | false) => {
    document.body.innerHTML = ''
    return page(<CouponFoot pad={pad} />, now)()
  }
  expect(foot(staked('2000'), 'open')).toContain('up to ₸100,000')
  const field = document.querySelector('input')!
  expect(document.getElementById(field.getAttribute('aria-describedby')!)!.textContent).toMatch(/^up to/)
  expect(foot(staked('2000'), false)).not.toContain('up to')
  expect(foot(run(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' }), 'open')).not.toContain('up to')
})

it('an advance says before the press how much of the stake it is, and what becomes of the bet without it', () => {
  const lacks = run(quoted(staked('12000'), { advance: true }), {
    do: 'session',
    session: { playerId: 7, accountId: 70, balanceMinor: 1_000_000n },
  })
  const terms = parts.advance_terms.replace('{{need}}', '₸2,000').replace('{{h}}', '48')
  const offered = reduce(lacks, { do: 'advance', minor: 300_000n })
  expect(page(<ProblemNotice problem={problemsOf(offered)[0]!} coupon={offered} />, offered)()).toContain(terms)
  document.body.innerHTML = ''
  expect(page(<CouponButton coupon={offered} />, offered)()).toBe(parts.btn_advance.replace('{{sum}}', '₸2,000'))
  document.body.innerHTML = ''
  const on = reduce(offered, { do: 'options', options: { advance: true } })
  document.body.innerHTML = ''
  expect(page(<OptionPanels coupon={on} />, on)()).toContain(terms)
  document.body.innerHTML = ''
  const less = reduce(on, { do: 'stake', text: '1000' })
  expect(page(<OptionPanels coupon={less} />, less)()).not.toContain(terms)
})

const bid = { BidId: 9, Status: 0, Summ: 150_000, WantedCoef: 2, ApprovedSumm: 0, Coef: 2, Expires: 4_000_000_000, Id: 0 }
beforeEach(() =>
  configureCalls({ report: () => {}, texts: { timeout: 'timeout', cancelled: 'cancelled', generic: 'none', query: 'query' } }),
)

it.each([
  ['9', /waits for an answer: ₸150,000, bid No\. 9.*₸50,000 was not taken/],
  ['', /₸200,000 was not taken/],
])('after a VIP bet the panel says what waits by the word of the server, and what does not: bid %j', async (bidId, words) => {
  const token = { data: { attributes: { userToken: 'T', expireDate: '2100-01-01T00:00:00Z' } } }
  const headers = { 'content-type': 'application/json', date: new Date().toUTCString() }
  vi.stubGlobal('fetch', async (path: string) => new Response(JSON.stringify(path.includes('/token') ? token : bid), { headers }))
  onTestFinished(() => vi.unstubAllGlobals())
  const placed = answer(send(staked('300000')), { kind: 'placed', betId: '5', prices: [2000], bidId })
  if (placed.flow.at !== 'placed') throw new Error(placed.flow.at)
  const said = page(<PlacedPanel jobs={placed.flow.jobs} bare />, placed)
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(said()).toMatch(words)
  })
  expect(said()).toMatch(/Stake₸100,000To return₸200,000/)
})

it('what is told of a bet that was on its way when another account was chosen is in the currency that paid it', () => {
  const other = run(
    send(staked('2000')),
    { do: 'setup', setup: { ...SETUP, currency: { code: 'JPY', exponent: 0, symbol: '¥' }, template: '300' } },
    { do: 'session', session: { playerId: 7, accountId: 71, balanceMinor: 0n } },
  )
  expect(page(<CouponButton coupon={other} />, other)()).toContain('₸2,000')
  document.body.innerHTML = ''
  const placed = answer(other, { kind: 'placed', betId: '5', prices: [2000] })
  if (placed.flow.at !== 'placed') throw new Error(placed.flow.at)
  expect(page(<PlacedPanel jobs={placed.flow.jobs} bare />, placed)()).toContain('Stake₸2,000To return₸4,000')
})

it('a price that was taken over stands in the format of the player, and its thousandths are kept until it is edited', () => {
  const typed = staked('2000', { options: { autoBet: { price: '1.908', view: 0, dropOnScore: false, followLive: false } } })
  page(<OptionPanels coupon={typed} />, typed, 2)
  expect(document.querySelector('input')!.value).toBe('-110')
  expect(bodyOf(typed, plannedBets(typed)[0]!, 'g', false, PAGE as never)).toMatchObject({ autoBetCf: 1.908 })
})

it.each([
  [0, 'decimal'],
  [1, 'text'],
  [2, 'text'],
  [3, 'decimal'],
  [4, 'decimal'],
  [5, 'text'],
  [6, 'text'],
])('a price in format %d is typed on keys that have its signs', (view, keys) => {
  const options = { autoBet: { price: '2', view: 0, dropOnScore: false, followLive: false }, bid: { price: '', view: 0 } }
  for (const option of ['autoBet', 'bid'] as const) {
    const now = staked('2000', { options: { [option]: options[option] } })
    page(<OptionPanels coupon={now} />, now, view)
  }
  page(
    <CalculatorLegRow number={1} leg={NEW_LEG} eachWay={false} removable={false} onChange={() => {}} onRemove={() => {}} />,
    ready(),
    view,
  )
  expect([...document.querySelectorAll<HTMLInputElement>('input[inputmode]')].map((field) => field.inputMode)).toEqual([keys, keys, keys])
})

/** A row of the calculator, whose place an empty one takes when it is removed. */
function Row({ seen }: { seen: (leg: CalculatorLeg) => void }) {
  const [leg, set] = useState(NEW_LEG)
  const change = (next: CalculatorLeg) => {
    seen(next)
    set(next)
  }
  return <CalculatorLegRow number={1} leg={leg} eachWay={false} removable onChange={change} onRemove={() => set({ ...NEW_LEG })} />
}

it('the calculator reads prices in Arabic digits as the coupon does, and a row that takes the place of another shows its own', () => {
  const seen = vi.fn()
  page(<Row seen={seen} />, ready())
  const field = document.querySelector('input')!
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '٢٫٥')
  act(() => void field.dispatchEvent(new Event('input', { bubbles: true })))
  expect(seen).toHaveBeenCalledWith(expect.objectContaining({ price: 2500 }))
  expect(field.value).toBe('2.5')
  act(() => document.querySelector<HTMLElement>('button[aria-label^="Remove"]')!.click())
  expect(field.value).toBe('')
})

it('after a bet with a code the panel says that the code was staked', () => {
  const promo = { code: 'FREE', name: '', minor: '150000', bad: '' }
  const placed = answer(send(staked('2000', { options: { promo } })), { kind: 'placed', betId: '5', prices: [2000] })
  if (placed.flow.at !== 'placed') throw new Error(placed.flow.at)
  expect(page(<PlacedPanel jobs={placed.flow.jobs} bare />, placed)()).toContain(`${parts.promo_stake}₸1,500To return₸1,500`)
})

it.each([
  ['', 0, 'Enter the price at which to bet'],
  ['4.12.3', 0, 'This does not read as a price. Write it as the line does, for example 2'],
  ['0,5', 0, 'There is no price below 1.001'],
  ['2000', 0, 'There is no price above 1001'],
  // In another format a small number is a price.
  ['0.5', 4, null],
  ['4.5', 0, null],
])('a wanted price %j in format %d: what is wrong is said, in the notice too', (price, view, words) => {
  const coupon = staked('2000', { options: { autoBet: { price, view, dropOnScore: false, followLive: false } } })
  const [problem] = problemsOf(coupon)
  if (words === null) return expect(problem).toBeUndefined()
  expect(page(<ProblemNotice problem={problem!} coupon={coupon} />, coupon)()).toContain(words)
})

it('a wanted price is shown in the format that the page has got meanwhile', () => {
  const coupon = staked('2000', { options: { autoBet: { price: '4.5', view: 0, dropOnScore: false, followLive: false } } })
  page(<OptionPanels coupon={coupon} />, coupon, 2)
  expect(document.querySelector<HTMLInputElement>('[type=text], input:not([type])')!.value).toBe('+350')
})

it('a wanted price is typed in the digits of any keyboard, as a stake is', () => {
  const coupon = staked('2000', { options: { autoBet: { price: '', view: 0, dropOnScore: false, followLive: false } } })
  const told: CouponAction[] = []
  page(<OptionPanels coupon={coupon} />, coupon, 0, (action) => told.push(action))
  const field = document.querySelector<HTMLInputElement>('[type=text], input:not([type])')!
  act(() => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '٤٫٥')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(told).toMatchObject([{ do: 'options', options: { autoBet: { price: '4.5', view: 0 } } }])
})
