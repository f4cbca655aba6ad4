import { useEffect, useRef, useState } from 'react'
import { useVisibility } from './visibility.ts'

export type TimerState = 'paused' | 'running' | 'loading'

/**
 * Refreshes something at an interval (SH-22): loading while it fetches, paused in a hidden tab or by choice, at once
 * when the visitor comes back.
 */
export function useTimerUpdater(
  refresh: () => Promise<unknown>,
  intervalMs: number,
  enabled = true,
): { state: TimerState; refreshNow: () => void } {
  const visible = useVisibility() === 'visible'
  const active = enabled && visible
  const [loading, setLoading] = useState(false)
  const latest = useRef(refresh)
  latest.current = refresh
  const busy = useRef(false)
  const run = useRef(async () => {
    if (busy.current) return
    busy.current = true
    setLoading(true)
    try {
      await latest.current()
    } catch {
      // The call has reported its failure; the next turn tries again.
    } finally {
      busy.current = false
      setLoading(false)
    }
  })
  const wasPaused = useRef(false)
  useEffect(() => {
    if (!active) {
      wasPaused.current = true
      return
    }
    if (wasPaused.current) void run.current()
    wasPaused.current = false
    const timer = setInterval(() => void run.current(), intervalMs)
    return () => clearInterval(timer)
  }, [active, intervalMs])
  return { state: !active ? 'paused' : loading ? 'loading' : 'running', refreshNow: () => void run.current() }
}
