// @vitest-environment happy-dom
/** A page that stands open while a wait ends says that it has ended. */
import { act } from 'react'
import { expect, it, onTestFinished, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import protection from '../../../../locales/en/protection.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { WaitingNotice } from './WaitingNotice.tsx'

const HOUR = 3_600
const DAY = 24 * HOUR
const waits = protection.pending_wait.split('{{')[0]!
const isReady = protection.pending_ready.split('{{')[0]!

it.each([
  ['a day', DAY],
  ['more than a timer can wait', 40 * DAY],
])('%s', async (_name, wait) => {
  const begins = Date.now()
  vi.useFakeTimers({ now: begins, toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  const activeFrom = Math.ceil(begins / 1000) + wait
  const pending = { activeFrom, confirmUntil: activeFrom + DAY }
  const page = await sampleScreen(
    <WaitingNotice pending={pending} busy={false} act={() => {}}>
      {'A limit'}
    </WaitingNotice>,
    { units: { auth, protection, ui } },
  )
  onTestFinished(() => {
    page.leave()
    vi.useRealTimers()
  })
  await act(() => vi.advanceTimersByTimeAsync((wait - HOUR) * 1000))
  expect([page.says().includes(waits), page.says().includes(isReady)]).toEqual([true, false])
  await act(() => vi.advanceTimersByTimeAsync((HOUR + 1) * 1000))
  expect([page.says().includes(waits), page.says().includes(isReady)]).toEqual([false, true])
})
