import { useMutation } from '@tanstack/react-query'
import { officeStyles } from '#modules/auth/web/index.ts'
import { call } from '#platform/web/call.ts'
import { Button } from '#ui/Button.tsx'
import { Notice, StatusMark } from '#ui/Notice.tsx'
import type { IdentificationReply } from '../contract.ts'
import type { documentScanCall } from '../contract/services.ts'
import { useIdentityTexts } from './texts.ts'
import { useSessionPoll } from './use-session-poll.ts'
import styles from './Identity.module.css'

/** The provider reads the document on a page of its own; this one waits for what it says. */
export function ScanForm({ data, onSent }: { data: IdentificationReply; onSent: () => void }) {
  const text = useIdentityTexts()
  const start = useMutation({
    mutationFn: () =>
      call<typeof documentScanCall>('POST', '/identity-service/v1/document-scan/token', {
        auth: 'extended',
        body: { flowType: 'document' },
      }),
  })
  const session = start.data
  const state = useSessionPoll({ way: 'scan', sessionId: session?.veridocSessionId ?? null, onEnd: onSent })
  const attempt = data.attempts.find(({ kind }) => kind === 'scan')
  return (
    <div className={styles.block}>
      <p className={styles.about}>{text('scan_lead')}</p>
      {start.error ? <Notice kind="error">{start.error.message}</Notice> : null}
      {session && state === 'running' ? (
        <>
          <StatusMark kind="pending">{text('scan_running')}</StatusMark>
          {session.url ? (
            <a className={styles.link} href={session.url} target="_blank" rel="noopener">
              {text('scan_open')}
            </a>
          ) : null}
        </>
      ) : (
        <>
          {session && attempt && attempt.state !== 'approved' ? (
            <Notice kind="warning">{attempt.message || text('session_timeout')}</Notice>
          ) : null}
          <div className={officeStyles.actions}>
            <Button kind="primary" icon="document" loading={start.isPending} onClick={() => start.mutate()}>
              {text('scan_start')}
            </Button>
          </div>
        </>
      )}
    </div>
  )
}
