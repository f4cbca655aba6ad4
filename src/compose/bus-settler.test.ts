import { afterEach, expect, it, vi } from 'vitest'
import { localBus } from '#platform/server/bus.ts'
import { startSettler } from './bus-settler.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('a sweep that takes long never runs twice at once, and the stop waits for it', async () => {
  vi.useFakeTimers()
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  const settlement = { resume: vi.fn(async () => {}), sweep: vi.fn(() => held) }
  const settler = startSettler(settlement as never, localBus(), { warn: vi.fn() } as never)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([settlement.sweep.mock.calls.length, settlement.resume.mock.calls.length]).toEqual([1, 11])
  const stopped = vi.fn()
  const stopping = settler.stop().then(stopped)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(stopped).not.toHaveBeenCalled()
  release()
  await stopping
  await vi.advanceTimersByTimeAsync(10_000)
  expect([settlement.sweep.mock.calls.length, settlement.resume.mock.calls.length]).toEqual([1, 11])
})
