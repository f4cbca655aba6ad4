import { useTexts } from '#platform/web/i18n.ts'
import { passwordStrength } from '../rules/strength.ts'
import styles from './AuthPage.module.css'

/** Four strokes that fill while a password grows; the words say the same. One that the server has refused is never strong. */
export function PasswordStrength({ password, isRefused = false }: { password: string; isRefused?: boolean }) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const guessed = passwordStrength(password)
  const strength = isRefused && guessed > 1 ? 1 : guessed
  return (
    <div className={styles.strength}>
      <span className={styles.bars} aria-hidden>
        {[1, 2, 3, 4].map((step) => (
          <i key={step} data-on={password !== '' && strength >= step ? '' : undefined} />
        ))}
      </span>
      <span>{password === '' ? text('password_hint') : text(`strength_${strength}`)}</span>
    </div>
  )
}
