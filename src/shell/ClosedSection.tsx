import { useTexts } from '#platform/web/i18n.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useSite } from '#platform/web/features.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import { useMenuLabel } from './HeaderNav.tsx'
import { useOpenItems } from './menu.ts'
import { OF_CASINO } from '#modules/brand/rules/open-pages.ts'
import type { ClosedSectionId } from './sections.ts'
import styles from './FailurePage.module.css'

type ShellTexts = typeof import('../../locales/ru/shell.json')

const ICONS: Partial<Record<ClosedSectionId, IconName>> = {
  user: 'user',
  promo: 'promo',
  bonus: 'bonus',
  promotions: 'promo',
  information: 'info',
  ourpartners: 'users',
  toto: 'toto',
  lotto: 'toto',
}
const OFFERED = 4

/** A section that the brand keeps closed: said plainly, with the sections that are open (RT-01). */
export function ClosedSection({ section, name, reason }: { section: ClosedSectionId; name: string; reason: string }) {
  const text = useTexts<ShellTexts>('shell')
  const label = useMenuLabel()
  // What is closed is not offered beside it: neither this section nor, where the gate gives a reason, the others of its product.
  const isClosed = (link = '/') => link === `/${section}` || (reason !== '' && OF_CASINO.some((other) => link === `/${other}`))
  const open = useOpenItems(useSite().config.header.menu).filter(({ subMenuItems, link }) => !subMenuItems && !isClosed(link))
  return (
    <section className={styles.page}>
      <span className={styles.mark}>
        <Icon name={ICONS[section] ?? 'casino'} size={28} />
      </span>
      <h1 className={styles.title}>{name}</h1>
      <p>
        {reason ? `${reason}.` : `${text('closed_title')}. ${text('closed_text')}`} {text('closed_others')}
      </p>
      <nav className={styles.cards} aria-label={text('sections')}>
        {open.slice(0, OFFERED).map((item) => (
          <SiteLink key={item.id} className={styles.card} to={item.link ?? '/'}>
            {label(item)}
            <Icon name="chevron-right" size={16} flip />
          </SiteLink>
        ))}
      </nav>
    </section>
  )
}
