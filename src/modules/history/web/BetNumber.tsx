import { marks, RichText } from '#modules/coupon/web/index.ts'
import { Num } from '#ui/Num.tsx'
import { useHistoryTexts } from './texts.ts'

/** "Bet No. 12" as the language writes it. */
export function BetNumber({ id }: { id: number | string }) {
  const values = { id: <Num>{String(id)}</Num> }
  return <RichText text={useHistoryTexts()('bet_number', marks(values))} values={values} />
}
