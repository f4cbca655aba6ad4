import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { minorFromWire } from '#lib/money.ts'
import { call } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatMoney, formatNumber } from '#platform/web/format.ts'
import { pageTitle } from '#platform/web/page-title.ts'
import { useSession } from '#platform/web/session.tsx'
import { OfficeCard, officeStyles } from '#modules/auth/web/index.ts'
import { guard } from '#modules/brand/web/index.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import type { rewardsCall, takeRewardCall } from '../contract/cashier.ts'
import { PaymentHistory } from './PaymentHistory.tsx'
import { MoneyLinks } from './MoneyLinks.tsx'
import styles from './Payments.module.css'
import { HISTORY_KEY } from './queries.ts'
import { usePaymentTexts } from './texts.ts'
import { useCurrencies } from './use-currencies.ts'
import type { Route } from './+types/rewards.screen.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageTitle(matches, 'payments', 'rewards_title')

export async function loader(args: Route.LoaderArgs) {
  guard(args, { signedIn: true })
  return null
}

const REWARDS = ['rewards'] as const

/** Points, what they are exchanged for, and what moved on the bonus and points accounts. */
export default function Rewards() {
  const text = usePaymentTexts()
  return (
    <>
      <MoneyLinks />
      <OfficeCard title={text('rewards_title')}>
        <Points />
      </OfficeCard>
      <OfficeCard title={text('rewards_history')}>
        <PaymentHistory archive virtual />
      </OfficeCard>
    </>
  )
}

function Points() {
  const text = usePaymentTexts()
  const { lng } = useSite()
  const { refresh } = useSession()
  const client = useQueryClient()
  const currencyOf = useCurrencies()
  const [done, setDone] = useState<string | null>(null)
  // A failed try keeps its key: sent again, it exchanges once.
  const keys = useRef(new Map<number, string>())
  const { data, isError, refetch } = useQuery({
    queryKey: REWARDS,
    queryFn: ({ signal }) => call<typeof rewardsCall>('GET', '/web-api/office/balance-rewards', { auth: 'token', signal }),
    staleTime: 0,
  })
  const take = useMutation({
    mutationFn: (id: number) => {
      const key = keys.current.get(id) ?? crypto.randomUUID()
      keys.current.set(id, key)
      const body = { reward_id: id, request_key: key }
      return moneyCall(() => call<typeof takeRewardCall>('POST', '/web-api/office/take-reward', { auth: 'token', body }))
    },
    onMutate: () => setDone(null),
    onSuccess: (taken, id) => {
      keys.current.delete(id)
      const currency = currencyOf(taken.currency)
      setDone(text('rewards_taken', { sum: formatMoney(minorFromWire(taken.sum, currency.exponent) ?? 0n, currency, lng) }))
      refresh()
      void client.invalidateQueries({ queryKey: REWARDS })
      void client.invalidateQueries({ queryKey: HISTORY_KEY })
    },
  })
  if (isError && !data) return <ErrorState onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows rows={3} height="60px" />
  const money = (sum: number) => minorFromWire(sum, currencyOf(data.currency).exponent) ?? 0n
  return (
    <div className={styles.form}>
      <dl className={officeStyles.facts}>
        <dt>{text('rewards_points')}</dt>
        <dd>
          <Num>{formatNumber(data.points, lng)}</Num>
        </dd>
        <dt>{text('rewards_bonus')}</dt>
        <dd>
          <Money minor={money(data.money)} currency={currencyOf(data.currency)} />
        </dd>
      </dl>
      {take.isError ? (
        <Notice kind="error" announce>
          {take.error.message}
        </Notice>
      ) : null}
      {done ? (
        <Notice kind="success" announce>
          {done}
        </Notice>
      ) : null}
      {data.rewards.length === 0 ? <EmptyState icon="star">{text('rewards_empty')}</EmptyState> : null}
      <ul className={officeStyles.list}>
        {data.rewards.map((reward) => (
          <li key={reward.id} className={styles.row}>
            <span>
              <strong dir="auto">{reward.title}</strong>
              <small>
                <Money minor={money(reward.sum)} currency={currencyOf(reward.currency)} /> ·{' '}
                {text('rewards_price', { points: formatNumber(reward.price, lng) })}
                {data.points < reward.price
                  ? ` · ${text('rewards_short', { points: formatNumber(reward.price - data.points, lng) })}`
                  : null}
              </small>
            </span>
            <Button
              disabled={data.points < reward.price}
              loading={take.isPending && take.variables === reward.id}
              onClick={() => take.mutate(reward.id)}
            >
              {text('rewards_take')}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
