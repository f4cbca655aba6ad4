import { describe, expect, it } from 'vitest'
import { FLUSH_MS, LiveStore, liveKey, QUIET_MS, REST_MS } from './live-store.ts'
import type { LiveStoreHost } from './live-store.ts'

/** A clock driven by hand: timers run when their time comes, frames at once. */
function manualHost(): LiveStoreHost & { advance: (ms: number) => void } {
  let now = 0
  let timers: { at: number; run: () => void }[] = []
  return {
    now: () => now,
    schedule: (run, delayMs) => {
      const timer = { at: now + delayMs, run }
      timers.push(timer)
      return () => {
        timers = timers.filter((other) => other !== timer)
      }
    },
    frame: (run) => run(),
    advance(ms) {
      now += ms
      const due = timers.filter((timer) => timer.at <= now)
      timers = timers.filter((timer) => timer.at > now)
      for (const timer of due) timer.run()
    },
  }
}

const a = liveKey('t', 'a')
const b = liveKey('t', 'b')

const image = (version: number, values: Record<string, unknown>) => ({ topic: 't', from: 0, version, values })

describe('live store', () => {
  it('drops what is not newer, applies what continues, and reports a gap', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    expect(store.apply({ topic: 't', from: 3, version: 4, values: { a: 1 } })).toBe('gap')
    expect(store.apply(image(10, { a: 1, b: 2 }))).toBe('applied')
    expect(store.apply({ topic: 't', from: 9, version: 10, values: { a: 9 } })).toBe('old')
    expect(store.apply({ topic: 't', from: 12, version: 13, values: { a: 9 } })).toBe('gap')
    expect(store.apply({ topic: 't', from: 10, version: 11, values: { a: 5, b: null } })).toBe('applied')
    host.advance(0)
    expect([store.get(a), store.get(b), store.version('t')]).toEqual([5, undefined, 11])
  })

  it('an image removes the keys that it no longer has', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    store.apply(image(1, { a: 1, b: 2 }))
    store.apply(image(2, { b: 3 }))
    host.advance(0)
    expect([store.get(a), store.get(b)]).toEqual([undefined, 3])
  })

  it('shows the first change at once, the rest of its turn soon, and what goes on without a pause at most once per turn', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    const seen: unknown[] = []
    store.subscribe(a)(() => seen.push(store.get(a)))
    store.apply(image(1, { a: 1 }))
    host.advance(0)
    expect(seen).toEqual([1])
    const STEP_MS = 10
    const turns = 4
    for (let version = 2; version <= (REST_MS + turns * FLUSH_MS) / STEP_MS; version += 1) {
      store.apply({ topic: 't', from: version - 1, version, values: { a: version } })
      host.advance(STEP_MS)
    }
    expect(seen).toEqual([1, 11, 36, 61, 86])
  })

  it('a long turn of the server that a frame cuts in two is whole soon after it, not a turn later', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    for (let version = 1; version <= 30; version += 1) {
      store.apply({ topic: 't', from: version - 1, version, values: { a: version } })
      host.advance(0)
      host.advance(10)
      store.apply({ topic: 'u', from: version - 1, version, values: { a: version } })
      host.advance(REST_MS - 10)
      expect(store.get(liveKey('u', 'a')), `turn ${version}`).toBe(version)
      host.advance(FLUSH_MS - REST_MS)
    }
  })

  it('shows each turn of the server with the next frame, however many turns there were before', () => {
    const host = manualHost()
    const FRAME_MS = 16
    const store = new LiveStore({ ...host, frame: (run) => void host.schedule(run, FRAME_MS) })
    for (let version = 1; version <= 30; version += 1) {
      store.apply({ topic: 't', from: version - 1, version, values: { a: version } })
      host.advance(0)
      host.advance(FRAME_MS)
      expect(store.get(a), `turn ${version}`).toBe(version)
      host.advance(FLUSH_MS - FRAME_MS)
    }
  })

  it('a change after a silence takes what waits for its turn along', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    store.apply(image(1, { a: 1 }))
    host.advance(0)
    host.advance(10)
    store.apply({ topic: 't', from: 1, version: 2, values: { a: 2 } })
    host.advance(REST_MS - 10)
    expect(store.get(a)).toBe(2)
    store.apply({ topic: 't', from: 2, version: 3, values: { a: 3 } })
    host.advance(QUIET_MS)
    expect(store.get(a)).toBe(2)
    store.apply({ topic: 't', from: 3, version: 4, values: { b: 3 } })
    host.advance(0)
    expect([store.get(a), store.get(b)]).toEqual([3, 3])
  })

  it('wakes only the listeners of changed keys, with one stable function per key', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    let woken = 0
    const stop = store.subscribe(b)(() => (woken += 1))
    expect(store.subscribe(b)).toBe(store.subscribe(b))
    store.apply(image(1, { a: 1 }))
    host.advance(0)
    expect(woken).toBe(0)
    stop()
    store.seed({ [b]: 1 })
    expect(woken).toBe(0)
  })

  it('lands scores and prices of different topics in one flush', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    const pairs: unknown[] = []
    store.subscribe(liveKey('scores', 'score'))(() =>
      pairs.push([store.get(liveKey('scores', 'score')), store.get(liveKey('prices', 'price'))]),
    )
    store.apply({ topic: 'scores', from: 0, version: 1, values: { score: '1:0' } })
    store.apply({ topic: 'prices', from: 0, version: 1, values: { price: 1420 } })
    host.advance(0)
    expect(pairs).toEqual([['1:0', 1420]])
  })

  it('draws nothing while paused and everything on return', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    store.pause(true)
    store.apply(image(1, { a: 1 }))
    host.advance(10_000)
    expect(store.get(a)).toBeUndefined()
    store.pause(false)
    expect(store.get(a)).toBe(1)
  })

  it('forgets the keys of a topic that is dropped', () => {
    const host = manualHost()
    const store = new LiveStore(host)
    store.apply(image(1, { a: 1 }))
    store.drop('t')
    host.advance(FLUSH_MS)
    expect([store.get(a), store.version('t')]).toEqual([undefined, 0])
  })
})
