/** Nobody at the page for so long, in any tab of this browser and whether or not a page was loaded meanwhile (SH-20). */
import { listenTabs, tellTabs } from '#platform/web/window-sync.ts'

/** So long before the end the player is asked; of a short time half of it. At least a third of a minute is left to answer. */
const ASK_BEFORE_MS = 60_000
const TELL_EVERY_MS = 10_000
/** A click without a press comes from an aid, and Back from somebody. */
const SIGNS = ['pointerdown', 'keydown', 'scroll', 'click', 'popstate'] as const

export interface IdleWatch {
  idleMs: number
  /** The product's own time, ms: a browser's clock may be anything. */
  productNow: () => Promise<number>
  /** When the session that is open now began, ms: signing in is an act of its player. */
  sessionBeganAt: () => Promise<number>
  /** The last act as this browser remembers it, ms of the product's time: loading a page is none. */
  acts: { get: () => Promise<number | null>; set: (at: number) => Promise<void> }
  /** True when the end is near, false when somebody is there after all. */
  onAsk: (asks: boolean) => void
  /** False: the session could not be ended, which is tried again while nobody comes. */
  onIdle: () => unknown
}

/** Asks before the end, and calls `onIdle` until the session is over; answers with what ends the watch. */
export function watchIdle({ idleMs, productNow, sessionBeganAt, acts, onAsk, onIdle }: IdleWatch): () => void {
  /** Unknown until the product has told its time. */
  let skewMs: number | null = null
  let actedAt: number | null = null
  let actedEarly = false
  let toldAt = -Infinity
  let ended = false
  let ending = false
  let asks = false
  const askBeforeMs = Math.min(ASK_BEFORE_MS, idleMs / 2)
  const ask = (wanted: boolean) => {
    if (asks === wanted) return
    asks = wanted
    onAsk(wanted)
  }
  const act = () => {
    ask(false)
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
    const isNear = () => now - actedAt! >= idleMs - askBeforeMs
    if (isNear()) actedAt = Math.max(actedAt, await sessionBeganAt())
    if (ended || ending) return
    if (now - actedAt < idleMs) return ask(isNear())
    ending = true
    ending = (await onIdle()) !== false
    if (ending) stop()
  }
  const look = () => void check().catch(() => {})
  const stopHearing = listenTabs('preference', ({ key, value }) => {
    if (key !== 'actedTime' || typeof value !== 'number') return
    actedAt = Math.max(actedAt ?? 0, value)
    ask(false)
  })
  const timer = setInterval(look, askBeforeMs / 2)
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
