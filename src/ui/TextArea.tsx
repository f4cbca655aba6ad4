import { useEffect, useId } from 'react'
import { FieldShell } from './Field.tsx'
import { useUi } from './settings.tsx'
import { useAnnounce } from './States.tsx'
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

/** The last tenth of the room is told: browsers cut what is pasted beyond it without a word. */
function useRoomLeft(length: number, maxLength: number): string | null {
  const { text } = useUi()
  const announce = useAnnounce()
  const left = maxLength - length
  const full = left <= 0 ? text('text_full', { n: maxLength }) : null
  useEffect(() => {
    if (full !== null) announce(full)
  }, [full, announce])
  return full ?? (left <= maxLength / 10 ? text('text_left', { n: left }) : null)
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
  maxLength,
  rows = 4,
  hideLabel = false,
  onSend,
  ...rest
}: TextAreaProps) {
  const made = useId()
  const fieldId = id ?? made
  const note = useRoomLeft(value.length, maxLength) ?? hint
  return (
    <FieldShell id={fieldId} label={label} error={error} hint={note} required={required} hideLabel={hideLabel}>
      <textarea
        {...rest}
        maxLength={maxLength}
        id={fieldId}
        className={styles.area}
        value={value}
        dir="auto"
        rows={rows}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${fieldId}-error` : note ? `${fieldId}-hint` : undefined}
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
