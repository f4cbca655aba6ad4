import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '#platform/web/call.ts'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { IdentityNotice } from '#modules/identity/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { Notice } from '#ui/Notice.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import type { withdrawDataCall } from '../contract.ts'
import styles from './Payments.module.css'
import { useTransferTax } from './use-transfer-tax.ts'
import { WithdrawalList } from './WithdrawalList.tsx'
import { WithdrawForm } from './WithdrawForm.tsx'
import { usePaymentTexts } from './texts.ts'
import type { Route } from './+types/withdraw.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'withdraw_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true, feature: 'withdrawal' })
  return null
}

/** Money out: where to and how much above, the way of every request below. */
export default function Withdraw() {
  const text = usePaymentTexts()
  const [asked, setAsked] = useState(0)
  const done = useRef<HTMLDivElement>(null)
  // The form of the request is gone: what became of it stands in its place, also for the keyboard.
  useEffect(() => {
    if (asked > 0) done.current?.focus()
  }, [asked])
  return (
    <>
      <IdentityNotice what="withdrawal" />
      <OfficeCard title={text('withdraw_way_and_sum')} lead={text('withdraw_closed_loop')}>
        {asked > 0 ? (
          <div ref={done} tabIndex={-1} className={officeStyles.form}>
            <Notice kind="success" announce>
              {text('withdraw_done')}
            </Notice>
          </div>
        ) : null}
        <WithdrawCard key={asked} onAsked={() => setAsked(asked + 1)} />
      </OfficeCard>
      <OfficeCard title={text('requests')}>
        <WithdrawalList />
      </OfficeCard>
    </>
  )
}

function WithdrawCard({ onAsked }: { onAsked: () => void }) {
  const text = usePaymentTexts()
  const tax = useTransferTax('withdrawal')
  const { account } = useSession()
  const { data, isError, refetch } = useQuery({
    queryKey: ['withdraw', account?.id],
    enabled: account !== null,
    queryFn: ({ signal }) =>
      call<typeof withdrawDataCall>('POST', '/web-api/office/getwithdrawdata', {
        auth: 'token',
        signal,
        body: { account_id: account!.id },
      }),
    staleTime: 0,
  })
  // A balance that changed elsewhere changes what is available. One that moves takes no form away from under the hands that
  // fill it, nor does a read that fails: the form holds the key of a request whose answer was lost.
  const balance = account?.balance
  const seen = useRef(balance)
  useEffect(() => {
    if (balance === undefined || seen.current === balance) return
    seen.current = balance
    void refetch()
  }, [balance, refetch])
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data || !account) return <SkeletonRows rows={4} height="60px" />
  if (data.methods.length === 0) {
    return (
      <EmptyState icon="wallet">
        {text('withdraw_no_methods')}{' '}
        <SiteLink to="/office/recharge" className={styles.link}>
          {text('to_deposit')}
        </SiteLink>
      </EmptyState>
    )
  }
  return (
    <WithdrawForm
      key={account.id}
      account={account}
      methods={data.methods}
      available={data.available}
      heldUntil={data.held_until}
      tax={tax}
      onAsked={onAsked}
    />
  )
}
