// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest'
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { useSessionPoll } from './use-session-poll.ts'

const ended = vi.fn<() => void>()
function Poll() {
  return <p>{useSessionPoll({ way: 'smart_id', sessionId: 'a', onEnd: ended })}</p>
}

it('a session that nobody knows any more is over; one that cannot be asked for is asked for again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 200 })
  let asked = 0
  const page = await sampleScreen(<Poll />, {
    units: {},
    answer: () => {
      asked += 1
      if (asked === 1) throw new TypeError('no network')
      return json({ success: false }, 404)
    },
  })
  onTestFinished(() => {
    page.leave()
    vi.useRealTimers()
  })
  await page.until(() => asked === 1)
  expect(page.says()).toBe('running')
  await page.until(() => page.says() === 'timeout')
  expect([asked, ended.mock.calls.length]).toEqual([2, 1])
})
