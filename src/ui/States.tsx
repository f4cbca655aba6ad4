import { createContext, use, useCallback, useEffect, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { Num } from './Num.tsx'
import { useUi } from './settings.tsx'
import type { UiTextKey } from './settings.tsx'
import styles from './States.module.css'

interface EmptyStateProps {
  icon?: IconName
  /** One line. */
  children: ReactNode
  /** One action. */
  action?: { label: ReactNode; onPress: () => void } | undefined
}

/** Nothing here: one line and one action (ux 11). */
export function EmptyState({ icon = 'inbox', children, action }: EmptyStateProps) {
  return (
    <div className={styles.state}>
      <Icon name={icon} size={28} className={styles.stateIcon} />
      <p>{children}</p>
      {action ? <Button onClick={action.onPress}>{action.label}</Button> : null}
    </div>
  )
}

interface ErrorStateProps {
  /** What happened, already in the visitor's language. */
  children?: ReactNode
  /** What is safe: "money was not charged". */
  safe?: ReactNode
  onRetry?: () => void
  code?: string | number | null
}

/** A failure of a part of the page: what happened, what is safe, one action, the code in small. */
export function ErrorState({ children, safe, onRetry, code }: ErrorStateProps) {
  const { text } = useUi()
  return (
    <div className={styles.state} role="alert">
      <Icon name="alert" size={28} className={styles.stateIcon} />
      <p>
        <strong>{text('error_title')}</strong>
        <br />
        {/* To try again is what the button says. */}
        {children ?? (onRetry ? null : text('server_generic'))}
        {safe ? <> {safe}</> : null}
      </p>
      {onRetry ? (
        <Button icon="refresh" onClick={onRetry}>
          {text('retry')}
        </Button>
      ) : null}
      {code === undefined || code === null ? null : (
        <small>
          <Num>{text('error_code', { code })}</Num>
        </small>
      )}
    </div>
  )
}

export type BadgeState = 'off' | 'connecting' | 'live' | 'stale' | 'refused' | 'silent'

/** The connection and the age of the data (ux 8). `ageMs` is counted by the caller once a second. */
/** `short`: on a phone its sign alone is seen. */
export function ConnectionBadge({ state, ageMs = 0, short = false }: { state: BadgeState; ageMs?: number; short?: boolean }) {
  const { text } = useUi()
  const key: UiTextKey = `connection_${state}`
  return (
    <span className={styles.badge} data-state={state} role="status" aria-live="off">
      {state === 'live' ? <i className={styles.badgeDot} /> : <Icon name={state === 'connecting' ? 'refresh' : 'wifi-off'} size={14} />}
      <span className={short ? styles.badgeShort : undefined}>{text(key, { seconds: Math.floor(ageMs / 1000) })}</span>
    </span>
  )
}

/** The one polite live region: at most one message in five seconds, the latest wins (ux 12). */
export const ANNOUNCE_EVERY_MS = 5_000

type Announce = (message: string) => void
const Announcer = createContext<Announce>(() => {})

export function LiveRegionProvider({ children }: { children: ReactNode }) {
  const [message, setMessage] = useState('')
  const waiting = useRef<string | null>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const announce = useCallback((next: string) => {
    if (timer.current !== undefined) {
      waiting.current = next
      return
    }
    setMessage(next)
    const turn = () => {
      timer.current = undefined
      if (waiting.current === null) return
      setMessage(waiting.current)
      waiting.current = null
      timer.current = setTimeout(turn, ANNOUNCE_EVERY_MS)
    }
    timer.current = setTimeout(turn, ANNOUNCE_EVERY_MS)
  }, [])
  return (
    <Announcer value={announce}>
      {children}
      <div className="visually-hidden" role="status" aria-live="polite">
        {message}
      </div>
    </Announcer>
  )
}

/** Says something to screen readers: leg added, consent needed, bet result. Never ticks. */
export function useAnnounce(): Announce {
  return use(Announcer)
}
