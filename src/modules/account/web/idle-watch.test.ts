// @vitest-environment happy-dom
/** Half an hour without an act, whatever is reloaded meanwhile. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchIdle } from './idle-watch.ts'

const MINUTE = 60_000
const BEGAN = 1_800_000_000_000
/** The browser's clock is an hour behind the product's. */
const SKEW = 60 * MINUTE

let kept: number | null
let sessionBegan: number
let stop: () => void
const onIdle = vi.fn()
const onAsk = vi.fn()

/** What loading a page does: the memory of the one before is gone, the browser's storage is not. */
async function load(idleMs = 30 * MINUTE): Promise<void> {
  stop()
  stop = watchIdle({
    idleMs,
    productNow: () => Promise.resolve(Date.now() + SKEW),
    sessionBeganAt: () => Promise.resolve(sessionBegan),
    acts: {
      get: () => Promise.resolve(kept),
      set: (at) => {
        kept = at
        return Promise.resolve()
      },
    },
    onAsk,
    onIdle,
  })
  await pass(0)
}
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE)
const act = () => dispatchEvent(new Event('keydown'))

beforeEach(async () => {
  vi.useFakeTimers({ now: BEGAN })
  onIdle.mockReset()
  onAsk.mockReset()
  kept = null
  sessionBegan = BEGAN + SKEW
  stop = () => {}
  await load()
})
afterEach(() => {
  stop()
  vi.useRealTimers()
})

test('half an hour after the last act, once', async () => {
  await pass(20)
  act()
  await pass(29)
  expect(onIdle).not.toHaveBeenCalled()
  await pass(5)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('loading a page is no act', async () => {
  act()
  await pass(20)
  await load()
  await pass(9)
  expect(onIdle).not.toHaveBeenCalled()
  await pass(2)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('who comes back too late finds the session closed; who has signed in since does not', async () => {
  act()
  stop()
  await pass(45)
  sessionBegan = Date.now() + SKEW - MINUTE
  await load()
  await pass(28)
  expect(onIdle).not.toHaveBeenCalled()
  await pass(2)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('an act before the product has told its time counts from that moment, however wrong the clock', async () => {
  stop()
  kept = null
  const loading = load()
  act()
  await loading
  await pass(1)
  expect(onIdle).not.toHaveBeenCalled()
  expect(kept).toBe(BEGAN + SKEW)
})

test.each([
  [30, 29],
  [2, 1],
  [1, 0.5],
])('of %s minutes without an act the question comes after %s, and leaves a third of a minute at least (RG-17)', async (idle, askAfter) => {
  await load(idle * MINUTE)
  act()
  onAsk.mockReset()
  const askedAt: number[] = []
  onAsk.mockImplementation((asks: boolean) => void (asks && askedAt.push(Date.now())))
  const from = Date.now()
  await pass(idle - 1 / 1000)
  expect(onIdle).not.toHaveBeenCalled()
  expect(askedAt).toHaveLength(1)
  expect(askedAt[0]! - from).toBeGreaterThanOrEqual(askAfter * MINUTE)
  expect(idle * MINUTE - (askedAt[0]! - from)).toBeGreaterThanOrEqual(MINUTE / 4)
  await pass(1)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('any act is the answer, of this page or another of the browser; asked again when nobody acts', async () => {
  await load(2 * MINUTE)
  act()
  onAsk.mockReset()
  await pass(1.6)
  expect(onAsk.mock.calls).toEqual([[true]])
  dispatchEvent(new Event('click'))
  expect(onAsk.mock.calls).toEqual([[true], [false]])
  await pass(1.6)
  expect(onAsk.mock.lastCall).toEqual([true])
  const other = new BroadcastChannel('polosa')
  other.postMessage({ topic: 'preference', value: { key: 'actedTime', value: Date.now() + SKEW } })
  await vi.waitFor(() => expect(onAsk.mock.lastCall).toEqual([false]))
  await pass(1)
  expect(onIdle).not.toHaveBeenCalled()
  await pass(1.5)
  expect(onIdle).toHaveBeenCalledTimes(1)
})

test('a session that could not be ended is ended when it can be, unless somebody comes', async () => {
  onIdle.mockResolvedValue(false)
  await pass(31)
  expect(onIdle.mock.calls.length).toBeGreaterThan(1)
  act()
  onIdle.mockClear()
  await pass(20)
  expect(onIdle).not.toHaveBeenCalled()
  onIdle.mockResolvedValue(true)
  await pass(30)
  expect(onIdle).toHaveBeenCalledTimes(1)
})
