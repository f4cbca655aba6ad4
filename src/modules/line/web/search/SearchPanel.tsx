/** Results while typing: live first, then the line; arrows move, Enter opens (SR-01, XT-66). */
import { useEffect, useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { useSiteNavigate } from '#platform/web/site-link.tsx'
import { Icon, SportIcon } from '#ui/Icon.tsx'
import { LiveDot } from '#ui/Notice.tsx'
import { Num } from '#ui/Num.tsx'
import { Score } from '#ui/Score.tsx'
import { SearchField } from '#ui/Field.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { gameAddress } from '../model/addresses.ts'
import { useSiteTexts } from '../model/texts.ts'
import { LIVE, type LineGame } from '../model/types.ts'
import { useDates } from '../model/zone.ts'
import { SHORTEST, usePaused, useRecent, useSearch } from './use-search.ts'
import styles from './Search.module.css'

const LIMIT = 8

interface PanelProps {
  query: string
  field: RefObject<HTMLInputElement | null>
  onQuery: (query: string) => void
  onClose: () => void
}

export function SearchPanel(props: PanelProps) {
  return (
    <div className={styles.panel}>
      <Results {...props} />
    </div>
  )
}

/** Narrow screens: the field and its results over the whole page. */
export function SearchSheet({ onClose }: { onClose: () => void }) {
  const text = useSiteTexts()
  const [query, setQuery] = useState('')
  const [field, setField] = useState<HTMLInputElement | null>(null)
  const reference = useMemo(() => ({ current: field }), [field])
  useEffect(() => field?.focus(), [field])
  return (
    <Modal title={text('search')} onClose={onClose} className={styles.sheet} bare>
      <div className={styles.sheetHead}>
        <SearchField
          className={styles.sheetField}
          ref={setField}
          label={text('search')}
          placeholder={text('search')}
          value={query}
          onChange={setQuery}
        />
        <button type="button" className={styles.cancel} onClick={onClose}>
          {text('search_close')}
        </button>
      </div>
      <Results query={query} field={reference} onQuery={setQuery} onClose={onClose} />
    </Modal>
  )
}

function Results({ query, field, onQuery, onClose }: PanelProps) {
  const text = useSiteTexts()
  const navigate = useSiteNavigate()
  const asked = usePaused(query)
  const { live, line, ready, failed, retry } = useSearch(asked, LIMIT)
  const { recent, add, clear } = useRecent()
  const games = useMemo(() => [...live, ...line], [live, line])
  // The game itself: answers that come after the arrow was pressed may move it in the list.
  const [marked, setMarked] = useState<number | null>(null)
  useEffect(() => setMarked(null), [query])
  const active = games.findIndex(({ ci }) => ci === marked)
  const go = (address: string) => {
    add(query.trim())
    onClose()
    navigate(address)
  }
  const whole = `/search?text=${encodeURIComponent(query.trim())}`
  // In the layout: a key that comes with the first sight of the results already means them.
  useLayoutEffect(() => {
    const input = field.current
    if (!input) return
    const onKey = (event: KeyboardEvent) => {
      const down = event.key === 'ArrowDown'
      if (down || event.key === 'ArrowUp') {
        event.preventDefault()
        const next = active < 0 ? (down ? 0 : games.length - 1) : active + (down ? 1 : -1)
        setMarked(games[next]?.ci ?? null)
      } else if (event.key === 'Enter' && query.trim().length >= SHORTEST) {
        event.preventDefault()
        const game = games[active]
        go(game ? gameAddress(game) : whole)
      } else if (event.key === 'Escape') onClose()
    }
    input.addEventListener('keydown', onKey)
    return () => input.removeEventListener('keydown', onKey)
  })
  // The focus stays in the field: this tells where the arrows stand.
  useEffect(() => {
    const input = field.current
    if (active < 0 || active >= games.length) input?.removeAttribute('aria-activedescendant')
    else input?.setAttribute('aria-activedescendant', optionId(games[active]!.ci))
    document.getElementById(input?.getAttribute('aria-activedescendant') ?? '')?.scrollIntoView({ block: 'nearest' })
    return () => input?.removeAttribute('aria-activedescendant')
  }, [field, active, games])
  const typed = query.trim().length >= SHORTEST
  return (
    <div id="search-results" className={styles.results} data-query={asked}>
      {!typed ? (
        <Before recent={recent} onPick={onQuery} onClear={clear} />
      ) : ready && failed && games.length === 0 ? (
        <p className={styles.groupHead} role="alert">
          {text('list_failed')}
          {/* The button leaves with the press: the typing goes on in the field. */}
          <button type="button" className={styles.clear} onClick={() => (field.current?.focus(), retry())}>
            {text('retry')}
          </button>
        </p>
      ) : ready && games.length === 0 ? (
        <p className={styles.nothing} role="status">
          <strong>{text('search_nothing', { text: asked.trim() })}</strong>
          <span>{text('search_hint')}</span>
        </p>
      ) : (
        <>
          <div role="listbox" aria-label={text('search_title')}>
            <Group title={text('live')} games={live} from={0} active={active} onGo={go} />
            <Group title={text('line')} games={line} from={live.length} active={active} onGo={go} />
          </div>
          {games.length ? (
            <button type="button" className={styles.whole} onClick={() => go(whole)}>
              {text('search_all')}
            </button>
          ) : null}
        </>
      )}
    </div>
  )
}

function optionId(ci: number): string {
  return `search-result-${ci}`
}

function Before({ recent, onPick, onClear }: { recent: readonly string[]; onPick: (text: string) => void; onClear: () => void }) {
  const text = useSiteTexts()
  if (recent.length === 0) return <p className={styles.prompt}>{text('search_prompt')}</p>
  return (
    <>
      <p className={styles.groupHead}>
        {text('search_recent')}
        <button type="button" className={styles.clear} onClick={onClear}>
          {text('search_recent_clear')}
        </button>
      </p>
      {recent.map((one) => (
        <button key={one} type="button" className={styles.result} onClick={() => onPick(one)}>
          <Icon name="history" size={16} />
          <span className={styles.names}>{one}</span>
        </button>
      ))}
    </>
  )
}

function Group({
  title,
  games,
  from,
  active,
  onGo,
}: {
  title: string
  games: readonly LineGame[]
  from: number
  active: number
  onGo: (address: string) => void
}) {
  const format = useDates()
  if (games.length === 0) return null
  return (
    <div role="group" aria-label={title}>
      <p className={styles.groupHead} role="presentation">
        {title}
      </p>
      {games.map((game, index) => (
        <button
          key={game.ci}
          id={optionId(game.ci)}
          tabIndex={-1}
          type="button"
          role="option"
          aria-selected={from + index === active}
          className={styles.result}
          onClick={() => onGo(gameAddress(game))}
        >
          <SportIcon sportId={game.sportId} size={16} />
          <span className={styles.names}>
            <span dir="auto">{[game.side1, game.side2].filter(Boolean).join(' – ')}</span>
            <small>{game.champ}</small>
          </span>
          <span className={styles.when}>
            {game.kind === LIVE ? (
              <b>
                <LiveDot />
                {game.score && game.side2 ? <Score beside={game.side1}>{game.score.total.join(':')}</Score> : null}
              </b>
            ) : (
              <Num>{format(game.startsAt, 'dd.MM / HH:mm')}</Num>
            )}
          </span>
        </button>
      ))}
    </div>
  )
}
