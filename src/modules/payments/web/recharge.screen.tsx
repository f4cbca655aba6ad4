import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { call } from '#platform/web/call.ts'
import { EVENT } from '#platform/web/telemetry.ts'
import { countOpened } from './count-opened.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard } from '#modules/auth/web/index.ts'
import { IdentityNotice } from '#modules/identity/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import type { rechargeDataCall } from '../contract.ts'
import { DepositForm } from './DepositForm.tsx'
import { DepositWatch } from './DepositWatch.tsx'
import { PaymentHistory } from './PaymentHistory.tsx'
import styles from './Payments.module.css'
import { useTransferTax } from './use-transfer-tax.ts'
import { usePaymentTexts } from './texts.ts'
import type { Route } from './+types/recharge.screen.ts'

const RECENT = 5
const CLOSED = 60
/** error_code of a player who has closed his account himself. */
const OWN_BREAK = 42

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'deposit_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true, feature: 'deposit' })
  return null
}

export default function Recharge() {
  const text = usePaymentTexts()
  const [search, setSearch] = useSearchParams()
  const watched = search.get('deposit')
  return (
    <>
      <IdentityNotice what="deposit" />
      {watched ? (
        <DepositWatch key={watched} id={watched} onClose={() => setSearch({})} />
      ) : (
        <DepositCard wanted={search.get('sum') ?? ''} method={Number(search.get('method'))} />
      )}
      <OfficeCard
        title={text('recent')}
        end={
          <SiteLink to="/office/payments" className={styles.link}>
            {text('all_payments')}
          </SiteLink>
        }
      >
        <PaymentHistory archive={false} limit={RECENT} />
      </OfficeCard>
    </>
  )
}

function DepositCard({ wanted, method }: { wanted: string; method: number }) {
  const text = usePaymentTexts()
  const { account } = useSession()
  const tax = useTransferTax('deposit')
  useEffect(() => countOpened(EVENT.depositFrame), [])
  const { data, error, refetch } = useQuery({
    queryKey: ['recharge', account?.id],
    enabled: account !== null,
    queryFn: ({ signal }) =>
      call<typeof rechargeDataCall>('POST', '/web-api/office/getrechargedata', {
        auth: 'token',
        signal,
        body: { account_id: account!.id },
      }),
  })
  return (
    <OfficeCard title={text('way_and_sum')}>
      {error ? (
        codeOf(error) === CLOSED || codeOf(error) === OWN_BREAK ? (
          <Notice kind="info">{error.message}</Notice>
        ) : (
          <ErrorState onRetry={() => void refetch()} />
        )
      ) : null}
      {data && account && !(error && codeOf(error) === OWN_BREAK) ? (
        <DepositForm
          key={account.id}
          account={account}
          methods={data.methods}
          method={method}
          tax={tax}
          wanted={/^\d{1,12}([.,]\d{1,8})?$/.test(wanted) ? wanted : ''}
        />
      ) : error ? null : (
        <SkeletonRows rows={4} height="60px" />
      )}
    </OfficeCard>
  )
}

function codeOf(error: Error): unknown {
  return 'code' in error ? error.code : null
}
