// @vitest-environment happy-dom
/** Every message of the coupon (ux 6.4) with its action: it is shown in words, and its press does what it says. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { afterEach, beforeEach, describe, expect, it, vi, onTestFinished } from 'vitest'
import couponEn from '../../../../locales/en/coupon.json' with { type: 'json' }
import partsEn from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import uiEn from '../../../../locales/en/ui.json' with { type: 'json' }
import cashEn from '../../../../locales/en/cashout.json' with { type: 'json' }
import cashRu from '../../../../locales/ru/cashout.json' with { type: 'json' }
import couponRu from '../../../../locales/ru/coupon.json' with { type: 'json' }
import partsRu from '../../../../locales/ru/coupon-parts.json' with { type: 'json' }
import uiRu from '../../../../locales/ru/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider, type UiSettings } from '#ui/settings.tsx'
import { HYPER_BONUS_TABLE } from '../../../../test/support/hyper-bonus.ts'
import { problemsOf, reduce, type Coupon, type CouponAction, type Fix } from '../rules/state/index.ts'
import { answer, NOW, offer, priced, quoted, ready, refusedBy, run, send, SETUP, withLeg } from '../rules/state/sample-coupon.ts'
import { BeforeBet } from './BeforeBet.tsx'
import { BoostLadder } from './BoostLadder.tsx'
import { InsuranceNote } from './InsuranceNote.tsx'
import { CodeTools } from './CodeTools.tsx'
import type { CodeNote, CouponContext } from './context.ts'
import { Context } from './door.ts'
import { CouponButton } from './CouponButton.tsx'
import { FlowNotice } from './FlowNotice.tsx'
import { performFix } from './perform.ts'
import { CouponLegs } from './CouponLegs.tsx'
import { PlacedPanel } from './PlacedPanel.tsx'
import { padField } from './pad.ts'
import { ProblemNotice } from './ProblemNotice.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const LANGUAGES = {
  ru: { coupon: couponRu, 'coupon-parts': partsRu, ui: uiRu },
  en: { coupon: couponEn, 'coupon-parts': partsEn, ui: uiEn },
} as const

const asked = {
  signIn: vi.fn(),
  deposit: vi.fn(),
  payFromMoney: vi.fn(),
  limits: vi.fn(),
  reconnect: vi.fn(),
  send: vi.fn(),
  check: vi.fn(),
  found: vi.fn(),
}
beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ toFake: ['Date'], now: NOW })
})
afterEach(() => void vi.useRealTimers())
const heardAt = vi.fn((): number | null => NOW)
/** A page with this coupon: presses go through the same performer and reducer as on the site. */
function page(coupon: Coupon, draw: (coupon: Coupon) => ReactNode, { lng = 'ru' as 'ru' | 'en', note = null as CodeNote | null } = {}) {
  let now = coupon
  const missing: unknown[] = []
  const texts = new TextStore({ lng, units: LANGUAGES[lng], report: (error) => missing.push(error) })
  const store = {
    get: () => now,
    listen: () => () => {},
    dispatch: (action: CouponAction) => void (now = reduce(now, action)),
    send: asked.send,
    reconnected: asked.reconnect,
    checkSoon: asked.check,
    textOf: (minor: bigint) => String(Number(minor) / 100),
    page: { cfView: 0 },
  }
  const context = {
    store,
    act: (fix: Fix) => performFix(fix, store as never, asked as never, asked.limits),
    takeArrival: () => false,
    heardAt,
    note,
    setNote: () => {},
    share: () => {},
    showFound: asked.found,
    begin: null,
  } as unknown as CouponContext
  const site = { lng, country: 'KZ', config: {}, features: {} } as never
  const ui: UiSettings = { lng, priceView: 0, text: textsOf(texts, 'ui') as never }
  const box = document.createElement('div')
  const root = createRoot(box)
  // A count-down would tick on in a page that is gone.
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <MemoryRouter>
        <SiteProvider value={site}>
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={ui}>
              <Context value={context}>{draw(now)}</Context>
            </UiSettingsProvider>
          </TextsProvider>
        </SiteProvider>
      </MemoryRouter>,
    ),
  )
  expect(missing).toEqual([])
  return {
    text: (box.textContent ?? '').replaceAll('\u00a0', ' '),
    press(label: RegExp) {
      const button = [...box.querySelectorAll('button')].find((one) => label.test((one.textContent ?? '').replaceAll('\u00a0', ' ')))
      if (!button) throw new Error(`no button ${label} in: ${box.textContent}`)
      act(() => button.click())
      return now
    },
  }
}

