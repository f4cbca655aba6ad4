import { useId, useLayoutEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { minorText, parseMinor } from '#lib/money.ts'
import { Icon } from './Icon.tsx'
import { Num } from './Num.tsx'
import { decimalSign, formatNumber } from '#lib/number-format.ts'
import { canonicalNumeric, cleanNumeric, shownNumeric, typedNumeric } from './numeric-text.ts'
import { pasteNumber } from './pasted-number.ts'
import { useUi } from './settings.tsx'
import { useTypedBehind } from './typed-behind.ts'
import styles from './Stake.module.css'

interface StakeFieldProps {
  /** Cleaned text of the stake; the win follows every keystroke. */
  value: string
  onChange: (value: string) => void
  label: string
  /** Sign of the account's currency. */
  sign: string
  /** Decimals of the currency. */
  accuracy?: number
  onMax?: (() => void) | undefined
  /** A few words beside the button "Max": how much that is. */
  most?: ReactNode
  error?: ReactNode
  disabled?: boolean
  /** Phones have their own pad: no system keyboard covers the win. */
  ownPad?: boolean
  placeholder?: string
}

/** "2000,5" → "2 000,5": groups while nobody types; the decimals and the separator stay as typed. */
function grouped(text: string, lng: string): string {
  const canonical = canonicalNumeric(text)
  if (canonical === '') return ''
  const [whole = '0', rest] = canonical.split('.')
  if (rest === undefined) return formatNumber(Number(whole), lng)
  // Where a comma parts the thousands, a typed comma would read as another of them.
  const separator = text.includes(',') && decimalSign(lng) === ',' ? ',' : '.'
  return `${formatNumber(Number(whole), lng)}${separator}${rest}`
}

/** The stake: comma or dot, one separator, the decimals of the currency (XT-81). Limits are told by the coupon, not enforced here. */
export function StakeField({
  value,
  onChange,
  label,
  sign,
  accuracy = 2,
  onMax,
  most,
  error,
  disabled = false,
  ownPad = false,
  placeholder = '0',
}: StakeFieldProps) {
  const { text, lng } = useUi()
  const id = useId()
  const [editing, setEditing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const isPressed = useRef(false)
  const dropHidden = () => {
    const shown = shownNumeric(value, { accuracy })
    if (shown !== value) onChange(shown)
  }
  const isBehind = useTypedBehind(field, dropHidden)
  const change = (typed: string) =>
    onChange(cleanNumeric(typedNumeric(typed, value, isBehind.current, { accuracy }), { min: 0, accuracy, maxLength: 12 }))
  // The text loses its groups and is marked as a whole, before the next key can come.
  useLayoutEffect(() => {
    if (editing) field.current?.select()
  }, [editing])
  return (
    <div className={styles.stake} data-invalid={error ? '' : undefined}>
      <label className="visually-hidden" htmlFor={id}>
        {label}
      </label>
      <input
        ref={field}
        id={id}
        className={styles.input}
        dir="ltr"
        inputMode={ownPad ? 'none' : 'decimal'}
        autoComplete="off"
        maxLength={16}
        placeholder={placeholder}
        disabled={disabled}
        value={editing ? shownNumeric(value, { accuracy }) : grouped(value, lng)}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : most ? `${id}-most` : undefined}
        onPointerDown={() => (isPressed.current = !editing)}
        onFocus={() => setEditing(true)}
        // After the focus the press sets the caret; whoever has marked a part by it keeps that.
        onClick={({ currentTarget }) => {
          if (isPressed.current && currentTarget.selectionStart === currentTarget.selectionEnd) currentTarget.select()
          isPressed.current = false
        }}
        onPaste={(event) => pasteNumber(event, lng, change)}
        onBlur={() => {
          setEditing(false)
          dropHidden()
        }}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <span className={styles.sign} aria-hidden>
        {sign}
      </span>
      {most ? (
        <small className={styles.most} id={`${id}-most`}>
          {most}
        </small>
      ) : null}
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
  /** The amount is marked as a whole: the next sign takes its place. */
  isMarked?: boolean
  disabled?: boolean
}

const PAD_ROWS = [
  ['1', '2', '3'],
  ['4', '5', '6'],
  ['7', '8', '9'],
  ['00', '0', null],
] as const

/** What a key of the pad makes of the stake. `null` deletes the last character, or what is marked; a number is added. */
export function pressPad(value: string, key: string | number | null, accuracy = 2, isMarked = false): string {
  if (key === null) return isMarked ? '' : value.slice(0, -1)
  if (typeof key === 'number') {
    const minor = (text: string) => parseMinor(text, accuracy) ?? 0n
    const sum = minorText(minor(canonicalNumeric(value) || '0') + minor(key.toFixed(accuracy)), accuracy)
    const short = sum.includes('.') ? sum.replace(/\.?0+$/, '') : sum
    return cleanNumeric(value.includes(',') ? short.replace('.', ',') : short, { min: 0, accuracy, maxLength: 12 })
  }
  return cleanNumeric((isMarked ? '' : value) + key, { min: 0, accuracy, maxLength: 12 })
}

/** The phone's pad: digits run left to right in every language. Holding the last key empties the field. */
export function NumberPad({ value, onChange, adds, accuracy = 2, isMarked = false, disabled = false }: NumberPadProps) {
  const { text, lng } = useUi()
  const separator = decimalSign(lng)
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
          ...row
            .map((one) => one ?? separator)
            .map((key) => (
              <button
                key={key}
                type="button"
                className={styles.key}
                disabled={disabled || (key === separator && accuracy === 0)}
                onClick={() => onChange(pressPad(value, key, accuracy, isMarked))}
              >
                <Num>{key}</Num>
              </button>
            )),
          add !== undefined ? (
            <button
              key={`add-${index}`}
              type="button"
              className={styles.add}
              disabled={disabled}
              onClick={() => onChange(pressPad(value, add, accuracy))}
            >
              <Num>{`+${formatNumber(add, lng, accuracy)}`}</Num>
            </button>
          ) : index === 3 ? (
            <button
              key="erase"
              type="button"
              className={styles.add}
              aria-label={text('pad_erase')}
              disabled={disabled}
              onClick={() => onChange(pressPad(value, null, accuracy, isMarked))}
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
  accuracy = 2,
  disabled = false,
}: {
  amounts: readonly number[]
  onPick: (amount: number) => void
  /** Decimals of the currency. */
  accuracy?: number
  disabled?: boolean
}) {
  const { lng } = useUi()
  return (
    <div className={styles.presets}>
      {amounts.map((amount) => (
        <button key={amount} type="button" disabled={disabled} onClick={() => onPick(amount)}>
          <Num>{formatNumber(amount, lng, accuracy)}</Num>
        </button>
      ))}
    </div>
  )
}
