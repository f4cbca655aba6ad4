import { lazy, Suspense } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useAccountsInStep } from './accounts-in-step.ts'
import { useAutoLogoff } from './auto-logoff.ts'
import { useGuestPrompts } from './guest-prompts.ts'
import { useSessionEnd } from './session-end.ts'
import { useAfterSignIn } from './signed-in.ts'

const StillThere = lazy(() => import('./StillThere.tsx'))

/** What looks after the session, or reminds a visitor that there is one to have: none of it before the page rests. */
export function SessionWatch() {
  const { player, isUnasked } = useSession()
  const signedIn = player !== null
  const asks = useAutoLogoff(signedIn)
  useAccountsInStep()
  useAfterSignIn(signedIn)
  useSessionEnd(signedIn)
  // He may be a player: nobody is told to sign up because the database is away.
  useGuestPrompts(signedIn || isUnasked)
  return asks ? (
    <Suspense fallback={null}>
      <StillThere />
    </Suspense>
  ) : null
}
