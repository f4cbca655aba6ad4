// @vitest-environment happy-dom
/** Prices that were shown before a connection was lost stay locked until it is there again. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import type { ConnectionState } from '#platform/web/stream-client.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
let state: ConnectionState = 'off'
vi.mock('#platform/web/stream-client.ts', () => ({ useTopics: () => {}, useConnection: () => ({ state }) }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { PageLockProvider, usePageLock } = await import('./locks.tsx')

it.each<[ConnectionState[], (string | null)[]]>([
  // What the server has just rendered is fresh.
  [
    ['off', 'connecting', 'live'],
    [null, null, null],
  ],
  [
    ['live', 'off', 'connecting', 'live'],
    [null, 'lock_stale', 'lock_stale', null],
  ],
  [
    ['connecting', 'stale', 'live'],
    [null, 'lock_stale', null],
  ],
])('%j', async (states, locks) => {
  const Lock = () => usePageLock()
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    document.body.innerHTML = ''
  })
  for (const [i, next] of states.entries()) {
    state = next
    await act(async () =>
      root.render(
        <PageLockProvider key="page">
          <Lock />
        </PageLockProvider>,
      ),
    )
    expect(document.body.textContent, next).toBe(locks[i] ?? '')
  }
})
