import { useOpenPages } from '#modules/brand/web/index.ts'
import { AccountBar } from '#modules/account/web/index.ts'
import { MessagesBell } from '#modules/messages/web/index.ts'
import { SearchBox } from '#modules/line/web/index.ts'
import { featureOn } from '#platform/shared/site-config.ts'
import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useSite } from '#platform/web/features.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Logo } from '#ui/Logo.tsx'
import { HeaderNav } from './HeaderNav.tsx'
import { useOpenItems } from './menu.ts'
import { LanguageButton, OddsFormatButton, ThemeButton } from './SettingButtons.tsx'
import { SessionClock } from './SessionClock.tsx'
import styles from './Header.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

export function Header({ onMenu }: { onMenu: () => void }) {
  const { config } = useSite()
  const text = useTexts<ShellTexts>('shell')
  const items = useOpenItems(config.header.menu)
  const isOpen = useOpenPages()
  return (
    <header className={styles.header}>
      <IconButton className={styles.menuButton} icon="menu" label={text('menu')} onClick={onMenu} />
      <SiteLink to="/" className={styles.home} aria-label={config.customize.name}>
        <Logo word={config.customize.logo.word} size={30} />
      </SiteLink>
      <HeaderNav items={items} />
      <span className={styles.space} />
      {featureOn(config, 'search') && isOpen('/search') ? <SearchBox /> : null}
      <div className={styles.settings}>
        <OddsFormatButton />
        <ThemeButton />
        <LanguageButton />
      </div>
      <SessionClock />
      <MessagesBell />
      <AccountBar />
    </header>
  )
}
