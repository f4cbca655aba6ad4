/** Games to be pinned: those being played now, then the whole line page by page; words are looked for among all of them. */
import { useMemo, useState } from 'react'
import { fold } from '#lib/text.ts'
import {
  LINE,
  listQuery,
  LIVE,
  minuteText,
  SHORTEST,
  useClock,
  useDates,
  useLists,
  usePaused,
  usePins,
  useSearch,
  type LineGame,
  type ListSegment,
} from '#modules/line/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { useTexts } from '#platform/web/i18n.ts'
import { IconButton } from '#ui/Button.tsx'
import { SearchField } from '#ui/Field.tsx'
import { SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
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
      <div className={styles.field}>
        <SearchField label={text('dashboard_find')} placeholder={text('dashboard_find')} value={query} onChange={setQuery} />
      </div>
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
            <Row key={game.ci} game={game} />
          ))}
        </ul>
      </InfiniteScroll>
    </Modal>
  )
}

function Row({ game }: { game: LineGame }) {
  return (
    <li className={styles.row}>
      <SportIcon sportId={game.sportId} size={16} />
      <span className={styles.names}>
        <span dir="auto">{[game.side1, game.side2].filter(Boolean).join(' – ')}</span>
        <small>
          <When game={game} /> <bdi>{game.champ}</bdi>
        </small>
      </span>
      <AddButton game={game} />
    </li>
  )
}

/** Minute of a game being played, as its list tells it; date and time of one to come. */
function When({ game }: { game: LineGame }) {
  const format = useDates()
  const clock = useClock(game.score)
  if (game.kind !== LIVE) return <Num>{format(game.startsAt, 'dd.MM / HH:mm')}</Num>
  return (
    <span className={styles.live}>
      <LiveDot />
      {clock === null ? game.score?.phase : <Num>{minuteText(clock)}</Num>}
    </span>
  )
}

/** Here a press adds: the pin of other pages would not say so. */
function AddButton({ game: { ci, side1: name } }: { game: LineGame }) {
  const site = useTexts<typeof import('../../../../locales/ru/site.json')>('site')
  const { pins, toggle } = usePins()
  const isAdded = pins.includes(ci)
  return (
    <IconButton
      icon={isAdded ? 'check' : 'plus'}
      className={styles.add}
      aria-pressed={isAdded}
      label={site(isAdded ? 'pin_remove' : 'pin_add', { name })}
      data-pin-button={ci}
      onClick={() => toggle(ci)}
    />
  )
}
