import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#platform/web/i18n.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { BreakCard } from './BreakCard.tsx'
import { ChangesCard } from './ChangesCard.tsx'
import { ClosedCard } from './ClosedCard.tsx'
import { LimitsCard } from './LimitsCard.tsx'
import { PositionFacts } from './NetPosition.tsx'
import { CheckEveryCard, MonthsCard, SignalsCard } from './OwnPlayCards.tsx'
import { PanicButton } from './PanicButton.tsx'
import { ProductsCard } from './ProductsCard.tsx'
import styles from './Protection.module.css'
import { limitsQuery } from './queries.ts'
import { TestCard } from './TestCard.tsx'
import { type ProtectionTexts } from './Value.tsx'
import type { Route } from './+types/limits.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'protection', 'limits_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

/** Limits, breaks, the self-assessment and the history of all of it. */
export default function LimitsScreen() {
  const text = useTexts<ProtectionTexts>('protection')
  const { data } = useQuery(limitsQuery)
  return (
    <>
      {data?.closed ? <ClosedCard closed={data.closed} /> : null}
      <OfficeCard
        title={text('position')}
        end={
          <SiteLink to="/information/responsiblegaming" className={styles.link}>
            {text('about_link')}
          </SiteLink>
        }
      >
        <PositionFacts />
        {data && !data.closed ? <Panic /> : null}
      </OfficeCard>
      <SignalsCard />
      <MonthsCard />
      <LimitsCard />
      <ProductsCard />
      <CheckEveryCard />
      <BreakCard />
      <TestCard />
      <ChangesCard />
    </>
  )
}

function Panic() {
  const text = useTexts<ProtectionTexts>('protection')
  return (
    <div className={styles.panic}>
      <PanicButton />
      <span className={styles.about}>{text('panic_lead')}</span>
    </div>
  )
}
