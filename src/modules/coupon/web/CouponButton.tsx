import { useEffect, useState, type ReactNode } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { Button } from '#ui/Button.tsx'
import { Money, Num } from '#ui/Num.tsx'
import {
  couponButton,
  currencyOf,
  currentJob,
  membersOf,
  neededAdvance,
  placeButton,
  problemsOf,
  totals,
  type Coupon,
  type CouponButton as ButtonState,
} from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { RemoveLast } from './RemoveLast.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { useRichParts, useRichText } from './rich-text.tsx'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

/** The next step, unless another button is: it always says what will happen, and never stands grey without words (ux 6.3). */
export function CouponButton({ coupon, isNext = true }: { coupon: Coupon; isNext?: boolean }) {
  const { act } = useCouponContext()
  const text = useCouponTexts()
  const { isUnasked } = useSession()
  const button = couponButton(coupon)
  if (!button) return null
  // He may be signed in: until somebody can say it there is nothing to press.
  const waits = isUnasked && button.label === 'sign_in'
  const busy = button.busy || waits
  const next = (
    <Button
      kind={isNext ? 'accent' : 'plain'}
      size="large"
      wide
      className={styles.cta}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      data-label={button.label}
      onClick={({ timeStamp, detail }) => {
        // A key presses a button without any clicks of a pointer.
        if (!busy) act(button.fix, timeStamp, detail === 0)
      }}
    >
      <span>{waits ? text('btn_session_waits') : <Label button={button} coupon={coupon} />}</span>
    </Button>
  )
  return button.label === 'sign_in' && !waits ? (
    <div className={styles.enter}>
      {next}
      <Register coupon={coupon} />
    </div>
  ) : (
    next
  )
}

/** Who is new goes on with this coupon: the stake goes along to the cashier. */
function Register({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const { register } = useSession()
  return (
    <Button
      size="large"
      wide
      className={styles.cta}
      onClick={() => register({ minor: totals(coupon).ownMinor, currency: coupon.setup.currency })}
    >
      {text('btn_register')}
    </Button>
  )
}

function Label({ button, coupon }: { button: ButtonState; coupon: Coupon }): ReactNode {
  const text = useCouponTexts()
  const own = useOwnLabel(button, coupon)
  const rich = useRichText()
  const currency = currencyOf(coupon, currentJob(coupon.flow))
  const sum = <Money minor={button.minor ?? 0n} currency={currency} />
  const price = button.price === undefined ? null : <TotalPrice milli={button.price} />
  const count = button.count ?? 1
  switch (button.label) {
    case 'place':
    case 'place_all':
      return rich('btn_place', { sum })
    case 'accept':
      return <Accept coupon={coupon} />
    case 'sign_in':
      return text('btn_sign_in')
    case 'deposit':
      return rich('btn_deposit', { sum })
    case 'sending':
      return rich('btn_sending', { sum })
    case 'waiting':
      return <Waiting untilMs={button.untilMs ?? 0} />
    case 'checking':
      return rich('btn_checking', { sum })
    case 'done':
      return text('btn_done')
    case 'remove_suspended':
      return rich('btn_remove_suspended', { n: <Num>{count}</Num> }, count)
    case 'remove_closed':
      return rich('btn_remove_closed', { n: <Num>{count}</Num> }, count)
    case 'remove_last':
      return <RemoveLast count={count} />
    case 'to_live':
      return text('btn_to_live')
    case 'make_singles':
      return text('act_singles')
    case 'set_stake':
      return rich('btn_set_stake', { sum })
    case 'retry_at':
      return rich('act_retry_at', { price })
    case 'bet_at':
      return rich('act_bet_at', { price })
    case 'retry':
      return rich('btn_retry', { sum })
    case 'confirm':
      return rich('btn_confirm', { sum })
    case 'limits':
      return text('act_limits')
    case 'reconnect':
      return text('btn_reconnect')
    case 'check':
      return text('btn_check')
    default:
      return own
  }
}

/** Labels of what only the whole coupon has: orders, blocks, codes. */
function useOwnLabel(button: ButtonState, coupon: Coupon): ReactNode {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichParts()
  const sum = <Money minor={button.minor ?? 0n} currency={coupon.setup.currency} />
  const price = <TotalPrice milli={button.price ?? 0n} />
  switch (button.label) {
    case 'place_free':
      return rich('btn_place_free', { sum })
    case 'order':
      return rich('btn_order', { sum })
    case 'bid':
      return rich('btn_bid', { sum })
    case 'change_bet':
      return parts(coupon.sale?.power ? 'btn_power_bet' : 'btn_change_bet')
    case 'leave_bet':
      return parts('act_leave_bet')
    case 'money_account':
      return parts('act_money_account')
    case 'remove_leg':
      return text('act_remove')
    case 'make_kind':
      return parts('act_make_kind', { kind: parts(button.fix.do === 'makeKind' ? `kind_${button.fix.kind}` : 'kind_express') })
    case 'set_size': {
      const size = button.fix.do === 'setSize' ? button.fix.size : 0
      return rich('act_set_size', { k: <Num>{size}</Num>, n: <Num>{membersOf(coupon)}</Num> })
    }
    case 'split_blocks':
      return parts('act_split')
    case 'stake_all':
      return parts('act_stake_all')
    case 'use_promo':
      return parts('act_use_code')
    case 'remove_promo':
      return parts('act_remove_code')
    case 'set_price':
      return rich('act_set_price', { price })
    case 'drop_bid':
      return parts('act_drop_bid')
    case 'use_advance':
      // Of the sum that is there the server takes what the stake lacks.
      return rich('btn_advance', { sum: <Money minor={neededAdvance(coupon)} currency={coupon.setup.currency} /> })
    default:
      return null
  }
}

/** Accepting does at once what the button said before, when nothing else stands in the way: the second line says it. */
function Accept({ coupon }: { coupon: Coupon }) {
  const text = useCouponTexts()
  const rich = useRichText()
  const next = placeButton(coupon)
  const own = useOwnLabel(next, coupon)
  const places = problemsOf(coupon).every((problem) => problem.group === 'changed' || problem.group === 'info')
  return (
    <span className={styles.twoLines}>
      {text('btn_accept')}
      {places ? (
        <small>{own ?? rich('btn_accept_place', { sum: <Money minor={next.minor ?? 0n} currency={coupon.setup.currency} /> })}</small>
      ) : null}
    </span>
  )
}

function Waiting({ untilMs }: { untilMs: number }) {
  const rich = useRichText()
  return rich('btn_waiting', { s: <Num>{useSecondsLeft(untilMs)}</Num> })
}

/** Whole seconds until a moment of this clock, at least one while it has not come. */
export function useSecondsLeft(untilMs: number, clock: () => number = Date.now): number {
  const [now, setNow] = useState(clock)
  useEffect(() => {
    const tick = () => setNow(clock())
    tick()
    const timer = setInterval(tick, 250)
    return () => clearInterval(timer)
  }, [untilMs, clock])
  return Math.max(1, Math.ceil((untilMs - now) / 1000))
}
