/** The line's table: one flat list of heads and rows, of which only those in view stand in the page (ux 3). */
import { useEffect, useMemo, useRef, useState } from 'react'
import { PRICE_FORMATS } from '#lib/price-format.ts'
import { useUi } from '#ui/settings.tsx'
import { PHONE, useMedia } from '#ui/use-media.ts'
import { usePreference } from '#platform/web/storage.ts'
import { useDensity } from '#platform/web/view-preferences.ts'
import { groupOrder, type RowGroup } from '../model/columns.ts'
import { flatten, type FlatItem, type FlatSegment } from '../model/flat-list.ts'
import { rowMarketOf } from '../model/row-markets.ts'
import { useSiteTexts } from '../model/texts.ts'
import { GameRow } from './GameRow.tsx'
import { ChampHead, NewGames, SectionHead } from './Heads.tsx'
import { onGridKey, readArrows } from './grid-keys.ts'
import { offsetsOf, useRowWindow } from './row-window.ts'
import { useSteady } from './use-steady.ts'
import { useRowMarkets } from './view-settings.ts'
import styles from './Table.module.css'

/** Items of the server's page: the first screen, whatever its size. */
const FIRST_ITEMS = 26
const OVERSCAN = 6
/** Two lines of names, a favourite's above its price: with large letters a row is higher than its density says. */
const ROW = {
  compact: { least: 40, rem: 2.4, px: 0 },
  default: { least: 48, rem: 2.45, px: 8 },
  comfortable: { least: 56, rem: 2.45, px: 8 },
} as const
/** A card of a phone, as its style sheet has it: what grows with the size of the letters, and what does not. */
const CARD = { least: 0, px: 93, rem: 2.75 } as const
const CHAMP_PX = 34
const SECTION_PX = 40
const NO_COLUMNS: readonly RowGroup[] = []

export interface LineTableProps {
  /** Tells one list from another. */
  listKey: string
  segments: readonly FlatSegment[]
  /** Rows of several sports, that one market may lead together. */
  mixed?: boolean
  sectionHeads?: boolean
  /** More rows follow. */
  hasMore: boolean
  onMore: () => void
}

/** Pixels of a rem as the browser is set, before the player's own choice. */
function ownRem(): number {
  const style = getComputedStyle(document.documentElement)
  return parseFloat(style.fontSize) / Number(style.getPropertyValue('--font-scale')) || 16
}

function useRowSize(): number {
  const [density] = useDensity()
  const [fontSize] = usePreference('fontSize', 100)
  // The server draws by the usual size, and what is hydrated must be drawn as the server did.
  const [own, setOwn] = useState(16)
  useEffect(() => setOwn(ownRem()), [])
  const phone = useMedia(PHONE)
  const rem = (own * fontSize) / 100
  const row = phone ? CARD : (ROW[density] ?? ROW.default)
  return Math.max(row.least, row.px + row.rem * rem)
}

export function LineTable({ listKey, segments, mixed = false, sectionHeads = false, hasMore, onMore }: LineTableProps) {
  const text = useSiteTexts()
  const [singleKeys] = usePreference('singleKeys', true)
  const view = useRowView()
  const { priceView } = useUi()
  const row = useRowSize()
  const held = useSteady(listKey, segments)
  const items = useMemo(() => flatten(held.segments, sectionHeads), [held.segments, sectionHeads])
  const markets = useRowMarkets()
  const box = useRef<HTMLDivElement>(null)
  const offsets = useMemo(() => offsetsOf(items.length, (index) => sizeOfItem(items[index], row)), [items, row])
  const { first, end } = useRowWindow(box, offsets, FIRST_ITEMS, OVERSCAN * row)
  const last = end - 1
  useEffect(() => {
    if (hasMore && last >= items.length - OVERSCAN * 2) onMore()
  }, [hasMore, last, items.length, onMore])
  return (
    <>
      <NewGames count={held.waiting} onShow={held.release} />
      <div
        ref={box}
        className={styles.table}
        role="grid"
        aria-label={text('table')}
        aria-rowcount={items.length}
        data-fractions={priceView === PRICE_FORMATS.uk || undefined}
        data-periods={view.detailed || undefined}
        onPointerEnter={held.enter}
        onPointerLeave={held.leave}
        onFocus={() => {
          held.enter()
          void readArrows()
        }}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || held.leave()}
        onKeyDown={(event) => onGridKey(event, singleKeys)}
        style={{ paddingBlockStart: offsets[first], paddingBlockEnd: offsets[items.length]! - offsets[end]! }}
      >
        {items.slice(first, end).map((item, at) => {
          const index = first + at
          const entry = items[index - 1]?.type === 'champ'
          const order = item.type === 'section' ? NO_COLUMNS : groupOrder(rowMarketOf(markets, item.sportId, mixed))
          return <Item key={item.key} {...{ item, order, entry, view }} rowIndex={index + 1} />
        })}
      </div>
    </>
  )
}

interface RowView {
  detailed: boolean
  showId: boolean
  fullNames: boolean
}

/** What the player wants to see in rows; read once for the table, not by each row. */
function useRowView(): RowView {
  const [detailed] = usePreference('detailedScore', false)
  const [showId] = usePreference('showGameId', false)
  const [names] = usePreference('marketNames', 'short')
  return { detailed, showId, fullNames: names === 'full' }
}

interface ItemProps {
  item: FlatItem
  order: readonly RowGroup[]
  entry: boolean
  rowIndex: number
  view: RowView
}

function Item({ item, order, entry, rowIndex, view }: ItemProps) {
  if (item.type === 'section') return <SectionHead id={item.id} rowIndex={rowIndex} />
  if (item.type === 'champ') return <ChampHead item={item} order={order} rowIndex={rowIndex} />
  return <GameRow game={item.game} draws={item.draws} {...{ order, entry, rowIndex }} {...view} />
}

function sizeOfItem(item: FlatItem | undefined, row: number): number {
  return item?.type === 'section' ? SECTION_PX : item?.type === 'champ' ? CHAMP_PX : row
}
