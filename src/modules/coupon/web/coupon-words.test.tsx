// @vitest-environment happy-dom
/** Words of the coupon that must be those of what the press does, or of what has happened. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import couponAr from '../../../../locales/ar/coupon.json' with { type: 'json' }
import partsAr from '../../../../locales/ar/coupon-parts.json' with { type: 'json' }
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { formatPercent } from '#lib/number-format.ts'
import { HYPER_BONUS_TABLE } from '../../../../test/support/hyper-bonus.ts'
import { configureCalls } from '#platform/web/call.ts'
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { EMPTY_COUPON, problemsOf, reduce, type Coupon, type CouponAction } from '../rules/state/index.ts'
import { answer, guid, offer, PAGE, priced, quoted, ready, refusedBy, run, send, SETUP, withLeg } from '../rules/state/sample-coupon.ts'
import type { Kind } from '../rules/state/kind.ts'
import { BoostLadder } from './BoostLadder.tsx'
import { CodeTools } from './CodeTools.tsx'
import { useCoupon, type CouponContext } from './context.ts'
import { CouponButton } from './CouponButton.tsx'
import { Context } from './door.ts'
import { CouponLegs } from './CouponLegs.tsx'
import { CouponSheet } from './CouponSheet.tsx'
import { GenerateModal } from './GenerateModal.tsx'
import { KindBar } from './KindBar.tsx'
import { OptionPanels } from './OptionPanels.tsx'
import { PlacedPanel } from './PlacedPanel.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'
import { Summary } from './Summary.tsx'
import { ShortPrice } from './TotalPrice.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })
const dispatch = vi.fn()

/** What the page says. */
function page(part: ReactNode, now: Coupon = ready(), more: Partial<CouponContext> = {}): () => string {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    act(() => root.unmount())
    document.body.innerHTML = ''
  })
  act(() =>
    root.render(
      <MemoryRouter>
        <SiteProvider
          value={{ lng: 'en', country: 'KZ', config: { coupon: { presets: { byCurrency: {}, default: [] } } }, features: {} } as never}
        >
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <Context
                value={{ store: { page: PAGE, dispatch, get: () => now, listen: () => () => {} }, ...more } as unknown as CouponContext}
              >
                {part}
              </Context>
            </UiSettingsProvider>
          </TextsProvider>
        </SiteProvider>
      </MemoryRouter>,
    ),
  )
  return () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
}

const two = () => run(ready(offer(1, 2000, 1), offer(2)), { do: 'kind', kind: 'express' })
const sale = (power = false) => quoted({ ...two(), sale: { betId: '5', power } }, { price: 4000 })
const free = () => reduce(ready(offer(1)), { do: 'options', options: { promo: { code: 'ABC', name: '', minor: '100000', bad: '' } } })
const moved = (one: Coupon, price = 3600) => (one.sale ? quoted(one, { price }) : priced(one, 0, 1800))
const waited = (one: Coupon) => reduce(answer(send(one), { kind: 'wait', waitMs: 4_000 }), { do: 'repeat', guid: guid(1) })

it.each<[string, Coupon, string]>([
  ['a bet', moved(ready(offer(1))), 'Accept changesand place ₸2,000'],
  ['a bet that is changed', moved(sale()), 'Accept changesChange the bet'],
  ['a bet that is raised', moved(sale(true)), `Accept changes${parts.btn_power_bet}`],
  ['a bet by a code', moved(free()), 'Accept changesPlace free bet ₸1,000'],
  ['a refused bet', answer(moved(send(ready(offer(1)))), refusedBy(130)), 'Accept changesand place ₸2,000'],
  ['a refused change', answer(moved(send(sale())), refusedBy(130)), 'Accept changesChange the bet'],
  ['a bet refused after its wait', answer(moved(waited(ready(offer(1, 2000, 1)))), refusedBy(130)), 'Bet at 1.8'],
  ['a change refused after its wait', answer(moved(waited(sale())), refusedBy(130)), 'Change the bet'],
  ['a code refused after its wait', answer(moved(waited(free())), refusedBy(130)), 'Place free bet ₸1,000'],
  ['a change that was refused for another reason', answer(send(sale()), refusedBy(7)), 'Change the bet'],
  ['a code that is asked about', answer(send(free()), refusedBy(900_060)), 'Place free bet ₸1,000'],
])('the button that accepts says what it does beside it: %s', (_name, now, words) => {
  expect(page(<CouponButton coupon={now} />)()).toBe(words)
})

