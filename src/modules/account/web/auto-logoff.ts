/** Licences that ask for it: nobody at the page for half an hour, and the session ends with a message (SH-20). */
import { useEffect } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { listenTabs, tellTabs } from '#platform/web/window-sync.ts'
import type { getTokenCall } from '#modules/auth/contract.ts'
import { signOut } from '#modules/auth/web/index.ts'

const CHECK_EVERY_MS = 30_000
const TELL_EVERY_MS = 10_000
/** Life of a token: its end tells the product's own time, whatever clock the browser has. */
const TOKEN_LIFE_MS = 15 * 60_000
const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const

interface Responsible {
  autoLogoff?: boolean
  autoLogoffMinutes?: number
}

export function useAutoLogoff(signedIn: boolean): void {
  const { config, lng } = useSite()
  const { autoLogoff = false, autoLogoffMinutes = 30 } = (config['responsible'] ?? {}) as Responsible
  useEffect(() => {
    if (!signedIn || !autoLogoff) return
    return watchIdle(autoLogoffMinutes * 60_000, () => void signOut(`/${lng}/login?reason=idle`))
  }, [signedIn, autoLogoff, autoLogoffMinutes, lng])
}

/** Calls `onIdle` once when nobody acted for so long in any tab of this browser. */
function watchIdle(idleMs: number, onIdle: () => void): () => void {
  let skewMs = 0
  let actedAt: number | null = null
  let toldAt = 0
  const now = () => Date.now() + skewMs
  const act = () => {
    actedAt = now()
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    tellTabs('preference', { key: 'lastActiveTime', value: actedAt })
  }
  const check = async () => {
    const { expireDate } = await call<typeof getTokenCall>('GET', '/web-api/user/gettoken', { noCache: true })
    skewMs = expireDate * 1000 - TOKEN_LIFE_MS - Date.now()
    actedAt ??= now()
    if (now() - actedAt < idleMs) return
    stop()
    onIdle()
  }
  const look = () => void check().catch(() => {})
  const stopHearing = listenTabs('preference', ({ key, value }) => {
    if (key === 'lastActiveTime' && typeof value === 'number') actedAt = Math.max(actedAt ?? 0, value)
  })
  const timer = setInterval(look, CHECK_EVERY_MS)
  const onVisible = () => {
    if (document.visibilityState === 'visible') look()
  }
  for (const name of SIGNS) addEventListener(name, act, { passive: true })
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', onVisible)
  const stop = () => {
    clearInterval(timer)
    stopHearing()
    for (const name of SIGNS) removeEventListener(name, act)
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', onVisible)
  }
  look()
  return stop
}