const two = () => run(ready(offer(1), offer(2)), { do: 'kind', kind: 'express' })
const staked = (text: string) => reduce(ready(offer(1)), { do: 'stake', text })
const bounded = (coupon: Coupon, maxMinor: bigint, maxPayoutMinor: bigint): Coupon => {
  const limits = Object.fromEntries(Object.keys(coupon.limits).map((key) => [key, { minMinor: 5_000n, maxMinor, maxPayoutMinor }]))
  return reduce(coupon, { do: 'checked', legs: [], limits })
}

interface Shown {
  coupon: () => Coupon
  ru: RegExp
  en: RegExp
  /** Its action in Russian; null: there is none. */
  action: RegExp | null
  /** What the press asks of the page; left out: the problem is gone after it. */
  asks?: keyof typeof asked
}

const PROBLEMS: Record<string, Shown> = {
  price_up: { coupon: () => priced(ready(offer(1)), 0, 2100), ru: /вырос: 2 → 2\.1/, en: /went up: 2 → 2\.1/, action: /Принять/ },
  price_down: { coupon: () => priced(ready(offer(1)), 0, 1900), ru: /изменился: 2 → 1\.9/, en: /changed: 2 → 1\.9/, action: /Принять/ },
  leg_suspended: {
    coupon: () => withLeg(ready(offer(1)), 0, { status: 'suspended', reason: 'lock_goal' }),
    ru: /приостановлены: Проверяется гол/,
    en: /suspended: Goal being checked/,
    action: /Убрать/,
  },
  leg_closed: {
    coupon: () => withLeg(ready(offer(1)), 0, { status: 'closed', reason: 'lock_closed' }),
    ru: /Приём ставок завершён/,
    en: /Betting is closed/,
    action: /Убрать/,
  },
  leg_live_started: {
    coupon: () => withLeg(ready(offer(1)), 0, { status: 'started', reason: 'lock_started', liveGameId: 900 }),
    ru: /Матч начался/,
    en: /match has started/,
    action: /Проверить/,
  },
  incompatible: {
    coupon: () => {
      const apart = { do: 'setup', setup: { ...SETUP, options: new Set() } } as const
      const one = { ...offer(1), type: 3 }
      return run(ready(offer(1), one, offer(2)), apart, { do: 'kind', kind: 'express' })
    },
    ru: /нельзя объединить: .+ и /,
    en: /cannot be combined: .+ and /,
    action: /ординарами/,
  },
  no_stake: {
    coupon: () => bounded(staked('60'), 1_000n, 0n),
    ru: /минимум 50 ₸, а максимум 10 ₸/,
    en: /minimum is .*50/,
    action: /Убрать/,
  },
  min_stake: { coupon: () => staked('10'), ru: /Минимальная ставка — 50 ₸/, en: /Minimum stake is .*50/, action: /Поставить 50 ₸/ },
  max_stake: {
    coupon: () =>
      reduce(run(ready(offer(1)), { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 900_000_000n } }), {
        do: 'stake',
        text: '600000',
      }),
    ru: /Максимальная ставка — 500 000 ₸/,
    en: /Maximum stake is .*500,000/,
    action: /Поставить 500 000 ₸/,
  },
  over_amount: { coupon: () => staked('5000000'), ru: /4 000 000.*500 000/, en: /4,000,000.*500,000/, action: /Поставить 500 000/ },
  max_legs: {
    coupon: () => run(two(), { do: 'setup', setup: { ...SETUP, maxLegs: 1 } }),
    ru: /Не больше 1 соб/,
    en: /No more than 1 sel/,
    action: /Убрать последнее/,
  },
  max_win: {
    coupon: () => bounded(staked('2000'), 50_000_000n, 300_000n),
    ru: /Максимальный выигрыш 3 000 ₸/,
    en: /Maximum win .*3,000/,
    action: null,
  },
  no_funds: { coupon: () => staked('20000'), ru: /Не хватает 10 000 ₸/, en: /short of .*10,000/, action: /Пополнить/, asks: 'deposit' },
  promo_bad: {
    coupon: () => reduce(ready(offer(1)), { do: 'options', options: { promo: { code: 'ABC', name: '', minor: '0', bad: '?' } } }),
    ru: /Промокод не подходит: код не найден или не для этого купона/,
    en: /does not apply: not found, or not for this coupon/,
    action: /Убрать код/,
  },
  bonus_account: {
    coupon: () =>
      reduce(ready(offer(1)), { do: 'session', session: { playerId: 7, accountId: 71, balanceMinor: 900_000n, isBonus: true } }),
    ru: /С бонусного счёта ставки не принимаются/,
    en: /No bets are taken from the bonus account/,
    action: /с основного счёта/,
    asks: 'payFromMoney',
  },
  advance: {
    coupon: () => reduce(quoted(staked('12000'), { advance: true }), { do: 'advance', minor: 300_000n }),
    ru: /Доступный аванс: 3 000 ₸Из ставки 2 000 ₸ — аванс. .* 48 ч, ставка недействительна/,
    en: /Advance available: .*3,000.*2,000 of the stake is an advance.* 48 hours, the bet is void/,
    action: /авансом/,
  },
  offline: {
    coupon: () => reduce(ready(offer(1)), { do: 'connection', offline: true }),
    ru: /Нет связи. Цены на \d/,
    en: /Offline. Prices as of \d/,
    action: null,
  },
}

