/** Nobody at the page for so long, in any tab of this browser and whether or not a page was loaded meanwhile (SH-20). */
import { listenTabs, tellTabs } from '#platform/web/window-sync.ts'

const CHECK_EVERY_MS = 30_000
const TELL_EVERY_MS = 10_000
const SIGNS = ['pointerdown', 'keydown', 'scroll'] as const

export interface IdleWatch {
  idleMs: number
  /** The product's own time, ms: a browser's clock may be anything. */
  productNow: () => Promise<number>
  /** When the session that is open now began, ms: signing in is an act of its player. */
  sessionBeganAt: () => Promise<number>
  /** The last act as this browser remembers it, ms of the product's time: loading a page is none. */
  acts: { get: () => Promise<number | null>; set: (at: number) => Promise<void> }
  onIdle: () => void
}

/** Calls `onIdle` once; answers with what ends the watch. */
export function watchIdle({ idleMs, productNow, sessionBeganAt, acts, onIdle }: IdleWatch): () => void {
  /** Unknown until the product has told its time. */
  let skewMs: number | null = null
  let actedAt: number | null = null
  let actedEarly = false
  let toldAt = -Infinity
  let ended = false
  const act = () => {
    if (skewMs === null) {
      actedEarly = true
      return
    }
    actedAt = Date.now() + skewMs
    if (Date.now() - toldAt < TELL_EVERY_MS) return
    toldAt = Date.now()
    tellTabs('preference', { key: 'actedTime', value: actedAt })
    void acts.set(actedAt)
  }
  const check = async () => {
    const [now, kept] = await Promise.all([productNow(), actedAt ?? acts.get()])
    skewMs = now - Date.now()
    actedAt ??= Math.min(kept ?? now, now)
    if (actedEarly) {
      actedEarly = false
      act()
    }
    if (now - actedAt < idleMs) return
    actedAt = Math.max(actedAt, await sessionBeganAt())
    if (now - actedAt < idleMs || ended) return
    stop()
    onIdle()
  }
  const look = () => void check().catch(() => {})
  const stopHearing = listenTabs('preference', ({ key, value }) => {
    if (key === 'actedTime' && typeof value === 'number') actedAt = Math.max(actedAt ?? 0, value)
  })
  const timer = setInterval(look, CHECK_EVERY_MS)
  const onVisible = () => {
    if (document.visibilityState === 'visible') look()
  }
  for (const name of SIGNS) addEventListener(name, act, { passive: true })
  addEventListener('focus', look)
  document.addEventListener('visibilitychange', onVisible)
  const stop = () => {
    ended = true
    clearInterval(timer)
    stopHearing()
    for (const name of SIGNS) removeEventListener(name, act)
    removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', onVisible)
  }
  look()
  return stop
}
