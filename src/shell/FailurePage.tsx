import { useEffect } from 'react'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { failureName } from '#platform/web/page-title.ts'
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

const AGAIN_MS = 5_000

/** What happened, what is safe, one action; the menu of the site stays around it (SH-09). */
export function FailurePage({ status }: { status: number }) {
  const text = useTexts<ShellTexts>('shell')
  const name = failureName(status)
  const isOpen = useOpenPages()
  useEffect(() => {
    if (status !== 503) return
    const again = setTimeout(() => location.reload(), AGAIN_MS * (1 + Math.random()))
    return () => clearTimeout(again)
  }, [status])
  const open = (['line', 'live'] as const).filter((section) => isOpen(`/${section}`))
  const ways =
    open.length > 0 ? open.map((section) => [`/${section}`, `to_${section}`] as const) : isOpen('/') ? [['/', 'to_home'] as const] : []
  return (
    <section className={styles.page}>
      <p className={styles.code}>
        <Num>{String(status)}</Num>
      </p>
      <h1 className={styles.title}>{text(`${name}_title`)}</h1>
      <p>{text(`${name}_text`)}</p>
      <div className={styles.actions}>
        {ways.map(([to, key], index) => (
          <SiteLink key={to} className={index === 0 ? styles.main : styles.other} to={to}>
            {text(key)}
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
