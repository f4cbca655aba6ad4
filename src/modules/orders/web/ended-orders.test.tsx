// @vitest-environment happy-dom
/** What was decided last is asked for as often as something may be decided. */
import { act } from 'react'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'
import orders from '../../../../locales/en/orders.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }

// Screens are tested in one process: another file has these queries replaced.
vi.doUnmock('./queries.ts')
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { useEndedOrders, useWaitingOrders } = await import('./queries.ts')

function Lists() {
  useWaitingOrders()
  useEndedOrders()
  return null
}

/** How often the ended ones are asked for within a minute. */
async function readsOf(waiting: readonly object[]): Promise<number> {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] })
  let reads = 0
  const page = await sampleScreen(<Lists />, {
    units: { orders, ui },
    answer(path, body) {
      const ended = 'statuses' in body
      if (ended && path.endsWith('/bid/list')) reads += 1
      return { items: ended || path.endsWith('/bid/list') ? [] : waiting }
    },
  })
  onTestFinished(() => {
    page.leave()
    vi.useRealTimers()
  })
  for (let passed = 0; passed < 60; passed += 1) await act(() => vi.advanceTimersByTimeAsync(1_000))
  return reads
}

it('while nothing waits, seldom', async () => {
  expect(await readsOf([])).toBeLessThanOrEqual(4)
})

it('while something waits, every few seconds', async () => {
  expect(await readsOf([{ auto_bet_id: 1 }])).toBeGreaterThanOrEqual(11)
})
