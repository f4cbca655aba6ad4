/** The browser's own notices: asked for only when the player switches them on. */
import { request } from './call.ts'
import { startWorker } from './trusted-types.ts'

export function canPush(): boolean {
  return typeof window !== 'undefined' && 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window
}

function keyBytes(text: string): Uint8Array<ArrayBuffer> {
  const base64 = text.replaceAll('-', '+').replaceAll('_', '/')
  return Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
}

function isSame(known: ArrayBuffer | null, wanted: Uint8Array): boolean {
  if (known?.byteLength !== wanted.length) return false
  return new Uint8Array(known).every((byte, at) => byte === wanted[at])
}

/** A subscription is bound to the key it was made with: with another one nothing can be sent to it, so it is made anew. */
async function subscribe(manager: PushManager, key: Uint8Array<ArrayBuffer>): Promise<PushSubscription> {
  const known = await manager.getSubscription()
  if (known && isSame(known.options.applicationServerKey, key)) return known
  await known?.unsubscribe()
  return manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

async function save(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON()
  await request('POST', '/web-api/gamesubscription/push', { body: { endpoint, keys }, auth: 'token' })
}

/** True once the browser and the server know of each other. A refusal of the player or of the browser is false. */
export async function allowPush(): Promise<boolean> {
  if (!canPush()) return false
  try {
    if ((await Notification.requestPermission()) !== 'granted') return false
    await startWorker()
    const worker = await navigator.serviceWorker.ready
    const { key } = await request<{ key: string }>('GET', '/web-api/gamesubscription/push-key', { auth: 'token' })
    await save(await subscribe(worker.pushManager, keyBytes(key)))
    return true
  } catch {
    return false
  }
}

/** A push service that does not answer must not keep anybody signed in, or out. */
const WAIT_MS = 1_500

const inTime = (done: Promise<unknown>) => Promise.race([done.catch(() => {}), new Promise((over) => setTimeout(over, WAIT_MS))])

const known = () => navigator.serviceWorker.getRegistration().then((worker) => worker?.pushManager.getSubscription())

/** denied: only the settings of the browser can change that. off: the player may be asked, or has only to switch it on. */
export type PushHere = 'impossible' | 'denied' | 'off' | 'on'

/** Whether this browser takes notices, as far as it knows itself. Nobody is asked anything. */
export async function pushHere(): Promise<PushHere> {
  if (!canPush()) return 'impossible'
  if (Notification.permission !== 'granted') return Notification.permission === 'denied' ? 'denied' : 'off'
  return (await known().catch(() => null)) ? 'on' : 'off'
}

/** After signing in: what this browser took notices for is over, they are those of who uses it now. Nobody is asked anything. */
export async function renewPush(): Promise<void> {
  if (!canPush() || Notification.permission !== 'granted') return
  await inTime(known().then((subscription) => subscription && save(subscription)))
}

/** This browser takes no more notices: who uses it next is somebody else. */
export async function forgetPush(): Promise<void> {
  if (!canPush()) return
  await inTime(known().then((subscription) => subscription?.unsubscribe()))
}
