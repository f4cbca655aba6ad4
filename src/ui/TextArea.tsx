import { useId } from 'react'
import { FieldShell } from './Field.tsx'
import styles from './Field.module.css'

interface TextAreaProps {
  id?: string
  name?: string
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string
  required?: boolean
  maxLength: number
  rows?: number
  hideLabel?: boolean
  onSend?: () => void
}

/** Several lines of text; Ctrl or Cmd with Enter sends. */
export function TextArea({
  id,
  label,
  value,
  onChange,
  error,
  hint,
  required = false,
  rows = 4,
  hideLabel = false,
  onSend,
  ...rest
}: TextAreaProps) {
  const made = useId()
  const fieldId = id ?? made
  return (
    <FieldShell id={fieldId} label={label} error={error} hint={hint} required={required} hideLabel={hideLabel}>
      <textarea
        {...rest}
        id={fieldId}
        className={styles.area}
        value={value}
        dir="auto"
        rows={rows}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${fieldId}-error` : hint ? `${fieldId}-hint` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (!onSend || event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          onSend()
        }}
      />
    </FieldShell>
  )
}
