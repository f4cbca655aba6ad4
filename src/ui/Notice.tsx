import type { ReactNode } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { IconButton } from './Button.tsx'
import { useUi } from './settings.tsx'
import styles from './Notice.module.css'
import { cx } from './class-names.ts'

export const NOTICE_KINDS = ['error', 'success', 'info', 'question', 'warning'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

const NOTICE_ICONS: Readonly<Record<NoticeKind, IconName>> = {
  error: 'stop',
  success: 'check-circle',
  info: 'info',
  question: 'help',
  warning: 'alert',
}

interface NoticeProps {
  kind: NoticeKind
  children: ReactNode
  /** The one press that fixes it. */
  action?: { label: ReactNode; onPress: () => void; busy?: boolean } | undefined
  onClose?: (() => void) | undefined
  /** Reads itself aloud when it appears: errors at once, others politely. */
  announce?: boolean
  /** Without the icon: inside narrow columns. */
  plain?: boolean
  className?: string
}

export function Notice({ kind, children, action, onClose, announce = false, plain = false, className }: NoticeProps) {
  const { text } = useUi()
  return (
    <div className={cx(styles.notice, className)} data-kind={kind} role={announce ? (kind === 'error' ? 'alert' : 'status') : undefined}>
      {plain ? null : <Icon name={NOTICE_ICONS[kind]} size={16} />}
      <div className={styles.text}>{children}</div>
      {action ? (
        <button type="button" className={styles.action} onClick={action.onPress} disabled={action.busy}>
          {action.label}
        </button>
      ) : null}
      {onClose ? <IconButton className={styles.close} icon="close" size={14} label={text('close')} onClick={onClose} /> : null}
    </div>
  )
}

export const STATUS_KINDS = ['success', 'error', 'warning', 'info', 'question', 'pending', 'live', 'selected'] as const
export type StatusKind = (typeof STATUS_KINDS)[number]

/** A short state in a row: a shape as well as a colour. */
export function StatusMark({ kind, children }: { kind: StatusKind; children: ReactNode }) {
  return (
    <span className={styles.status} data-kind={kind}>
      <StatusShape kind={kind} />
      <span>{children}</span>
    </span>
  )
}

const STATUS_ICONS: Partial<Readonly<Record<StatusKind, IconName>>> = {
  success: 'check',
  error: 'close',
  warning: 'alert',
  info: 'info',
  question: 'help',
  pending: 'clock',
  selected: 'check',
}

function StatusShape({ kind }: { kind: StatusKind }) {
  const icon = STATUS_ICONS[kind]
  return icon ? <Icon name={icon} size={13} /> : <i className={styles.dot} />
}

/** The pulse-free dot of everything live. */
export function LiveDot() {
  return <i className={styles.dot} aria-hidden />
}
