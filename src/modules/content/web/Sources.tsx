import type { Source } from '../rules/sources.ts'
import styles from './Document.module.css'

/** Whose data the games are made of: the name, the licence, what is made of it, and the sentence that the licence asks for. */
export function Sources({ heading, sources }: { heading: string; sources: readonly Source[] }) {
  return (
    <section>
      <h2 className={styles.heading}>{heading}</h2>
      <ul className={styles.facts}>
        {sources.map(({ by, url, licence, uses, notice }) => (
          <li key={url}>
            <Outside to={url}>{by}</Outside>
            {licence ? (
              <>
                {' · '}
                <Outside to={licence.url}>{licence.name}</Outside>
              </>
            ) : null}
            <p>{uses}</p>
            {notice ? (
              <p lang="en" dir="ltr">
                {notice}
              </p>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outside({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noopener noreferrer" className={styles.outside} dir="ltr">
      {children}
    </a>
  )
}
