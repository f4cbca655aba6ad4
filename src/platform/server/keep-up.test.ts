import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { manualClock } from './clock.ts'
import { keepUp } from './keep-up.ts'
import { registry } from './metrics.ts'

const START = Date.UTC(2026, 10, 21)

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

function kept(of: string) {
  const clock = manualClock(START)
  const log = { warn: vi.fn(), info: vi.fn() }
  const read = vi.fn(async (_since: Date) => {})
  return { clock, log, read, kept: keepUp({ of, clock, log, read }) }
}

it('reads from the beginning, then what has changed since half a minute before the last read', async () => {
  const { clock, read, kept: list } = kept('planted_changes')
  await list.load()
  clock.advance(5_000)
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read.mock.calls.map(([since]) => since.getTime() - START)).toEqual([-START, -30_000, -25_000])
  await list.stop()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read).toHaveBeenCalledTimes(3)
})

it('a read that fails is told, counted and made again from the same moment on', async () => {
  const { clock, log, read, kept: list } = kept('planted_failures')
  await list.load()
  clock.advance(60_000)
  const away = new Error('planted')
  read.mockRejectedValueOnce(away)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(log.warn.mock.calls).toEqual([[{ err: away, of: 'planted_failures' }, expect.any(String)]])
  expect(log.info).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(2_000)
  expect(read.mock.calls.slice(1).map(([since]) => since.getTime() - START)).toEqual([-30_000, -30_000, 30_000])
  expect(log.info.mock.calls).toEqual([[{ of: 'planted_failures' }, expect.any(String)]])
  const { values } = (await registry.getSingleMetric('polosa_read_failures_total')?.get()) ?? { values: [] }
  expect(values.filter(({ labels }) => labels['of'] === 'planted_failures').map(({ value }) => value)).toEqual([1])
  await list.stop()
})

it('what goes on failing is told once a minute', async () => {
  const { log, read, kept: list } = kept('planted_long')
  await list.load()
  read.mockRejectedValue(new Error('planted'))
  await vi.advanceTimersByTimeAsync(59_000)
  expect(log.warn).toHaveBeenCalledTimes(1)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(log.warn).toHaveBeenCalledTimes(2)
  read.mockResolvedValue()
  await vi.advanceTimersByTimeAsync(3_000)
  expect([log.warn.mock.calls.length, log.info.mock.calls.length]).toEqual([2, 1])
  await list.stop()
})

it("a first read that fails is nobody else's to make again", async () => {
  const { read, kept: list } = kept('planted_first')
  read.mockRejectedValueOnce(new Error('planted'))
  await expect(list.load()).rejects.toThrow('planted')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(read).toHaveBeenCalledTimes(1)
  await list.stop()
})