it('what is pressed in the window that fills a coupon blames the sums only when they are to blame', async () => {
  configureCalls({ report: () => {}, texts: { timeout: 'timeout', cancelled: 'cancelled', generic: 'No connection', query: 'query' } })
  const said = page(<GenerateModal coupon={ready()} onClose={() => {}} />)
  const fields = document.querySelectorAll('input')
  const type = (field: HTMLInputElement, value: string) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  act(() => type(fields[1]!, '20000'))
  const json = (status: number, body: object) => async () =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
  const fetched = vi.fn()
  vi.stubGlobal('fetch', fetched)
  onTestFinished(() => vi.unstubAllGlobals())
  const press = async (label: string) => {
    const button = [...document.querySelectorAll('button')].find((one) => one.textContent === label)
    await act(async () => button!.click())
    await act(async () => {
      await new Promise((done) => setTimeout(done))
    })
  }
  fetched.mockImplementationOnce(json(503, { success: false, message: 'The product is being updated' }))
  await press(parts.generate_make)
  expect(said()).toContain('The product is being updated')
  expect(said()).not.toContain(parts.generate_none)
  fetched.mockImplementationOnce(json(429, { success: false, message: 'Too many requests' }))
  await press(ui.retry)
  expect(said()).toContain('Too many requests')
  fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  await press(ui.retry)
  expect(said()).not.toContain('Too many requests')
  expect(said()).not.toContain(parts.generate_none)
  expect(said()).toContain(ui.retry)
  fetched.mockImplementationOnce(json(200, { success: false, message: 'No coupon', error_code: 900_400 }))
  await press(ui.retry)
  expect(said()).toContain(parts.generate_none)
  expect(said()).not.toContain(ui.retry)
  expect(document.querySelector('[role=status], [role=alert]')?.textContent).toContain(parts.generate_none)
  act(() => type(fields[1]!, '21000'))
  expect(said()).not.toContain(parts.generate_none)
  fetched.mockImplementationOnce(json(200, { success: false, message: 'The least stake is 200', error_code: 900_031 }))
  await press(parts.generate_make)
  expect(said()).toContain('The least stake is 200')
  expect(said()).not.toContain(ui.retry)
  expect(fetched).toHaveBeenCalledTimes(5)
  // A malformed question to another call is no word about the sums.
  fetched.mockImplementationOnce(json(200, { success: true, data: { vid: 0, events: [] } }))
  fetched.mockImplementationOnce(json(400, { Success: false, Error: 'Events: empty', ErrorCode: 900_400, Value: null }))
  await press(parts.generate_make)
  expect(said()).toContain('Events: empty')
  expect(dispatch).not.toHaveBeenCalled()
})

const three = (kind: Kind) => run(ready(offer(1), offer(2), offer(3)), { do: 'kind', kind }, { do: 'stake', text: '600' })

it.each<[Kind, RegExp | null]>([
  ['system', /Least payout with 2 winners or more/],
  ['lucky', /Least payout with 1 winner or more/],
  ['patent', /Least payout with 2 winners or more/],
  ['chain', null],
  ['condition', null],
])('a least payout is told with what it stands on, and not where there is none: %s', (kind, words) => {
  const said = page(<Summary coupon={three(kind)} short={false} />)()
  if (words) expect(said).toMatch(words)
  else expect(said).not.toMatch(/Least payout/)
})

