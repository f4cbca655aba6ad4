import type { Minor } from '#lib/money.ts'
import type { CurrencyView } from '#lib/number-format.ts'
import { formatShare } from '#lib/share-format.ts'
import { Num } from './Num.tsx'
import { useUi } from './settings.tsx'

/** One of `count` equal parts of a sum. */
export function Share({ of: minor, count, currency }: { of: Minor; count: number; currency: CurrencyView }) {
  const { lng } = useUi()
  return <Num>{formatShare(minor, count, currency, lng)}</Num>
}
