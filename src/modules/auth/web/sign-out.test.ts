// @vitest-environment happy-dom
/** Signing out: only a session that is over lets the tab go. */
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import { fetchOf, json } from '#platform/web/sample-screen.tsx'

// Files share what they load: a page that was signed out of is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { isLeaving, leaves } = await import('#platform/web/leaving.ts')
const { modals } = await import('#platform/web/modal-queue.ts')
const { storage } = await import('#platform/web/storage.ts')
const { signOut } = await import('./finish-sign-in.ts')
const { keepPendingSocial, readPendingSocial } = await import('./social/pending-social.ts')

const pending = { authId: 'a', profile: { email: '', name: 'A', provider: 'google' }, link: true } as const
const gone = vi.fn<(url: string | URL) => void>()

beforeEach(async () => {
  gone.mockReset()
  vi.spyOn(location, 'assign').mockImplementation(gone)
  await keepPendingSocial(pending)
  await storage.set('returnUrl', '/en/office')
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  leaves(false)
})

/** What signing out is answered, and then who is here. */
const answered = (status: number | null, here = status, body: unknown = { errors: [{ code: status }] }) =>
  vi.stubGlobal(
    'fetch',
    fetchOf((path) => {
      if (status === null && path === '/user/disconnect') throw new TypeError('no network')
      return json(body, (path === '/session-api/sessions/user' ? here : status) ?? 200)
    }),
  )

it.each([null, 500, 503, 429])('%s: the cookie still opens the account, so the page stays and says so', async (status) => {
  answered(status)
  const said = vi.spyOn(modals, 'show')
  expect(await signOut('/en')).toBe(false)
  expect([gone.mock.calls.length, isLeaving(), said.mock.calls.length]).toEqual([0, false, 1])
  expect(await storage.get('returnUrl')).toBe('/en/office')
})

it('403: a call that was refused for another cause ends nothing while somebody is here', async () => {
  answered(403, 200)
  expect(await signOut('/en')).toBe(false)
  expect([gone.mock.calls.length, isLeaving()]).toEqual([0, false])
})

it('403 without a word of ours, as a proxy refuses, ends nothing', async () => {
  answered(403, 403, {})
  expect(await signOut('/en')).toBe(false)
  expect([gone.mock.calls.length, isLeaving()]).toEqual([0, false])
})

it.each([200, 401, 403])('%s: it is over, and what the browser kept of the player is forgotten', async (status) => {
  answered(status)
  expect(await signOut('/en')).toBe(true)
  expect(gone).toHaveBeenCalledWith('/en')
  expect([await storage.get('returnUrl'), await readPendingSocial()]).toEqual([null, null])
})
