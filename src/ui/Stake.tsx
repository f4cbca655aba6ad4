import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import { Num } from './Num.tsx'
import { formatNumber } from './number-format.ts'
import { canonicalNumeric, cleanNumeric } from './numeric-text.ts'
import { useUi } from './settings.tsx'
import styles from './Stake.module.css'

interface StakeFieldProps {
  /** Cleaned text of the stake; the win follows every keystroke. */
  value: string
  onChange: (value: string) => void
  label: string
  /** Sign of the account's currency. */
  sign: string
  /** Decimals of the currency, two at most in the field. */
  accuracy?: number
  onMax?: (() => void) | undefined
  error?: ReactNode
  disabled?: boolean
  /** Phones have their own pad: no system keyboard covers the win. */
  ownPad?: boolean
}

/** "2000,5" → "2 000,5": groups while nobody types; the decimals and the separator stay as typed. */
function grouped(text: string, lng: string): string {
  const canonical = canonicalNumeric(text)
  if (canonical === '') return ''
  const [whole = '0', rest] = canonical.split('.')
  return formatNumber(Number(whole), lng) + (rest === undefined ? '' : `${text.includes(',') ? ',' : '.'}${rest}`)
}

/** The stake: comma or dot, one separator, two decimals (XT-81). Limits are told by the coupon, not enforced here. */
export function StakeField({
  value,
  onChange,
  label,
  sign,
  accuracy = 2,
  onMax,
  error,
  disabled = false,
  ownPad = false,
}: StakeFieldProps) {
  const { text, lng } = useUi()
  const id = useId()
  const [editing, setEditing] = useState(false)
  return (
    <div className={styles.stake} data-invalid={error ? '' : undefined}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className={styles.input}
        dir="ltr"
        inputMode={ownPad ? 'none' : 'decimal'}
        autoComplete="off"
        maxLength={16}
        placeholder="0"
        disabled={disabled}
        value={editing ? value : grouped(value, lng)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onFocus={(event) => {
          setEditing(true)
          const field = event.currentTarget
          requestAnimationFrame(() => field.select())
        }}
        onBlur={() => setEditing(false)}
        onChange={(event) => onChange(cleanNumeric(event.currentTarget.value, { min: 0, accuracy, maxLength: 12 }))}
      />
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      {onMax ? (
        <button type="button" className={styles.max} disabled={disabled} onClick={onMax}>
          {text('stake_max')}
        </button>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
    </div>
  )
}

interface NumberPadProps {
  value: string
  onChange: (value: string) => void
  /** Amounts added by the last column, in whole units of the currency. */
  adds: readonly number[]
  accuracy?: number
}

const PAD_ROWS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  ['00', '0', ','],
] as const

/** What a key of the pad makes of the stake. `null` deletes the last character; a number is added. */
export function pressPad(value: string, key: string | number | null, accuracy = 2): string {
  if (key === null) return value.slice(0, -1)
  if (typeof key === 'number') {
    const [whole = '', rest] = canonicalNumeric(value).split('.')
    const sum = String(Number(whole || '0') + key)
    return cleanNumeric(rest ? `${sum}${value.includes(',') ? ',' : '.'}${rest}` : sum, { min: 0, accuracy, maxLength: 12 })
  }
  return cleanNumeric(value + key, { min: 0, accuracy, maxLength: 12 })
}

/** The phone's pad: digits run left to right in every language. Holding the last key empties the field. */
export function NumberPad({ value, onChange, adds, accuracy = 2 }: NumberPadProps) {
  const { text, lng } = useUi()
  const hold = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  const erase = {
    onPointerDown: () => {
      hold.current = setTimeout(() => onChange(''), 500)
    },
    onPointerUp: () => clearTimeout(hold.current),
    onPointerLeave: () => clearTimeout(hold.current),
  }
  return (
    <div className={styles.pad} dir="ltr" role="group" aria-label={text('pad')}>
      {PAD_ROWS.map((row, index) => {
        const add = index < 3 ? adds[index] : undefined
        return [
          ...row.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.key}
              disabled={key === ',' && accuracy === 0}
              onClick={() => onChange(pressPad(value, key, accuracy))}
            >
              <Num>{key}</Num>
            </button>
          )),
          add !== undefined ? (
            <button key={`add-${index}`} type="button" className={styles.add} onClick={() => onChange(pressPad(value, add, accuracy))}>
              <Num>{`+${formatNumber(add, lng)}`}</Num>
            </button>
          ) : index === 3 ? (
            <button
              key="erase"
              type="button"
              className={styles.add}
              aria-label={text('pad_erase')}
              onClick={() => onChange(pressPad(value, null))}
              {...erase}
            >
              <Icon name="backspace" size={18} />
            </button>
          ) : (
            <span key={`none-${index}`} />
          ),
        ]
      })}
    </div>
  )
}

/** Ready stakes under the field. */
export function StakePresets({
  amounts,
  onPick,
  disabled = false,
}: {
  amounts: readonly number[]
  onPick: (amount: number) => void
  disabled?: boolean
}) {
  return (
    <div className={styles.presets}>
      {amounts.map((amount) => (
        <button key={amount} type="button" disabled={disabled} onClick={() => onPick(amount)}>
          <Num>{amount}</Num>
        </button>
      ))}
    </div>
  )
}
