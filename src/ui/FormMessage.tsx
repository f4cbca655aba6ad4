import { useEffect, useRef } from 'react'
import { Notice } from './Notice.tsx'
import { useUi } from './settings.tsx'
import styles from './States.module.css'

/** What is wrong with a form as a whole, said at once; nothing when it is null. */
export function FormMessage({ text }: { text: string | null }) {
  return text ? (
    <Notice kind="error" announce>
      {text}
    </Notice>
  ) : null
}

/** Errors of a form in one place; each leads to its field. */
export function FormErrorSummary({ errors }: { errors: readonly { field: string; label: string; message: string }[] }) {
  const { text } = useUi()
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // Once: what is corrected afterwards leaves the list, and must not take the focus from whoever types.
    box.current?.focus()
  }, [])
  if (errors.length === 0) return null
  return (
    <div ref={box} className={styles.summary} role="alert" tabIndex={-1}>
      <strong>{text('form_errors')}</strong>
      <ul>
        {errors.map((error) => (
          <li key={error.field}>
            <a
              href={`#${error.field}`}
              onClick={(event) => {
                event.preventDefault()
                document.getElementById(error.field)?.focus()
              }}
            >
              {error.label}: {error.message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}
