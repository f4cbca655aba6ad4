/** What the browser and the server agree on when a player switches notices on. */
import { afterEach, expect, it, vi } from 'vitest'
import { allowPush, forgetPush, pushHere } from './push.ts'
import { forgetToken } from './service-token.ts'

interface Made {
  key: string
  isGone: boolean
}

const decoded = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url')).buffer

function browser({ made, serverKey, permission = 'granted' }: { made: Made[]; serverKey: string; permission?: string }): unknown[] {
  const saved: unknown[] = []
  const subscriptionOf = (one: Made) => ({
    options: { applicationServerKey: decoded(one.key) },
    unsubscribe: async () => (one.isGone = true),
    toJSON: () => ({ endpoint: `https://push.example.com/${made.indexOf(one)}`, keys: { p256dh: 'p', auth: 'a' } }),
  })
  const standing = () => made.find(({ isGone }) => !isGone)
  const pushManager = {
    getSubscription: async () => (standing() ? subscriptionOf(standing()!) : null),
    subscribe: async ({ applicationServerKey }: { applicationServerKey: Uint8Array }) => {
      const key = Buffer.from(applicationServerKey).toString('base64url')
      // A browser refuses a second key while a subscription stands.
      if (standing() && standing()!.key !== key) throw new DOMException('another key', 'InvalidStateError')
      const one = { key, isGone: false }
      made.push(one)
      return subscriptionOf(one)
    },
  }
  const Notification = { permission, requestPermission: async () => permission }
  const serviceWorker = {
    register: async () => {},
    ready: Promise.resolve({ pushManager }),
    getRegistration: async () => ({ pushManager }),
  }
  vi.stubGlobal('window', { PushManager: class {}, Notification })
  vi.stubGlobal('Notification', Notification)
  vi.stubGlobal('navigator', { serviceWorker })
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (url.endsWith('/push')) saved.push(JSON.parse(String(init?.body)))
    const token = { attributes: { userToken: 't', expireDate: Math.floor(Date.now() / 1000) + 900 } }
    const data = url.includes('/token/') ? token : url.endsWith('push-key') ? { key: serverKey } : { saved: true }
    return Response.json({ success: true, data }, { headers: { date: new Date().toUTCString() } })
  })
  return saved
}

afterEach(() => {
  vi.unstubAllGlobals()
  forgetToken()
})

it('a subscription made with the server’s key is used again', async () => {
  const made: Made[] = [{ key: 'QUJD', isGone: false }]
  const saved = browser({ made, serverKey: 'QUJD' })
  expect(await allowPush()).toBe(true)
  expect(made).toEqual([{ key: 'QUJD', isGone: false }])
  expect(saved).toEqual([{ endpoint: 'https://push.example.com/0', keys: { p256dh: 'p', auth: 'a' } }])
})

it('one made with another key, which nothing can be sent to, is made anew', async () => {
  const made: Made[] = [{ key: 'QUJD', isGone: false }]
  const saved = browser({ made, serverKey: 'REVG' })
  expect(await allowPush()).toBe(true)
  expect(made).toEqual([
    { key: 'QUJD', isGone: true },
    { key: 'REVG', isGone: false },
  ])
  expect(saved).toMatchObject([{ endpoint: 'https://push.example.com/1' }])
})

it('a player who refuses has nothing saved', async () => {
  const saved = browser({ made: [], serverKey: 'QUJD', permission: 'denied' })
  expect(await allowPush()).toBe(false)
  expect(saved).toEqual([])
})

it('who signs out takes the notices of this browser along, once', async () => {
  const made: Made[] = [{ key: 'QUJD', isGone: false }]
  browser({ made, serverKey: 'QUJD' })
  await forgetPush()
  expect(made[0]!.isGone).toBe(true)
  await forgetPush()
})

it.each([
  ['granted', [{ key: 'QUJD', isGone: false }], 'on'],
  ['granted', [], 'off'],
  ['default', [], 'off'],
  ['denied', [], 'denied'],
] as const)('whether this browser takes notices: permission %s, subscriptions %j', async (permission, made, here) => {
  const saved = browser({ made: made.map((one) => ({ ...one })), serverKey: 'QUJD', permission })
  expect(await pushHere()).toBe(here)
  expect(saved).toEqual([])
})
