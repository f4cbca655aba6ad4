import { useId } from 'react'
import type { ButtonHTMLAttributes, SelectHTMLAttributes } from 'react'
import { FieldShell } from './Field.tsx'
import type { FieldShellProps } from './Field.tsx'
import { Icon } from './Icon.tsx'
import styles from './Field.module.css'

interface SelectProps extends Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange' | 'className' | 'size'> {
  onChange: (value: string) => void
  /** In a row of small controls: 36 px. */
  small?: boolean
}

/** A closed list of choices: the system's own picker under the kit's face. */
export function Select({ onChange, small = false, ...select }: SelectProps) {
  return (
    <span className={styles.select} data-small={small || undefined}>
      <select {...select} onChange={(event) => onChange(event.currentTarget.value)} />
      <Icon name="chevron-down" size={small ? 14 : 16} />
    </span>
  )
}

interface PickButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  id: string
  small?: boolean
}

/** The same face over a window of choices. Its label names it, so the choice is read as its description. */
export function PickButton({ id, small = false, children, 'aria-describedby': about = '', ...button }: PickButtonProps) {
  return (
    <span className={styles.select} data-small={small || undefined}>
      <button type="button" id={id} aria-haspopup="dialog" {...button} aria-describedby={`${id}-choice ${about}`.trim()}>
        <span id={`${id}-choice`}>{children}</span>
      </button>
      <Icon name="chevron-down" size={small ? 14 : 16} />
    </span>
  )
}

export function SelectField({
  id,
  label,
  error,
  hint,
  required = false,
  hideLabel = false,
  className,
  ...select
}: FieldShellProps & SelectProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <FieldShell {...{ id: fieldId, label, error, hint, required, hideLabel, className }}>
      <Select
        {...select}
        id={fieldId}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${fieldId}-error` : hint ? `${fieldId}-hint` : undefined}
      />
    </FieldShell>
  )
}
