// @vitest-environment happy-dom
/** What stands in the way of a bet, and the press beside it: only one that does what it says. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { plannedBets, problemsOf, reduce, type Coupon } from '../rules/state/index.ts'
import { answer, guid, offer, PAGE, priced, ready, run, send, SETUP, withLeg } from '../rules/state/sample-coupon.ts'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'
import { FlowNotice } from './FlowNotice.tsx'
import { ProblemNotice } from './ProblemNotice.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new TextStore({ lng: 'en', units: { coupon, 'coupon-parts': parts, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: {}, features: {} } as never

function page(part: ReactNode, now: Coupon): () => string {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => act(() => root.unmount()))
  const context = { store: { page: PAGE, get: () => now, listen: () => () => {} } } as unknown as CouponContext
  act(() =>
    root.render(
      <MemoryRouter>
        <SiteProvider value={site}>
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <Context value={context}>{part}</Context>
            </UiSettingsProvider>
          </TextsProvider>
        </SiteProvider>
      </MemoryRouter>,
    ),
  )
  return () => (document.body.textContent ?? '').replaceAll('\u00a0', ' ')
}

const noticesOf = (now: Coupon) => {
  document.body.innerHTML = ''
  return page(
    problemsOf(now).map((problem) => <ProblemNotice key={problem.key} problem={problem} coupon={now} />),
    now,
  )
}
const waited = (one: Coupon) => reduce(answer(send(one), { kind: 'wait', waitMs: 4_000 }), { do: 'repeat', guid: guid(1) })

it.each<[string, Coupon]>([
  ['a price that has moved', priced(send(ready(offer(1))), 0, 1800)],
  ['a price that has moved during the wait', priced(waited(ready(offer(1, 2000, 1))), 0, 1800)],
  ['betting that has stopped', withLeg(send(ready(offer(1))), 0, { status: 'suspended', reason: 'lock_trader' })],
])('while a bet is on its way its problems are told without a press, which would do nothing: %s', (_name, now) => {
  const seen = (one: Coupon) => [noticesOf(one)() !== '', document.querySelectorAll('button').length]
  expect(seen(now)).toEqual([true, 0])
  expect(seen({ ...now, flow: { at: 'edit' } })).toEqual([true, 1])
})

it('a VIP stake that was refused for its limit is not told to be smaller than what may be asked for', () => {
  const limits = (one: Coupon, maxMinor: bigint) =>
    reduce(one, { do: 'checked', legs: [], limits: { [plannedBets(one)[0]!.key]: { minMinor: 5_000n, maxMinor, maxPayoutMinor: 0n } } })
  const vip = limits(
    run(
      ready(offer(1)),
      { do: 'setup', setup: { ...SETUP, vipFactor: 4 } },
      { do: 'session', session: { playerId: 7, accountId: 70, balanceMinor: 10n ** 12n } },
      { do: 'stake', text: '300000' },
    ),
    10_000_000n,
  )
  const refused = (maxMinor: bigint) => {
    document.body.innerHTML = ''
    const now = limits(answer(send(vip), { kind: 'refused', code: 109, text: 'The limit has changed' }), maxMinor)
    return page(<FlowNotice coupon={now} />, now)()
  }
  expect(refused(8_000_000n)).toBe('Bet refused. The limit has changed. Nothing was charged')
  expect(refused(5_000_000n)).toBe('You can stake up to ₸200,000')
})

it('an edited bet whose price is being asked for says that, and nothing of one game', () => {
  const express = run(ready(offer(1), offer(2)), { do: 'kind', kind: 'express' })
  expect(noticesOf({ ...express, sale: { betId: '5', power: false } })()).toBe(`${parts.sale_asks}${coupon.btn_check}`)
})
