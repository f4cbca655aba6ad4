import { useEffect, useRef, useState } from 'react'
import { isApiError } from '#platform/web/api-error.ts'
import { call } from '#platform/web/call.ts'
import type { dataCall } from '../contract.ts'
import type { mobileIdSessionCall, smartIdSessionCall } from '../contract/services.ts'

const EVERY_MS = 2_000
type SessionState = 'running' | 'ok' | 'refused' | 'timeout'
type Way = 'scan' | 'smart_id' | 'mobile_id'

const OF_REQUEST: Readonly<Record<string, SessionState>> = { approved: 'ok', refused: 'refused', revoked: 'refused', timeout: 'timeout' }

async function ask(way: Way, sessionId: string): Promise<SessionState> {
  if (way === 'scan') {
    const body = new FormData()
    body.set('verificationType', 'veridoc')
    body.set('veridocSessionId', sessionId)
    const { status } = await call<typeof dataCall>('POST', '/web-api/office/identification/data', { auth: 'extended', body })
    return OF_REQUEST[status] ?? 'running'
  }
  const params = { sessionId }
  const { state } =
    way === 'smart_id'
      ? await call<typeof smartIdSessionCall>('GET', '/identity-service/v1/smart-id/session/:sessionId', { auth: 'extended', params })
      : await call<typeof mobileIdSessionCall>('GET', '/identity-service/v1/mobile-id/session/:sessionId', { auth: 'extended', params })
  return state as SessionState
}

/** Nobody knows the session any more: it will not answer otherwise. */
const isGone = (error: unknown) => isApiError(error) && (error.status === 404 || error.status === 410)

/** Asks how far a session is until it has ended; a call that fails is made again with the next. */
export function useSessionPoll({ way, sessionId, onEnd }: { way: Way; sessionId: string | null; onEnd: () => void }): SessionState {
  const [state, setState] = useState<SessionState>('running')
  const ended = useRef(onEnd)
  ended.current = onEnd
  useEffect(() => {
    setState('running')
    if (sessionId === null) return
    let stopped = false
    let timer = setTimeout(function turn() {
      ask(way, sessionId)
        .catch((error: unknown): SessionState => (isGone(error) ? 'timeout' : 'running'))
        .then((now) => {
          if (stopped) return
          if (now === 'running') timer = setTimeout(turn, EVERY_MS)
          else {
            setState(now)
            ended.current()
          }
        })
        .catch(() => {})
    }, EVERY_MS)
    return () => {
      stopped = true
      clearTimeout(timer)
    }
  }, [way, sessionId])
  return state
}
