import { useEffect, useState, type ReactNode } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { formatDate } from '#platform/web/format.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { officeStyles } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { cx } from '#ui/class-names.ts'
import styles from './Protection.module.css'
import type { ProtectionTexts } from './Value.tsx'

interface WaitingNoticeProps {
  /** Unix seconds: from when it may be confirmed, and until when. */
  pending: { activeFrom: number; confirmUntil: number }
  busy: boolean
  act: (action: 'confirm' | 'cancel') => unknown
  /** What waits. */
  children: ReactNode
}

/** A timer stands still while a machine sleeps, and none can wait longer than 24 days. */
const LOOK_MS = 60_000

/** Whether a moment has come, also while the page stands; Unix ms. */
function useReached(at: number): boolean {
  const now = useProductClock()
  const [reached, setReached] = useState(() => now() >= at)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      const leftMs = at - now()
      setReached(leftMs <= 0)
      if (leftMs > 0) timer = setTimeout(look, Math.min(leftMs, LOOK_MS))
    }
    look()
    return () => clearTimeout(timer)
  }, [at, now])
  return reached
}

/** Something milder that waits for its time and for a second yes. */
export function WaitingNotice({ pending, busy, act, children }: WaitingNoticeProps) {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng, country } = useSite()
  const ready = useReached(pending.activeFrom * 1000)
  const time = (seconds: number) => formatDate(seconds * 1000, 'Pp', { lng, country })
  return (
    <Notice kind="info">
      <p>{children}</p>
      <p>
        {ready ? text('pending_ready', { time: time(pending.confirmUntil) }) : text('pending_wait', { time: time(pending.activeFrom) })}
      </p>
      <div className={cx(officeStyles.actions, styles.waiting)}>
        <Button size="small" kind="plain" loading={busy} onClick={() => act('cancel')}>
          {text('pending_cancel')}
        </Button>
        <Button size="small" kind="quiet" loading={busy} onClick={() => act('confirm')}>
          {text('pending_confirm')}
        </Button>
      </div>
    </Notice>
  )
}
