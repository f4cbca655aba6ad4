import { useId, useState } from 'react'
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import { Button } from '#ui/Button.tsx'
import { NumberField } from '#ui/NumberField.tsx'
import { Money } from '#ui/Num.tsx'
import { currencySign } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { mostPart, type Part, partOf, restWorth, snapped, soldStakeFor, soldStakeForNet } from '../rules/part-sale.ts'
import type { Press } from '../rules/press.ts'
import type { SaleTax } from '../rules/sale-tax.ts'
import { minorOf, partTaxOf } from './calls.ts'
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
  const read = (sum: number) => minorOf(sum, currency.exponent)
  const value = sale.value && sale.value.off === null ? sale.value : null
  const offer = value?.valueMinor ?? read(info.cashout_sum)
  // What waits for its second press is what is told here, until it is taken back: the sum that was typed may be another share by now.
  const press = sale.press.at === 'armed' || sale.press.at === 'selling' ? sale.press : null
  const running = press?.portion.runningMinor ?? sale.value?.stakeMinor ?? read(info.stake)
  const least = read(info.min_sale_sum)
  const tax = partTaxOf(info, currency.exponent)
  const gross = value?.grossMinor ?? read(info.gross_sum)
  // The bounds of sale-info, of the value that moves.
  const most = mostPart(gross, running, least, tax)
  const wanted = typed === null ? null : parseMinor(typed.replace(',', '.'), currency.exponent)
  const offered: Offered = { offer, gross, running, least, most, tax }
  const waiting = press && pressed(press, offered)
  const { take, sold, taxMinor } = waiting ?? (typed !== null && wanted === null ? NOTHING : partAt(offered, wanted, place))
  const isGood = press !== null || (take !== null && sold !== null && isSellable(offered, take, sold))
  const left = isGood && sold !== null ? running - sold : 0n
  const money = (minor: Minor) => <Money minor={minor} currency={currency} />
  const bad = most
    ? rich('part_range', { min: money(least), max: money(most.netMinor), all: money(offer) })
    : rich('part_whole', { all: money(offer) })
  const shown = (press ? null : typed) ?? minorText(take ?? 0n, currency.exponent)
  return (
    <div className={styles.section}>
      <input
        id={id}
        type="range"
        className={styles.slider}
        min={0}
        max={PLACES}
        step={STEP}
        disabled={press !== null}
        value={typed === null && !press ? place : take !== null && take >= offer ? PLACES : placeOf(sold, running)}
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
          disabled={press !== null}
          onChange={setTyped}
          rules={{ min: 0, accuracy: currency.exponent, maxLength: 14 }}
          end={<span className={styles.sign}>{currencySign(currency, lng)}</span>}
          error={isGood ? undefined : bad}
          hint={left > 0n ? rich('part_left', { stake: money(left) }) : text('part_all')}
        />
        <Button disabled={!isGood || press !== null || sale.press.at === 'asking'} onClick={() => sale.arm(left, tax)}>
          <span>{rich('take', { sum: money(take ?? 0n) })}</span>
        </Button>
      </div>
      {taxMinor > 0n ? <p className={styles.help}>{rich('tax', { sum: money(taxMinor) })}</p> : null}
    </div>
  )
}

interface Offered {
  /** What the whole is bought for, after tax and before it. */
  offer: Minor
  gross: Minor
  running: Minor
  least: Minor
  /** The largest part; null = all or nothing. */
  most: Part | null
  tax: SaleTax | null
}

interface ChosenPart {
  /** What the player gets, and what tax is in it. */
  take: Minor | null
  taxMinor: Minor
  /** Null when no part brings the sum. */
  sold: Minor | null
}

const NOTHING: ChosenPart = { take: null, taxMinor: 0n, sold: null }

/** The portion that was pressed and is not sold yet: as it stands in the button, with what stays of it. */
function pressed(
  { portion, sumMinor }: Pick<Extract<Press, { at: 'armed' }>, 'portion' | 'sumMinor'>,
  { gross, running }: Offered,
): ChosenPart {
  const { leftMinor, tax = null } = portion
  const sold = running - leftMinor
  return { take: sumMinor, sold, taxMinor: tax ? partOf(gross, sold, running, tax).taxMinor : 0n }
}

/** The part behind a sum that was typed, or at a place of the slider: of a taxed bet a share before tax, and what it pays. */
function partAt({ offer, gross, running, least, most, tax }: Offered, typed: Minor | null, place: number): ChosenPart {
  if (!tax) {
    const take = typed ?? snapped(place, offer, least, most && most.netMinor)
    return { take, taxMinor: 0n, sold: take <= offer ? soldStakeFor(running, take, offer) : null }
  }
  const atPlace = () => soldStakeFor(running, snapped(place, gross, least, most && most.grossMinor), gross)
  // A part may bring as much as all of it and leave nothing of worth.
  const sold = typed === null ? atPlace() : typed === offer ? running : soldStakeForNet(gross, typed, running, tax)
  if (sold === null) return { ...NOTHING, take: typed }
  const paid = partOf(gross, sold, running, tax)
  return { take: paid.netMinor, taxMinor: paid.taxMinor, sold }
}

/** All of it, or a part that is large enough and leaves enough: what the sale asks for too. */
function isSellable({ gross, running, least, tax }: Offered, take: Minor, sold: Minor): boolean {
  return take >= least && (sold >= running || restWorth(gross, sold, running, tax) >= least)
}

function placeOf(sold: Minor | null, running: Minor): number {
  if (sold === null || running <= 0n) return 0
  const place = Number((sold * BigInt(PLACES)) / running)
  return Math.max(0, Math.min(PLACES, place))
}
