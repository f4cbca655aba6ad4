import type { ReactNode } from 'react'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { formatMoney, formatNumber, formatPriceView, printable } from '#lib/number-format.ts'
import type { CurrencyView } from '#lib/number-format.ts'
import { useUi } from './settings.tsx'

/**
 * The only way to print a number: prices, scores, clocks, dates, money, phones, codes. An isolated left-to-right run
 * with no-break separators (ux 16.2): unprotected, "2 000" turns into "000 2" in an Arabic page.
 */
export function Num({ children, className, title }: { children: ReactNode; className?: string | undefined; title?: string }) {
  return (
    <bdi dir="ltr" className={className} title={title}>
      {typeof children === 'number' ? <Grouped value={children} /> : typeof children === 'string' ? printable(children) : children}
    </bdi>
  )
}

/** Figures of two sides that stand as the page runs: each on the side of its own (ux 16.2). Beside names of a line it is `Score`. */
export function Pair({ of: [first, second], between = ':' }: { of: readonly [number | string, number | string]; between?: string }) {
  return (
    <>
      <Num>{String(first)}</Num>
      {between}
      <Num>{String(second)}</Num>
    </>
  )
}

function Grouped({ value }: { value: number }) {
  const { lng } = useUi()
  return formatNumber(value, lng)
}

const PLACE = '\u0000'

/** What is called by its number: "№ 12" as the language writes it. */
export function Numbered({ id, className }: { id: number | string; className?: string | undefined }) {
  const [before, after] = useUi().text('number', { id: PLACE }).split(PLACE)
  return (
    <span className={className}>
      {before}
      <Num>{String(id)}</Num>
      {after}
    </span>
  )
}

interface MoneyProps {
  /** Minor units of the currency. */
  minor: Minor
  currency: CurrencyView
  /** Writes the plus as well: movements of an account. */
  sign?: boolean
  /** Always shows the decimals: tables of movements. */
  decimals?: boolean
  className?: string
}

export function Money({ minor, currency, sign, decimals, className }: MoneyProps) {
  const { lng } = useUi()
  return <Num className={className}>{formatMoney(minor, currency, lng, { sign: sign ?? false, decimals: decimals ?? false })}</Num>
}

/** A price in the player's view; `inCell` fills decimals up to two places. */
export function Price({ milli, inCell = false, className }: { milli: Milli; inCell?: boolean; className?: string | undefined }) {
  const { priceView } = useUi()
  return <Num className={className}>{formatPriceView(milli, priceView, inCell)}</Num>
}
