/** Under the line that says that a section is empty: what can be followed instead, and what comes next with its time. */
import { useMemo, type ReactNode } from 'react'
import { LINE, LineTable, listQuery, LIVE, useOpenGames, type LineGame } from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useApi } from '#platform/web/query.ts'
import type { Section } from '../rules/sections.ts'
import { useHubTexts } from './texts.ts'
import styles from './Hubs.module.css'

const SHOWN = 12
const NONE: readonly LineGame[] = []
const none = () => {}

export function Coming({ section, children }: { section: Section; children: ReactNode }) {
  const text = useHubTexts()
  const { lng } = useSite()
  // Games without a video have their tracker.
  const live = useOpenGames(useApi(listQuery({ kind: LIVE, lng, filter: section.filter }), { enabled: section.keep === 'video' }).data)
  const next = useOpenGames(useApi(listQuery({ kind: LINE, lng, filter: section.filter })).data)
  const running = useMemo(() => (live ?? NONE).filter(({ marks }) => marks.tracker).slice(0, SHOWN), [live])
  const soon = useMemo(() => (next ?? NONE).toSorted((a, b) => a.startsAt - b.startsAt).slice(0, SHOWN), [next])
  return (
    <>
      {children}
      <Games listKey={`${section.id}-tracked`} title={text('tracked_now')} games={running} />
      <Games listKey={`${section.id}-soon`} title={text('coming_next')} games={soon} />
    </>
  )
}

function Games({ listKey, title, games }: { listKey: string; title: string; games: readonly LineGame[] }) {
  const segments = useMemo(() => [{ id: 'line', games }], [games])
  if (games.length === 0) return null
  return (
    <section className={styles.coming} aria-label={title}>
      <h2>{title}</h2>
      <LineTable listKey={listKey} segments={segments} mixed hasMore={false} onMore={none} />
    </section>
  )
}
