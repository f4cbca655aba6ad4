import { SiteLink } from '#platform/web/site-link.tsx'
import { Notice, StatusMark, type StatusKind } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { useUi } from '#ui/settings.tsx'
import {
  currentJob,
  inFlight,
  mostStake,
  mostVipStake,
  plannedBets,
  totalPrice,
  type BetJob,
  type Coupon,
  type Leg,
  type Refusal,
} from '../rules/state/index.ts'
import { useSecondsLeft } from './CouponButton.tsx'
import { useCouponContext } from './context.ts'
import { legLines } from './leg-text.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { useRichText } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** What is happening to a bet that was sent: the wait, the unknown, the refusal; and what was placed beside it. */
export function FlowNotice({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const { flow, receipts } = coupon
  return (
    <>
      {receipts.map((job) => (
        <Notice key={job.guid} plain kind="success" className={styles.note ?? ''}>
          {rich('placed', { id: <Num>{job.outcome?.kind === 'placed' ? job.outcome.betId : ''}</Num> })}
        </Notice>
      ))}
      {inFlight(flow) && flow.jobs.length > 1 ? <Tickets coupon={coupon} jobs={flow.jobs} /> : null}
      {flow.at === 'waiting' ? <WaitNotice untilMs={flow.untilMs} /> : null}
      {flow.at === 'unknown' ? (
        <Notice plain kind="info" className={styles.note ?? ''}>
          {text(flow.elsewhere ? 'sent_elsewhere' : 'unknown_result')}
        </Notice>
      ) : null}
      {flow.at === 'refused' ? <RefusalNotice coupon={coupon} refusal={flow.refusal} /> : null}
    </>
  )
}

const TICKET_MARKS = {
  placed: 'success',
  ordered: 'success',
  refused: 'error',
  checked: 'pending',
  next: 'question',
} as const satisfies Record<string, StatusKind>

/** Bets of one press, sent one after another: which is taken, which is being checked, which comes after it (XT-26). */
function Tickets({ coupon, jobs }: { coupon: Coupon; jobs: readonly BetJob[] }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const current = currentJob(coupon.flow)
  const names = { w1: text('w1'), w2: text('w2'), draw: text('draw') }
  return (
    <ul className={styles.tickets} aria-label={parts('tickets')}>
      {jobs.map((job) => {
        const leg = coupon.legs.find((one) => one.key === job.legKeys[0])
        const state = job.outcome?.kind ?? (job === current ? 'checked' : 'next')
        return (
          <li key={job.guid} data-state={state}>
            <span>{leg ? legLines(leg, names).title : null}</span>
            <StatusMark kind={TICKET_MARKS[state]}>{parts(`ticket_${state}`)}</StatusMark>
          </li>
        )
      })}
    </ul>
  )
}

function WaitNotice({ untilMs }: { untilMs: number }) {
  const rich = useRichText()
  return (
    <Notice plain kind="info" className={styles.note ?? ''}>
      {rich('waiting', { s: <Num>{useSecondsLeft(untilMs)}</Num> })}
    </Notice>
  )
}

const EVENTS_IN_GAME: ReadonlySet<string> = new Set(['lock_goal', 'lock_var', 'lock_penalty', 'lock_card'])

/** After a wait the server says which goal, card or review it was, in which game and at which minute. */
const TOLD_AFTER_WAIT: ReadonlySet<Refusal['kind']> = new Set(['price', 'event', 'suspended', 'closed', 'line'])

function RefusalNotice({ coupon, refusal }: { coupon: Coupon; refusal: Refusal }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const ui = useUi()
  const { store } = useCouponContext()
  const bet = plannedBets(coupon).find((one) => one.key === refusal.betKey)
  const price = totalPrice(coupon)
  const most = mostVipStake(coupon, refusal.betKey) ?? mostStake(coupon, refusal.betKey)
  const stopped = coupon.legs.find(
    (leg): leg is Leg & { reason: NonNullable<Leg['reason']> } =>
      leg.reason !== null && EVENTS_IN_GAME.has(leg.reason) && leg.clockSec !== null,
  )
  const close = () => store.dispatch({ do: 'edit' })
  const message = () => {
    if (refusal.waited && TOLD_AFTER_WAIT.has(refusal.kind)) return text('refused_because', { reason: refusal.text })
    if (refusal.kind === 'price' && price !== null) return rich('refused_price', { price: <TotalPrice milli={price} /> })
    if (refusal.kind === 'limit' && most !== null && bet && most < bet.stakeMinor) {
      return rich('refused_limit', { max: <Money minor={most} currency={coupon.setup.currency} /> })
    }
    if (stopped && (refusal.kind === 'suspended' || refusal.kind === 'event')) {
      return rich('refused_event', { event: ui.text(stopped.reason), min: <Num>{Math.floor((stopped.clockSec ?? 0) / 60)}</Num> })
    }
    if (refusal.kind === 'confirm') return refusal.text
    if (refusal.kind === 'terms') return rich('refused_terms', { link: <SiteLink to="/office#terms">{text('terms_open')}</SiteLink> })
    return refusal.kind === 'own_limit' ? refusal.text : text('refused_because', { reason: refusal.text })
  }
  return (
    <Notice plain kind={refusal.kind === 'confirm' ? 'question' : 'error'} className={styles.note ?? ''} onClose={close}>
      {message()}
    </Notice>
  )
}
