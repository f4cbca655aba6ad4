// @vitest-environment happy-dom
/** Until when one may join a group that is being made: shown before, and what is sent. */
import { act, useLayoutEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { closeFault } from '../rules/group.ts'

const NOW = Date.UTC(2026, 10, 30, 14)
vi.mock('#platform/web/product-clock.ts', () => ({ useProductClock: () => Date.now }))
const { useClosing } = await import('./use-closing.ts')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

let root: Root
let closing: ReturnType<typeof useClosing>
function Probe({ starts }: { starts: readonly number[] }) {
  const now = useClosing(starts)
  useLayoutEffect(() => {
    closing = now
  })
  return null
}
const open = (...startsIn: number[]) => act(() => root.render(<Probe starts={startsIn.map((ms) => (NOW + ms) / 1000)} />))
const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
const keys = () => closing.offered.map(({ key }) => key)
const seconds = (ms: number) => ms / 1000

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

it('until the start, which stays the start wherever it moves', () => {
  open(2 * DAY, DAY + HOUR)
  expect(closing).toMatchObject({ lasts: 0, until: seconds(NOW + DAY + HOUR), closes: 0 })
  expect(keys()).toEqual(['lasts_15', 'lasts_60', 'lasts_180', 'lasts_1440', 'lasts_start'])
})

it('a start beyond a week is not promised: a week is, to the moment that is kept', () => {
  open(19 * DAY)
  expect(keys()).toContain('lasts_week')
  expect(keys()).not.toContain('lasts_start')
  expect(closing.closes).toBe(seconds(NOW + 7 * DAY))
  expect(closing.until).toBe(closing.closes)
  pass(3 * MINUTE)
  expect(closing.until).toBe(seconds(NOW + 3 * MINUTE + 7 * DAY))
  expect(closeFault(closing.closes * 1000, Date.now(), [NOW + 19 * DAY])).toBeNull()
})

it('what was sent stands still: the same wish again is the same group', () => {
  open(HOUR)
  expect(keys()).toEqual(['lasts_15', 'lasts_start'])
  act(() => closing.choose(15))
  pass(MINUTE)
  expect(closing).toMatchObject({ until: seconds(NOW + 16 * MINUTE), closes: seconds(NOW + 16 * MINUTE) })
  act(() => closing.hold())
  pass(MINUTE)
  expect(closing.closes).toBe(seconds(NOW + 16 * MINUTE))
  // Another choice is another wish.
  act(() => closing.choose(15))
  expect(closing.closes).toBe(seconds(NOW + 17 * MINUTE))
})
