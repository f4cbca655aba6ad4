/** The frame of a page of this module: its words, its head, the state that the server gave. */
import { HydrationBoundary } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useLoaderData } from 'react-router'
import { PageLockProvider } from '#modules/line/web/index.ts'
import { useAddedTexts } from '#platform/web/i18n.ts'
import { Num } from '#ui/Num.tsx'
import type { HubData } from './hub-loader.ts'
import { useHubTexts } from './texts.ts'
import styles from './Hubs.module.css'

interface HubPageProps {
  /** Events of the page, equal to the length of its list. */
  count?: number | undefined
  /** Beside the title: buttons, the age of the data. */
  end?: ReactNode
  /** Under the title: chips, tabs. */
  head?: ReactNode
  children: ReactNode
}

export function HubScreen({ children }: { children: ReactNode }) {
  const data = useLoaderData<HubData>()
  // Before the first text is asked for: the words of these pages come with their data, not with the document.
  useAddedTexts('hubs', data.texts)
  return (
    <HydrationBoundary state={data.state}>
      <PageLockProvider>{children}</PageLockProvider>
    </HydrationBoundary>
  )
}

export function HubPage({ count, end, head, children }: HubPageProps) {
  const { title, part, about } = useLoaderData<HubData>()
  const text = useHubTexts()
  return (
    <>
      <header className={styles.head}>
        {/* Names of other letters keep their dots on their own side; no line begins with the dot between the two. */}
        <h1 className={styles.title}>
          <bdi>{title}</bdi>
          {part ? (
            <>
              {'\u00a0· '}
              <bdi>{part}</bdi>
            </>
          ) : null}
        </h1>
        {count === undefined ? null : (
          <span className={styles.count}>
            {text('events')} <Num>{count}</Num>
          </span>
        )}
        {end ? <span className={styles.end}>{end}</span> : null}
      </header>
      {head ? <div className={styles.tools}>{head}</div> : null}
      {children}
      {about ? <p className={styles.about}>{about}</p> : null}
    </>
  )
}
