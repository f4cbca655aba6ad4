import type { LockReason } from '#ui/PriceCell.tsx'
import { Notice } from '#ui/Notice.tsx'
import { useUi } from '#ui/settings.tsx'
import { useSiteTexts } from '../model/texts.ts'
import styles from './Event.module.css'

/** Nothing of the event can be taken now: said once, above the markets, with the reason. */
export function EventLock({ lock }: { lock: LockReason }) {
  const text = useSiteTexts()
  const { text: ui } = useUi()
  const words = () => {
    switch (lock) {
      // That betting has stopped is no reason of its own.
      case 'lock_trader':
        return text('event_locked')
      case 'lock_closed':
        return ui(lock)
      default:
        return `${text('event_locked')}. ${ui(lock)}`
    }
  }
  return (
    <div className={styles.eventLock} data-event-lock={lock}>
      <Notice kind="warning">{words()}</Notice>
    </div>
  )
}
