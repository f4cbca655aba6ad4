// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, onTestFinished, vi } from 'vitest'

const NOW_SEC = 1_790_000_000
let stoodSec = 0
const said: string[] = []
let notices: object[] = []
let last: number | undefined
let fails = false
vi.mock('#platform/web/product-clock.ts', () => ({ useProductClock: () => () => (NOW_SEC + stoodSec) * 1000 }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'en' }) }))
vi.mock('#platform/web/session.tsx', () => ({ useSession: () => ({ player: { id: 7 } }) }))
vi.mock('#platform/web/site-link.tsx', () => ({ useSiteNavigate: () => () => {} }))
vi.mock('#platform/web/stream-client.ts', () => ({ useTopics: () => {} }))
vi.mock('#platform/web/live-store.ts', () => ({ liveKey: () => '', useLive: () => last }))
vi.mock('#platform/web/call.ts', () => ({
  request: async () => {
    if (fails) throw new Error('no answer')
    return notices
  },
}))
vi.mock('#platform/web/ModalHost.tsx', () => ({ showToast: ({ text }: { text: string }) => said.push(text) }))
vi.mock('../model/texts.ts', () => ({ useSiteTexts: () => (key: string) => key }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { GameNotices } = await import('./GameNotices.tsx')

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const notice = (id: number, ageSec: number) => ({ id, at: NOW_SEC - ageSec, constId: 1, title: `n${id}`, text: 'Goal' })

it('what was told before the page was opened is not told again, what comes while it stands is', async () => {
  const root = createRoot(document.createElement('div'))
  const hear = async (id: number, all: object[]) => {
    notices = all
    last = id
    await act(async () => root.render(<GameNotices />))
  }
  await act(async () => root.render(<GameNotices />))
  await hear(5, [notice(5, 3600), notice(4, 7200)])
  expect(said).toEqual([])
  await hear(7, [notice(7, 0), notice(6, 90), notice(5, 3600)])
  expect(said).toEqual(['n6. Goal', 'n7. Goal'])
  act(() => root.unmount())
  const fresh = createRoot(document.createElement('div'))
  last = 8
  notices = [notice(8, 5), notice(7, 60)]
  await act(async () => fresh.render(<GameNotices />))
  expect(said.slice(2)).toEqual(['n8. Goal'])
  act(() => fresh.unmount())
})

it('notices that could not be read are not lost: they are asked for again, and each is told once', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void (vi.useRealTimers(), vi.restoreAllMocks()))
  said.length = 0
  notices = [notice(9, 60)]
  last = 9
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<GameNotices />))
  fails = true
  notices = [notice(10, 0), notice(9, 60)]
  last = 10
  await act(async () => root.render(<GameNotices />))
  expect(said).toEqual([])
  fails = false
  await act(async () => vi.advanceTimersByTimeAsync(10_000))
  expect(said).toEqual(['n10. Goal'])
  notices = [notice(12, 0), notice(11, 0), notice(10, 0)]
  for (const next of [11, 12]) {
    last = next
    act(() => root.render(<GameNotices />))
  }
  await act(async () => vi.advanceTimersByTimeAsync(10_000))
  expect(said).toEqual(['n10. Goal', 'n11. Goal', 'n12. Goal'])
  act(() => root.unmount())
})

it('the first notice of a page is told also when it could not be read for longer than one is fresh', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => void (vi.useRealTimers(), vi.restoreAllMocks(), (fails = false), (stoodSec = 0)))
  said.length = 0
  last = undefined
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<GameNotices />))
  fails = true
  last = 20
  notices = [notice(20, 0), notice(19, 60)]
  await act(async () => root.render(<GameNotices />))
  for (stoodSec of [10, 20]) await act(async () => vi.advanceTimersByTimeAsync(10_000))
  fails = false
  stoodSec = 30
  await act(async () => vi.advanceTimersByTimeAsync(10_000))
  expect(said).toEqual(['n20. Goal'])
  act(() => root.unmount())
})
