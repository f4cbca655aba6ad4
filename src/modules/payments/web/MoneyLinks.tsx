import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useFeature } from '#platform/web/features.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Icon, type IconName } from '#ui/Icon.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'

const LINKS = [
  { to: '/office/payments', icon: 'card', key: 'all_payments' },
  { to: '/office/payment-requests', icon: 'withdraw', key: 'requests_title' },
  { to: '/office/paycheck', icon: 'document', key: 'paycheck_title' },
  { to: '/office/rewards', icon: 'star', key: 'rewards_title' },
  { to: '/office/spending', icon: 'chart', key: 'spending_title' },
] as const satisfies readonly { to: string; icon: IconName; key: string }[]

/** The pages about payments: the same row on each of them, so that one leads to all. */
export function MoneyLinks() {
  const text = usePaymentTexts()
  const isOpen = useOpenPages()
  const deposits = useFeature('deposit')
  const here = useLocation().pathname.replace(/\/$/, '')
  const row = useRef<HTMLElement>(null)
  // On a phone the row is wider than the screen.
  useEffect(() => {
    const current = row.current?.querySelector<HTMLElement>('[aria-current]')
    if (row.current && current) row.current.scrollLeft = current.offsetLeft - (row.current.clientWidth - current.offsetWidth) / 2
  }, [here])
  return (
    <nav ref={row} className={styles.links} aria-label={text('history_title')}>
      {LINKS.filter(({ to, key }) => isOpen(to) && (deposits || key !== 'paycheck_title')).map(({ to, icon, key }) => (
        <SiteLink key={to} to={to} aria-current={here.endsWith(to) ? 'page' : undefined}>
          <Icon name={icon} size={18} />
          {text(key)}
        </SiteLink>
      ))}
    </nav>
  )
}
