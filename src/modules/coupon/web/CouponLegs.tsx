import { inFlight, isOrdered, kindOf, problemsOf, hasBlocks, type Coupon, type CouponProblem } from '../rules/state/index.ts'
import { BlockList } from './BlockList.tsx'
import { CodeTools } from './CodeTools.tsx'
import { CouponComing } from './CouponComing.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { EachWayBox } from './EachWayBox.tsx'
import { InsuranceNote } from './InsuranceNote.tsx'
import { KindBar } from './KindBar.tsx'
import { LegRow } from './LegRow.tsx'
import { legLines } from './leg-text.ts'
import { OptionPanels } from './OptionPanels.tsx'
import { SaleNote } from './SaleNote.tsx'
import { SizePicker } from './SizePicker.tsx'
import { SuggestedBets } from './SuggestedBets.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { useDrag } from './use-drag.ts'
import { useMoved } from './use-moved.ts'
import styles from './coupon.module.css'

/** Kind of bet and legs: the part of the coupon that scrolls. */
export function CouponLegs() {
  const coupon = useCoupon()
  const text = useCouponTexts()
  if (coupon.flow.at === 'placed') return null
  if (coupon.legs.length === 0) {
    return (
      <div className={styles.empty}>
        {coupon.loaded ? (
          <p data-key="coupon" tabIndex={-1}>
            {text('coupon_empty')}
          </p>
        ) : (
          <CouponComing />
        )}
        <CodeTools coupon={coupon} />
        {coupon.loaded && coupon.before.length + coupon.after.length === 0 ? <SuggestedBets /> : null}
      </div>
    )
  }
  const problems = problemsOf(coupon)
  return (
    <div className={styles.scroll}>
      {coupon.sale ? <SaleNote sale={coupon.sale} coupon={coupon} /> : <KindBar coupon={coupon} />}
      <SizePicker coupon={coupon} />
      {hasBlocks(kindOf(coupon)) ? <BlockList coupon={coupon} problems={problems} /> : <PlainList coupon={coupon} problems={problems} />}
      <EachWayBox coupon={coupon} />
      <InsuranceNote coupon={coupon} />
      <OptionPanels coupon={coupon} />
    </div>
  )
}

interface ListProps {
  coupon: Coupon
  problems: readonly CouponProblem[]
}

/** All selections in one list; where their order counts it can be changed. */
function PlainList({ coupon, problems }: ListProps) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const { store } = useCouponContext()
  const { legs } = coupon
  const ordered = isOrdered(kindOf(coupon)) && legs.length > 1
  const said = useMoved()
  const to = (key: string, place: number) => {
    if (place < 0 || place >= legs.length) return
    store.dispatch({ do: 'moveLeg', key, to: place })
    said(key, parts('place_number', { n: place + 1 }))
  }
  const grab = useDrag((key, place) => to(key, Number(place)))
  return (
    <ul className={styles.legs} data-locked={inFlight(coupon.flow) || undefined}>
      {legs.map((leg, i) => {
        const { title } = legLines(leg, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
        return (
          <LegRow
            key={leg.key}
            leg={leg}
            coupon={coupon}
            problems={problems.filter((problem) => problem.legKey === leg.key)}
            {...(ordered
              ? {
                  number: i + 1,
                  moves: {
                    label: parts('move_leg', { outcome: title, place: parts('place_number', { n: i + 1 }) }),
                    grab: grab(leg.key),
                    step: (by) => to(leg.key, i + by),
                    choices: [
                      ...(i > 0 ? [{ key: 'up', label: parts('move_up'), go: () => to(leg.key, i - 1) }] : []),
                      ...(i < legs.length - 1 ? [{ key: 'down', label: parts('move_down'), go: () => to(leg.key, i + 1) }] : []),
                    ],
                  },
                }
              : {})}
          />
        )
      })}
    </ul>
  )
}
