import type { ReactNode } from 'react'
import { Flag } from '#ui/Icon.tsx'
import type { GamePage } from '../../contract.ts'
import { useOriginWord } from '../texts.ts'
import { useWidget } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

/** What the page is about: its kind in small, its name in large. */
export function PageHead({
  kind,
  title,
  country,
  origin = '',
  children,
}: {
  kind: string
  origin?: GamePage['origin']
  title: string
  country?: string | undefined
  children?: ReactNode
}) {
  const { settings } = useWidget()
  const word = useOriginWord(origin)
  if (!settings.header) return <h1 className="visually-hidden">{title}</h1>
  return (
    <header className={styles.pageHead}>
      <p className={styles.kind}>{[kind, word].filter(Boolean).join(' · ')}</p>
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
