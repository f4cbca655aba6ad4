/** The ring beside the connection: how far the time to the next reading of the list has run (SH-22). */
import { useIsFetching, useQueryClient, type Query } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useVisibility } from '#platform/web/visibility.ts'
import { useSiteTexts } from '../model/texts.ts'
import styles from './RefreshRing.module.css'

/** Timer of the specification (§4): paused while the tab is hidden, loading while the list is read, else running. */
export type RingState = 'running' | 'paused' | 'loading'

const TICK_MS = 1_000
/** Lists of live events and the card of one: what the ring speaks of. */
const LIVE_CALLS = /\/LiveFeed\/(?:Get1x2_VZip|GetGameZip|BestGamesExtVZip)$/
const live = { predicate: ({ queryKey }: Query) => LIVE_CALLS.test(String(queryKey[0])) }

/** Which of the three; a tab that is hidden reads nothing, whatever is under way. */
export function ringState(hidden: boolean, reading: number): RingState {
  return hidden ? 'paused' : reading > 0 ? 'loading' : 'running'
}

export function RefreshRing({ periodMs }: { periodMs: number }) {
  const text = useSiteTexts()
  const client = useQueryClient()
  const hidden = useVisibility() === 'hidden'
  const state = ringState(hidden, useIsFetching(live))
  const [share, setShare] = useState(0)
  const read = () => void client.refetchQueries({ ...live, type: 'active' })
  const wasHidden = useRef(false)
  useEffect(() => {
    // Who comes back reads what stands now, not what stood when he left.
    if (wasHidden.current && !hidden) void client.refetchQueries({ ...live, type: 'active' })
    wasHidden.current = hidden
  }, [hidden, client])
  useEffect(() => {
    if (state !== 'running') return
    const from = Date.now()
    setShare(0)
    // Once a second: a ring that moves with every frame would paint the page sixty times as often.
    const timer = setInterval(() => setShare(Math.min(1, (Date.now() - from) / periodMs)), TICK_MS)
    return () => clearInterval(timer)
  }, [state, periodMs])
  return (
    <button
      type="button"
      className={styles.ring}
      data-refresh={state}
      aria-label={text('refresh_now')}
      data-tip={text(`refresh_${state}`)}
      aria-disabled={state === 'loading' || undefined}
      onClick={state === 'running' ? read : undefined}
    >
      <svg viewBox="0 0 20 20" aria-hidden>
        <circle className={styles.track} cx="10" cy="10" r="7" />
        <circle className={styles.hand} cx="10" cy="10" r="7" pathLength="100" strokeDasharray={`${Math.round(share * 100)} 100`} />
      </svg>
    </button>
  )
}
