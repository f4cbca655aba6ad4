import { Money, Num } from '#ui/Num.tsx'
import { ADVANCE_HOURS } from '../rules/advance.ts'
import { neededAdvance, type Coupon } from '../rules/state/index.ts'
import { useRichParts } from './rich-text.tsx'

/** How much of the stake the house lends, and what becomes of the bet when nothing repays it: told before the press (rules 8.5). */
export function AdvanceTerms({ coupon }: { coupon: Coupon }) {
  const rich = useRichParts()
  return rich('advance_terms', {
    need: <Money minor={neededAdvance(coupon)} currency={coupon.setup.currency} />,
    h: <Num>{ADVANCE_HOURS}</Num>,
  })
}
