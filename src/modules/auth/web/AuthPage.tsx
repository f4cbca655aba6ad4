import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'

export { styles as authStyles }

interface AuthPageProps {
  title: ReactNode
  /** Given where the title may take the focus of a step that is over. */
  titleId?: string
  lead?: ReactNode
  links?: ReactNode
  children: ReactNode
}

/** The one card of a page that asks for something: title, one sentence, a form, the other ways below. */
export function AuthPage({ title, titleId, lead, links, children }: AuthPageProps) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <header className={styles.head}>
          <h1 className={styles.title} id={titleId} tabIndex={titleId ? -1 : undefined}>
            {title}
          </h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </header>
        {children}
        {links ? <footer className={styles.links}>{links}</footer> : null}
      </section>
    </div>
  )
}
