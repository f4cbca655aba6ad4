// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { TextsProvider } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { RefreshRing, ringState } from './RefreshRing.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

it.each([
  [false, 0, 'running'],
  [false, 2, 'loading'],
  [true, 0, 'paused'],
  [true, 1, 'paused'],
] as const)('hidden %s, %i readings: %s', (hidden, reading, expected) => {
  expect(ringState(hidden, reading)).toBe(expected)
})

function hide(hidden: boolean): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(hidden ? 'hidden' : 'visible')
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

it('runs, rests while the tab is hidden, reads anew on return and begins again', async () => {
  const client = new QueryClient()
  const answers: ((rows: unknown) => void)[] = []
  const queryKey = ['/service-api/LiveFeed/Get1x2_VZip', {}, null]
  client.setQueryData(queryKey, [])
  const observed = client.getQueryCache().find({ queryKey })!
  observed.setOptions({ queryKey, queryFn: () => new Promise((done) => answers.push(done)) } as never)
  observed.addObserver({ onQueryUpdate: () => {}, options: { queryKey }, shouldFetchOnWindowFocus: () => false } as never)
  vi.spyOn(observed, 'isActive').mockReturnValue(true)
  const box = document.createElement('div')
  const root = createRoot(box)
  const texts = new TextStore({
    lng: 'ru',
    units: { site: { refresh_now: 'Обновить', refresh_running: 'r', refresh_paused: 'p', refresh_loading: 'l' } },
  })
  act(() =>
    root.render(
      <TextsProvider texts={texts}>
        <QueryClientProvider client={client}>
          <RefreshRing periodMs={15_000} />
        </QueryClientProvider>
      </TextsProvider>,
    ),
  )
  const state = () => box.querySelector('button')!.dataset['refresh']
  const hand = () => box.querySelectorAll('circle')[1]!.getAttribute('stroke-dasharray')
  expect([state(), hand()]).toEqual(['running', '0 100'])
  act(() => void vi.advanceTimersByTime(6_000))
  expect(hand()).toBe('40 100')
  hide(true)
  expect(state()).toBe('paused')
  act(() => void vi.advanceTimersByTime(60_000))
  expect(answers).toHaveLength(0)
  hide(false)
  await act(() => vi.advanceTimersByTimeAsync(10))
  expect([state(), answers.length]).toEqual(['loading', 1])
  await act(async () => {
    answers[0]!([])
    await vi.advanceTimersByTimeAsync(10)
  })
  expect([state(), hand()]).toEqual(['running', '0 100'])
  await act(async () => {
    box.querySelector('button')!.click()
    await vi.advanceTimersByTimeAsync(10)
  })
  expect([state(), answers.length]).toEqual(['loading', 2])
  act(() => root.unmount())
})
