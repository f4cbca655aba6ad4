import { CheckBox } from '#ui/Field.tsx'
import { Num } from '#ui/Num.tsx'
import { placesPart } from '#modules/payout/rules/each-way.ts'
import { canBeEachWay, inFlight, type Coupon } from '../rules/state/index.ts'
import { useCouponContext } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { usePartsTexts } from './texts.ts'
import styles from './options.module.css'

/** Winners of races can be bet on each way: half of the stake on a place (XT-18). */
export function EachWayBox({ coupon }: { coupon: Coupon }) {
  const parts = usePartsTexts()
  const rich = useRichParts()
  const { store } = useCouponContext()
  if (inFlight(coupon.flow) || !canBeEachWay(coupon)) return null
  const places = [...new Set(coupon.legs.flatMap((leg) => leg.places ?? []))]
  const [only] = places.length === 1 ? places : []
  return (
    <section className={styles.panel} data-testid="coupon-each-way">
      <CheckBox
        checked={coupon.options.eachWay === true}
        onChange={(eachWay) => store.dispatch({ do: 'options', options: { eachWay, autoBet: null, bid: null } })}
      >
        {parts('option_eachWay')}
      </CheckBox>
      <p className={styles.about}>
        {only === undefined
          ? parts('about_eachWay')
          : rich('about_eachWay_places', { places: <Num>{only}</Num>, part: <Num>{`1/${placesPart(only)}`}</Num> })}
      </p>
      <p className={styles.about}>{parts('about_rule4')}</p>
    </section>
  )
}
