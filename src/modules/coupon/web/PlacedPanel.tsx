import { Fragment, useCallback, useState, type ComponentProps, type ReactNode } from 'react'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Notice } from '#ui/Notice.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { isDayExpress, notTakenMinor, orderedJobs, placedJobs, takenFigures, type BetJob } from '../rules/state/index.ts'
import { AutoBetState } from './AutoBetState.tsx'
import { BidState } from './BidState.tsx'
import { CodeTools } from './CodeTools.tsx'
import { CouponButton } from './CouponButton.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** After the bet: number, price, win, and the two ways on (ux 6.1). */
export function PlacedPanel({ jobs, bare }: { jobs: readonly BetJob[]; bare: boolean }) {
  const coupon = useCoupon()
  const text = useCouponTexts()
  const { store, share } = useCouponContext()
  const [offers, setOffers] = useState<readonly string[]>([])
  const onOffer = useCallback(
    (guid: string, isOpen: boolean) =>
      setOffers((known) => (known.includes(guid) === isOpen ? known : isOpen ? [...known, guid] : known.filter((one) => one !== guid))),
    [],
  )
  return (
    <div className={styles.placed} data-testid="coupon-placed" tabIndex={-1}>
      <Icon name="check-circle" size={36} className={styles.placedIcon} />
      {placedJobs(jobs).map((job) => (
        <PlacedRow key={job.guid} job={job} onOffer={onOffer} />
      ))}
      {orderedJobs(jobs).map((job) => (
        <OrderedRow key={job.guid} job={job} onOffer={onOffer} />
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
      <CouponButton coupon={coupon} isNext={offers.length === 0} />
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

type OnOffer = ComponentProps<typeof BidState>['onOffer']

function PlacedRow({ job, onOffer }: { job: PlacedJob; onOffer: OnOffer }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const parts = useRichParts()
  const { outcome } = job
  return (
    <div className={styles.placedRow}>
      <strong>{rich('placed', { id: <BetNumbers ids={[outcome.betId, ...outcome.moreIds]} /> })}</strong>
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
        <BidState guid={job.guid} onOffer={onOffer} waits={(sum) => <Rest job={job} id={outcome.bidId} waitingMinor={sum} />} />
      )}
    </div>
  )
}

type PlacedJob = ReturnType<typeof placedJobs>[number]

/** What waits above the maximum, by the server's own word: `waitingMinor` null while it has not come. */
function Rest({ job, id, waitingMinor }: { job: PlacedJob; id: string; waitingMinor: Minor | null }) {
  const parts = useRichParts()
  const { currency } = useCoupon().setup
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
  return minor === 0n ? null : (
    <Notice plain kind="warning">
      {parts('vip_not_taken', { sum: <Money minor={minor} currency={coupon.setup.currency} /> })}
    </Notice>
  )
}

/** What was agreed: as the screen showed it, or at the prices that were given in their place. */
function Sums({ job }: { job: PlacedJob }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const coupon = useCoupon()
  const { currency } = coupon.setup
  const { stakeMinor, price, bonusMinor, winMinor } = takenFigures(coupon, job, job.outcome.prices)
  const advanceMinor = minorFromWire(job.outcome.advance, currency.exponent) ?? 0n
  const row = (name: ReactNode, value: ReactNode, win = false) => (
    <div>
      <dt>{name}</dt>
      <dd className={win ? styles.win : undefined}>{value}</dd>
    </div>
  )
  return (
    <dl className={styles.sums}>
      {price === null ? null : row(text('total_price'), <TotalPrice milli={price} />)}
      {row(text('stake'), <Money minor={stakeMinor} currency={currency} />)}
      {advanceMinor > 0n ? row(parts('placed_advance'), <Money minor={advanceMinor} currency={currency} />) : null}
      {bonusMinor > 0n
        ? row(parts(isDayExpress(coupon) ? 'bonus_day' : 'bonus'), <Money minor={bonusMinor} currency={currency} sign />)
        : null}
      {row(price === null ? parts('most_win') : text('to_return'), <Money minor={winMinor} currency={currency} />, true)}
    </dl>
  )
}

/** An order that waits for its price, or a wish that waits for an answer. */
function OrderedRow({ job, onOffer }: { job: ReturnType<typeof orderedJobs>[number]; onOffer: OnOffer }) {
  const { outcome } = job
  if (outcome.order === 'bid') return <BidState guid={job.guid} onOffer={onOffer} />
  return (
    <div className={styles.placedRow}>
      <AutoBetState id={outcome.id} wantedMilli={outcome.price} />
    </div>
  )
}
