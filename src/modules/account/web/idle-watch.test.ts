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

/** What loading a page does: the memory of the one before is gone, the browser's storage is not. */
async function load(): Promise<void> {
  stop()
  stop = watchIdle({
    idleMs: 30 * MINUTE,
    productNow: () => Promise.resolve(Date.now() + SKEW),
    sessionBeganAt: () => Promise.resolve(sessionBegan),
    acts: {
      get: () => Promise.resolve(kept),
      set: (at) => {
        kept = at
        return Promise.resolve()
      },
    },
    onIdle,
  })
  await pass(0)
}
const pass = (minutes: number) => vi.advanceTimersByTimeAsync(minutes * MINUTE)
const act = () => dispatchEvent(new Event('keydown'))

beforeEach(async () => {
  vi.useFakeTimers({ now: BEGAN })
  onIdle.mockReset()
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
