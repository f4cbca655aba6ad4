import { useCallback, useEffect, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { isApiError } from '#platform/web/api-error.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { EVENT, track } from '#platform/web/telemetry.ts'
import { AuthPage } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import type { payFinishCall } from '../../contract/pay-and-play.ts'
import type { Registered } from './RegistrationForm.tsx'

const ASK_EVERY_MS = 3_000
const ASK_MOST = 40

type Standing = 'waiting' | 'refused' | 'lost' | 'failed'

/** Back from the provider's page: the payment is asked about until it has come or has not. */
export function PayReturn({ onDone, onAgain }: { onDone: (registered: Registered) => void; onAgain: () => void }) {
  const text = useTexts<typeof import('../../../../../locales/ru/account.json')>('account')
  const [standing, setStanding] = useState<Standing>('waiting')
  const [asked, setAsked] = useState(0)
  const ask = useCallback(async () => {
    try {
      const reply = await call<typeof payFinishCall>('POST', '/flexreg-api/v1/pay-and-play/finish', { body: { authId: '' } })
      if (reply.state !== 'done') return setStanding(reply.state)
      track(EVENT.registrationDone, { type: 'pay_and_play' })
      track(EVENT.regDone)
      onDone({ userId: reply.userId, login: reply.login, password: reply.password ?? null, email: null })
    } catch (error) {
      setStanding(isApiError(error) && error.status === 404 ? 'lost' : 'failed')
    } finally {
      setAsked((count) => count + 1)
    }
  }, [onDone])
  useEffect(() => {
    if (standing === 'lost' || standing === 'refused' || asked >= ASK_MOST) return
    const timer = setTimeout(() => void ask(), asked === 0 ? 0 : ASK_EVERY_MS)
    return () => clearTimeout(timer)
  }, [asked, ask, standing])
  return (
    <AuthPage title={text('pay_title')}>
      {standing === 'waiting' || standing === 'failed' ? (
        <>
          <Notice kind="info" announce>
            {text('pay_waiting')}
          </Notice>
          <SkeletonRows rows={2} height="60px" />
          {asked >= ASK_MOST ? <Button onClick={() => setAsked(0)}>{text('pay_check')}</Button> : null}
        </>
      ) : (
        <>
          <Notice kind={standing === 'lost' ? 'warning' : 'error'} announce>
            {text(standing === 'lost' ? 'pay_lost' : 'pay_refused')}
          </Notice>
          <Button kind="primary" size="large" wide onClick={onAgain}>
            {text('pay_again')}
          </Button>
        </>
      )}
    </AuthPage>
  )
}