it('a bet that has not been changed yet promises no win of nothing', () => {
  const untouched = quoted({ ...two(), sale: { betId: '5', power: false } }, { why: 'nothing has changed' })
  expect(page(<Summary coupon={untouched} short={false} />)()).not.toContain(coupon.to_return)
  expect(page(<Summary coupon={sale()} short={false} />)()).toContain(coupon.to_return)
})

it('while a typed code is not applied the button applies it', () => {
  const promo = { code: '', name: '', minor: '0', bad: '' }
  const typing = (typed: string) => reduce(ready(offer(1)), { do: 'options', options: { promo: { ...promo, typed } } })
  page(<OptionPanels coupon={typing('AB')} />)
  dispatch.mockClear()
  const field = document.querySelector('input')!
  expect(field.value).toBe('AB')
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'ABC')
  act(() => void field.dispatchEvent(new Event('input', { bubbles: true })))
  expect(dispatch).toHaveBeenLastCalledWith({ do: 'options', options: { promo: { ...promo, typed: 'ABC' } } })
  expect(page(<CouponButton coupon={typing('ABC')} />)()).toContain(parts.act_use_code)
  expect(page(<CouponButton coupon={typing('')} />)()).toContain('Place ₸2,000')
})

it('Esc closes the list of kinds and nothing around it, and the focus is where it was opened', () => {
  const outside = vi.fn()
  page(
    <div role="presentation" onKeyDown={outside}>
      <KindBar coupon={two()} />
    </div>,
  )
  const opener = document.querySelector<HTMLElement>('[aria-expanded]')!
  const esc = (on: Element) => on.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
  act(() => opener.click())
  opener.focus()
  let passed = true
  act(() => void (passed = esc(opener)))
  expect([document.querySelector('[data-testid=coupon-more]'), passed, outside.mock.calls.length]).toEqual([null, false, 0])
  act(() => opener.click())
  act(() => void esc(document.querySelector('[data-testid=coupon-more] button')!))
  expect([document.querySelector('[data-testid=coupon-more]'), document.activeElement]).toEqual([null, opener])
})

it('the focus goes on to the field of the option that was pressed, and nowhere when its panel comes by itself', () => {
  let now = ready(offer(1))
  const listeners = new Set<() => void>()
  const store = {
    page: PAGE,
    get: () => now,
    listen: (one: () => void) => (listeners.add(one), () => listeners.delete(one)),
    dispatch: (action: CouponAction) => {
      now = reduce(now, action)
      for (const one of listeners) one()
    },
  }
  const Both = () => {
    const coupon = useCoupon()
    return (
      <>
        <KindBar coupon={coupon} />
        <OptionPanels coupon={coupon} />
      </>
    )
  }
  page(<Both />, now, { store } as never)
  const promo = { code: '', name: '', minor: '0', bad: '' }
  act(() => store.dispatch({ do: 'options', options: { promo } }))
  expect([document.querySelectorAll('input').length, document.activeElement]).toEqual([1, document.body])
  act(() => store.dispatch({ do: 'options', options: { promo: null } }))
  act(() => document.querySelector<HTMLElement>('[aria-expanded]')!.click())
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(parts.option_promo))!.click())
  expect(document.activeElement).toBe(document.querySelector('input'))
})

it('in the sheet of a phone the first price that has changed comes into sight', () => {
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }))
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    expect(this.getAttribute('data-leg')).toBe(changed.legs[2]!.key)
  })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    seen.mockRestore()
  })
  const changed = priced(three('express'), 2, 1900)
  page(<CouponSheet onClose={() => {}} />, changed)
  expect(seen).toHaveBeenCalledWith({ block: 'nearest' })
  seen.mockClear()
  page(<CouponSheet onClose={() => {}} />, three('express'))
  expect(seen).not.toHaveBeenCalled()
})

