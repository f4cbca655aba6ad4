import { useUi } from './settings.tsx'
import styles from './Loader.module.css'

/** A turning arc; the label is for screen readers. At most one in a view (ux 11). */
export function Spinner({ size = 20, label }: { size?: number; label?: string }) {
  const { text } = useUi()
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 24 24" role="img" aria-label={label ?? text('loading')}>
      <circle cx="12" cy="12" r="9" fill="none" stroke="currentColor" strokeWidth="3" opacity="0.22" />
      <path d="M12 3a9 9 0 0 1 9 9" fill="none" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
    </svg>
  )
}
