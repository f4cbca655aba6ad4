import { useId, useState } from 'react'
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Money } from '#ui/Num.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { snapped, soldStakeFor } from '../rules/part-sale.ts'
import { minorOf } from './calls.ts'
import type { SectionProps } from './CashOutMore.tsx'
import { useCashOutRich, useCashOutTexts } from './texts.ts'
import styles from './CashOut.module.css'

/** Places of the slider. */
const PLACES = 1000
const STEP = 5

/** Sale of a part: a slider whose ends are wide, and the sum as text; both say the same. */
export function PartSale({ bet, sale, info }: SectionProps) {
  const text = useCashOutTexts()
  const rich = useCashOutRich()
  const { lng } = useUi()
  const id = useId()
  const { currency } = bet
  const [place, setPlace] = useState(PLACES / 2)
  /** What was typed; null = the slider leads, so that the sum follows the value. */
  const [typed, setTyped] = useState<string | null>(null)
  const offer = sale.value && sale.value.off === null ? sale.value.valueMinor : minorOf(info.cashout_sum, currency.exponent)
  const running = sale.value?.stakeMinor ?? minorOf(info.stake, currency.exponent)
  const least = minorOf(info.min_sale_sum, currency.exponent)
  const take = typed === null ? snapped(place, offer, least) : parseMinor(typed.replace(',', '.'), currency.exponent)
  const isGood = take !== null && take >= least && take <= offer
  const left = isGood ? running - soldStakeFor(running, take, offer) : 0n
  const money = (minor: Minor) => <Money minor={minor} currency={currency} />
  const shown = typed ?? minorText(take ?? 0n, currency.exponent)
  return (
    <div className={styles.section}>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={PLACES}
        step={STEP}
        value={typed === null ? place : placeOf(take, offer)}
        aria-label={text('part_slider')}
        aria-valuetext={`${shown} ${currency.code}`}
        onChange={(event) => {
          setTyped(null)
          setPlace(Number(event.currentTarget.value))
        }}
      />
      <div className={styles.form}>
        <NumberField
          label={text('part_sum')}
          value={shown}
          onChange={setTyped}
          rules={{ min: 0, accuracy: currency.exponent, maxLength: 14 }}
          end={<span className={styles.sign}>{currencySign(currency, lng)}</span>}
          error={isGood ? undefined : rich('part_bad', { min: money(least), max: money(offer) })}
          hint={left > 0n ? rich('part_left', { stake: money(left) }) : text('part_all')}
        />
        <Button disabled={!isGood || sale.press.at === 'selling'} onClick={() => sale.arm(left)}>
          <span>{rich('take', { sum: money(take ?? 0n) })}</span>
        </Button>
      </div>
    </div>
  )
}

function placeOf(take: Minor | null, offer: Minor): number {
  if (take === null || offer <= 0n) return 0
  const place = Number((take * BigInt(PLACES)) / offer)
  return Math.max(0, Math.min(PLACES, place))
}
