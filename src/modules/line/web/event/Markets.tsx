/** Market tabs, the search among them and the cards in columns (ux 7). */
import { useCallback, useMemo, useRef, useState } from 'react'
import { fold } from '#lib/text.ts'
import { useApi } from '#platform/web/query.ts'
import { useSite } from '#platform/web/features.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { IconButton } from '#ui/Button.tsx'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { SearchField } from '#ui/Field.tsx'
import { EmptyState, ErrorState } from '#ui/States.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { Tabs } from '#ui/Tabs.tsx'
import { useEventLock } from '../live/use-locks.ts'
import { useKept } from '../model/kept.ts'
import { orderGroups } from '../model/market-rows.ts'
import { groupName, outcomeName } from '../model/outcome-text.ts'
import { cardQuery, type NameModel } from '../model/queries.ts'
import { useSiteTexts } from '../model/texts.ts'
import { PRICED, type PricedGame } from '../model/priced-game.ts'
import type { LineGame, OutcomeGroup, SubGame } from '../model/types.ts'
import { useNameModel } from '../model/use-name-model.ts'
import { EventLock } from './EventLock.tsx'
import { Impossible } from './Impossible.tsx'
import { MarketCard } from './MarketCard.tsx'
import { onPriceKey } from './price-keys.ts'
import styles from './Event.module.css'

const ALL = 1
const NO_PINS: readonly string[] = []

interface MarketsProps {
  /** The game, or one of its parts. */
  game: LineGame
  topic: string
  /** Markets that take no bets are left out. */
  openOnly: boolean
  /** Pieces of the match whose markets stand apart: corners, halves. The search leads there too. */
  parts: readonly SubGame[]
  onPart: (ci: number) => void
}

function toggled(list: readonly string[], id: string): readonly string[] {
  return list.includes(id) ? list.filter((one) => one !== id) : [...list, id]
}

export function Markets({ game, topic, openOnly, parts, onPart }: MarketsProps) {
  const text = useSiteTexts()
  const { lng } = useSite()
  const [chosen, setTab] = useState(ALL)
  const [query, setQuery] = useState('')
  const [pinned, setPinned] = usePreference('pinnedMarkets', NO_PINS)
  const names = useNameModel(game.groups.map(({ g }) => g))
  const tabs = tabItems(game, text('tab_all'))
  // The chosen tab is left out while it has no markets.
  const tab = tabs.some(({ key }) => key === String(chosen)) ? chosen : ALL
  const inTab = useApi(cardQuery(game.kind, lng, game.ci, tab), { enabled: tab !== ALL })
  // Who looks for a market looks in the whole game.
  const tabbed = tab === ALL || query.trim() ? game : inTab.data
  const groups = useMemo(() => {
    const found = matching(
      (tabbed?.groups ?? []).filter(({ g }) => g !== EACH_WAY_GROUP),
      game,
      names,
      query,
    )
    return orderGroups(found, pinned)
  }, [tabbed, game, names, query, pinned])
  const foundParts = useMemo(() => matchingParts(parts, query), [parts, query])
  // One function for all: with a new one each time a press on a price would draw every market.
  const pin = useCallback((g: number) => setPinned((stored) => toggled(stored, String(g))), [setPinned])
  const lock = useLockOf(game.groups, game, topic)
  const priced = usePriced(game)
  const [columns, setColumns] = useKept('market-columns', 0, readColumns)
  if (game.groups.length === 0) return <EmptyState icon="lock">{text('event_no_markets')}</EmptyState>
  return (
    <>
      <MarketBar {...{ tabs, tab, columns, query }} onTab={setTab} onQuery={setQuery} onColumns={setColumns} />
      {lock ? <EventLock lock={lock} /> : null}
      {foundParts.length ? <FoundParts parts={foundParts} onPart={onPart} /> : null}
      {tabbed === undefined ? (
        <NotYet answer={inTab} />
      ) : groups.length === 0 ? (
        foundParts.length ? null : (
          <EmptyState icon={query ? 'search' : 'lock'}>{text(query ? 'event_search_nothing' : 'event_no_markets')}</EmptyState>
        )
      ) : (
        <Impossible game={game}>
          {openOnly ? <NoneOpen groups={groups} game={game} topic={topic} searched={query !== ''} /> : null}
          {/* Its prices are the buttons: the keys only lead from one to another. */}
          {/* oxlint-disable-next-line jsx-a11y/no-static-element-interactions */}
          <div
            className={styles.markets}
            data-few={groups.length < 3 || undefined}
            data-columns={columns || undefined}
            onKeyDown={onPriceKey}
          >
            {groups.map((group) => (
              <MarketCard
                key={`${group.g}-${group.gs}`}
                {...{ group, names, topic, openOnly }}
                game={priced}
                told={lock}
                pinned={pinned.includes(String(group.g))}
                onPin={pin}
              />
            ))}
          </div>
        </Impossible>
      )}
    </>
  )
}

/** In the place of markets that have not come, or could not be read. */
export function NotYet({ answer }: { answer: { isError: boolean; refetch: () => unknown } }) {
  return answer.isError ? <ErrorState onRetry={() => void answer.refetch()} /> : <SkeletonRows rows={8} />
}

