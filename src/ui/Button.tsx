import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { Icon } from './Icon.tsx'
import type { IconName } from './Icon.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './Button.module.css'
import { cx } from './class-names.ts'

/** `accent` is the player's next step (one a view), `primary` ink, `plain` outlined, `quiet` bare, `danger` final. */
export type ButtonKind = 'accent' | 'primary' | 'plain' | 'quiet' | 'danger'

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  kind?: ButtonKind
  /** Heights 30, 36 and 50. */
  size?: 'small' | 'medium' | 'large'
  /** Keeps its width, shows a spinner, takes no presses. */
  loading?: boolean
  wide?: boolean
  icon?: IconName
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

export function Button({
  kind = 'plain',
  size = 'medium',
  loading = false,
  wide = false,
  icon,
  children,
  className,
  disabled,
  onClick,
  type,
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={cx(styles.button, className)}
      data-kind={kind}
      data-size={size}
      data-wide={wide || undefined}
      disabled={disabled}
      aria-busy={loading || undefined}
      aria-disabled={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      <span className={styles.content} data-hidden={loading || undefined}>
        {icon ? <Icon name={icon} /> : null}
        {children}
      </span>
      {loading ? (
        <span className={styles.busy}>
          <Spinner size={18} />
        </span>
      ) : null}
    </button>
  )
}

export interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  icon: IconName
  /** Accessible name and tooltip. */
  label: string
  size?: number
  flip?: boolean
  filled?: boolean
  ref?: Ref<HTMLButtonElement>
}

/** A bare icon with a full target: 44 on touch, 36 with a pointer. */
export function IconButton({ icon, label, size, flip, filled, className, type, ...rest }: IconButtonProps) {
  return (
    <button {...rest} type={type ?? 'button'} className={cx(styles.icon, className)} aria-label={label} data-tip={label}>
      <Icon name={icon} size={size ?? 18} flip={flip ?? false} filled={filled ?? false} />
    </button>
  )
}

export interface OptionButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  selected: boolean
  icon?: IconName
  /** Second line in small. */
  note?: ReactNode
  children: ReactNode
}

/** One of several choices that are all in view. */
export function OptionButton({ selected, icon, note, children, className, type, ...rest }: OptionButtonProps) {
  return (
    <button {...rest} type={type ?? 'button'} className={cx(styles.option, className)} aria-pressed={selected}>
      {icon ? <Icon name={icon} /> : null}
      <span className={styles.optionText}>
        <span>{children}</span>
        {note ? <small>{note}</small> : null}
      </span>
      {selected ? <Icon name="check" size={16} /> : null}
    </button>
  )
}
