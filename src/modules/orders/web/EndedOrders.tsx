import type { ReactNode } from 'react'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Numbered } from '#ui/Num.tsx'
import { AUTO_BET, type DropReason } from '../rules/auto-bet.ts'
import { BID, type BidReason } from '../rules/bid.ts'
import { useEndedOrders, type AutoBet, type Bid } from './queries.ts'
import { useOrderTexts } from './texts.ts'
import { Coefficient, Sentence } from './Sentence.tsx'
import { What } from './What.tsx'
import styles from './Orders.module.css'

const SHOWN = 20

/** Auto-bets and bids that were decided last: the bet that came of one, or why there is none. */
export function EndedOrders() {
  const text = useOrderTexts()
  const { player } = useSession()
  const { data } = useEndedOrders()
  if (!player || !data || data.autoBets.length + data.bids.length === 0) return null
  const rows = [
    ...data.autoBets.map((order) => ({ key: `auto-${order.auto_bet_id}`, date: order.date, row: <EndedAutoBet order={order} /> })),
    ...data.bids.map((bid) => ({ key: `bid-${bid.bid_id}`, date: bid.date, row: <EndedBid bid={bid} /> })),
  ]
  return (
    <section className={styles.ended}>
      <h3 className={styles.title}>{text('ended')}</h3>
      <ul className={styles.list}>
        {rows
          .sort((a, b) => b.date - a.date)
          .slice(0, SHOWN)
          .map(({ key, row }) => (
            <li key={key} className={styles.card} data-ended={key}>
              {row}
            </li>
          ))}
      </ul>
    </section>
  )
}

function EndedAutoBet({ order }: { order: AutoBet }) {
  const text = useOrderTexts()
  const state = text(order.status === AUTO_BET.placed ? 'order_placed' : 'order_dropped')
  const why = order.reason === null ? null : text(`autobet_dropped_${order.reason as DropReason}`)
  const terms = <Sentence name="autobet_terms" values={{ cf: <Coefficient value={order.coef} /> }} />
  return <Ended order={order} kind={text('order_auto')} terms={terms} state={state} why={why} />
}

const BID_STATES = {
  [BID.accepted]: 'order_placed',
  [BID.refused]: 'order_refused',
  [BID.expired]: 'order_expired',
  [BID.withdrawn]: 'order_withdrawn',
} as const

function EndedBid({ bid }: { bid: Bid }) {
  const text = useOrderTexts()
  const state = text(BID_STATES[bid.status as keyof typeof BID_STATES])
  const why = bid.reason === null ? null : text(`bid_reason_${bid.reason as BidReason}`)
  // What was agreed in the end is what the bet is of.
  const sum = bid.status === BID.accepted ? bid.approved_sum : bid.sum
  return <Ended order={{ ...bid, sum }} kind={text('order_bid')} state={state} why={why} />
}

interface EndedProps {
  order: AutoBet | Bid
  kind: string
  /** The price that it waited for. */
  terms?: ReactNode
  state: string
  why: string | null
}

function Ended({ order, kind, terms, state, why }: EndedProps) {
  const text = useOrderTexts()
  const { lng, country } = useSite()
  return (
    <>
      <What order={order} />
      <p className={styles.marks}>
        <span>{kind}</span>
        {terms ? <span>{terms}</span> : null}
        <span>{formatDate(order.date * 1000, 'Pp', { lng, country })}</span>
      </p>
      <p className={styles.wait} data-why={order.reason ?? undefined}>
        <b>{order.reason === 'player' ? why : state}</b>
        {why === null || order.reason === 'player' ? null : <> · {why}</>}
        {order.bet_id === null ? null : (
          <>
            {' · '}
            {text('order_bet')}{' '}
            <SiteLink className={styles.link} to={`/coupon/${order.bet_id}`}>
              <Numbered id={order.bet_id} />
            </SiteLink>
          </>
        )}
      </p>
    </>
  )
}
