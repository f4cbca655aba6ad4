import { useEffect, useRef, useState } from 'react'
import { Money } from '#ui/Num.tsx'
import { NumberPad, StakeField, StakePresets } from '#ui/Stake.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { inFlight, kindOf, mostStake, plannedBets, problemsOf, promoOf, type Coupon } from '../rules/state/index.ts'
import { BoostLadder } from './BoostLadder.tsx'
import { CodeTools } from './CodeTools.tsx'
import { CouponButton } from './CouponButton.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { BeforeBet } from './BeforeBet.tsx'
import { FlowNotice } from './FlowNotice.tsx'
import { padField, type PadTarget } from './pad.ts'
import { PlacedPanel } from './PlacedPanel.tsx'
import { usePresets } from './presets.ts'
import { ProblemNotice } from './ProblemNotice.tsx'
import { Summary } from './Summary.tsx'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import styles from './coupon.module.css'

const PAD_ADDS = 3

/** The phone's own number pad: it makes room for the selections while they are looked at. */
type Pad = 'open' | 'closed' | false

interface FootProps {
  pad?: Pad
  /** The field among the selections that the pad types into; without one, the stake below. */
  padTarget?: PadTarget | null
  bare?: boolean
  onStake?: () => void
}

/** What never scrolls away: notices of the whole coupon, stake, sums, button. `bare` leaves the tools out. */
export function CouponFoot({ pad = false, padTarget = null, bare = false, onStake }: FootProps) {
  const coupon = useCoupon()
  if (coupon.flow.at === 'placed') return <PlacedPanel jobs={coupon.flow.jobs} bare={bare} />
  if (coupon.legs.length === 0) return null
  const general = problemsOf(coupon).filter((problem) => problem.legKey === undefined)
  return (
    <div className={styles.foot} data-pad={pad !== false || undefined}>
      {general.map((problem) => (
        <ProblemNotice key={problem.key} problem={problem} coupon={coupon} />
      ))}
      <FlowNotice coupon={coupon} />
      <BoostLadder coupon={coupon} />
      {coupon.sale || hasPromo(coupon) ? null : <Stake coupon={coupon} pad={pad} target={padTarget} onStake={onStake} />}
      <Summary coupon={coupon} short={pad !== false} />
      <CouponButton coupon={coupon} />
      <BeforeBet coupon={coupon} />
      {pad || bare ? null : <CodeTools coupon={coupon} />}
    </div>
  )
}

/** The code stands for the stake: there is nothing to type. */
function hasPromo(coupon: Coupon): boolean {
  const promo = promoOf(coupon)
  return promo !== null && promo.bad === '' && promo.minor !== '0'
}

interface StakeProps {
  coupon: Coupon
  pad: Pad
  target: PadTarget | null
  onStake: (() => void) | undefined
}

function Stake({ coupon, pad, target, onStake }: StakeProps) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const { currency } = coupon.setup
  const amounts = usePresets(currency.code)
  const accuracy = currency.exponent
  const box = useRef<HTMLDivElement>(null)
  // The key B leads to the stake.
  useEffect(() => box.current?.querySelector('input')?.setAttribute('data-key', 'coupon'))
  // A field that was entered is marked as a whole, as the browser shows it, until something else is typed.
  const [isMarked, setMarked] = useState(false)
  const set = (value: string) => {
    setMarked(false)
    store.dispatch({ do: 'stake', text: value })
  }
  const max = commonMax(coupon)
  const locked = inFlight(coupon.flow)
  const kind = kindOf(coupon)
  const each = plannedBets(coupon).length > 1
  // A phone has no row of limits; several singles say theirs each (XT-13).
  const tellsMost = pad !== false && !each && max !== null
  const label = each ? text('stake_each') : kind === 'condition' ? parts('stake_first') : text('stake')
  const field = target && padField(coupon, target)
  useEffect(() => {
    if (target) setMarked(true)
  }, [target])
  const enter = () => {
    setMarked(true)
    onStake?.()
  }
  const type = (value: string) => {
    if (!field) return set(value)
    setMarked(false)
    store.dispatch(field.set(value))
  }
  return (
    <div ref={box} className={styles.stake}>
      {/* Which stake it is stands in words where there are several. */}
      {each || kind === 'condition' ? (
        <small className={styles.quiet} aria-hidden>
          {label}
        </small>
      ) : null}
      <div onFocus={enter}>
        <StakeField
          label={label}
          value={coupon.stake}
          onChange={set}
          sign={currencySign(currency, lng)}
          accuracy={accuracy}
          disabled={locked}
          ownPad={pad !== false}
          most={tellsMost ? rich('up_to', { max: <Money minor={max} currency={currency} /> }) : undefined}
          onMax={max === null ? undefined : () => set(store.textOf(max))}
        />
      </div>
      {pad === 'open' && target && field ? <small className={styles.padName}>{target.name}</small> : null}
      {pad === 'closed' ? null : pad === 'open' ? (
        <NumberPad
          value={field ? field.value : coupon.stake}
          onChange={type}
          adds={amounts.slice(0, PAD_ADDS)}
          accuracy={accuracy}
          isMarked={isMarked}
          disabled={locked}
        />
      ) : (
        <StakePresets amounts={amounts} accuracy={accuracy} disabled={locked} onPick={(amount) => set(String(amount))} />
      )}
    </div>
  )
}

/** The largest stake that every bet allows. */
function commonMax(coupon: Coupon): bigint | null {
  const bets = plannedBets(coupon)
  return bets.map((bet) => mostStake(coupon, bet.key)).reduce((a, b) => (a === null || b === null ? null : b < a ? b : a))
}
