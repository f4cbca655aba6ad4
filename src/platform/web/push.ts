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

/** True once the browser and the server know of each other. A refusal of the player or of the browser is false. */
export async function allowPush(): Promise<boolean> {
  if (!canPush()) return false
  try {
    if ((await Notification.requestPermission()) !== 'granted') return false
    await startWorker()
    const worker = await navigator.serviceWorker.ready
    const { key } = await request<{ key: string }>('GET', '/web-api/gamesubscription/push-key', { auth: 'token' })
    const known = await worker.pushManager.getSubscription()
    const subscription = known ?? (await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: keyBytes(key) }))
    const { endpoint, keys } = subscription.toJSON()
    await request('POST', '/web-api/gamesubscription/push', { body: { endpoint, keys }, auth: 'token' })
    return true
  } catch {
    return false
  }
}
