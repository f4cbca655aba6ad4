import { formatDate } from '#platform/web/format.ts'
import { useSite } from '#platform/web/features.tsx'
import { IconButton } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num, Price } from '#ui/Num.tsx'
import { StakeField } from '#ui/Stake.tsx'
import { SegmentedControl } from '#ui/Tabs.tsx'
import { currencySign } from '#ui/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { inFlight, kindOf, problemsOf, type Coupon, type CouponProblem, type Kind, type Leg } from '../rules/state/index.ts'
import { CodeTools } from './CodeTools.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { useCouponTexts } from './texts.ts'
import { legLines } from './leg-text.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { accuracyOf } from './stake-accuracy.ts'
import styles from './coupon.module.css'

/** Kind of bet and legs: the part of the coupon that scrolls. */
export function CouponLegs() {
  const coupon = useCoupon()
  const text = useCouponTexts()
  if (coupon.flow.at === 'placed') return null
  if (coupon.legs.length === 0) {
    return (
      <div className={styles.empty}>
        <p data-key="coupon" tabIndex={-1}>
          {text('coupon_empty')}
        </p>
        <CodeTools coupon={coupon} />
      </div>
    )
  }
  const problems = problemsOf(coupon)
  return (
    <>
      <Kinds coupon={coupon} />
      <ul className={styles.legs} data-locked={inFlight(coupon.flow) || undefined}>
        {coupon.legs.map((leg) => (
          <LegRow key={leg.key} leg={leg} coupon={coupon} problems={problems.filter((problem) => problem.legKey === leg.key)} />
        ))}
      </ul>
    </>
  )
}

function Kinds({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const { store } = useCouponContext()
  const { kinds } = coupon.setup
  if (kinds.length < 2) return null
  return (
    <SegmentedControl<Kind>
      className={styles.kinds ?? ''}
      label={text('kinds')}
      value={kindOf(coupon)}
      onChange={(kind) => store.dispatch({ do: 'kind', kind })}
      items={kinds.map((kind) => ({
        key: kind,
        label: text(kind === 'singles' ? 'segment_singles' : 'segment_express'),
        disabled: kind === 'express' && coupon.legs.length < 2,
      }))}
    />
  )
}

function LegRow({ leg, coupon, problems }: { leg: Leg; coupon: Coupon; problems: readonly CouponProblem[] }) {
  const text = useCouponTexts()
  const { store } = useCouponContext()
  const { title, market, teams } = legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
  const moved = leg.status === 'open' && leg.price !== leg.agreed ? (leg.price > leg.agreed ? 'up' : 'down') : null
  return (
    <li className={styles.leg} data-status={leg.status}>
      <span className={styles.outcome}>{title}</span>
      <span className={styles.price} data-moved={moved ?? undefined}>
        {leg.status === 'open' ? null : <Icon name="lock" size={13} />}
        <Price milli={leg.price} inCell />
        {moved ? <span aria-hidden>{moved === 'up' ? '▲' : '▼'}</span> : null}
        {moved ? <span className="visually-hidden">{text(moved === 'up' ? 'went_up' : 'went_down')}</span> : null}
      </span>
      <span className={styles.market}>
        {market}
        <LivePlace leg={leg} />
      </span>
      <span className={styles.teams}>
        <bdi>{teams}</bdi>
        <StartTime leg={leg} />
      </span>
      <IconButton
        className={styles.remove}
        icon="close"
        size={14}
        label={text('remove_leg', { outcome: title })}
        disabled={inFlight(coupon.flow)}
        onClick={() => store.dispatch({ do: 'remove', keys: [leg.key] })}
      />
      {kindOf(coupon) === 'singles' && coupon.legs.length > 1 ? <LegStake leg={leg} coupon={coupon} name={title} /> : null}
      {problems.map((problem) => (
        <ProblemNotice key={problem.key} problem={problem} coupon={coupon} />
      ))}
    </li>
  )
}

/** Minute and score of a live leg. */
function LivePlace({ leg }: { leg: Leg }) {
  const text = useCouponTexts()
  if (leg.kind !== 1) return null
  return (
    <>
      {leg.clockSec !== null && leg.clockSec > 0 ? (
        <>
          {' · '}
          <Num className={styles.clock}>{`${Math.floor(leg.clockSec / 60)}′`}</Num>
        </>
      ) : null}
      {leg.score ? (
        <>
          {leg.clockSec ? ', ' : ' · '}
          {text('score')} <Num>{leg.score.join(':')}</Num>
        </>
      ) : null}
    </>
  )
}

function StartTime({ leg }: { leg: Leg }) {
  const { lng, country } = useSite()
  if (leg.kind !== 3 || leg.startsAt <= 0) return null
  // The visitor's time zone is the browser's: the server's rendering of the coupon has no legs.
  return (
    <>
      {' · '}
      <Num>{formatDate(leg.startsAt * 1000, 'dd.MM / HH:mm', { lng, country })}</Num>
    </>
  )
}

function LegStake({ leg, coupon, name }: { leg: Leg; coupon: Coupon; name: string }) {
  const text = useCouponTexts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const { currency } = coupon.setup
  return (
    <div className={styles.legStake}>
      <StakeField
        label={text('stake_on', { outcome: name })}
        value={coupon.legStakes[leg.key] ?? coupon.stake}
        sign={currencySign(currency, lng)}
        accuracy={accuracyOf(currency)}
        disabled={inFlight(coupon.flow)}
        onChange={(value) => store.dispatch({ do: 'stake', text: value, betKey: leg.key })}
        onMax={
          limitMax(coupon, leg.key)
            ? () => store.dispatch({ do: 'stake', text: store.textOf(limitMax(coupon, leg.key)!), betKey: leg.key })
            : undefined
        }
      />
    </div>
  )
}

function limitMax(coupon: Coupon, key: string): bigint | null {
  const max = coupon.limits[key]?.maxMinor
  return max && max > 0n ? max : null
}
