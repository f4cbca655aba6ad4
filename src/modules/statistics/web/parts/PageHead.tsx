import type { ReactNode } from 'react'
import { Flag } from '#ui/Icon.tsx'
import { useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

/** What the page is about: its kind in small, its name in large. */
export function PageHead({
  kind,
  title,
  country,
  children,
}: {
  kind: string
  title: string
  country?: string | undefined
  children?: ReactNode
}) {
  const { settings } = useWidget()
  if (!settings.header) return <h1 className="visually-hidden">{title}</h1>
  return (
    <header className={styles.pageHead}>
      <p className={styles.kind}>{kind}</p>
      <h1 className={styles.title}>
        {settings.flags && country ? <Flag country={country} size={24} /> : null}
        <span>
          <bdi>{title}</bdi>
        </span>
      </h1>
      {children}
    </header>
  )
}
