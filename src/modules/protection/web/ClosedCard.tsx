import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles, useProven } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import styles from './Protection.module.css'
import { sendReopen, useProtectionChanged, type ClosedView } from './queries.ts'
import { type ProtectionTexts } from './Value.tsx'

/** The account is closed: until when, what is open, and after the end the way back. */
export function ClosedCard({ closed }: { closed: ClosedView }) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const changed = useProtectionChanged()
  const { busy, run, modal } = useProven()
  const time = formatDate(closed.until * 1000, 'Pp', { lng, country })
  return (
    <OfficeCard title={text(`closed_${closed.kind}`)}>
      <Notice kind="info">
        <p>{closed.isForever ? text('closed_forever') : closed.mayReopen ? text('closed_over') : text('closed_until', { time })}</p>
        <p>{text('means_open')}</p>
      </Notice>
      <div className={officeStyles.actions}>
        <SiteLink to="/office/withdraw" className={styles.link}>
          {text('to_withdraw')}
        </SiteLink>
        <SiteLink to="/office/history" className={styles.link}>
          {text('to_history')}
        </SiteLink>
        {closed.mayReopen ? (
          <Button kind="plain" loading={busy} onClick={() => run(() => sendReopen().then(changed))}>
            {text('reopen')}
          </Button>
        ) : null}
      </div>
      {modal}
    </OfficeCard>
  )
}
