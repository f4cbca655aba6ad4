import { useEffect, useRef } from 'react'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { signOut } from '#modules/auth/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Modal } from '#ui/Overlay.tsx'
import styles from './StillThere.module.css'

type AccountTexts = typeof import('../../../../locales/ru/account.json')

/** Asked before the session ends for want of anybody at the page. Any act anywhere is an answer, so a press has nothing more to do. */
export default function StillThere() {
  const text = useTexts<AccountTexts>('account')
  const { lng } = useSite()
  const stay = () => {}
  const box = useRef<HTMLDivElement>(null)
  // The answer that most will give, and no cross, has the keyboard.
  useEffect(() => box.current?.querySelector('button')?.focus(), [])
  return (
    <Modal title={text('still_there')} size="small" closesOnBack={false} onClose={stay}>
      <div className={styles.asked} ref={box}>
        <p>{text('still_there_lead')}</p>
        <Button kind="primary" size="large" wide onClick={stay}>
          {text('still_there_stay')}
        </Button>
        <Button kind="plain" size="large" wide onClick={() => void signOut(`/${lng}`)}>
          {text('still_there_leave')}
        </Button>
      </div>
    </Modal>
  )
}
