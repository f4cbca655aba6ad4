import { useEffect, useState } from 'react'
import { usePreference } from '#platform/web/storage.ts'
import { useSession } from '#platform/web/session.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { visitText } from './visit-clock.ts'
import styles from './Header.module.css'

const TICK_MS = 15_000

/** A player sees how long the visit lasts; it is the stored session time (SH-31). */
export function SessionClock() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const { player } = useSession()
  const [began] = usePreference('sessionTime', 0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!player) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [player, began])
  if (!player || !began || !now) return null
  return (
    <span className={styles.clock} data-tip={text('session_time')}>
      <Icon name="clock" size={15} />
      <span className="visually-hidden">{text('session_time')} </span>
      <Num>{visitText(began, now)}</Num>
    </span>
  )
}
