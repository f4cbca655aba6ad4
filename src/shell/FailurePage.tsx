import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import { Logo } from '#ui/Logo.tsx'
import { useSiteConfig } from './menu.ts'
import styles from './FailurePage.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

/** What happened, what is safe, one action; the menu of the site stays around it (SH-09). */
export function FailurePage({ status }: { status: number }) {
  const text = useTexts<ShellTexts>('shell')
  const known = status === 404
  return (
    <section className={styles.page}>
      <p className={styles.code}>
        <Num>{String(status)}</Num>
      </p>
      <h1 className={styles.title}>{text(known ? 'not_found_title' : 'failure_title')}</h1>
      <p>{text(known ? 'not_found_text' : 'failure_text')}</p>
      <div className={styles.actions}>
        <SiteLink className={styles.main} to="/line">
          {text('to_line')}
        </SiteLink>
        <SiteLink className={styles.other} to="/live">
          {text('to_live')}
        </SiteLink>
      </div>
    </section>
  )
}

/** A section that the brand keeps closed: said plainly, with the way on. */
export function ClosedSection({ name }: { name: string }) {
  const text = useTexts<ShellTexts>('shell')
  return (
    <section className={styles.page}>
      <h1 className={styles.title}>{text('closed_title', { name })}</h1>
      <p>{text('closed_text')}</p>
      <div className={styles.actions}>
        <SiteLink className={styles.main} to="/line">
          {text('to_line')}
        </SiteLink>
      </div>
    </section>
  )
}

/** Where the site may not be offered, nothing else of it is shown (AC-17). */
export function BlockedPage() {
  const text = useTexts<ShellTexts>('shell')
  const config = useSiteConfig()
  return (
    <main className={styles.alone}>
      <Logo word={config.customize.logo.word} size={34} />
      <h1 className={styles.title}>{text('blocked_title')}</h1>
      <p>{text('blocked_text')}</p>
      <a href={`mailto:${config.global.supportEmail}`}>{config.global.supportEmail}</a>
    </main>
  )
}
