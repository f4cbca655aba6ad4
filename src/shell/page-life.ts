/** Times that the product keeps of a visit, and the events of leaving and coming back (SH-21, SH-31). */
import { useEffect } from 'react'
import { storage } from '#platform/web/storage.ts'
import { watchVisibility } from '#platform/web/visibility.ts'
import { stream } from '#platform/web/stream-client.ts'
import { track, EVENT } from '#platform/web/telemetry.ts'

const TOUCH_EVERY_MS = 60_000

export function usePageLife(): void {
  useEffect(() => {
    const startedAt = Date.now()
    void storage.get('sessionTime').then(async (at) => {
      if (at === null) await storage.set('sessionTime', startedAt)
    })
    let touchedAt = 0
    const touch = () => {
      const now = Date.now()
      if (now - touchedAt < TOUCH_EVERY_MS) return
      touchedAt = now
      void storage.set('lastActiveTime', now)
    }
    const stop = watchVisibility({
      onLeave: () => {
        track(EVENT.pageLeave)
        stream.hide(true)
      },
      onComeBack: () => {
        track(EVENT.pageComeBack)
        stream.hide(false)
      },
    })
    touch()
    for (const name of ['pointerdown', 'keydown'] as const) addEventListener(name, touch, { passive: true })
    return () => {
      stop()
      for (const name of ['pointerdown', 'keydown'] as const) removeEventListener(name, touch)
    }
  }, [])
}
