// @vitest-environment happy-dom
/** What another tab does to the session: this one follows, whatever page it is on. */
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'

// Files share what they load: a page that was signed out of keeps nothing any more.
vi.resetModules()
afterAll(() => vi.resetModules())
const { sampleScreen } = await import('#platform/web/sample-screen.tsx')
const { AccountProvider } = await import('./AccountProvider.tsx')
const { leaves } = await import('#platform/web/leaving.ts')

const KEPT = 'typed:/office/support:subject,text'
const other = new BroadcastChannel('polosa')
const reload = vi.fn()
beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  vi.spyOn(location, 'reload').mockImplementation(reload)
})
afterEach(() => {
  vi.restoreAllMocks()
  leaves(false)
})
afterAll(() => other.close())

async function after(player: { id: number } | null, value: object, holds: () => void) {
  const page = await sampleScreen(<AccountProvider player={player}>no form here</AccountProvider>, { units: {}, answer: () => [] })
  await page.settle()
  // A page of this tab has kept it before it went to this one.
  sessionStorage.setItem(KEPT, '{}')
  other.postMessage({ topic: 'signedOut', value })
  await vi.waitFor(holds)
  page.leave()
}
const isKept = () => sessionStorage.getItem(KEPT) !== null
const isLoadedAgain = () => expect(reload).toHaveBeenCalledOnce()

it('a session that ended takes nothing along that was typed', async () => {
  await after({ id: 7 }, {}, isLoadedAgain)
  expect(isKept()).toBe(true)
})

it('a sign-out does, whatever page is open, and whether the session of this tab had ended before', async () => {
  await after({ id: 7 }, { wished: true }, isLoadedAgain)
  expect(isKept()).toBe(false)
  await after(null, { wished: true }, () => expect(isKept()).toBe(false))
  expect(reload).toHaveBeenCalledOnce()
})
