import { Num } from '#ui/Num.tsx'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts } from './texts.ts'

/** What the press says that takes the last selections away. */
export function RemoveLast({ count }: { count: number }) {
  const text = useCouponTexts()
  const rich = useRichParts()
  return count > 1 ? rich('act_remove_last_n', { n: <Num>{count}</Num> }) : text('act_remove_last')
}
