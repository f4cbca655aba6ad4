/** Licences that ask for it: nobody at the page for half an hour, and the session ends with a message (SH-20). */
import { useEffect } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { storage } from '#platform/web/storage.ts'
import type { currentSessionCall, getTokenCall } from '#modules/auth/contract.ts'
import { signOut } from '#modules/auth/web/index.ts'
import { watchIdle } from './idle-watch.ts'

/** Life of a token: its end tells the product's own time, whatever clock the browser has. */
const TOKEN_LIFE_MS = 15 * 60_000

interface Responsible {
  autoLogoff?: boolean
  autoLogoffMinutes?: number
}

export function useAutoLogoff(signedIn: boolean): void {
  const { config, lng } = useSite()
  const { autoLogoff = false, autoLogoffMinutes = 30 } = (config['responsible'] ?? {}) as Responsible
  useEffect(() => {
    if (!signedIn || !autoLogoff) return
    return watchIdle({
      idleMs: autoLogoffMinutes * 60_000,
      productNow,
      sessionBeganAt,
      acts: { get: () => storage.get('actedTime'), set: (at) => storage.set('actedTime', at) },
      onIdle: () => void signOut(`/${lng}/login?reason=idle`),
    })
  }, [signedIn, autoLogoff, autoLogoffMinutes, lng])
}

async function productNow(): Promise<number> {
  const { expireDate } = await call<typeof getTokenCall>('GET', '/web-api/user/gettoken', { noCache: true })
  return expireDate * 1000 - TOKEN_LIFE_MS
}

async function sessionBeganAt(): Promise<number> {
  const { created } = await call<typeof currentSessionCall>('GET', '/session-api/sessions/user', { noCache: true })
  return created * 1000
}
