import { useId, useState } from 'react'
import { asciiDigits } from '#lib/ascii-digits.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { IconButton } from '#ui/Button.tsx'
import { TextField } from '#ui/Field.tsx'
import { formatPercent } from '#lib/number-format.ts'
import { useUi } from '#ui/settings.tsx'
import { Select } from '#ui/Select.tsx'
import { MOST_TIED } from '../rules/calculator/address.ts'
import { LEG_RESULTS, RULE4_STEPS, type CalculatorLeg } from '../rules/calculator/calculate.ts'
import { namedPrice, priceKeys } from '../rules/state/index.ts'
import { useCalculatorTexts } from './texts.ts'
import styles from './Calculator.module.css'

interface Props {
  number: number
  leg: CalculatorLeg
  eachWay: boolean
  removable: boolean
  onChange: (leg: CalculatorLeg) => void
  onRemove: () => void
}

/** One selection: its price in the player's own format, its result, what is taken or shared. */
export function CalculatorLegRow({ number, leg, eachWay, removable, onChange, onRemove }: Props) {
  const text = useCalculatorTexts()
  const { priceView, lng } = useUi()
  const [typed, setTyped] = useState(() => (leg.price === 0 ? '' : formatPrice(leg.price, priceFormatOf(priceView))))
  // A row that was removed above gives its place to the next: what was typed there is not this price any more.
  const read = Number(namedPrice(typed, priceView) ?? 0n)
  const shown = read === leg.price ? typed : leg.price === 0 ? '' : formatPrice(leg.price, priceFormatOf(priceView))
  const results = LEG_RESULTS.filter((result) => result !== 'placed' || eachWay || leg.result === 'placed')
  return (
    <li className={styles.leg}>
      <b>{text('leg', { n: number })}</b>
      <TextField
        label={text('price')}
        value={shown}
        dir="ltr"
        inputMode={priceKeys(priceView)}
        autoComplete="off"
        maxLength={12}
        onChange={(written) => {
          const next = asciiDigits(written)
          setTyped(next)
          onChange({ ...leg, price: Number(namedPrice(next, priceView) ?? 0n) })
        }}
      />
      <Choice
        label={text('result')}
        value={leg.result}
        items={results.map((result) => [result, text(`result_${result}`)])}
        onChange={(result) => onChange({ ...leg, result: LEG_RESULTS.find((one) => one === result) ?? 'won' })}
      />
      <Choice
        label={text('rule4')}
        title={text('rule4_about')}
        value={String(leg.rule4)}
        items={RULE4_STEPS.map((step) => [String(step), step === 0 ? '—' : formatPercent(step, lng)])}
        onChange={(step) => onChange({ ...leg, rule4: Number(step) })}
      />
      <Choice
        label={text('tied')}
        value={String(leg.tied)}
        items={Array.from({ length: MOST_TIED }, (_, i) => [String(i + 1), i === 0 ? text('tied_alone') : String(i + 1)])}
        onChange={(tied) => onChange({ ...leg, tied: Number(tied) })}
      />
      {removable ? <IconButton icon="close" size={13} label={text('remove', { n: number })} onClick={onRemove} /> : null}
    </li>
  )
}

interface ChoiceProps {
  label: string
  title?: string
  value: string
  items: readonly (readonly [value: string, name: string])[]
  onChange: (value: string) => void
}

export function Choice({ label, title, value, items, onChange }: ChoiceProps) {
  const id = useId()
  return (
    <div className={styles.choice} title={title}>
      <label htmlFor={id}>{label}</label>
      <Select id={id} value={value} onChange={onChange}>
        {items.map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}
