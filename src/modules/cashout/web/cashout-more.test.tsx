// @vitest-environment happy-dom
/** What costs money and cannot be taken back asks twice, and what a bet no longer allows says why. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import cashout from '../../../../locales/ru/cashout.json' with { type: 'json' }
import ui from '../../../../locales/ru/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { LiveRegionProvider } from '#ui/States.tsx'
import { READ_MS } from '../rules/press.ts'
import type { SaleInfo } from './calls.ts'
import { CashOutMore } from './CashOutMore.tsx'
import type { Sale } from './use-sale.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const slicesOf = (...list: [percent: number, premium: number][]) => list.map(([percent, premium]) => ({ percent, premium }))

const OPEN: SaleInfo = {
  bet_id: 5,
  cashout_sum: 940,
  min_sale_sum: 5.6,
  max_sale_sum: 940,
  auto_sale_min: 5.6,
  auto_sale_max: 11_418,
  off: null,
  off_text: null,
  tax_sum: 0,
  gross_sum: 940,
  part_tax: null,
  stake: 1000,
  possible_win: 11_418,
  auto_sale_sum: 0,
  auto_sale_off: null,
  can_sell_part: false,
  max_part_sum: 0,
  part_off: null,
  edit_off: null,
  power_off: null,
  insurance: { percent: 0, percent_left: 100, whole_premium: 600, slices: slicesOf([10, 60], [25, 150], [50, 300], [100, 600]), off: null },
  can_edit: true,
  edit_events: [],
  power: [],
}

let info: SaleInfo
let insured: { percent: number; sum: number; guid: string }[]
let answer: (given: { premium: number } | Error) => void
vi.mock('./calls.ts', async (original) => ({
  ...(await original<typeof import('./calls.ts')>()),
  setTarget: async () => Promise.reject(new Error('Сумма изменилась')),
  readInfo: async () => info,
  insure: (_bet: string, percent: number, sum: number, guid: string) => {
    insured.push({ percent, sum, guid })
    return new Promise((done, fail) => void (answer = (given) => (given instanceof Error ? fail(given) : done(given))))
  },
}))

const texts = new TextStore({ lng: 'ru', units: { cashout, ui }, report: () => {} })
const session = { player: { id: 7 }, refresh: () => {} } as SessionPort
const bet = { id: '5', playerId: 7, stakeMinor: 100_000n, currency: { code: 'KZT', symbol: '₸', exponent: 2 }, vid: 0 }
const armed = vi.fn()
const sale = { press: { at: 'idle' }, value: null, fresh: true, arm: armed } as unknown as Sale

let root: Root
const words = () => (document.body.textContent ?? '').replaceAll(/[\u00a0\u202f]/g, ' ')
const button = (name: RegExp) =>
  [...document.querySelectorAll('button')].find((one) =>
    name.test((one.getAttribute('aria-label') ?? one.textContent ?? '').replaceAll('\u00a0', ' ')),
  )
const press = (name: RegExp) => act(async () => button(name)!.click())
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

async function show(given: Partial<SaleInfo> = {}, shown = sale): Promise<void> {
  info = { ...OPEN, ...given }
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <QueryClientProvider client={queries}>
        <TextsProvider texts={texts}>
          <SiteProvider value={{ lng: 'ru', country: 'KZ', config: {}, features: {} } as never}>
            <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <SessionProvider value={session}>
                <LiveRegionProvider>
                  <CashOutMore bet={bet} sale={shown} />
                </LiveRegionProvider>
              </SessionProvider>
            </UiSettingsProvider>
          </SiteProvider>
        </TextsProvider>
      </QueryClientProvider>,
    ),
  )
  await pass(1)
}

beforeEach(() => {
  vi.useFakeTimers()
  insured = []
  armed.mockClear()
  document.body.innerHTML = '<div id="root"></div>'
  root = createRoot(document.querySelector('#root')!)
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

it('insurance takes two presses, says what it forbids, and a failure is tried again under the same key', async () => {
  await show()
  await press(/^Страховка$/)
  expect(words()).toContain(cashout.insurance_locks)
  expect(words()).toContain('Если ставка проиграет, вернётся 100 ₸')
  await press(/^Застраховать 10 % за 60/)
  await press(/^Точно застраховать 10 % за 60/)
  expect(insured).toEqual([])
  await pass(READ_MS)
  await press(/^Не страховать$/)
  expect(button(/^Застраховать 10 %/)).toBeDefined()
  await press(/^Застраховать 10 %/)
  await pass(READ_MS)
  // Another share is another wish: it asks anew.
  await press(/^25/)
  await press(/^Застраховать 25 % за 150/)
  await pass(READ_MS)
  await press(/^Точно застраховать 25 % за 150/)
  expect(insured).toMatchObject([{ percent: 25, sum: 150 }])
  await act(async () => answer(new Error('no line')))
  expect(words()).toContain('no line')
  await press(/^Повторить$/)
  expect(insured[1]).toEqual(insured[0])
  info = { ...OPEN, insurance: { ...OPEN.insurance!, percent: 25, percent_left: 75, slices: slicesOf([10, 60]) } }
  await act(async () => answer({ premium: 150 }))
  await pass(1)
  expect(words()).toContain('Застраховано 25 % ставки')
  // Both slices together.
  expect(words()).toContain('вернётся 350 ₸')
})

it('a premium that moves while it waits for its second press is in the button before it is bought', async () => {
  await show()
  await press(/^Страховка$/)
  await press(/^Застраховать 10 %/)
  info = { ...OPEN, insurance: { ...OPEN.insurance!, whole_premium: 650, slices: slicesOf([10, 65]) } }
  await pass(10_000)
  expect(words()).toContain('Страховка теперь стоит 65')
  await pass(READ_MS)
  await press(/^Точно застраховать 10 % за 65/)
  expect(insured).toMatchObject([{ percent: 10, sum: 65 }])
})

it('what the bet no longer allows stays in sight, closed, with its reason once', async () => {
  const off = cashout.problem_change_insured
  await show({ can_edit: false, part_off: cashout.problem_off_insured, edit_off: off, power_off: off })
  for (const name of [cashout.part, cashout.power, cashout.edit]) {
    const chip = button(new RegExp(`^${name}$`))!
    expect(chip.disabled).toBe(true)
    expect(document.getElementById(chip.getAttribute('aria-describedby')!)!.textContent).toContain(off)
  }
  expect(words().split(off)).toHaveLength(2)
  expect(button(/^Автовыкуп$/)!.disabled).toBe(false)
})

it('an order to sell says what it takes as it takes it: a sale at once up to the offer, waiting above it', async () => {
  await show()
  await press(/^Автовыкуп$/)
  expect(words()).toMatch(/От 5,60.* до 940.* – выкуп сразу\. Больше, до 11 418.*, – когда выкуп дойдёт до суммы/)
  // All that the bet can win: there is no other end to explain.
  expect(words()).not.toContain(cashout.auto_most)
  const field = document.querySelector('input')!
  const type = async (value: string) => {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, value)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  }
  await type('900')
  expect(button(/^Забрать 940/)).toBeDefined()
  await type('941')
  expect(button(/^Установить$/)!.disabled).toBe(false)
})

it('a part of a taxed bet shows what will be paid for it, by slider and by sum, and its own tax', async () => {
  // 100 of stake are bought for 270: a fifth of 170 is the tax of the whole, and a half has gained 35 so far.
  const terms = { rule: 'ZM', payout: { base: 'net' as const, rate: '0.2' }, returnsStakeTax: false }
  const taxed = { cashout_sum: 236, gross_sum: 270, tax_sum: 34, stake: 100, min_sale_sum: 1, can_sell_part: true }
  await show({ ...taxed, part_tax: { terms, stake: 100, sold_gross: 0, sold_tax: 0 } })
  expect(button(/^Забрать 128/)).toBeDefined()
  expect(words()).toMatch(/Налог 7.* уже вычтен/)
  expect(words()).not.toMatch(/Налог 34/)
  await press(/^Забрать 128/)
  expect(armed).toHaveBeenLastCalledWith(5_000n, expect.objectContaining({ stakeMinor: 10_000n, soldGrossMinor: 0n }))
  const field = document.querySelector<HTMLInputElement>('input:not([type=range])')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '54')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  // A fifth for 54 has gained nothing over the stake yet: no tax.
  await press(/^Забрать 54/)
  expect(armed).toHaveBeenLastCalledWith(8_000n, expect.anything())
  expect(words()).not.toMatch(/Налог/)
})

it('a sum at the offer or above it leaves the slider at its end', async () => {
  await show({ cashout_sum: 236, gross_sum: 236, tax_sum: 0, stake: 100, min_sale_sum: 1, can_sell_part: true, part_tax: null })
  const [slider, field] = ['input[type=range]', 'input:not([type=range])'].map((which) => document.querySelector<HTMLInputElement>(which)!)
  const places: string[] = []
  for (const sum of ['235', '236', '300']) {
    await act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, sum)
      field!.dispatchEvent(new Event('input', { bubbles: true }))
    })
    places.push(slider!.value)
  }
  expect(Number(places[0])).toBeLessThan(1_000)
  expect(places.slice(1)).toEqual(['1000', '1000'])
})

it('a part ends where the rest could not be sold: the slider stays below, and a sum between it and all says what can be taken', async () => {
  await show({ cashout_sum: 20, gross_sum: 20, stake: 10, can_sell_part: true, max_part_sum: 14.4 })
  const [slider, field] = ['input[type=range]', 'input:not([type=range])'].map((which) => document.querySelector<HTMLInputElement>(which)!)
  const set = (input: HTMLInputElement | undefined, value: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(input, value)
      input!.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await set(slider, '900')
  expect(button(/^Забрать 14,40/)!.disabled).toBe(false)
  await set(slider, '975')
  expect(button(/^Забрать 20/)!.disabled).toBe(false)
  for (const sum of ['14.41', '19.50', '5.59']) {
    await set(field, sum)
    expect(button(/^Забрать \d/)!.disabled).toBe(true)
    expect(words()).toMatch(/От 5,60.* до 14,40.* или вся ставка за 20/)
  }
  for (const [sum, left] of [
    ['14.40', 280n],
    ['20', 0n],
  ] as const) {
    await set(field, sum)
    await press(/^Забрать \d/)
    expect(armed).toHaveBeenLastCalledWith(left, null)
  }
})

it('an order that a sold part has put out of reach says so where another one is set', async () => {
  const off = 'Автовыкуп при 200 ₸ закрыт'
  await show({ auto_sale_off: off })
  await press(/^Автовыкуп$/)
  expect(words()).toContain(off)
  expect(button(/^Установить$/)).toBeDefined()
})

it('an order that may not wait for all that the bet can win says why its range ends', async () => {
  const why = cashout.auto_most
  await show({ auto_sale_max: 9_000 })
  await press(/^Автовыкуп$/)
  expect(words()).toContain(`до 9 000 ₸, – когда выкуп дойдёт до суммы. ${why}`)
  const field = document.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '9500')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(words()).toContain(`до 9 000 ₸. ${why}`)
})

it('what was said against one sum of an order is not said of the next one', async () => {
  await show()
  await press(/^Автовыкуп$/)
  const field = document.querySelector('input')!
  const type = (sum: string) =>
    act(async () => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, sum)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    })
  await type('2000')
  await press(/^Установить$/)
  await pass(1)
  expect(words()).toContain('Сумма изменилась')
  await type('3000')
  expect(words()).not.toContain('Сумма изменилась')
})

it('an order to sell that could not be cancelled says so aloud', async () => {
  await show({ auto_sale_sum: 2_000 })
  await press(/^Автовыкуп$/)
  await press(new RegExp(`^${cashout.auto_cancel}$`))
  await pass(1)
  expect(document.querySelector('[role=alert]')?.textContent).toBe('Сумма изменилась')
})

it('while a part waits for its second press the form tells of that part: its sum, what stays of it, its tax', async () => {
  const field = () => document.querySelector<HTMLInputElement>('input[inputmode="decimal"]')!
  const value = { valueMinor: 80_000n, grossMinor: 84_000n, stakeMinor: 100_000n, off: null }
  const waiting = (press: Sale['press'], more: object = {}): Sale => ({ ...sale, press, value: { ...value, ...more } })
  const portion = { leftMinor: 60_000n, runningMinor: 100_000n }
  const armedAt = (sumMinor: bigint, of: object = {}) =>
    ({ at: 'armed', portion: { ...portion, ...of }, sumMinor, moved: true, changedAt: 0 }) as const
  const part = { can_sell_part: true, tax_sum: 20 }
  await show(part, waiting({ at: 'idle' }))
  expect(words()).toContain('В игре останется 500')
  await show(part, waiting(armedAt(32_000n)))
  expect(words()).toContain('В игре останется 600 ₸')
  expect(field()).toMatchObject({ value: '320,00', disabled: true })
  expect(button(/^Забрать 320/)!.disabled).toBe(true)
  expect(words()).not.toContain('Налог')
  // The value of the rest comes before the answer to the sale.
  await show(part, waiting({ at: 'selling', portion, sumMinor: 32_000n, guid: 'g' }, { stakeMinor: 60_000n }))
  expect(words()).toContain('В игре останется 600 ₸')
  await show(part, waiting(armedAt(80_000n, { leftMinor: 0n })))
  expect(words()).toContain(cashout.part_all)
  expect(field().value).toBe('800,00')
  await show(part, waiting({ at: 'idle' }))
  expect(field().disabled).toBe(false)
})

it('the tax beside the button is that of the value of now', async () => {
  await show({ tax_sum: 20 }, { ...sale, value: { valueMinor: 80_000n, grossMinor: 84_000n, stakeMinor: 100_000n, off: null } })
  expect(words()).toContain('Налог 40 ₸ уже вычтен')
  await show({ tax_sum: 20 })
  expect(words()).toContain('Налог 20 ₸ уже вычтен')
})
