/** How long a new group gathers, and until when one may join it: what is shown is what is sent, and kept. */
import { useEffect, useState } from 'react'
import { MINUTE, SECOND } from '#lib/time.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { latestClose } from '../rules/group.ts'

/** Minutes; 0 = as long as it can be. */
const LASTS = [15, 60, 180, 1_440, 0] as const
export type Lasts = (typeof LASTS)[number]

const LAST_KEYS = { 15: 'lasts_15', 60: 'lasts_60', 180: 'lasts_180', 1_440: 'lasts_1440', 0: 'lasts_start' } as const

const TICK_MS = 10 * SECOND

export interface Closing {
  offered: readonly { lasts: Lasts; key: (typeof LAST_KEYS)[Lasts] | 'lasts_week' }[]
  lasts: Lasts
  choose(lasts: Lasts): void
  /** Unix seconds. */
  until: number
  /** As it is sent: 0 = with the first start, wherever that moves. */
  closes: number
  /** The moment stands still from here: it was sent, and the same wish again is the same group. */
  hold(): void
}

/** `starts`: of the legs, unix seconds. */
export function useClosing(starts: readonly number[]): Closing {
  const clock = useProductClock()
  const [now, setNow] = useState(clock)
  const [isHeld, setHeld] = useState(false)
  const [lasts, setLasts] = useState<Lasts>(0)
  useEffect(() => {
    if (isHeld) return
    const timer = setInterval(() => setNow(clock()), TICK_MS)
    return () => clearInterval(timer)
  }, [clock, isHeld])
  const first = Math.min(...starts) * SECOND
  const latest = latestClose(now, [first])
  const isWeek = latest < first
  const until = Math.floor((lasts === 0 ? latest : now + lasts * MINUTE) / SECOND)
  return {
    offered: LASTS.filter((minutes) => minutes === 0 || minutes === lasts || now + minutes * MINUTE < latest).map((minutes) => ({
      lasts: minutes,
      key: minutes === 0 && isWeek ? 'lasts_week' : LAST_KEYS[minutes],
    })),
    lasts,
    choose(minutes) {
      setHeld(false)
      setNow(clock())
      setLasts(minutes)
    },
    until,
    closes: lasts === 0 && !isWeek ? 0 : until,
    hold: () => setHeld(true),
  }
}
