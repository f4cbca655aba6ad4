import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { repeat } from './repeat.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('never does it twice at once, and its stop waits for what is running', async () => {
  const done: (() => void)[] = []
  const stop = repeat(100, () => new Promise<void>((resolve) => done.push(resolve)), vi.fn())
  await vi.advanceTimersByTimeAsync(350)
  expect(done).toHaveLength(1)
  done[0]!()
  await vi.advanceTimersByTimeAsync(50)
  expect(done).toHaveLength(2)
  const stopped = vi.fn()
  const stopping = stop().then(stopped)
  await vi.advanceTimersByTimeAsync(500)
  expect([done.length, stopped.mock.calls.length]).toEqual([2, 0])
  done[1]!()
  await stopping
  await vi.advanceTimersByTimeAsync(500)
  expect(done).toHaveLength(2)
})

it('tells of a failure, at once or later, and goes on', async () => {
  const failed = vi.fn()
  const work = vi
    .fn()
    .mockRejectedValueOnce('later')
    .mockImplementationOnce(() => {
      throw 'at once'
    })
  const stop = repeat(100, work, failed)
  await vi.advanceTimersByTimeAsync(350)
  expect([work.mock.calls.length, failed.mock.calls]).toEqual([3, [['later'], ['at once']]])
  await stop()
})
