/** The line's table: one flat list of heads and rows, of which only those in view stand in the page (ux 3). */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useWindowVirtualizer } from '@tanstack/react-virtual'
import { PRICE_FORMATS } from '#lib/price-format.ts'
import { useUi } from '#ui/settings.tsx'
import { usePreference } from '#platform/web/storage.ts'
import { useSite } from '#platform/web/features.tsx'
import { groupOrder, type RowGroup } from '../model/columns.ts'
import { flatten, type FlatItem, type FlatSegment } from '../model/flat-list.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useMounted } from '../model/zone.ts'
import { GameRow } from './GameRow.tsx'
import { ChampHead, NewGames, SectionHead } from './Heads.tsx'
import { onGridKey } from './grid-keys.ts'
import { useSteady } from './use-steady.ts'
import styles from './Table.module.css'

/** Items of the server's page: the first screen, whatever its size. */
const FIRST_ITEMS = 26
const OVERSCAN = 6
const ROW = { compact: 40, default: 48, comfortable: 56 } as const
const CARD_PX = 137
const CHAMP_PX = 34
const SECTION_PX = 40
const PHONE = '(width < 768px)'

export interface LineTableProps {
  /** Tells one list from another. */
  listKey: string
  segments: readonly FlatSegment[]
  market: RowGroup
  sectionHeads?: boolean
  /** More rows follow. */
  hasMore: boolean
  onMore: () => void
}

function useRowSizes(): { row: number; phone: boolean } {
  const { config } = useSite()
  const fallback = (config as { customize?: { density?: keyof typeof ROW } }).customize?.density ?? 'default'
  const [density] = usePreference('density', fallback)
  const [phone, setPhone] = useState(() => typeof matchMedia === 'function' && matchMedia(PHONE).matches)
  useEffect(() => {
    const media = matchMedia(PHONE)
    const changed = () => setPhone(media.matches)
    changed()
    media.addEventListener('change', changed)
    return () => media.removeEventListener('change', changed)
  }, [])
  return { row: phone ? CARD_PX : (ROW[density] ?? ROW.default), phone }
}

export function LineTable({ listKey, segments, market, sectionHeads = false, hasMore, onMore }: LineTableProps) {
  const text = useSiteTexts()
  const mounted = useMounted()
  const [singleKeys] = usePreference('singleKeys', true)
  const view = useRowView()
  const { priceView } = useUi()
  const { row } = useRowSizes()
  const held = useSteady(listKey, segments)
  const items = useMemo(() => flatten(held.segments, sectionHeads), [held.segments, sectionHeads])
  const order = useMemo(() => groupOrder(market), [market])
  const box = useRef<HTMLDivElement>(null)
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    const element = box.current
    if (element) setTop(element.getBoundingClientRect().top + window.scrollY)
  }, [listKey])
  const sizeOf = (index: number) => sizeOfItem(items[index], row)
  // What is in view is read at each render, so the compiler must not (and does not) keep it.
  // oxlint-disable-next-line react/incompatible-library
  const virtual = useWindowVirtualizer({
    count: items.length,
    estimateSize: sizeOf,
    getItemKey: (index) => items[index]?.key ?? index,
    overscan: OVERSCAN,
    scrollMargin: top,
    initialRect: typeof window === 'undefined' ? { width: 0, height: 0 } : { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => (typeof window === 'undefined' ? 0 : window.scrollY),
  })
  // The sizes are known, not measured: when one changes all are told anew.
  useLayoutEffect(() => virtual.measure(), [virtual, row, items])
  const shown = mounted ? virtual.getVirtualItems().map(({ index }) => index) : items.slice(0, FIRST_ITEMS).map((_, index) => index)
  const total = items.reduce((sum, item) => sum + sizeOfItem(item, row), 0)
  const before = sum(items, row, 0, shown[0] ?? 0)
  const inside = sum(items, row, shown[0] ?? 0, (shown.at(-1) ?? -1) + 1)
  const last = shown.at(-1) ?? -1
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
        data-market={market}
        data-fractions={priceView === PRICE_FORMATS.uk || undefined}
        onPointerEnter={held.enter}
        onPointerLeave={held.leave}
        onFocus={held.enter}
        onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || held.leave()}
        onKeyDown={(event) => onGridKey(event, singleKeys)}
        style={{ paddingBlockStart: before, paddingBlockEnd: Math.max(0, total - before - inside) }}
      >
        {shown.map((index) => {
          const item = items[index]
          if (!item) return null
          const entry = items[index - 1]?.type === 'champ'
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

function sum(items: readonly FlatItem[], row: number, from: number, to: number): number {
  let size = 0
  for (let index = from; index < to; index += 1) size += sizeOfItem(items[index], row)
  return size
}
