import type { ReactNode } from 'react'
import styles from './Gallery.module.css'

/** A group of samples under a name. The gallery is for developers: its words are names of the code, not texts. */
export function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section className={styles.group}>
      <h3>{name}</h3>
      <div className={styles.samples}>{children}</div>
    </section>
  )
}

export function Sample({ name, wide = false, children }: { name: string; wide?: boolean; children: ReactNode }) {
  return (
    <div className={styles.sample} data-wide={wide || undefined}>
      <div>{children}</div>
      <small>{name}</small>
    </div>
  )
}
