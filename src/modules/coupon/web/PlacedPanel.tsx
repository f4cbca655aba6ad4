import { Fragment, useCallback, useState } from 'react'
import { minorFromWire, parseMinor, type Minor } from '#lib/money.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { notTakenMinor, orderedJobs, placedJobs, takenFigures, type BetJob } from '../rules/state/index.ts'
import { AutoBetState } from './AutoBetState.tsx'
import { BetCurrency, useBetCurrency } from './bet-currency.ts'
import { BidState } from './BidState.tsx'
import { CodeTools } from './CodeTools.tsx'
import { CouponButton } from './CouponButton.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { ORDER_ICONS, stateOfAll, type OnOrder, type OrderState } from './order-state.ts'
import { PlacedSums } from './PlacedSums.tsx'
import { useCouponTexts } from './texts.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import styles from './coupon.module.css'

/** After the bet: number, price, win, and the two ways on (ux 6.1). */
export function PlacedPanel({ jobs, bare }: { jobs: readonly BetJob[]; bare: boolean }) {
  const coupon = useCoupon()
  const text = useCouponTexts()
  const { store, share } = useCouponContext()
  const [orders, setOrders] = useState<Readonly<Record<string, OrderState>>>({})
  const onState = useCallback<OnOrder>(
    (order, state) => setOrders((known) => (known[order] === state ? known : { ...known, [order]: state })),
    [],
  )
  const states = Object.values(orders)
  const placed = placedJobs(jobs)
  // With a bet stands its number; what asks beside it says so itself.
  const head = placed.length > 0 ? 'placed' : stateOfAll(states)
  return (
    <div className={styles.placed} data-testid="coupon-placed" tabIndex={-1}>
      <span className={styles.placedIcon} data-state={head}>
        <Icon name={ORDER_ICONS[head]} size={36} />
      </span>
      {placed.map((job) => (
        <BetCurrency key={job.guid} value={job.currency}>
          <PlacedRow job={job} onState={onState} />
        </BetCurrency>
      ))}
      {orderedJobs(jobs).map((job) => (
        <BetCurrency key={job.guid} value={job.currency}>
          <OrderedRow job={job} onState={onState} />
        </BetCurrency>
      ))}
      {bare ? null : (
        <>
          <div className={styles.placedActions}>
            <Button icon="share" onClick={share}>
              {text('act_share')}
            </Button>
            <Button onClick={() => store.dispatch({ do: 'done', keep: true })}>{text('act_keep')}</Button>
          </div>
          <CodeTools coupon={coupon} noteOnly />
        </>
      )}
      <CouponButton coupon={coupon} isNext={!states.includes('offer')} />
    </div>
  )
}

function BetNumbers({ ids }: { ids: readonly string[] }) {
  return ids.map((id, i) => (
    <Fragment key={id}>
      {i > 0 ? ', ' : null}
      <SiteLink to={`/coupon/${id}`} className={styles.number}>
        <Num>{id}</Num>
      </SiteLink>
    </Fragment>
  ))
}

/** Leads to what waits: the rest of a stake above the maximum. */
function BidNumber({ id }: { id: string }) {
  return (
    <SiteLink to="/office/autobets" className={styles.number}>
      <Num>{id}</Num>
    </SiteLink>
  )
}

function PlacedRow({ job, onState }: { job: PlacedJob; onState: OnOrder }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const parts = useRichParts()
  const { outcome, body } = job
  const id = <BetNumbers ids={[outcome.betId, ...outcome.moreIds]} />
  const replaced = body['SaleBetId']
  return (
    <div className={styles.placedRow}>
      <strong>{replaced ? parts(body['IsPowerBet'] ? 'placed_raised' : 'placed_changed', { id }) : rich('placed', { id })}</strong>
      {replaced ? <p className={styles.quiet}>{parts('placed_replaces', { id: <BetNumbers ids={[String(replaced)]} /> })}</p> : null}
      {outcome.failedKeys.length > 0 ? (
        <Notice plain kind="warning">
          {parts('some_failed', { n: <Num>{outcome.failedKeys.length}</Num>, reason: outcome.failedText }, outcome.failedKeys.length)}
        </Notice>
      ) : null}
      <Sums job={job} />
      {outcome.acceptedForPlayer ? <p className={styles.quiet}>{text('accepted_for_you')}</p> : null}
      {/* One key stands for both: the bet up to the maximum, and the bid for the rest with its answer. */}
      {outcome.bidId === '' ? (
        <NotTaken job={job} waitingMinor={0n} />
      ) : (
        <BidState guid={job.guid} onState={onState} waits={(sum) => <Rest job={job} id={outcome.bidId} waitingMinor={sum} />} />
      )}
    </div>
  )
}

type PlacedJob = ReturnType<typeof placedJobs>[number]

/** What waits above the maximum, by the server's own word: `waitingMinor` null while it has not come. */
function Rest({ job, id, waitingMinor }: { job: PlacedJob; id: string; waitingMinor: Minor | null }) {
  const parts = useRichParts()
  const currency = useBetCurrency()
  const number = <BidNumber id={id} />
  return (
    <>
      <p className={styles.quiet}>
        {waitingMinor === null
          ? parts('vip_waits', { id: number })
          : parts('vip_waits_sum', { id: number, sum: <Money minor={waitingMinor} currency={currency} /> })}
      </p>
      {waitingMinor === null ? null : <NotTaken job={job} waitingMinor={waitingMinor} />}
    </>
  )
}

/** What is neither placed nor waits. */
function NotTaken({ job, waitingMinor }: { job: PlacedJob; waitingMinor: Minor }) {
  const parts = useRichParts()
  const coupon = useCoupon()
  const minor = notTakenMinor(coupon, job, waitingMinor)
  const currency = useBetCurrency()
  return minor === 0n ? null : (
    <Notice plain kind="warning">
      {parts('vip_not_taken', { sum: <Money minor={minor} currency={currency} /> })}
    </Notice>
  )
}

/** What was agreed: as the screen showed it, or at the prices that were given in their place. */
function Sums({ job }: { job: PlacedJob }) {
  const coupon = useCoupon()
  const advanceMinor = minorFromWire(job.outcome.advance, useBetCurrency().exponent) ?? 0n
  const figures = takenFigures(coupon, job, job.outcome.prices)
  return <PlacedSums figures={figures} advanceMinor={advanceMinor} ofPromo={job.body['promo'] !== undefined} />
}

/** An order that waits for its price, or a wish that waits for an answer. */
function OrderedRow({ job, onState }: { job: ReturnType<typeof orderedJobs>[number]; onState: OnOrder }) {
  const { exponent } = useBetCurrency()
  const { outcome, guid } = job
  if (outcome.order === 'bid') return <BidState guid={guid} onState={onState} />
  return (
    <div className={styles.placedRow}>
      <AutoBetState {...{ guid, onState }} id={outcome.id} wantedMilli={outcome.price} stakeMinor={parseMinor(job.stake, exponent) ?? 0n} />
    </div>
  )
}
