import { useState } from 'react'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { useSession } from '#platform/web/session.tsx'
import { tellRefusal } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import styles from './Protection.module.css'
import { sendPanic, useProtectionChanged } from './queries.ts'
import { type ProtectionTexts } from './Value.tsx'

/** A break of 24 hours in one press (RG-15): nothing is asked, nothing takes it back. */
export function PanicButton() {
  const text = useTexts<ProtectionTexts>('protection')
  const { lng } = useSite()
  const changed = useProtectionChanged()
  const [busy, setBusy] = useState(false)
  const press = () => {
    setBusy(true)
    sendPanic()
      .then(() => {
        changed()
        showToast({ kind: 'success', text: text('panic_done') })
      })
      .catch((error: unknown) => tellRefusal(error, lng))
      .finally(() => setBusy(false))
  }
  return (
    <Button kind="plain" size="small" loading={busy} title={text('panic_lead')} onClick={press}>
      <Icon name="clock" size={16} />
      {text('panic')}
    </Button>
  )
}

/** Over every page of a signed-in player, where the law of his place asks for it. */
export function PanicCorner() {
  const { player } = useSession()
  const on = useFeature('panicButton')
  return player && on ? (
    <div className={styles.corner}>
      <PanicButton />
    </div>
  ) : null
}
