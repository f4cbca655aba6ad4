import type { CSSProperties } from 'react'
import { Num, Price } from '#ui/Num.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { bonusPercent, countedLegs, nextBoostStep } from '#modules/payout/rules/express-bonus.ts'
import { isBoosted, plannedBets, problemsOf, takesNoStake, type Coupon } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './kinds.module.css'

/** More segments than these say nothing more. */
const MOST_SEGMENTS = 8

/** How far the express is on its way to the next percent (XT-08). */
export function BoostLadder({ coupon }: { coupon: Coupon }) {
  const rich = useRichParts()
  const parts = usePartsTexts()
  const { lng } = useUi()
  const { store } = useCouponContext()
  const { boost } = coupon.setup
  const [bet] = plannedBets(coupon)
  if (!boost || !bet || bet.legs.length < 2) return null
  const couldBe = isBoosted({ ...coupon, options: { ...coupon.options, boost: true } }, bet)
  if (!couldBe || takesNoStake(coupon, problemsOf(coupon))) return null
  const turn = (on: boolean) => store.dispatch({ do: 'options', options: { boost: on } })
  if (!coupon.options.boost) {
    return (
      <div className={styles.ladder}>
        <p className={styles.ladderTop}>
          {parts('boost_off')}
          <button type="button" onClick={() => turn(true)}>
            {parts('boost_turn_on')}
          </button>
        </p>
      </div>
    )
  }
  const prices = bet.legs.map((leg) => leg.price)
  const counted = countedLegs(
    bet.legs.map((leg) => ({ price: leg.price, result: null })),
    boost.minPrice,
  )
  const percent = bonusPercent(boost.table, counted)
  const next = nextBoostStep(prices, boost)
  const goal = next ? counted + next.legsMissing : counted
  const segments = Math.min(goal, MOST_SEGMENTS)
  const filled = Math.round((counted / Math.max(1, goal)) * segments)
  return (
    <div className={styles.ladder}>
      <p className={styles.ladderTop}>
        <span>
          {percent > 0 ? <>{rich('boost_now', { p: <Num>{`+${formatPercent(percent, lng)}`}</Num> })} </> : null}
          {next
            ? rich(
                'boost_next',
                {
                  n: <Num>{next.legsMissing}</Num>,
                  min: <Price milli={next.minPrice} inCell />,
                  p: <Num>{`+${formatPercent(next.percent, lng)}`}</Num>,
                },
                next.legsMissing,
              )
            : null}
        </span>
        <button type="button" onClick={() => turn(false)}>
          {parts('boost_turn_off')}
        </button>
      </p>
      <div className={styles.steps} aria-hidden>
        {Array.from({ length: segments }, (_, i) => (
          <i key={i} className={styles.step} data-on={i < filled || undefined} style={{ '--at': i } as CSSProperties} />
        ))}
      </div>
    </div>
  )
}
