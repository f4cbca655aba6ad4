import { useSite } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'

const LINKS = [
  { to: '/office/payment-requests', icon: 'withdraw', key: 'requests_title' },
  { to: '/office/paycheck', icon: 'document', key: 'paycheck_title' },
  { to: '/office/rewards', icon: 'star', key: 'rewards_title' },
  { to: '/office/spending', icon: 'chart', key: 'spending_title' },
  { to: '/office/payment-consultant', icon: 'support', key: 'consultant_title' },
  { to: '/information/cashTerminals', icon: 'search', key: 'terminals_title' },
] as const satisfies readonly { to: string; icon: IconName; key: string }[]

/** The other pages about money; the consultant only where he answers. */
export function MoneyLinks() {
  const text = usePaymentTexts()
  const { config, country } = useSite()
  const { consultant } = (config['cashier'] ?? {}) as { consultant?: { countries: readonly string[] } }
  return (
    <nav className={styles.links} aria-label={text('payments_all')}>
      {LINKS.filter(({ key }) => key !== 'consultant_title' || consultant?.countries.includes(country)).map(({ to, icon, key }) => (
        <SiteLink key={to} to={to}>
          <Icon name={icon} size={18} />
          {text(key)}
        </SiteLink>
      ))}
    </nav>
  )
}
