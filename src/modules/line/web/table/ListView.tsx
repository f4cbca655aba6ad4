/** The states of a list around its table: loading, empty, failed, shown; the connection over live ones. */
import { useWayTo } from '#modules/brand/web/index.ts'
import type { ReactNode } from 'react'
import { useConnection } from '#platform/web/stream-client.ts'
import { ConnectionBadge, EmptyState, ErrorState } from '#ui/States.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { useDataAge, useSilentProvider } from '../live/locks.tsx'
import type { Lists } from '../live/use-lists.ts'
import { LIVE_POLL_MS } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LineTable } from './LineTable.tsx'
import { RefreshRing } from './RefreshRing.tsx'
import styles from './ListView.module.css'
import ring from './RefreshRing.module.css'

interface ListViewProps {
  listKey: string
  lists: Lists
  mixed?: boolean
  sectionHeads?: boolean
  empty: ReactNode
}

export function ListView({ listKey, lists, mixed = false, sectionHeads = false, empty }: ListViewProps) {
  const text = useSiteTexts()
  const rows = lists.segments.reduce((sum, { games }) => sum + games.length, 0)
  if (rows === 0 && lists.failed) return <ErrorState onRetry={lists.refresh}>{text('list_failed')}</ErrorState>
  if (rows === 0 && (lists.loading || lists.hasMore)) {
    return (
      <>
        <SkeletonTable />
        <LoadNext lists={lists} />
      </>
    )
  }
  if (rows === 0) return empty
  return (
    <>
      <LineTable
        listKey={listKey}
        segments={lists.segments}
        mixed={mixed}
        sectionHeads={sectionHeads}
        hasMore={lists.hasMore}
        onMore={lists.more}
      />
      {lists.loading ? <SkeletonTable rows={3} /> : null}
    </>
  )
}

/** An empty first group of a list is passed over at once. */
function LoadNext({ lists }: { lists: Lists }) {
  if (lists.hasMore) queueMicrotask(lists.more)
  return null
}

/** Heads and rows with the geometry of the table. */
/** The result and, where there is room, the total with its line before it. */
const GROUPS = [3, 2]

export function SkeletonTable({ rows = 8 }: { rows?: number }) {
  return (
    <div className={styles.skeleton} aria-hidden>
      <div className={styles.head} />
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <Skeleton width="42px" height="0.8em" />
          <Skeleton width={`${30 - ((index * 7) % 12)}%`} height="0.9em" />
          <span className={styles.cells}>
            {GROUPS.map((cells, group) => (
              <span key={group} className={styles.group}>
                {Array.from({ length: cells }, (_none, cell) => (
                  <Skeleton key={cell} width="58px" height="32px" />
                ))}
              </span>
            ))}
          </span>
        </div>
      ))}
    </div>
  )
}

/** The connection over live prices, and when its list is read again. `periodMs` is the list's own. */
export function LiveBadge({ periodMs = LIVE_POLL_MS, short = false }: { periodMs?: number; short?: boolean }) {
  const { state } = useConnection()
  const age = useDataAge()
  const silent = useSilentProvider()
  return (
    <span className={ring.badge}>
      <RefreshRing periodMs={periodMs} />
      <ConnectionBadge state={silent ? 'silent' : state} ageMs={age} short={short} />
    </span>
  )
}

export function NothingHere({ message, label, to }: { message: string; label: string; to: string }) {
  return <EmptyState action={useWayTo()(label, to)}>{message}</EmptyState>
}
