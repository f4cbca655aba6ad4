import { Money, Num, Price } from '#ui/Num.tsx'
import { couponInsurance, problemsOf, takesNoStake, type Coupon } from '../rules/state/index.ts'
import { useRichParts } from './rich-text.tsx'
import styles from './kinds.module.css'

/** Whether one lost leg gives the stake back, or how many legs are missing until it does (XT-21). */
export function InsuranceNote({ coupon }: { coupon: Coupon }) {
  const rich = useRichParts()
  const insurance = couponInsurance(coupon)
  if (!insurance || takesNoStake(coupon, problemsOf(coupon))) return null
  return (
    <p className={styles.insured} data-testid="express-insurance" data-on={'backMinor' in insurance || undefined}>
      {'backMinor' in insurance
        ? rich(
            'insured_now',
            { sum: <Money minor={insurance.backMinor} currency={coupon.setup.currency} />, n: <Num>{insurance.days}</Num> },
            insurance.days,
          )
        : rich('insured_next', { n: <Num>{insurance.missing}</Num>, min: <Price milli={insurance.minPrice} inCell /> }, insurance.missing)}
    </p>
  )
}
