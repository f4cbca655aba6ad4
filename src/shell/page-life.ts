/** Times that the product keeps of a visit, and the events of leaving and coming back (SH-21, SH-31). */
import { useEffect } from 'react'
import { storage } from '#platform/web/storage.ts'
import { watchVisibility } from '#platform/web/visibility.ts'
import { track, EVENT } from '#platform/web/telemetry.ts'
import { refOf, visitBegan } from './visit-clock.ts'

const TOUCH_EVERY_MS = 60_000
const REF_LIFE_S = 30 * 86_400

/** The times of the visit before are read before they are written over. */
async function keepVisit(now: number): Promise<void> {
  const [beganAt, lastActiveAt] = await Promise.all([storage.get('sessionTime'), storage.get('lastActiveTime')])
  const began = visitBegan(now, beganAt, lastActiveAt)
  if (began !== beganAt) await storage.set('sessionTime', began)
  await storage.set('lastActiveTime', now)
}

/** The partner that sent the visitor is carried by every later call, registration too (SH-34). */
function keepRef(): void {
  const ref = refOf(location.search)
  if (ref) document.cookie = `ref=${ref}; path=/; max-age=${REF_LIFE_S}; samesite=lax`
}

export function usePageLife(): void {
  useEffect(() => {
    const startedAt = Date.now()
    void keepVisit(startedAt)
    keepRef()
    let touchedAt = startedAt
    const touch = () => {
      const now = Date.now()
      if (now - touchedAt < TOUCH_EVERY_MS) return
      touchedAt = now
      void storage.set('lastActiveTime', now)
    }
    const stop = watchVisibility({
      onLeave: () => track(EVENT.pageLeave),
      onComeBack: () => track(EVENT.pageComeBack),
    })
    for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, touch, { passive: true })
    return () => {
      stop()
      for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, touch)
    }
  }, [])
}
