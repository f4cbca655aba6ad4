import { Suspense, useEffect, useMemo, useState } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { showToast } from '#platform/web/ModalHost.tsx'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { useTopics } from '#platform/web/stream-client.ts'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Num, Numbered } from '#ui/Num.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { BID } from '../rules/bid.ts'
import { EndedOrders } from './EndedOrders.tsx'
import { Coefficient, Sentence } from './Sentence.tsx'
import { Sum, What } from './What.tsx'
import { useAnswerBid, useCancelAutoBet, useWaitingOrders, type AutoBet, type Bid } from './queries.ts'
import { useOrderTexts } from './texts.ts'
import styles from './Orders.module.css'

/**
 * Auto-bets and bids of the player that wait, with what can be done about each; `withEnded` also those that were decided
 * last, and why. Waits for its texts where a page has not brought them.
 */
export function Orders({ withEnded = false }: { withEnded?: boolean }) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} height="96px" />}>
      <WaitingOrders />
      {withEnded ? <EndedOrders /> : null}
    </Suspense>
  )
}

function WaitingOrders() {
  const text = useOrderTexts()
  const { player, isUnasked, signIn } = useSession()
  const orders = useWaitingOrders()
  useTopics(useMemo(() => (player ? [`me:${player.id}`] : []), [player]))
  if (isUnasked) return <SkeletonRows rows={2} height="96px" />
  if (!player) {
    return (
      <EmptyState icon="history" action={{ label: text('sign_in'), onPress: signIn }}>
        {text('signed_out')}
      </EmptyState>
    )
  }
  if (orders.isError && !orders.data) return <ErrorState onRetry={() => void orders.refetch()}>{text('load_failed')}</ErrorState>
  if (!orders.data) return <SkeletonRows rows={2} height="96px" />
  const { autoBets, bids } = orders.data
  if (autoBets.length + bids.length === 0) return <EmptyState icon="history">{text('empty')}</EmptyState>
  return (
    <div className={styles.orders}>
      {bids.length > 0 ? <h3 className={styles.title}>{text('bids')}</h3> : null}
      <ul className={styles.list}>
        {bids.map((bid) => (
          <BidRow key={bid.bid_id} bid={bid} readAt={orders.dataUpdatedAt} />
        ))}
      </ul>
      {autoBets.length > 0 ? <h3 className={styles.title}>{text('autobets')}</h3> : null}
      <ul className={styles.list}>
        {autoBets.map((order) => (
          <AutoBetRow key={order.auto_bet_id} order={order} />
        ))}
      </ul>
    </div>
  )
}

function AutoBetRow({ order }: { order: AutoBet }) {
  const text = useOrderTexts()
  const cancel = useCancelAutoBet()
  const now = order.current_coef
  return (
    <li className={styles.card} data-order={`auto-${order.auto_bet_id}`}>
      <What order={order} />
      <p className={styles.wait}>
        <Sentence name="autobet_set" values={{ cf: <Coefficient value={order.coef} /> }} />
      </p>
      <p className={styles.marks}>
        <span>{now > 0 ? <Sentence name="autobet_now" values={{ cf: <Coefficient value={now} /> }} /> : text('autobet_not_offered')}</span>
        {order.drop_on_score_change ? <span>{text('autobet_drop_score')}</span> : null}
        {order.transform_event_kind ? <span>{text('autobet_into_live')}</span> : null}
      </p>
      <div className={styles.actions}>
        <Button size="small" loading={cancel.isPending} onClick={() => cancel.mutate(order.auto_bet_id)}>
          {text('cancel')}
        </Button>
      </div>
      <Refused error={cancel.error} />
    </li>
  )
}

function BidRow({ bid, readAt }: { bid: Bid; readAt: number }) {
  const text = useOrderTexts()
  const { lng, country } = useSite()
  const answer = useAnswerBid(({ Status }) => {
    if (Status === BID.accepted) showToast({ kind: 'success', text: text('bid_accepted') })
    else if (Status === BID.expired) showToast({ kind: 'warning', text: text('bid_expired') })
    else if (Status === BID.refused) showToast({ kind: 'warning', text: text('bid_refused') })
  })
  const isOffer = bid.status === BID.counter
  // What is offered for bets without one price is a sum alone.
  const isPriced = bid.offered_coef > 0
  const terms = { sum: <Sum value={bid.approved_sum} currency={bid.currency} />, cf: <Coefficient value={bid.offered_coef} /> }
  const by = <Num>{formatDate(bid.expires * 1000, 'HH:mm', { lng, country })}</Num>
  return (
    <li className={styles.card} data-order={`bid-${bid.bid_id}`} data-offer={isOffer || undefined}>
      <What order={bid} />
      {bid.is_vip ? (
        <p className={styles.marks}>
          <span>{text('bid_vip')}</span>
          {bid.part_bet_id === null ? null : (
            <span>
              {text('bid_part')}{' '}
              <SiteLink className={styles.link} to={`/coupon/${bid.part_bet_id}`}>
                <Numbered id={bid.part_bet_id} />
              </SiteLink>
            </span>
          )}
        </p>
      ) : null}
      {bid.coef > 0 ? (
        <p className={styles.marks}>
          <span>
            <Sentence name="bid_wanted" values={{ cf: <Coefficient value={bid.coef} /> }} />
          </span>
          {bid.current_coef > 0 ? (
            <span>
              <Sentence name="autobet_now" values={{ cf: <Coefficient value={bid.current_coef} /> }} />
            </span>
          ) : null}
        </p>
      ) : null}
      {isOffer ? (
        <p className={styles.wait} role="status">
          <Sentence name={isPriced ? 'bid_counter' : 'bid_counter_sum'} values={terms} />
        </p>
      ) : (
        <p className={styles.wait}>
          <Sentence name="bid_sent" values={{ time: by }} />
        </p>
      )}
      <div className={styles.actions}>
        {isOffer ? <Left endsAt={readAt + bid.left_ms} /> : null}
        <Button size="small" disabled={answer.isPending} onClick={() => answer.mutate({ guid: bid.bet_guid, take: false })}>
          {text(isOffer ? 'decline' : 'withdraw')}
        </Button>
        {isOffer ? (
          <Button
            className={styles.take}
            size="small"
            kind="accent"
            loading={answer.isPending}
            onClick={() => answer.mutate({ guid: bid.bet_guid, take: true })}
          >
            <span>
              <Sentence name={isPriced ? 'accept' : 'accept_sum'} values={terms} />
            </span>
          </Button>
        ) : null}
      </div>
      <Refused error={answer.error} />
    </li>
  )
}

function Refused({ error }: { error: Error | null }) {
  return error ? (
    <Notice kind="error" announce>
      {error.message}
    </Notice>
  ) : null
}

/** Seconds until the offer ends, by the browser's clock, which also says when the list was read; a screen reader is told by the offer itself, not every second. */
function Left({ endsAt }: { endsAt: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.ceil((endsAt - now) / 1000))
  return (
    <span className={styles.left} aria-hidden>
      <Sentence name="bid_left" values={{ seconds: <Num>{String(seconds)}</Num> }} />
    </span>
  )
}
