/** The choice about cookies: made in the banner of the first visit, changed on its page at any time (standards DAT-06). */
import { useEffect, useState } from 'react'
import { request } from '#platform/web/call.ts'
import { storage } from '#platform/web/storage.ts'

/** Levels of consent (spec §3). */
export const CONSENT = { disable: 0, functionality: 1, marketing: 2, all: 3 } as const
export type Consent = (typeof CONSENT)[keyof typeof CONSENT]

/** The server counts nothing and draws no notice by this cookie. */
function tellServer(level: number): void {
  document.cookie = `cookies_agree_type=${level}; path=/; max-age=31536000; samesite=lax`
}

export function chooseCookies(level: Consent): void {
  const at = Date.now()
  tellServer(level)
  void storage.set('cookiesAgree', level)
  void storage.set('cookiesAgreeTime', at)
  // The log on the server is for the operator; a failure there takes nothing from the choice.
  request('POST', '/api-v3/v1/user/agreement-with-cookies/log', {
    body: { data: { attributes: { level, cookiesAgreeTime: Math.floor(at / 1000) } } },
  }).catch(() => {})
}

/** The level in force, null before any choice; follows other tabs and other parts of the page. */
export function useCookieLevel(): number | null {
  const [level, setLevel] = useState<number | null>(null)
  useEffect(() => {
    let stopped = false
    // Some browsers keep a cookie of a script for a week only; the choice itself stands longer.
    void Promise.all([storage.get('cookiesAgree'), storage.get('cookiesAgreeTime')]).then(([kept, at]) => {
      if (stopped || kept === null || at === null) return
      setLevel(kept)
      tellServer(kept)
    })
    const stop = storage.listen('cookiesAgree', (next) => setLevel(typeof next === 'number' ? next : null))
    return () => {
      stopped = true
      stop()
    }
  }, [])
  return level
}
