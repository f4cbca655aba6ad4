import { useEffect, useState, type ReactNode } from 'react'
import type { Minor } from '#lib/money.ts'
import { Money, Num } from '#ui/Num.tsx'
import { Share } from '#ui/Share.tsx'
import { isDayExpress, type TakenFigures } from '../rules/state/index.ts'
import { useBetCurrency } from './bet-currency.ts'
import { readPlacedFigures } from './calls.ts'
import { useCoupon } from './context.ts'
import { useRichParts } from './rich-text.tsx'
import { useCouponTexts, usePartsTexts } from './texts.ts'
import { TotalPrice } from './TotalPrice.tsx'
import styles from './coupon.module.css'

interface PlacedSumsProps {
  figures: TakenFigures
  /** What of the stake is not the player's own. */
  advanceMinor?: Minor
  /** A code stood for the stake. */
  ofPromo?: boolean
}

/** What was agreed: price or variants, stake and win. */
export function PlacedSums({ figures, advanceMinor = 0n, ofPromo = false }: PlacedSumsProps) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  const rich = useRichParts()
  const coupon = useCoupon()
  const currency = useBetCurrency()
  const { stakeMinor, price, variants, bonusMinor, winMinor } = figures
  return (
    <dl className={styles.sums}>
      {price === null ? null : <SumRow name={text('total_price')}>{<TotalPrice milli={price} />}</SumRow>}
      <StakeRow minor={stakeMinor} ofPromo={ofPromo} />
      {variants ? (
        <SumRow name={parts('variants_row')}>
          {rich('variants_each', { n: <Num>{variants}</Num>, sum: <Share of={stakeMinor} count={variants} currency={currency} /> })}
        </SumRow>
      ) : null}
      {advanceMinor > 0n ? (
        <SumRow name={parts('placed_advance')}>
          <Money minor={advanceMinor} currency={currency} />
        </SumRow>
      ) : null}
      {bonusMinor > 0n ? (
        <SumRow name={parts(isDayExpress(coupon) ? 'bonus_day' : 'bonus')}>
          <Money minor={bonusMinor} currency={currency} sign />
        </SumRow>
      ) : null}
      <SumRow name={price === null ? parts('most_win') : text('to_return')} win>
        <Money minor={winMinor} currency={currency} />
      </SumRow>
    </dl>
  )
}

/** The sum of what waits. */
export function WaitingSum({ minor }: { minor: Minor }) {
  return (
    <dl className={styles.sums}>
      <StakeRow minor={minor} />
    </dl>
  )
}

function StakeRow({ minor, ofPromo = false }: { minor: Minor; ofPromo?: boolean }) {
  const text = useCouponTexts()
  const parts = usePartsTexts()
  return (
    <SumRow name={ofPromo ? parts('promo_stake') : text('stake')}>
      <Money minor={minor} currency={useBetCurrency()} />
    </SumRow>
  )
}

function SumRow({ name, win = false, children }: { name: ReactNode; win?: boolean; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={win ? styles.win : undefined}>{children}</dd>
    </div>
  )
}

/** Of a bet that an order became: the server knows, for it may have met a better price than the one that it waited for. */
export function SumsOfBet({ betId }: { betId: number }) {
  const { exponent } = useBetCurrency()
  const [figures, setFigures] = useState<TakenFigures | null>(null)
  useEffect(() => {
    let current = true
    readPlacedFigures(betId, exponent).then(
      (found) => current && setFigures(found),
      // The number stands above, and leads to the bet.
      () => {},
    )
    return () => {
      current = false
    }
  }, [betId, exponent])
  return figures ? <PlacedSums figures={figures} /> : null
}
