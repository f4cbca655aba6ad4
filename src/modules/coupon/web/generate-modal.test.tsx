// @vitest-environment happy-dom
/** A coupon that fills itself: where it goes when its answer comes late. */
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import coupon from '../../../../locales/en/coupon.json' with { type: 'json' }
import parts from '../../../../locales/en/coupon-parts.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { configureCalls } from '#platform/web/call.ts'
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { offer, READY, ready, run, send } from '../rules/state/sample-coupon.ts'
import { EMPTY_COUPON, reduce, type Coupon, type CouponAction } from '../rules/state/index.ts'
import { couponCalls } from './calls.ts'
import type { CouponContext } from './context.ts'
import { Context } from './door.ts'
import { GenerateModal } from './GenerateModal.tsx'

/** The window, asked for a coupon; the answer comes when it is told to. */
async function asked() {
  configureCalls({ report: () => {}, texts: { timeout: 'timeout', cancelled: 'cancelled', generic: 'none', query: 'query' } })
  const filling = { offers: [offer(1), offer(2)], kind: null }
  const saved = vi.spyOn(couponCalls, 'saveEvents').mockResolvedValue('7K4QA')
  const found = vi.spyOn(couponCalls, 'find').mockResolvedValue({ filling, partial: false, saved: 2 })
  let come = (_answer: object) => {}
  const answer = new Promise<object>((done) => (come = done))
  const state: { now: Coupon; setNote: ReturnType<typeof vi.fn>; onClose: ReturnType<typeof vi.fn> } = {
    now: run(EMPTY_COUPON, ...READY),
    setNote: vi.fn(),
    onClose: vi.fn(),
  }
  const dispatch = (action: CouponAction) => void (state.now = reduce(state.now, action))
  const store = { page: {}, get: () => state.now, listen: () => () => {}, dispatch }
  const page = await sampleScreen(
    <Context value={{ store, setNote: state.setNote } as unknown as CouponContext}>
      <GenerateModal coupon={state.now} onClose={state.onClose} />
    </Context>,
    { units: { coupon, 'coupon-parts': parts, ui }, answer: (path) => (path.endsWith('/coupon/generate') ? answer : undefined) },
  )
  onTestFinished(() => {
    page.leave()
    saved.mockRestore()
    found.mockRestore()
  })
  await page.type(document.querySelectorAll('input')[1]!, '20000')
  await page.press(parts.generate_make)
  const answered = async () => {
    await act(async () => come({ vid: 1, events: [] }))
    await page.settle()
  }
  return Object.assign(state, { page, answered, filling: { ...filling, stake: '2000' } })
}

it('the coupon comes, and its window goes', async () => {
  const window = await asked()
  await window.answered()
  expect(window.now.legs).toHaveLength(2)
  expect(window.setNote).toHaveBeenLastCalledWith(null)
  expect(window.onClose).toHaveBeenCalledTimes(1)
})

it('a window that was closed before the answer fills nothing', async () => {
  const window = await asked()
  window.page.leave()
  await window.answered()
  expect(window.now.legs).toEqual([])
  expect([window.setNote, window.onClose].map(({ mock }) => mock.calls)).toEqual([[], []])
})

it('what comes while a bet is on its way waits', async () => {
  const window = await asked()
  const sent = send(ready(offer(9)))
  window.now = sent
  await window.answered()
  expect(window.now).toBe(sent)
  expect(window.setNote).toHaveBeenLastCalledWith({ kind: 'waits', filling: window.filling })
})
