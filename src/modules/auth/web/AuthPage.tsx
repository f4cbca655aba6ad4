import type { ReactNode } from 'react'
import styles from './AuthPage.module.css'

export { styles as authStyles }

/** The one card of a page that asks for something: title, one sentence, a form, the other ways below. */
export function AuthPage({ title, lead, links, children }: { title: ReactNode; lead?: ReactNode; links?: ReactNode; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <section className={styles.card}>
        <header className={styles.head}>
          <h1 className={styles.title}>{title}</h1>
          {lead ? <p className={styles.lead}>{lead}</p> : null}
        </header>
        {children}
        {links ? <footer className={styles.links}>{links}</footer> : null}
      </section>
    </div>
  )
}
