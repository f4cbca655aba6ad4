import { useEffect, useState } from 'react'
import { useTexts } from '#platform/web/i18n.ts'
import { Button } from '#ui/Button.tsx'
import { chooseCookies, CONSENT, useCookieLevel } from './cookie-choice.ts'
import { cookieLevel } from './cookie-level.ts'
import styles from './Document.module.css'

type ShellTexts = typeof import('../../../../locales/ru/shell.json')

const LEVELS = [
  [CONSENT.disable, 'cookies_none'],
  [CONSENT.functionality, 'cookies_functionality'],
  [CONSENT.marketing, 'cookies_marketing'],
  [CONSENT.all, 'cookies_all'],
] as const

/** The choice as it stands, to be changed by one press. */
export function CookieChoice({ label }: { label: string }) {
  const text = useTexts<ShellTexts>('shell')
  const [known, setKnown] = useState<number | null>(null)
  // A browser that has lost its storage still counts by the cookie of the server: it is the choice in force.
  useEffect(() => setKnown(cookieLevel()), [])
  const level = useCookieLevel() ?? known
  return (
    <div role="group" aria-label={label} className={styles.choice}>
      {LEVELS.map(([value, key]) => (
        <Button
          key={value}
          kind={value === level ? 'primary' : 'plain'}
          aria-pressed={value === level}
          onClick={() => chooseCookies(value)}
        >
          {text(key)}
        </Button>
      ))}
    </div>
  )
}
