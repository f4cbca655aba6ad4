import { useEffect } from 'react'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { Logo } from '#ui/Logo.tsx'
import styles from './FailurePage.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

/** Without a network no page comes: it is opened as soon as there is one again, or when the player asks. */
export function NoConnectionPage() {
  const text = useTexts<ShellTexts>('shell')
  useEffect(() => {
    const again = () => location.reload()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])
  return (
    <section className={styles.page}>
      <span className={styles.mark}>
        <Icon name="wifi-off" size={28} />
      </span>
      <h1 className={styles.title}>{text('no_connection_title')}</h1>
      <p>{text('no_connection_text')}</p>
      <div className={styles.actions}>
        <Button kind="primary" icon="refresh" onClick={() => location.reload()}>
          {text('no_connection_again')}
        </Button>
      </div>
    </section>
  )
}

/** What happened, what is safe, one action; the menu of the site stays around it (SH-09). */
export function FailurePage({ status }: { status: number }) {
  const text = useTexts<ShellTexts>('shell')
  const known = status === 404
  const open = { line: useFeature('line'), live: useFeature('live') }
  const ways = (['line', 'live'] as const).filter((section) => open[section])
  return (
    <section className={styles.page}>
      <p className={styles.code}>
        <Num>{String(status)}</Num>
      </p>
      <h1 className={styles.title}>{text(known ? 'not_found_title' : 'failure_title')}</h1>
      <p>{text(known ? 'not_found_text' : 'failure_text')}</p>
      <div className={styles.actions}>
        {ways.map((section, index) => (
          <SiteLink key={section} className={index === 0 ? styles.main : styles.other} to={`/${section}`}>
            {text(`to_${section}`)}
          </SiteLink>
        ))}
      </div>
    </section>
  )
}

/** Where the site may not be offered, nothing else of it is shown (AC-17). */
export function BlockedPage() {
  const text = useTexts<ShellTexts>('shell')
  const { config } = useSite()
  return (
    <main className={styles.alone}>
      <Logo word={config.customize.logo.word} size={34} />
      <h1 className={styles.title}>{text('blocked_title')}</h1>
      <p>{text('blocked_text')}</p>
      <a href={`mailto:${config.global.supportEmail}`}>{config.global.supportEmail}</a>
    </main>
  )
}
