import { useId, useState } from 'react'
import type { InputHTMLAttributes, ReactNode, Ref } from 'react'
import { asciiDigits } from '#lib/ascii-digits.ts'
import { applyMask } from '#lib/text-mask.ts'
import { IconButton } from './Button.tsx'
import { Icon } from './Icon.tsx'
import { useUi } from './settings.tsx'
import styles from './Field.module.css'
import { cx } from './class-names.ts'

export interface FieldShellProps {
  label: ReactNode
  /** Shown under the field; a text of the server or of the rules. */
  error?: ReactNode
  hint?: ReactNode
  required?: boolean
  /** The label is read aloud only: search fields. */
  hideLabel?: boolean
  className?: string | undefined
}

interface ShellProps extends FieldShellProps {
  id: string
  children: ReactNode
}

/** Label above, field, error or hint under it (ux 10). */
export function FieldShell({ id, label, error, hint, required, hideLabel, className, children }: ShellProps) {
  return (
    <div className={cx(styles.field, className)} data-invalid={error ? '' : undefined}>
      <label className={hideLabel ? 'visually-hidden' : styles.label} htmlFor={id}>
        {label}
        {required ? <span aria-hidden> *</span> : null}
      </label>
      {children}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <Icon name="stop" size={14} />
          <span>{error}</span>
        </p>
      ) : hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  )
}

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'value' | 'size' | 'className' | 'min' | 'max'>

export interface TextFieldProps extends FieldShellProps, Omit<InputProps, 'required'> {
  value: string
  onChange: (value: string) => void
  start?: ReactNode
  end?: ReactNode
  ref?: Ref<HTMLInputElement>
}

export function TextField({
  value,
  onChange,
  label,
  error,
  hint,
  required,
  hideLabel,
  className,
  start,
  end,
  ref,
  id,
  ...input
}: TextFieldProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <FieldShell {...{ id: fieldId, label, error, hint, required: required ?? false, hideLabel: hideLabel ?? false, className }}>
      <div className={styles.box}>
        {start}
        <input
          {...input}
          ref={ref}
          id={fieldId}
          className={styles.input}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : hint ? `${fieldId}-hint` : undefined}
        />
        {end}
      </div>
    </FieldShell>
  )
}

/** A search field: at most 100 characters, a cross to empty it. */
export function SearchField(props: Omit<TextFieldProps, 'start' | 'end' | 'type'>) {
  const { text } = useUi()
  return (
    <TextField
      hideLabel
      {...props}
      type="search"
      maxLength={100}
      enterKeyHint="search"
      start={<Icon name="search" />}
      end={
        props.value ? (
          <IconButton
            icon="close"
            size={15}
            label={text('clear')}
            onClick={(event) => {
              // The cross goes with the text: the keyboard goes on in the field before it.
              ;(event.currentTarget.previousSibling as HTMLElement).focus()
              props.onChange('')
            }}
          />
        ) : null
      }
    />
  )
}

/** A password that can be shown; paste and password managers work. */
export function PasswordField(props: Omit<TextFieldProps, 'end' | 'type'>) {
  const { text } = useUi()
  const [shown, setShown] = useState(false)
  return (
    <TextField
      autoComplete="current-password"
      spellCheck={false}
      autoCapitalize="off"
      dir="ltr"
      {...props}
      type={shown ? 'text' : 'password'}
      end={
        <IconButton
          icon={shown ? 'eye-off' : 'eye'}
          label={text(shown ? 'password_hide' : 'password_show')}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}

/** A one-time code: one input that the system fills from the message. */
export function CodeField({ length, onChange, ...props }: Omit<TextFieldProps, 'type' | 'maxLength'> & { length: number }) {
  return (
    <TextField
      {...props}
      className={cx(styles.code, props.className)}
      inputMode="numeric"
      autoComplete="one-time-code"
      dir="ltr"
      onChange={(value) => onChange(cleanCode(value, length))}
    />
  )
}

/** Digits of a code, any script, spaces dropped. */
export function cleanCode(text: string, length: number): string {
  return asciiDigits(text)
    .normalize('NFKC')
    .replace(/[^\p{Nd}a-z]/giu, '')
    .slice(0, length)
}

/** A text that follows a mask of signs (VL-04): see lib/text-mask. */
export function MaskedField({ mask, onChange, ...props }: Omit<TextFieldProps, 'type'> & { mask: string }) {
  return <TextField autoComplete="off" spellCheck={false} dir="ltr" {...props} onChange={(value) => onChange(applyMask(value, mask))} />
}

interface CheckBoxProps extends Omit<InputProps, 'type' | 'checked'> {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
  error?: ReactNode
  /** Drawn as a switch: takes effect at once. */
  toggle?: boolean
}

export function CheckBox({ checked, onChange, children, error, toggle = false, id, ...input }: CheckBoxProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <div className={styles.field} data-invalid={error ? '' : undefined}>
      <label className={styles.check} data-toggle={toggle || undefined}>
        <input
          {...input}
          id={fieldId}
          type="checkbox"
          role={toggle ? 'switch' : undefined}
          checked={checked}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${fieldId}-error` : undefined}
        />
        <span className={styles.tick} aria-hidden>
          {toggle ? null : <Icon name="check" size={14} />}
        </span>
        <span className={styles.words}>{children}</span>
      </label>
      {error ? (
        <p className={styles.error} id={`${fieldId}-error`}>
          <Icon name="stop" size={14} />
          <span>{error}</span>
        </p>
      ) : null}
    </div>
  )
}

interface PhoneFieldProps extends Omit<TextFieldProps, 'start' | 'type'> {
  /** "+7": chosen in the country modal, which the owner of the form opens. */
  callingCode: ReactNode
  onCountryPress: () => void
  countryLabel: string
  flag?: ReactNode
}

/** Shell of the phone field: country button and national number; masks and rules come from the module that uses it. */
export function PhoneField({ callingCode, onCountryPress, countryLabel, flag, ...props }: PhoneFieldProps) {
  return (
    <TextField
      {...props}
      type="tel"
      inputMode="tel"
      autoComplete="tel-national"
      dir="ltr"
      start={
        <button type="button" className={styles.country} aria-haspopup="dialog" onClick={onCountryPress}>
          {flag}
          <span className="visually-hidden">{countryLabel} </span>
          <bdi dir="ltr">{callingCode}</bdi>
          <Icon name="chevron-down" size={14} />
        </button>
      }
    />
  )
}
