import type { CSSProperties } from 'react'
import type { Consultant as Person } from '../contract/support.ts'
import styles from './Messages.module.css'

/** Ring in the colour of the consultant with his first letter; the name stands beside it. */
export function ConsultantFace({ person, name }: { person: Person | null; name: string }) {
  return (
    <span className={styles.face} style={person ? ({ '--consultant': person.color } as CSSProperties) : undefined} aria-hidden>
      {[...name][0]?.toUpperCase()}
    </span>
  )
}
