import { useState } from 'react'
import { useLocation } from 'react-router'
import { AccountBar } from '#modules/account/web/index.ts'
import { LiveCount, SearchBox } from '#modules/line/web/index.ts'
import { featureOn, type MenuItem } from '#platform/shared/site-config.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { openItems, splitHeader, useSiteConfig } from './menu.ts'
import { LanguageButton, OddsFormatButton, ThemeButton } from './SettingButtons.tsx'
import styles from './Header.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

export function Header({ onMenu }: { onMenu: () => void }) {
  const config = useSiteConfig()
  const text = useTexts<ShellTexts>('shell')
  const { shown, more } = splitHeader(openItems(config.header.menu, config))
  return (
    <header className={styles.header}>
      <IconButton className={styles.menuButton} icon="menu" label={text('menu')} onClick={onMenu} />
      <SiteLink to="/" className={styles.home} aria-label={config.customize.name}>
        <Logo word={config.customize.logo.word} size={30} />
      </SiteLink>
      <nav className={styles.nav} aria-label={text('sections')}>
        {shown.map((item) => (
          <NavItem key={item.id} item={item} />
        ))}
        {more.length ? <More items={more} /> : null}
      </nav>
      <span className={styles.space} />
      {featureOn(config, 'search') ? <SearchBox /> : null}
      <div className={styles.settings}>
        <OddsFormatButton />
        <ThemeButton />
        <LanguageButton />
      </div>
      <AccountBar />
    </header>
  )
}

function NavItem({ item }: { item: MenuItem }) {
  const { pathname } = useLocation()
  const label = useMenuLabel()(item)
  const here = isHere(pathname, item.link)
  return (
    <SiteLink to={item.link ?? '/'} className={styles.item} aria-current={here ? 'page' : undefined}>
      {item.id === 'live' ? <LiveDot /> : null}
      {label}
      {item.id === 'live' ? <LiveCount /> : null}
    </SiteLink>
  )
}

function More({ items }: { items: MenuItem[] }) {
  const text = useTexts<ShellTexts>('shell')
  const [open, setOpen] = useState(false)
  const label = useMenuLabel()
  return (
    <div
      className={styles.more}
      role="presentation"
      onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setOpen(false)}
      onKeyDown={(event) => event.key === 'Escape' && setOpen(false)}
    >
      <button type="button" className={styles.item} aria-expanded={open} aria-haspopup="true" onClick={() => setOpen(!open)}>
        {text('more')}
        <Icon name="chevron-down" size={14} />
      </button>
      {open ? (
        <div className={styles.moreList}>
          {items.map((item) => (
            <SiteLink key={item.id} to={item.link ?? '/'} className={styles.moreItem} onClick={() => setOpen(false)}>
              {label(item)}
            </SiteLink>
          ))}
        </div>
      ) : null}
    </div>
  )
}

/** The brand's own text of an item, else the text of its key. */
export function useMenuLabel(): (item: MenuItem) => string {
  const text = useTexts<ShellTexts>('shell')
  return (item) => item.text ?? text(item.langKey as keyof ShellTexts as never)
}

function isHere(pathname: string, link: string | undefined): boolean {
  const path = pathname.replace(/^\/[a-z]{2}(?=\/|$)/, '') || '/'
  if (link === '/line' && path === '/') return true
  return link !== undefined && link !== '/' && (path === link || path.startsWith(`${link}/`))
}
