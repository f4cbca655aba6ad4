import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { LiveStore, liveKey } from './live-store.ts'
import { StreamClient } from './stream-client.ts'
import type { StreamSocket } from './stream-client.ts'

class PretendedSocket implements StreamSocket {
  readonly sent: unknown[] = []
  onopen: (() => void) | null = null
  onmessage: ((event: { data: unknown }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  send(text: string) {
    this.sent.push(JSON.parse(text))
  }
  close() {}
  hear(message: unknown) {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function client() {
  const sockets: PretendedSocket[] = []
  const store = new LiveStore({
    now: () => Date.now(),
    schedule: (run, ms) => {
      const timer = setTimeout(run, ms)
      return () => clearTimeout(timer)
    },
    frame: (run) => run(),
  })
  const stream = new StreamClient({
    store,
    open: () => {
      const socket = new PretendedSocket()
      sockets.push(socket)
      return socket
    },
    now: () => Date.now(),
  })
  return { stream, store, sockets }
}

it('subscribes once per topic, asks for the image again on a gap, leaves with the last listener', () => {
  const { stream, store, sockets } = client()
  const first = stream.listen('line')
  const second = stream.listen('line')
  const socket = sockets[0]!
  socket.onopen?.()
  socket.hear({ t: 'line', f: 0, v: 5, p: { a: 1 } })
  socket.hear({ t: 'line', f: 7, v: 8, p: { a: 2 } })
  expect(socket.sent).toEqual([{ sub: [['line', 0]] }, { un: ['line'], sub: [['line', 0]] }])
  socket.hear({ t: 'line', f: 0, v: 8, p: { a: 3 } })
  vi.advanceTimersByTime(300)
  expect(store.get(liveKey('line', 'a'))).toBe(3)
  first()
  first()
  expect(socket.sent).toHaveLength(2)
  second()
  expect(socket.sent.at(-1)).toEqual({ un: ['line'] })
})

it('is stale after five silent seconds and live again with the next word', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  sockets[0]!.onopen?.()
  sockets[0]!.hear({ hb: Date.now() + 250 })
  expect(stream.connection()).toMatchObject({ state: 'live', skewMs: 250 })
  vi.advanceTimersByTime(6_500)
  expect(stream.connection().state).toBe('stale')
  sockets[0]!.hear({ hb: Date.now() })
  expect(stream.connection().state).toBe('live')
})

it('comes back with the versions it has, and never after the session ended', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  sockets[0]!.onopen?.()
  sockets[0]!.hear({ t: 'line', f: 0, v: 5, p: { a: 1 } })
  sockets[0]!.onclose?.({ code: 1006 })
  expect(stream.connection().state).toBe('stale')
  vi.advanceTimersByTime(2_000)
  sockets[1]!.onopen?.()
  expect(sockets[1]!.sent).toEqual([{ sub: [['line', 5]] }])
  sockets[1]!.onclose?.({ code: 4001 })
  vi.advanceTimersByTime(120_000)
  expect([stream.connection().state, sockets.length]).toEqual(['refused', 2])
})

it('rests in a hidden tab', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  stream.hide(true)
  expect(stream.connection().state).toBe('off')
  stream.hide(false)
  expect(sockets).toHaveLength(2)
})

it('a connection that is silent on and on is opened anew, also one that never said a word', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  vi.advanceTimersByTime(20_000)
  expect(sockets).toHaveLength(2)
  sockets[1]!.onopen?.()
  sockets[1]!.hear({ hb: Date.now() })
  vi.advanceTimersByTime(10_000)
  expect([stream.connection().state, sockets.length]).toEqual(['stale', 2])
  vi.advanceTimersByTime(8_000)
  expect(sockets).toHaveLength(3)
})

it('the pauses grow while connections only open, and start anew with the first word', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  const opened = (ms: number) => {
    const before = sockets.length
    vi.advanceTimersByTime(ms)
    return sockets.length - before
  }
  for (let turn = 0; turn < 5; turn += 1) {
    sockets.at(-1)!.onopen?.()
    sockets.at(-1)!.onclose?.({ code: 1006 })
    vi.advanceTimersByTime(15_000)
  }
  sockets.at(-1)!.onopen?.()
  sockets.at(-1)!.onclose?.({ code: 1006 })
  expect([opened(8_000), opened(12_000)]).toEqual([0, 1])
  sockets.at(-1)!.onopen?.()
  sockets.at(-1)!.hear({ hb: Date.now() })
  sockets.at(-1)!.onclose?.({ code: 1006 })
  expect(opened(1_000)).toBe(1)
})

it('a refused connection stays refused however often the tab is left, until somebody signs in', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  sockets[0]!.onclose?.({ code: 4401 })
  stream.hide(true)
  stream.hide(false)
  expect([stream.connection().state, sockets.length]).toEqual(['refused', 1])
  stream.reconnect()
  expect(sockets).toHaveLength(2)
})

it('a stale page stays stale while it is connected anew', () => {
  const { stream, sockets } = client()
  stream.listen('line')
  sockets[0]!.onclose?.({ code: 1006 })
  stream.reconnect()
  expect([stream.connection().state, sockets.length]).toEqual(['stale', 2])
})
