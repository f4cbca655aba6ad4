import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { MoneyLinks } from './MoneyLinks.tsx'
import styles from './Payments.module.css'
import { usePaymentTexts } from './texts.ts'
import { WithdrawalList } from './WithdrawalList.tsx'
import type { Route } from './+types/requests.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'requests_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Payment requests: each with its stages and their times, and what may still be done. */
export default function Requests() {
  const text = usePaymentTexts()
  return (
    <>
      <MoneyLinks />
      <OfficeCard
        title={text('requests_title')}
        end={
          <SiteLink to="/office/withdraw" className={styles.link}>
            {text('withdraw_title')}
          </SiteLink>
        }
      >
        <WithdrawalList />
      </OfficeCard>
    </>
  )
}
