/** Tabs that are addresses: Back and a link lead to the same one. */
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useLocation } from 'react-router'
import { useSite } from '#platform/web/features.tsx'
import { localized, SiteLink } from '#platform/web/site-link.tsx'
import { Num } from '#ui/Num.tsx'
import styles from './LinkTabs.module.css'

interface LinkTabsProps {
  label: string
  /** `current` where the address says it in more than one way. */
  items: readonly { to: string; name: string; count?: number | undefined; current?: boolean }[]
}

export function LinkTabs({ label, items }: LinkTabsProps) {
  const { lng } = useSite()
  const isOpen = useOpenPages()
  const here = useLocation().pathname.replace(/\/+$/, '')
  return (
    <nav className={styles.tabs} aria-label={label}>
      {items
        .filter(({ to }) => isOpen(to))
        .map(({ to, name, count, current = localized(to, lng) === here }) => (
          <SiteLink key={to} to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
            {name}
            {count === undefined ? null : (
              <small>
                <Num>{count}</Num>
              </small>
            )}
          </SiteLink>
        ))}
    </nav>
  )
}
