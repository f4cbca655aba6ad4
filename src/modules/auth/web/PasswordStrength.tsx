import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { contextWords } from '../rules/password.ts'
import { passwordStrength } from '../rules/strength.ts'
import styles from './AuthPage.module.css'

interface PasswordStrengthProps {
  password: string
  isRefused?: boolean
  /** What the page knows of the player: a password built on it is refused like one on the brand's name (ACC-08). */
  own?: readonly string[]
}

/** Four strokes that fill while a password grows; the words say the same. One that the server has refused is never strong. */
export function PasswordStrength({ password, isRefused = false, own = [] }: PasswordStrengthProps) {
  const text = useTexts<typeof import('../../../../locales/ru/auth.json')>('auth')
  const { brand, config } = useSite()
  const guessed = passwordStrength(password, contextWords([brand, config.customize.name, ...config.hosts, ...own]))
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
