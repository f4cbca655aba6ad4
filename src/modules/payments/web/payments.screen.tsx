import { useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Chip } from '#ui/Chip.tsx'
import { MoneyLinks } from './MoneyLinks.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import type { Route } from './+types/payments.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'history_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

export default function Payments() {
  const text = useTexts<typeof import('../../../../locales/ru/payments.json')>('payments')
  const [archive, setArchive] = useState(false)
  return (
    <>
      <MoneyLinks />
      <OfficeCard
        title={text('payments_all')}
        end={
          <Chip selected={archive} onClick={() => setArchive(!archive)}>
            {text('with_archive')}
          </Chip>
        }
      >
        <PaymentHistory key={String(archive)} archive={archive} />
      </OfficeCard>
    </>
  )
}