/** The same as before as long as nothing of it has changed: the card is asked for every few seconds, and few of its markets are others. */
function usePriced(game: LineGame): PricedGame {
  const [kept, keep] = useState<PricedGame>(game)
  const isSame = PRICED.every((field) => kept[field] === game[field])
  if (!isSame) keep(game)
  return isSame ? kept : game
}

interface MarketBarProps {
  tabs: ReturnType<typeof tabItems>
  tab: number
  columns: number
  query: string
  onTab: (tab: number) => void
  onQuery: (query: string) => void
  onColumns: (columns: number) => void
}

function MarketBar({ tabs, tab, columns, query, onTab, onQuery, onColumns }: MarketBarProps) {
  const text = useSiteTexts()
  const [searching, setSearching] = useState(false)
  const bar = useRef<HTMLDivElement>(null)
  const magnifier = useRef<HTMLButtonElement>(null)
  const choose = (key: string) => {
    toFirstMarket(bar.current)
    onTab(Number(key))
  }
  return (
    <div className={styles.tabs} ref={bar}>
      {searching ? (
        <SearchField
          ref={focusOnce}
          className={styles.search}
          label={text('event_search')}
          placeholder={text('event_search')}
          value={query}
          onChange={onQuery}
          onKeyDown={(event) => event.key === 'Escape' && (onQuery(''), setSearching(false), magnifier.current?.focus())}
        />
      ) : (
        <Tabs className={styles.tabList!} label={text('event_tabs')} items={tabs} value={String(tab)} onChange={choose} />
      )}
      <IconButton
        icon="columns"
        label={columns ? text('event_columns', { count: columns }) : text('event_columns_auto')}
        data-columns-button={columns}
        onClick={() => onColumns((columns + 1) % (MOST_COLUMNS + 1))}
      />
      <IconButton
        ref={magnifier}
        icon={searching ? 'close' : 'search'}
        label={text(searching ? 'search_clear' : 'event_search')}
        onClick={() => (onQuery(''), setSearching(!searching))}
      />
    </div>
  )
}

/** Another tab begins at its first market: the bar stays on the screen, what was read under it goes. */
function toFirstMarket(bar: HTMLElement | null): void {
  const first = bar?.nextElementSibling
  if (!bar || !first) return
  const passed = first.getBoundingClientRect().top - bar.getBoundingClientRect().bottom
  if (passed < 0) window.scrollBy({ top: passed, behavior: 'instant' })
}

/** Parts of the match whose name carries every word of the search. */
function matchingParts(parts: readonly SubGame[], query: string): readonly SubGame[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  return words.length === 0 ? [] : parts.filter(({ name }) => words.every((word) => fold(name).includes(word)))
}

function FoundParts({ parts, onPart }: { parts: readonly SubGame[]; onPart: (ci: number) => void }) {
  const text = useSiteTexts()
  return (
    <div className={styles.foundParts} data-found-parts="">
      <ChipRow label={text('event_parts')}>
        {parts.map(({ ci, name, count }) => (
          <Chip key={ci} count={count} onClick={() => onPart(ci)}>
            {name}
          </Chip>
        ))}
      </ChipRow>
    </div>
  )
}

const MOST_COLUMNS = 3

/** 0 follows the width. */
function readColumns(stored: unknown): number | null {
  return typeof stored === 'number' && stored >= 0 && stored <= MOST_COLUMNS ? stored : null
}

interface NoneOpenProps {
  groups: readonly OutcomeGroup[]
  game: LineGame
  topic: string
  searched: boolean
}

/** Closed markets are left out by their cards, which come back when they open: nothing is left while all of them are closed. */
function NoneOpen({ groups, game, topic, searched }: NoneOpenProps) {
  const text = useSiteTexts()
  if (!useLockOf(groups, game, topic)) return null
  return <EmptyState icon={searched ? 'search' : 'lock'}>{text(searched ? 'event_search_nothing' : 'event_no_markets')}</EmptyState>
}

/** Why none of the groups takes a bet; null while one does. */
function useLockOf(groups: readonly OutcomeGroup[], game: LineGame, topic: string) {
  const all = useMemo(() => groups.flatMap(({ columns }) => columns.flat()), [groups])
  // One price of each market: any of them may be the last that was still open.
  const first = useMemo(() => groups.flatMap(({ columns }) => columns.flat().slice(0, 1)), [groups])
  return useEventLock(all, first, topic, game.kind)
}

/** The field was asked for by a press: typing goes on in it. */
function focusOnce(field: HTMLInputElement | null): void {
  field?.focus()
}

/** "All" first; a tab without markets is left out. Counts are those of the feed. */
function tabItems(game: LineGame, all: string) {
  const others = game.tabs.filter(({ id, count }) => id !== ALL && count > 0)
  return [
    { key: String(ALL), label: all, count: game.count },
    ...others.map(({ id, name, count }) => ({ key: String(id), label: name, count })),
  ]
}

/** Places of each-way bets have no cell: the coupon offers them with their winner. */
const EACH_WAY_GROUP = 1_000_001

/** Groups whose name, or one of whose outcomes, carries every word. */
function matching(groups: readonly OutcomeGroup[], game: LineGame, names: NameModel, query: string): readonly OutcomeGroup[] {
  const words = fold(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return groups
  return groups.filter((group) => {
    const all = fold(
      [groupName(names, group.g), ...group.columns.flatMap((column) => column.map((outcome) => outcomeName(names, outcome, game)))].join(
        ' ',
      ),
    )
    return words.every((word) => all.includes(word))
  })
}
