/** Games to be pinned: those being played now, then the whole line page by page; words are looked for among all of them. */
import { useMemo, useState } from 'react'
import { fold } from '#lib/text.ts'
import {
  LINE,
  listQuery,
  LIVE,
  PinButton,
  SHORTEST,
  useLists,
  usePaused,
  useSearch,
  type LineGame,
  type ListSegment,
} from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { InfiniteScroll } from '#ui/Scroll.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { ErrorState } from '#ui/States.tsx'
import { useHubTexts } from './texts.ts'
import styles from './PinPicker.module.css'

/** What the search of the line answers at most, of each kind. */
const MOST_FOUND = 60

function found(games: readonly LineGame[], query: string): readonly LineGame[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return games.filter(({ side1, side2, champ }) => {
    const all = fold(`${side1} ${side2} ${champ}`)
    return words.every((word) => all.includes(word))
  })
}

export function PinPicker({ onClose }: { onClose: () => void }) {
  const text = useHubTexts()
  const { lng } = useSite()
  const [query, setQuery] = useState('')
  const segments = useMemo<ListSegment[]>(
    () => [
      { id: 'live', query: (page) => listQuery({ kind: LIVE, lng, filter: { virtualSports: true }, page }) },
      { id: 'line', query: (page) => listQuery({ kind: LINE, lng, filter: {}, page }) },
    ],
    [lng],
  )
  const lists = useLists('pin-picker', segments)
  const asked = usePaused(query.trim())
  const search = useSearch(asked, MOST_FOUND)
  const isSearch = asked.length >= SHORTEST
  const games = useMemo(() => {
    const read = found(
      lists.segments.flatMap((segment) => segment.games),
      asked,
    )
    // What has been read stands at once; what the search adds to it comes after.
    const all = isSearch ? [...read, ...search.live, ...search.line] : read
    return [...new Map(all.map((game) => [game.ci, game])).values()]
  }, [lists.segments, search.live, search.line, asked, isSearch])
  const loading = isSearch ? !search.ready : lists.loading
  const failed = isSearch ? search.failed : lists.failed
  return (
    <Modal title={text('dashboard_add')} onClose={onClose}>
      <SearchField
        className={styles.field}
        label={text('dashboard_find')}
        placeholder={text('dashboard_find')}
        value={query}
        onChange={setQuery}
      />
      {games.length > 0 ? null : loading ? (
        <SkeletonRows rows={6} height="48px" />
      ) : failed ? (
        <ErrorState onRetry={isSearch ? search.retry : lists.refresh} />
      ) : (
        <p className={styles.none}>{text('dashboard_not_found')}</p>
      )}
      <InfiniteScroll hasMore={!isSearch && lists.hasMore && games.length > 0} loading={lists.loading} onMore={lists.more}>
        <ul className={styles.list}>
          {games.map((game) => (
            <li key={game.ci} className={styles.row}>
              <SportIcon sportId={game.sportId} size={16} />
              <span className={styles.names}>
                <span dir="auto">{[game.side1, game.side2].filter(Boolean).join(' – ')}</span>
                <small>{game.champ}</small>
              </span>
              <PinButton ci={game.ci} name={game.side1} />
            </li>
          ))}
        </ul>
      </InfiniteScroll>
    </Modal>
  )
}