describe('problems', () => {
  it('a stop without a reason of its own gives none, prices whose time nobody knows no time', () => {
    const first = (now: Coupon) => page(now, () => <ProblemNotice problem={problemsOf(now)[0]!} coupon={now} />).text
    expect(first(withLeg(ready(offer(1)), 0, { status: 'suspended', reason: 'lock_trader' }))).toMatch(/приостановлены\s?Убрать/)
    heardAt.mockReturnValueOnce(null)
    expect(first(PROBLEMS['offline']!.coupon())).toMatch(/Нет связи, ставки закрыты/)
  })

  it('what the server says of a code stands alone: it is a whole sentence', () => {
    const promo = { code: 'ABC', name: '', minor: '0', bad: 'Промокод уже использован' }
    const coupon = reduce(ready(offer(1)), { do: 'options', options: { promo } })
    const draw = (now: Coupon) => <ProblemNotice problem={problemsOf(now).find(({ key }) => key === 'promo_bad')!} coupon={now} />
    expect(page(coupon, draw).text).toMatch(/^Промокод уже использован\s*Убрать код$/)
  })

  it.each(Object.entries(PROBLEMS))('%s', (key, { coupon, ru, en, action, asks }) => {
    const given = coupon()
    const problem = problemsOf(given).find((one) => one.key === key)
    if (!problem) throw new Error(`only ${problemsOf(given).map((one) => one.key)}`)
    const draw = (now: Coupon) => <ProblemNotice problem={problem} coupon={now} />
    expect(page(given, draw, { lng: 'en' }).text).toMatch(en)
    const shown = page(given, draw)
    expect(shown.text).toMatch(ru)
    if (!action) return
    const after = shown.press(action)
    if (asks) expect(asked[asks]).toHaveBeenCalledOnce()
    else expect(problemsOf(after).map((one) => one.key)).not.toContain(key)
  })
})

const flowOf = (draw: (coupon: Coupon) => Coupon, lng: 'ru' | 'en' = 'ru') =>
  page(draw(ready(offer(1))), (now) => <FlowNotice coupon={now} />, { lng }).text
