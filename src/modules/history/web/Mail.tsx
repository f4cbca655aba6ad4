import { showToast } from '#platform/web/ModalHost.tsx'
import { isApiError } from '#platform/web/api-error.ts'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Filter } from './filter.ts'
import { useMail, useMailAddress } from './queries.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'

interface MailNow {
  busy: boolean
  /** False while the address is not known, or there is none. */
  ready: boolean
  send: (then?: () => void) => void
}

export function useMailNow(section: 'bets' | 'casino', filter: Filter): MailNow {
  const text = useHistoryTexts()
  const mail = useMail(section, filter)
  const address = useMailAddress()
  return {
    busy: mail.isPending,
    ready: Boolean(address.data?.to),
    send: (then) =>
      mail.mutate(undefined, {
        onSuccess: ({ to }) => {
          showToast({ kind: 'success', text: text('mail_sent', { to }) })
          then?.()
        },
        onError: (error) => void showToast({ kind: 'error', text: isApiError(error) ? error.message : text('mail_failed') }),
      }),
  }
}

/** Where a letter would go, before it goes: bets are nobody else's to read. */
export function MailAddress() {
  const text = useHistoryTexts()
  const go = useSiteNavigate()
  const { data, isError, refetch } = useMailAddress()
  if (isError && !data) {
    return (
      <Notice kind="error" announce action={{ label: text('mail_again'), onPress: () => void refetch() }}>
        {text('mail_unknown')}
      </Notice>
    )
  }
  if (!data) return <Skeleton width="16em" height="1.4em" />
  if (data.to === null) {
    return (
      <Notice kind="warning" action={{ label: text('mail_add'), onPress: () => go('/office/security#email') }}>
        {text('problem_no_mail')}
      </Notice>
    )
  }
  return (
    <>
      <p>
        {text('mail_to')} <bdi dir="ltr">{data.to}</bdi>
      </p>
      {data.confirmed ? null : <Notice kind="warning">{text('mail_unconfirmed')}</Notice>}
    </>
  )
}

export function MailModal({ filter, onClose }: { filter: Filter; onClose: () => void }) {
  const text = useHistoryTexts()
  const mail = useMailNow('bets', filter)
  return (
    <Modal
      title={text('mail_title')}
      size="small"
      onClose={onClose}
      footer={
        <div className={styles.tools}>
          {mail.ready ? (
            <Button kind="primary" icon="mail" loading={mail.busy} onClick={() => mail.send(onClose)}>
              {text('send_mail')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{text('mail_no')}</Button>
        </div>
      }
    >
      <div className={styles.section}>
        <p>{text('mail_hint')}</p>
        <MailAddress />
      </div>
    </Modal>
  )
}
