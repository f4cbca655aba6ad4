import { useSession } from '#platform/web/session.tsx'
import { useAutoLogoff } from './auto-logoff.ts'
import { useGuestPrompts } from './guest-prompts.ts'
import { useLastSessionNotice } from './last-session.ts'
import { useSessionEnd } from './session-end.ts'

/** What looks after the session, or reminds a visitor that there is one to have: none of it before the page rests. */
export function SessionWatch() {
  const signedIn = useSession().player !== null
  useAutoLogoff(signedIn)
  useLastSessionNotice(signedIn)
  useSessionEnd(signedIn)
  useGuestPrompts(signedIn)
  return null
}
