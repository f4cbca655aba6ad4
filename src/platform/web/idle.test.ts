import { afterEach, expect, test, vi } from 'vitest'
import { IDLE_LIMIT_MS, whenIdle } from './idle.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

test('asks the browser for an idle moment with the limit, and takes the wish back', () => {
  const ask = vi.fn(() => 7)
  const cancel = vi.fn()
  vi.stubGlobal('requestIdleCallback', ask)
  vi.stubGlobal('cancelIdleCallback', cancel)
  const run = vi.fn()
  whenIdle(run)()
  expect(ask).toHaveBeenCalledWith(run, { timeout: 2_000 })
  expect(cancel).toHaveBeenCalledWith(7)
})

test('without idle callbacks the limit decides', () => {
  vi.useFakeTimers()
  vi.stubGlobal('requestIdleCallback', undefined)
  const run = vi.fn()
  whenIdle(run)
  vi.advanceTimersByTime(IDLE_LIMIT_MS - 1)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1)
  expect(run).toHaveBeenCalledOnce()
})
