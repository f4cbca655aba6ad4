import { useEffect, useState, type ReactNode } from 'react'

/** Parts that are not urgent wait for an idle moment, at most this long (SH-24, spec 9). */
export const IDLE_LIMIT_MS = 2_000

export function whenIdle(run: () => void, limitMs: number = IDLE_LIMIT_MS): () => void {
  // Safari has no idle callback: the limit alone decides.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, limitMs)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: limitMs })
  return () => cancelIdleCallback(handle)
}

/** Draws its children after the page has become usable; nothing of them is in the server's page. */
export function AfterIdle({ children }: { children: ReactNode }) {
  const [idle, setIdle] = useState(false)
  useEffect(() => whenIdle(() => setIdle(true)), [])
  return idle ? children : null
}
