import { useState, type ReactNode } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { TextField } from '#ui/Field.tsx'
import { checkEmail } from '../../rules/email.ts'
import styles from './Registration.module.css'

interface EmailFieldProps {
  id: string
  name: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  label: ReactNode
  hint?: ReactNode
  required?: boolean
  enterKeyHint?: 'next' | 'send'
  /** The advised address is taken by one press. */
  onFix: (email: string) => void
}

/** An address: what is wrong with it is said when the field is left, a slip in a known domain with what was meant (spec §5). */
export function EmailField({ error, onFix, ...rest }: EmailFieldProps) {
  const text = useTexts<typeof import('../../../../../locales/ru/account.json')>('account')
  const [left, setLeft] = useState(false)
  const issue = checkEmail(rest.value.trim())
  const typo = left && issue?.key === 'email_typo' ? issue.suggestion : null
  const wrong = left && issue && issue.key !== 'email_typo' ? text(issue.key) : undefined
  return (
    <div className={styles.group}>
      <TextField
        {...rest}
        error={error ?? wrong}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        dir="ltr"
        maxLength={254}
        onFocus={() => setLeft(false)}
        onBlur={() => setLeft(true)}
      />
      {typo ? (
        <p className={styles.typo} role="status">
          <span>{text('email_typo', { suggestion: typo })}</span>
          <button type="button" onClick={() => onFix(typo)}>
            {text('email_fix')}
          </button>
        </p>
      ) : null}
    </div>
  )
}
