import { withoutLanguage } from '#lib/language-tag.ts'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { MessagesDot } from '#modules/messages/web/index.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './PhoneBar.module.css'

/** The bar under the thumb: line, live, the coupon when it has legs, casino where it is open, menu (ux 2). */
export function PhoneBar({ onMenu, coupon }: { onMenu: () => void; coupon: ReactNode }) {
  const text = useTexts<typeof import('../../locales/ru/shell.json')>('shell')
  const isOpen = useOpenPages()
  const { pathname } = useLocation()
  const at = withoutLanguage(pathname)
  const here = (path: string) => at.startsWith(path)
  return (
    <nav className={styles.bar} aria-label={text('sections')}>
      {isOpen('/line') ? (
        <BarLink to="/line" icon="list" label={text('menu_line')} current={here('/line') || at === '' || at === '/'} />
      ) : null}
      {isOpen('/live') ? <BarLink to="/live" icon="bolt" label={text('menu_live')} current={here('/live')} /> : null}
      {coupon}
      {isOpen('/casino') ? (
        <BarLink to="/casino" icon="casino" label={text('menu_casino')} current={here('/casino')} />
      ) : isOpen('/office/history') ? (
        <BarLink to="/office/history" icon="history" label={text('my_bets')} current={here('/office/history')} />
      ) : null}
      <button type="button" className={styles.item} onClick={onMenu}>
        <span className={styles.icon}>
          <Icon name="menu" size={20} />
          <MessagesDot />
        </span>
        {text('menu')}
      </button>
    </nav>
  )
}

function BarLink({ to, icon, label, current }: { to: string; icon: IconName; label: string; current: boolean }) {
  return (
    <SiteLink to={to} className={styles.item} aria-current={current ? 'page' : undefined}>
      <Icon name={icon} size={20} />
      {label}
    </SiteLink>
  )
}
