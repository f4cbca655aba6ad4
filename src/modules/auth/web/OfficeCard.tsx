import type { ReactNode } from 'react'
import { keepFocusAmong } from '#platform/web/kept-focus.ts'
import styles from './OfficeCard.module.css'

export { styles as officeStyles }

/** A press of the keyboard that ends in another step of the card finds itself in its row, or at the card. */
const keepFocus = keepFocusAmong({ cards: 'li' })

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
    <section ref={keepFocus} className={styles.card} id={id} tabIndex={id ? -1 : undefined}>
      <header className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {end}
      </header>
      {lead ? <p className={styles.lead}>{lead}</p> : null}
      {children}
    </section>
  )
}
