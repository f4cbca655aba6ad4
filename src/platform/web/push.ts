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

/** True once the browser and the server know of each other. A refusal of the player or of the browser is false. */
export async function allowPush(): Promise<boolean> {
  if (!canPush()) return false
  try {
    if ((await Notification.requestPermission()) !== 'granted') return false
    await startWorker()
    const worker = await navigator.serviceWorker.ready
    const { key } = await request<{ key: string }>('GET', '/web-api/gamesubscription/push-key', { auth: 'token' })
    const { endpoint, keys } = (await subscribe(worker.pushManager, keyBytes(key))).toJSON()
    await request('POST', '/web-api/gamesubscription/push', { body: { endpoint, keys }, auth: 'token' })
    return true
  } catch {
    return false
  }
}

/** A push service that does not answer must not keep anybody signed in. */
const FORGET_MS = 1_500

/** This browser takes no more notices: who uses it next is somebody else. */
export async function forgetPush(): Promise<void> {
  if (!canPush()) return
  const forgotten = navigator.serviceWorker
    .getRegistration()
    .then((worker) => worker?.pushManager.getSubscription())
    .then((known) => known?.unsubscribe())
  await Promise.race([forgotten.catch(() => {}), new Promise((done) => setTimeout(done, FORGET_MS))])
}
