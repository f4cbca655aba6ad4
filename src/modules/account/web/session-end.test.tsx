// @vitest-environment happy-dom
/** A stream that is refused although the session stands is asked for again, seldom, for as long as it is refused. */
import { act } from 'react'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'

let state = 'live'
const listeners = new Set<() => void>()
const reconnect = vi.fn<() => void>()
vi.mock('#platform/web/stream-client.ts', async () => {
  const { useSyncExternalStore } = await import('react')
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    stream: { reconnect },
    useTopics: () => {},
    useConnection: () => ({ state: useSyncExternalStore(subscribe, () => state) }),
  }
})
// Screens are tested in one process: the others have this module without the mock.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { useSessionEnd } = await import('./session-end.ts')

function Watch() {
  useSessionEnd(true)
  return null
}

const change = (next: string) =>
  act(async () => {
    state = next
    for (const listener of listeners) listener()
  })
const pass = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))

async function watched() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] })
  state = 'live'
  reconnect.mockReset()
  const page = await sampleScreen(<Watch />, { units: {}, answer: () => ({}) })
  let left = false
  const leave = () => {
    if (!left) page.leave()
    left = true
  }
  onTestFinished(() => {
    leave()
    vi.useRealTimers()
  })
  await change('refused')
  await pass(1)
  expect(reconnect).toHaveBeenCalledTimes(1)
  await change('live')
  await pass(10)
  await change('refused')
  await pass(1)
  expect(reconnect).toHaveBeenCalledTimes(1)
  return leave
}

it('refused twice within ten seconds it is asked for again when half a minute is over', async () => {
  await watched()
  await pass(16)
  expect(reconnect).toHaveBeenCalledTimes(1)
  await pass(4)
  expect(reconnect).toHaveBeenCalledTimes(2)
})

it('not where it stands again by then, nor by a page that was left', async () => {
  const leave = await watched()
  await change('live')
  await pass(40)
  expect(reconnect).toHaveBeenCalledTimes(1)
  await change('refused')
  leave()
  await pass(40)
  expect(reconnect).toHaveBeenCalledTimes(1)
})
