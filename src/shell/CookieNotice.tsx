import { useState } from 'react'
import { chooseCookies, CONSENT, useCookieLevel } from '#modules/content/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import styles from './CookieNotice.module.css'

/** Refusing is as easy as accepting; nothing that is not needed runs before the choice (standards DAT-06). */
export function CookieNotice() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  // Part of the first view for those who have not decided: it must not come over the page later.
  const given = useSite().consentGiven
  const level = useCookieLevel()
  const [open, setOpen] = useState(false)
  if (given || level !== null) return null
  return (
    <section className={styles.notice} data-cookie-note="" aria-label={text('cookies_title')}>
      <p>
        <b>{text('cookies_title')}</b> {text('cookies_text')}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => chooseCookies(CONSENT.all)}>
          {text('cookies_all')}
        </Button>
        <Button kind="primary" onClick={() => chooseCookies(CONSENT.disable)}>
          {text('cookies_none')}
        </Button>
        {open ? (
          <>
            <Button onClick={() => chooseCookies(CONSENT.functionality)}>{text('cookies_functionality')}</Button>
            <Button onClick={() => chooseCookies(CONSENT.marketing)}>{text('cookies_marketing')}</Button>
          </>
        ) : (
          <Button onClick={() => setOpen(true)}>{text('cookies_choose')}</Button>
        )}
      </div>
    </section>
  )
}