const REFUSED: [string, (coupon: Coupon) => Coupon, RegExp, RegExp][] = [
  ['waiting', (one) => answer(send(one), { kind: 'wait', waitMs: 4_000 }), /Проверяем ставку: 4 с/, /Checking the bet: 4 s/],
  ['unknown_result', (one) => answer(send(one), { kind: 'lost' }), /Уточняем, принята ли/, /Checking whether the bet/],
  ['refused_price', (one) => answer(send(one), refusedBy(130)), /коэффициент теперь 2/, /price is now 2/],
  [
    'refused_event',
    (one) => withLeg(answer(send(one), refusedBy(133)), 0, { reason: 'lock_goal', clockSec: 67 * 60 }),
    /Проверяется гол в 67′. Деньги не списаны/,
    /Goal being checked at 67′. Nothing was charged/,
  ],
  ['refused_limit', (one) => bounded(answer(send(one), refusedBy(109)), 100_000n, 0n), /Можно поставить до 1 000 ₸/, /stake up to .*1,000/],
  [
    'what happened during the wait',
    (one) => {
      const waiting = reduce(answer(send(one), { kind: 'wait', waitMs: 4_000 }), { do: 'repeat', guid: '' })
      return answer(priced(waiting, 0, 1500), { kind: 'refused', code: 130, text: 'Goal at 67′ (1:0)' })
    },
    /^Ставка не принята\. Goal at 67′ \(1:0\)\. Деньги не списаны$/,
    /^Bet refused\. Goal at 67′ \(1:0\)\. Nothing was charged$/,
  ],
  ['limit_reached', (one) => answer(send(one), { kind: 'refused', code: 900_030, text: 'до 1 мая' }), /до 1 мая/, /до 1 мая/],
]

it.each(['ru', 'en'] as const)('the button that only changes the stake does not read like one that places a bet: %s', (lng) => {
  const button = (one: Coupon) => page(one, (now) => <CouponButton coupon={now} />, { lng }).text.replace(/[\d.,\s\u00a0]+/g, '')
  expect(button(staked('10'))).not.toBe(button(staked('100')))
})

it('a price in the coupon is written as in its total and in the history; only cells are filled up', () => {
  expect(page(ready(offer(1, 2900)), () => <CouponLegs />).text).toMatch(/2\.9(?!0)/)
})

describe('what becomes of a bet', () => {
  it.each(REFUSED)('%s', (_key, draw, ru, en) => {
    expect(flowOf(draw)).toMatch(ru)
    expect(flowOf(draw, 'en')).toMatch(en)
  })

  it('bets of one press: which is taken, which is checked, which comes next (XT-26)', () => {
    const singles = run(ready(offer(1), offer(2), offer(3)), { do: 'kind', kind: 'singles' }, { do: 'stake', text: '100' })
    const first = answer(send(singles), { kind: 'placed', betId: '41', prices: [2000] })
    const shown = page(answer(first, { kind: 'wait', waitMs: 4_000 }), (now) => <FlowNotice coupon={now} />, { lng: 'en' })
    expect(shown.text).toMatch(/^\S+ ?Accepted\S+ ?Being checked\S+ ?Next in turn/)
    expect(page(send(ready(offer(1))), (now) => <FlowNotice coupon={now} />).text).toBe('')
  })

  it('placed: the number, and the two ways on', () => {
    const coupon = answer(send(ready(offer(1))), { kind: 'placed', betId: '41', prices: [2000] })
    if (coupon.flow.at !== 'placed') throw new Error(coupon.flow.at)
    const { jobs } = coupon.flow
    const shown = page(coupon, () => <PlacedPanel jobs={jobs} bare={false} />)
    expect(shown.text).toMatch(/Ставка принята · № 41/)
    expect(shown.text).toMatch(/Поделиться/)
    expect(shown.press(/Оставить исходы/).legs).toHaveLength(1)
  })

  it('boost_next: how many more selections, and from which price', () => {
    const boosted = run(two(), {
      do: 'setup',
      setup: { ...SETUP, boost: { kind: 'boost', minPrice: 1200, table: HYPER_BONUS_TABLE } as never },
    })
    const draw = (now: Coupon) => <BoostLadder coupon={now} />
    expect(page(boosted, draw).text).toMatch(/Ещё 2 исхода от 1\.20 — и \+10 % к выигрышу/)
    expect(page(boosted, draw, { lng: 'en' }).text).toMatch(/2 more selections from 1\.20 for \+10%/)
  })

  it('insurance: how many more selections, then what comes back', () => {
    const rule = { from: '2026-01-01', legs: 3, minPrice: 1200, maxEur: '20', days: 7, mostMinor: 500_000n }
    const insured = (coupon: Coupon, given = rule) => run(coupon, { do: 'setup', setup: { ...SETUP, insurance: given } })
    const words = (coupon: Coupon, lng: 'ru' | 'en' = 'ru') => page(coupon, (now) => <InsuranceNote coupon={now} />, { lng }).text
    expect(words(insured(two()))).toBe('Ещё 1 исход от 1.20 — и экспресс застрахован от одного проигрыша')
    expect(words(insured(two(), { ...rule, legs: 2 }), 'en')).toMatch(
      /^Insured: if exactly one selection loses, .*comes back as a promo code for 7 days$/,
    )
    expect(words(insured(two(), { ...rule, minPrice: 90_000 }))).toBe('')
    const shut = withLeg(withLeg(insured(two()), 0, { status: 'suspended' }), 1, { status: 'closed' })
    for (const none of [withLeg(insured(two()), 0, { kind: 1 }), two(), shut]) expect(words(none)).toBe('')
  })
})

