import type { ReactNode } from 'react'
import styles from './OfficeCard.module.css'

export { styles as officeStyles }

/** One matter of the office: a heading, what can be done, a form of at most 480. One with an id may take a focus that is lost. */
export function OfficeCard({
  title,
  end,
  lead,
  id,
  children,
}: {
  title: ReactNode
  end?: ReactNode
  lead?: ReactNode
  id?: string
  children?: ReactNode
}) {
  return (
    <section className={styles.card} id={id} tabIndex={id ? -1 : undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {end}
      </header>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </section>
  )
}