it('the places that a selection can be moved to open in sight', () => {
  const seen = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    expect(this.getAttribute('aria-label')).toBe(parts.move_to)
  })
  onTestFinished(() => seen.mockRestore())
  page(<CouponLegs />, three('condition'))
  act(() => document.querySelector<HTMLElement>('[data-handle]')!.click())
  expect(seen).toHaveBeenCalledWith({ block: 'nearest' })
})

it.each(['price_high', 'max_legs'])('while no stake is possible the reason is told with its one press, and no win: %s', (key) => {
  const room = { minMinor: 5_000n, maxMinor: 1n, maxPayoutMinor: 1_000_000n }
  const many = run(ready(...Array.from({ length: 51 }, (_, i) => offer(i + 1))), { do: 'kind', kind: 'express' })
  const fifty = reduce(many, { do: 'remove', keys: [many.legs[50]!.key] })
  const now = key === 'max_legs' ? many : reduce(fifty, { do: 'checked', legs: [], limits: { together: room } })
  const problem = problemsOf(now).find((one) => one.key === key)!
  const said = page(<ProblemNotice problem={problem} coupon={now} />, now)()
  expect(said).toContain(
    key === 'max_legs' ? 'Remove the last' : 'stake of ₸50 would win more than the maximum payout of ₸10,000Remove the last 43',
  )
  document.body.innerHTML = ''
  expect(page(<Summary coupon={now} short={false} />)()).toMatch(/Take anyTo return–$/)
})

it('a raised bet says what it is worth now, and how its price comes of that', () => {
  const raised = quoted({ ...ready(offer(1, 6167)), sale: { betId: '5', power: true } }, { price: 5709, worthMinor: 185_142n })
  const said = page(<Summary coupon={raised} short />)()
  expect(said).toContain('Total price5.709The bet is worth ₸1,851.42 now6.167 × 1851.42 / 2000 = 5.709')
})

it('the coupon is not called empty before the stored one has been read', () => {
  expect(page(<CouponLegs />, EMPTY_COUPON)()).not.toContain(coupon.coupon_empty)
})

it('what found no tab left is told, and takes the place of the open coupon when that is wanted', () => {
  const showFound = vi.fn()
  const note = { kind: 'full', filling: { offers: [offer(9)], kind: null } } as const
  const said = page(<CodeTools coupon={ready(offer(1))} noteOnly />, ready(offer(1)), { note, showFound })
  expect(said()).toContain('No more than 5 coupons')
  act(() => [...document.querySelectorAll('button')].find((one) => one.textContent === parts.slip_replace)!.click())
  expect(showFound).toHaveBeenCalledOnce()
})

it.each([
  [1_001_000n, '1001'],
  [1_234_567n, '1234'],
  [99_999_999n, '99999'],
  [4_467_752_835_279_497_908_475n, '>99999'],
])('the bar of the phone says a long price in a few digits: %s', (milli, words) => {
  expect(page(<ShortPrice milli={milli} />)()).toBe(words)
})

it('Arabic writes percent as its numbers are written, and one word for a bid', () => {
  const { policy_drop2, policy_drop5, policy_drop10 } = couponAr
  for (const [words, percent] of [
    [policy_drop2, 2],
    [policy_drop5, 5],
    [policy_drop10, 10],
  ] as const)
    expect(words).toContain(formatPercent(percent, 'ar'))
  for (const words of [partsAr.option_bid, partsAr.bid_price, partsAr.bid_sent]) expect(words).toContain('طلب')
})

