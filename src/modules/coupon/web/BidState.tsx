import { useEffect, useState, type ReactNode } from 'react'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import { liveKey, useLive } from '#platform/web/live-store.ts'
import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { useProductClock } from '#platform/web/product-clock.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { useBetCurrency } from './bet-currency.ts'
import { askBid } from './calls.ts'
import { useSecondsLeft } from './CouponButton.tsx'
import { useCoupon } from './context.ts'
import type { OnOrder, OrderState } from './order-state.ts'
import { OrderReason } from './OrderReason.tsx'
import { SumsOfBet } from './PlacedSums.tsx'
import { useRichParts, useRichText } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import { TotalPrice } from './TotalPrice.tsx'
import type { WireBid } from './wire.ts'
import styles from './coupon.module.css'

const ASK_EVERY_MS = 3_000
const STATUS = { sent: 0, accepted: 1, offer: 2, refused: 3, expired: 4, withdrawn: 5 } as const

const STATES: Readonly<Record<number, OrderState>> = { [STATUS.sent]: 'waits', [STATUS.accepted]: 'placed', [STATUS.offer]: 'offer' }

type BidAnswer = 'take' | 'withdraw'

interface BidStateProps {
  guid: string
  /** What is said while there is no answer, in the place of what a bid says of itself; the sum once the server has told it. */
  waits?: (sumMinor: Minor | null) => ReactNode
  onState: OnOrder
}

/** What becomes of a wish: it waits, is taken, or comes back as an offer with 60 seconds to answer. */
export function BidState({ guid, waits, onState }: BidStateProps) {
  const rich = useRichParts()
  const placed = useRichText()
  const parts = usePartsTexts()
  const { lng, country } = useSite()
  const [bid, setBid] = useState<WireBid | null>(null)
  const [answering, setAnswering] = useState<BidAnswer | null>(null)
  const [fault, setFault] = useState('')
  const answer = async (what: BidAnswer) => {
    setAnswering(what)
    setFault('')
    try {
      setBid(await askBid(guid, what))
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      setAnswering(null)
    }
  }
  const { playerId } = useCoupon().session
  const currency = useBetCurrency()
  const told = useLive<{ reason: string | null }>(liveKey(`me:${playerId ?? 0}`, `bid:${bid?.BidId ?? 0}`))
  const status = bid?.Status ?? STATUS.sent
  const open = status === STATUS.sent || status === STATUS.offer
  useEffect(() => {
    // What was asked before the player's answer is older than what that brings.
    if (!open || answering) return
    let current = true
    let timer: ReturnType<typeof setTimeout> | undefined
    // One question at a time: an older answer that comes late would take back what a newer one has said.
    const ask = async () => {
      const next = await askBid(guid, 'state').catch(() => null)
      if (!current) return
      if (next) setBid(next)
      timer = setTimeout(() => void ask(), ASK_EVERY_MS)
    }
    void ask()
    return () => {
      current = false
      clearTimeout(timer)
    }
  }, [guid, open, answering])
  useEffect(() => onState(guid, STATES[status] ?? 'gone'), [onState, guid, status])
  if (waits && status === STATUS.sent) return waits(bid ? minorFromWire(bid.Summ, currency.exponent) : null)
  return (
    <div className={styles.placedRow}>
      <strong>
        {status === STATUS.accepted && bid
          ? placed('placed', {
              id: (
                <SiteLink to={`/coupon/${bid.Id}`} className={styles.number}>
                  <Num>{String(bid.Id)}</Num>
                </SiteLink>
              ),
            })
          : status === STATUS.offer
            ? parts('bid_offer')
            : status === STATUS.sent
              ? bid && bid.Expires > 0
                ? rich('bid_sent', { time: <Num>{formatDate(bid.Expires * 1000, 'HH:mm', { lng, country })}</Num> })
                : parts('bid_sent_plain')
              : parts(status === STATUS.refused ? 'bid_refused' : status === STATUS.expired ? 'bid_expired' : 'bid_withdrawn')}
      </strong>
      {told?.reason && (status === STATUS.refused || status === STATUS.expired) ? (
        <OrderReason of="bid_reason" reason={told.reason} />
      ) : null}
      {status === STATUS.accepted && bid ? <SumsOfBet betId={bid.Id} /> : null}
      {status === STATUS.sent && bid ? (
        <p>
          <Terms sum={bid.Summ} price={bid.WantedCoef} />
        </p>
      ) : null}
      {status === STATUS.offer && bid ? <Offer bid={bid} answering={answering} onAnswer={(what) => void answer(what)} /> : null}
      {status === STATUS.sent ? (
        <Button size="small" loading={answering !== null} onClick={() => void answer('withdraw')}>
          {parts('bid_withdraw')}
        </Button>
      ) : null}
      {open && fault ? (
        <Notice kind="error" announce>
          {fault}
        </Notice>
      ) : null}
    </div>
  )
}

/** As the wire says them; a bid for more at a price that nobody could tell then names its sum alone. */
function Terms({ sum, price }: { sum: number; price: number }) {
  const rich = useRichParts()
  const currency = useBetCurrency()
  const money = <Money minor={minorFromWire(sum, currency.exponent) ?? 0n} currency={currency} />
  return price > 0 ? rich('bid_offer_terms', { sum: money, price: <TotalPrice milli={BigInt(priceFromWire(price) ?? 0)} /> }) : money
}

interface OfferProps {
  bid: WireBid
  answering: BidAnswer | null
  onAnswer: (what: BidAnswer) => void
}

function Offer({ bid, answering, onAnswer }: OfferProps) {
  const rich = useRichParts()
  const parts = usePartsTexts()
  const left = useSecondsLeft(bid.Expires * 1000, useProductClock())
  return (
    <>
      <p className={styles.quiet}>{rich('bid_left', { s: <Num>{left}</Num> })}</p>
      <Button
        kind="accent"
        size="large"
        wide
        className={styles.cta}
        loading={answering === 'take'}
        disabled={answering === 'withdraw'}
        onClick={() => onAnswer('take')}
      >
        <span>{rich('bid_take', { terms: <Terms sum={bid.ApprovedSumm} price={bid.Coef} /> })}</span>
      </Button>
      <Button wide loading={answering === 'withdraw'} disabled={answering === 'take'} onClick={() => onAnswer('withdraw')}>
        {parts('bid_decline')}
      </Button>
    </>
  )
}
