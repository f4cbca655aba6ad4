import type { ReactNode } from 'react'
import styles from './ToastRail.module.css'

/** Where notes of the page stand: bottom end, above the phone's bar. */
export function ToastRail({ children }: { children: ReactNode }) {
  return <div className={styles.toasts}>{children}</div>
}
