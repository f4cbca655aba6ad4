/**
 * The site's side of what the statistics say about the coupon: a price pressed there is pressed here, and its place in
 * the coupon is told back. It listens to windows of the same origin only, framed ones and those that this page opened.
 */
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSelection } from '#platform/web/selection.tsx'
import { readMessage, SOURCE, type BetState, type WidgetMessage } from '../../rules/messages.ts'

/** A key that no outcome has: what it gives is the door to the coupon alone. */
const NO_OUTCOME = '0:0:0:0'

export function StatisticsBridge() {
  const [, toggle] = useSelection(NO_OUTCOME)
  const [asked, setAsked] = useState<{ no: number; keys: readonly string[] }>({ no: 0, keys: [] })
  const listener = useRef<Window | null>(null)
  const states = useRef<Record<string, BetState>>({})
  const tell = useCallback((key: string, state: BetState) => {
    states.current = { ...states.current, [key]: state }
    const message: WidgetMessage = { type: 'betsUpdate', bets: states.current }
    listener.current?.postMessage({ source: SOURCE, ...message }, window.location.origin)
  }, [])
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      if (event.origin !== window.location.origin || !isOurs(event.source as Window | null)) return
      const message = readMessage(event.data)
      if (message?.type === 'sendBet') toggle(message.bet)
      if (message?.type !== 'getCouponData') return
      listener.current = event.source as Window | null
      states.current = {}
      // Asked again by a window that was loaded again: everything is told anew.
      setAsked(({ no }) => ({ no: no + 1, keys: [...new Set(message.keys)] }))
    }
    window.addEventListener('message', hear)
    return () => window.removeEventListener('message', hear)
  }, [toggle])
  return asked.keys.map((key) => <Watched key={`${asked.no} ${key}`} outcome={key} tell={tell} />)
}

/** A frame inside this page, or a window that it has opened; of the same origin, so it may be looked at. */
function isOurs(other: Window | null): boolean {
  return other !== null && other !== window && (other.parent === window || other.opener === window)
}

/** One outcome that the statistics show. */
function Watched({ outcome, tell }: { outcome: string; tell: (key: string, state: BetState) => void }) {
  const [state] = useSelection(outcome)
  useEffect(() => tell(outcome, state), [outcome, state, tell])
  return null
}
