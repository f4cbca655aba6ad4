import { useEffect, useState } from 'react'
import { request } from '#platform/web/call.ts'
import { useSite } from '#platform/web/features.tsx'
import { storage } from '#platform/web/storage.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import styles from './CookieNotice.module.css'

/** Levels of consent (spec §3): 0 none yet refused, 1 functionality only, 2 marketing only, 3 all. */
export const CONSENT = { disable: 0, functionality: 1, marketing: 2, all: 3 } as const
export type Consent = (typeof CONSENT)[keyof typeof CONSENT]

/** The server counts nothing and draws no notice by this cookie. */
function tellServer(level: number): void {
  document.cookie = `cookies_agree_type=${level}; path=/; max-age=31536000; samesite=lax`
}

/** Refusing is as easy as accepting; nothing that is not needed runs before the choice (standards DAT-06). */
export function CookieNotice() {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  // Part of the first view for those who have not decided: it must not come over the page later.
  const [asked, setAsked] = useState(useSite().consentGiven)
  const [open, setOpen] = useState(false)
  useEffect(() => {
    if (asked) return
    // Some browsers keep a cookie of a script for a week only; the choice itself stands longer.
    void Promise.all([storage.get('cookiesAgree'), storage.get('cookiesAgreeTime')]).then(([level, at]) => {
      if (level === null || at === null) return
      setAsked(true)
      tellServer(level)
    })
  }, [asked])
  if (asked) return null
  const choose = (level: Consent) => {
    const at = Date.now()
    setAsked(true)
    tellServer(level)
    void storage.set('cookiesAgree', level)
    void storage.set('cookiesAgreeTime', at)
    // The log on the server is for the operator; a failure there takes nothing from the choice.
    request('POST', '/api-v3/v1/user/agreement-with-cookies/log', {
      body: { data: { attributes: { level, cookiesAgreeTime: Math.floor(at / 1000) } } },
    }).catch(() => {})
  }
  return (
    <section className={styles.notice} data-cookie-note="" aria-label={text('cookies_title')}>
      <p>
        <b>{text('cookies_title')}</b> {text('cookies_text')}
      </p>
      <div className={styles.actions}>
        <Button kind="primary" onClick={() => choose(CONSENT.all)}>
          {text('cookies_all')}
        </Button>
        <Button kind="primary" onClick={() => choose(CONSENT.disable)}>
          {text('cookies_none')}
        </Button>
        {open ? (
          <>
            <Button onClick={() => choose(CONSENT.functionality)}>{text('cookies_functionality')}</Button>
            <Button onClick={() => choose(CONSENT.marketing)}>{text('cookies_marketing')}</Button>
          </>
        ) : (
          <Button onClick={() => setOpen(true)}>{text('cookies_choose')}</Button>
        )}
      </div>
    </section>
  )
}
