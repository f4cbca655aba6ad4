import { useId, type Ref } from 'react'
import { cleanCode } from '#ui/Field.tsx'
import styles from './Groups.module.css'

const LENGTH = 6

/** Six boxes over one field: it is typed, pasted and read aloud as one number. */
export function CodeBoxes({
  label,
  value,
  onChange,
  error,
  ref,
}: {
  label: string
  value: string
  onChange: (code: string) => void
  error?: string | undefined
  ref?: Ref<HTMLInputElement>
}) {
  const id = useId()
  return (
    <div>
      <label className={styles.boxesLabel} htmlFor={id}>
        {label}
      </label>
      <div className={styles.boxes} dir="ltr">
        <div className={styles.digits} aria-hidden>
          {Array.from({ length: LENGTH }, (_, i) => (
            <b key={i} data-next={i === Math.min(value.length, LENGTH - 1) || undefined}>
              {value[i] ?? ''}
            </b>
          ))}
        </div>
        <input
          ref={ref}
          id={id}
          value={value}
          inputMode="numeric"
          autoComplete="off"
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          onChange={(event) => onChange(cleanCode(event.currentTarget.value, LENGTH).replace(/\D/g, ''))}
        />
      </div>
      {error ? (
        <p className={styles.error} id={`${id}-error`} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}