describe('codes', () => {
  const draw = (now: Coupon) => <CodeTools coupon={now} noteOnly />
  it('code_saved is copied', () => {
    const shown = page(ready(offer(1)), draw, { note: { kind: 'saved', code: '7K4QA', copied: false } })
    expect(shown.text).toMatch(/Код купона 7K4QA/)
    shown.press(/Копировать/)
  })
  it('code_partial shows what is left', () => {
    const note: CodeNote = { kind: 'found', code: '7K4QA', partial: true, saved: 3, filling: { offers: [offer(1)], kind: null } }
    const shown = page(ready(offer(1)), draw, { note })
    expect(shown.text).toMatch(/^Из 3 исходов доступно 1/)
    shown.press(/Показать/)
    expect(asked.found).toHaveBeenCalledOnce()
  })
})

describe('before the bet (WAG-20)', () => {
  const words = (coupon: Coupon, lng: 'ru' | 'en') => page(coupon, (now) => <BeforeBet coupon={now} />, { lng }).text

  it('balance and rules stand by the button; in live also that data come late', () => {
    const coupon = ready(offer(1))
    expect(words(coupon, 'ru')).toBe('На счёте 10 000 ₸Правила приёма ставок')
    expect(words(withLeg(coupon, 0, { kind: 1 }), 'en')).toMatch(/^Balance .*10,000.*Betting rulesLive data arrive with a delay$/)
  })

  it('a visitor has no balance, only the rules', () => {
    const visitor = reduce(ready(offer(1)), { do: 'session', session: { playerId: null, accountId: 0, balanceMinor: null } })
    expect(words(visitor, 'en')).toBe('Betting rules')
  })
})

describe('the pad types into the stake that was pressed', () => {
  const type = (coupon: Coupon, target: Parameters<typeof padField>[1], text: string) => {
    const field = padField(coupon, target)
    return field ? reduce(coupon, field.set(text)) : null
  }

  it('of one single: the others keep the common stake', () => {
    const coupon = run(ready(offer(1), offer(2)), { do: 'kind', kind: 'singles' }, { do: 'stake', text: '500' })
    const [first, second] = coupon.legs.map((leg) => ({ betKey: leg.key, name: '' }))
    const typed = type(coupon, first!, '700')!
    expect([padField(typed, first!)?.value, padField(typed, second!)?.value, typed.stake]).toEqual(['700', '500', '500'])
    expect(type(reduce(typed, { do: 'remove', keys: [first!.betKey] }), first!, '1')).toBeNull()
  })

  it('of one block', () => {
    const coupon = run(ready(offer(1), offer(2)), { do: 'kind', kind: 'condition' })
    const typed = type(coupon, { block: 1, name: '' }, '300')!
    expect(padField(typed, { block: 1, name: '' })?.value).toBe('300')
    expect(type(coupon, { block: 2, name: '' }, '300')).toBeNull()
  })
})

it('coupon_empty, autobet_set, bid_sent, cashout_moved and cashout_off are said in both languages', () => {
  const words = [
    [couponRu.coupon_empty, couponEn.coupon_empty],
    [partsRu.autobet_set, partsEn.autobet_set],
    [partsRu.bid_sent, partsEn.bid_sent],
    [cashRu.problem_moved, cashEn.problem_moved],
    [cashRu.problem_off_suspended, cashEn.problem_off_suspended],
  ]
  for (const [ru, en] of words) {
    expect(ru).toMatch(/[А-я]/)
    expect(en).toMatch(/^[^А-я]+$/)
  }
})
