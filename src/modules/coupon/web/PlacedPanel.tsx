import { SiteLink } from '#platform/web/site-link.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Money, Num } from '#ui/Num.tsx'
import { parseMinor } from '#lib/money.ts'
import { combine, combinedMilli, possiblePayout } from '../rules/combined.ts'
import { placedJobs, type BetJob } from '../rules/state/index.ts'
import { CodeTools } from './CodeTools.tsx'
import { CouponButton } from './CouponButton.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { useRichText } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** After the bet: number, price, win, and the two ways on (ux 6.1). */
export function PlacedPanel({ jobs }: { jobs: readonly BetJob[] }) {
  const coupon = useCoupon()
  const text = useCouponTexts()
  const { store, share } = useCouponContext()
  return (
    <div className={styles.placed} data-testid="coupon-placed">
      <Icon name="check-circle" size={36} className={styles.placedIcon} />
      {placedJobs(jobs).map((job) => (
        <PlacedRow key={job.guid} job={job} />
      ))}
      <div className={styles.placedActions}>
        <Button icon="share" onClick={share}>
          {text('act_share')}
        </Button>
        <Button onClick={() => store.dispatch({ do: 'done', keep: true })}>{text('act_keep')}</Button>
      </div>
      <CodeTools coupon={coupon} noteOnly />
      <CouponButton coupon={coupon} />
    </div>
  )
}

function PlacedRow({ job }: { job: ReturnType<typeof placedJobs>[number] }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const coupon = useCoupon()
  const { currency } = coupon.setup
  const price = combine(job.outcome.prices)
  const stakeMinor = parseMinor(job.stake, currency.exponent) ?? 0n
  const cap = coupon.limits[job.betKey]?.maxPayoutMinor ?? 0n
  return (
    <div className={styles.placedRow}>
      <strong>
        {rich('placed', {
          id: (
            <SiteLink to={`/coupon/${job.outcome.betId}`} className={styles.number}>
              <Num>{job.outcome.betId}</Num>
            </SiteLink>
          ),
        })}
      </strong>
      <dl className={styles.sums}>
        <div>
          <dt>{text('total_price')}</dt>
          <dd>
            <TotalPrice milli={combinedMilli(price)} />
          </dd>
        </div>
        <div>
          <dt>{text('stake')}</dt>
          <dd>
            <Money minor={stakeMinor} currency={currency} />
          </dd>
        </div>
        <div>
          <dt>{text('to_return')}</dt>
          <dd className={styles.win}>
            <Money minor={possiblePayout(stakeMinor, price, cap > 0n ? cap : null)} currency={currency} />
          </dd>
        </div>
      </dl>
      {job.outcome.acceptedForPlayer ? <p className={styles.quiet}>{text('accepted_for_you')}</p> : null}
    </div>
  )
}
