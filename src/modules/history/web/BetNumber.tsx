import { marks, RichText } from '#modules/coupon/web/index.ts'
import { Num } from '#ui/Num.tsx'
import { useHistoryTexts } from './texts.ts'

/** "№ 12" as the language writes it: of a bet, or of what `name` says. */
export function BetNumber({ id, name = 'number' }: { id: number | string; name?: 'number' | 'bet_number' }) {
  const text = useHistoryTexts()
  const values = { id: <Num>{String(id)}</Num> }
  return <RichText text={text(name, marks(values))} values={values} />
}
