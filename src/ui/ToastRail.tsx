import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useTopDialog } from './top-dialog.ts'
import styles from './ToastRail.module.css'

/** Where notes of the page stand: bottom end, above the phone's bar, and above the dialog that is open. */
export function ToastRail({ children }: { children: ReactNode }) {
  const dialog = useTopDialog()
  const rail = <div className={styles.toasts}>{children}</div>
  return dialog ? createPortal(rail, dialog) : rail
}