it('what no bet can be made of promises no bonus and no win', () => {
  const boost = { kind: 'boost', minPrice: 1200, table: HYPER_BONUS_TABLE } as never
  const boosted = run(ready(offer(1), offer(2)), { do: 'kind', kind: 'express' }, { do: 'setup', setup: { ...SETUP, boost } })
  const stopped = (one: Coupon, index: number) => withLeg(one, index, { status: 'suspended', reason: 'lock_goal' })
  const none = stopped(stopped(boosted, 0), 1)
  const apart = { ...boosted, legs: boosted.legs.map((leg) => ({ ...leg, onlySingle: true })) }
  const ladder = (now: Coupon) => page(<BoostLadder coupon={now} />, now)()
  expect(ladder(stopped(boosted, 0))).toContain('2 more selections')
  document.body.innerHTML = ''
  expect([ladder(none), ladder(apart)]).toEqual(['', ''])
  const win = (now: Coupon) => {
    document.body.innerHTML = ''
    page(<Summary coupon={now} short={false} />, now)
    return document.querySelector('[data-testid=coupon-win]')?.textContent
  }
  expect([win(none), win(apart)]).toEqual(['–', '–'])
  // A bet on its way was sent for what it says.
  expect(win({ ...none, flow: send(boosted).flow })).toContain('8,000')
})

it('a mistyped code is not called missing, and what was said of the one before it is gone', () => {
  const setNote = vi.fn()
  page(<CodeTools coupon={ready()} />, ready(), { note: { kind: 'unknown' }, setNote, begin: null })
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === coupon.by_code)!.click())
  expect(setNote).toHaveBeenCalledWith(null)
  const field = document.querySelector('input')!
  const find = (value: string) => {
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
    act(() => field.form!.requestSubmit())
    return document.getElementById(field.getAttribute('aria-describedby')!)?.textContent
  }
  expect([find('ZZZZZZ'), find('ab-cd'), find(' ')]).toEqual([coupon.code_shape, coupon.code_shape, coupon.code_missing])
})

it('what comes while a bet is on its way says that it waits, and is a press away when that is answered', () => {
  const showFound = vi.fn()
  const note = { kind: 'waits', filling: { offers: [offer(2)], kind: null } } as const
  const sent = send(ready(offer(1)))
  expect(page(<CodeTools coupon={sent} noteOnly />, sent, { note })()).toBe(parts.fill_waits)
  document.body.innerHTML = ''
  const placed = answer(sent, { kind: 'placed', betId: '5', prices: [2000] })
  expect(page(<CodeTools coupon={placed} noteOnly />, placed, { note, showFound })()).toContain(parts.fill_waited)
  act(() => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === coupon.act_show)!.click())
  expect(showFound).toHaveBeenCalledOnce()
})

it.each([
  [30, true],
  [0, false],
])('a placed bet tells what of its stake is an advance: %d', (advance, told) => {
  const placed = answer(send(ready(offer(1))), { kind: 'placed', betId: '5', prices: [2000], advance })
  if (placed.flow.at !== 'placed') throw new Error(placed.flow.at)
  const said = page(<PlacedPanel jobs={placed.flow.jobs} bare />, placed)()
  expect(said.includes(`${parts.placed_advance}₸30`)).toBe(told)
  expect(said.includes(parts.placed_advance)).toBe(told)
})

it('the receipt of an express names the bonus that the coupon had', () => {
  const boost = { kind: 'boost' as const, minPrice: 1200, table: { 4: 10 } }
  const express = run(
    ready(offer(1), offer(2), offer(3), offer(4)),
    { do: 'setup', setup: { ...SETUP, boost } },
    { do: 'kind', kind: 'express' },
  )
  const placed = answer(send(express), { kind: 'placed', betId: '5', prices: express.legs.map(({ price }) => price) })
  if (placed.flow.at !== 'placed') throw new Error(placed.flow.at)
  const bonusIn = (said: string) => new RegExp(`${parts.bonus}(\\+₸[\\d,.]+?\\d(?=\\D))`).exec(said)?.[1]
  const before = bonusIn(page(<Summary coupon={express} short={false} />, express)())
  expect(before).toBeDefined()
  // Both are looked for in all that stands on the page.
  document.body.innerHTML = ''
  expect(bonusIn(page(<PlacedPanel jobs={placed.flow.jobs} bare />, placed)())).toBe(before)
})
