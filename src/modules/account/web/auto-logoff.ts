/** Licences that ask for it: nobody at the page for so long, and after a question the session ends with a message (SH-20, standards RG-17). */
import { useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { storage } from '#platform/web/storage.ts'
import type { currentSessionCall, getTokenCall } from '#modules/auth/contract.ts'
import { signOut } from '#modules/auth/web/index.ts'
import { watchIdle } from './idle-watch.ts'

/** Life of a token: its end tells the product's own time, whatever clock the browser has. */
const TOKEN_LIFE_MS = 15 * 60_000

/** True while the player is asked whether he is still there. */
export function useAutoLogoff(signedIn: boolean): boolean {
  const [asks, setAsks] = useState(false)
  const { config, lng } = useSite()
  const { autoLogoff, autoLogoffMinutes } = config.responsible
  useEffect(() => {
    if (!signedIn || !autoLogoff) return
    const stop = watchIdle({
      idleMs: autoLogoffMinutes * 60_000,
      productNow,
      sessionBeganAt,
      acts: { get: () => storage.get('actedTime'), set: (at) => storage.set('actedTime', at) },
      onAsk: setAsks,
      onIdle: () => signOut(`/${lng}/login?reason=idle`),
    })
    return () => {
      stop()
      setAsks(false)
    }
  }, [signedIn, autoLogoff, autoLogoffMinutes, lng])
  return asks
}

async function productNow(): Promise<number> {
  const { expireDate } = await call<typeof getTokenCall>('GET', '/web-api/user/gettoken', { noCache: true })
  return expireDate * 1000 - TOKEN_LIFE_MS
}

async function sessionBeganAt(): Promise<number> {
  const { created } = await call<typeof currentSessionCall>('GET', '/session-api/sessions/user', { noCache: true })
  return created * 1000
}
