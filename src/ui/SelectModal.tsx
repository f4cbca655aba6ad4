import { useId, useMemo, useRef, useState } from 'react'
import type { KeyboardEvent, ReactNode, UIEvent } from 'react'
import { fold } from '#lib/text.ts'
import { Button } from './Button.tsx'
import { SearchField } from './Field.tsx'
import { Icon } from './Icon.tsx'
import { Notice } from './Notice.tsx'
import { Modal } from './Overlay.tsx'
import { Skeleton } from './Skeleton.tsx'
import { useUi } from './settings.tsx'
import styles from './SelectModal.module.css'

/** Constants of the specification (spec 9, UI-07). Heights in pixels of the unscaled page. */
export const SELECT_LIMITS = {
  options: 1000,
  displayed: 99_999,
  listHeightPx: 300,
  optionHeightPx: 40,
  scrollMarginPx: 100,
  searchLength: 100,
  skeletonRows: 5,
} as const

export interface SelectOption<V extends string | number> {
  name: string
  value: V
  disabled?: boolean
  /** Before the name: a flag, an icon. */
  start?: ReactNode
  /** After the name: a calling code, a count. */
  end?: ReactNode
}

interface SharedProps<V extends string | number> {
  title: string
  options: readonly SelectOption<V>[]
  onClose: () => void
  onBack?: () => void
  searchable?: boolean
  loading?: boolean
  /** Which options a search finds; by the words of their names without it. */
  match?: (option: SelectOption<V>, query: string) => boolean
  /** Offered when a search finds nothing. */
  otherwise?: SelectOption<V> | undefined
  /** Called when the list nears its end: more options can be loaded. */
  onEndReached?: () => void
}

export interface SelectModalProps<V extends string | number> extends SharedProps<V> {
  value: V | null
  onSelect: (value: V) => void
  /** Stays open after a choice; it closes by default. */
  stay?: boolean
}

export interface MultiSelectModalProps<V extends string | number> extends SharedProps<V> {
  value: readonly V[]
  onSelect: (value: readonly V[]) => void
  max?: number
}

/** What a press on an option makes of a multi-selection; null when the maximum forbids it. */
export function toggleOption<V>(selected: readonly V[], value: V, max: number): readonly V[] | null {
  if (selected.includes(value)) return selected.filter((other) => other !== value)
  return selected.length >= max ? null : [...selected, value]
}

/** Options whose names carry the words of the query, at most the limit. */
export function matchingOptions<V extends string | number>(options: readonly SelectOption<V>[], query: string): readonly SelectOption<V>[] {
  const words = fold(query.slice(0, SELECT_LIMITS.searchLength)).split(/\s+/).filter(Boolean)
  const within = options.slice(0, SELECT_LIMITS.options)
  return words.length ? within.filter((option) => words.every((word) => fold(option.name).includes(word))) : within
}

/** Choice of one (UI-04): closes on the choice unless told to stay. */
export function SelectModal<V extends string | number>({ value, onSelect, stay = false, ...shared }: SelectModalProps<V>) {
  const choose = (option: V) => {
    onSelect(option)
    if (!stay) shared.onClose()
  }
  return <SelectShell {...shared} selected={value === null ? [] : [value]} onChoose={choose} />
}

/** Choice of several (UI-05): beyond the maximum nothing is added and the reason is said. */
export function MultiSelectModal<V extends string | number>({
  value,
  onSelect,
  max = SELECT_LIMITS.displayed,
  ...shared
}: MultiSelectModalProps<V>) {
  const { text } = useUi()
  const [full, setFull] = useState(false)
  const choose = (option: V) => {
    const next = toggleOption(value, option, max)
    setFull(next === null)
    if (next) onSelect(next)
  }
  return (
    <SelectShell
      {...shared}
      multiple
      selected={value}
      onChoose={choose}
      note={
        full ? (
          <Notice kind="warning" announce>
            {text('multi_max', { count: max })}
          </Notice>
        ) : null
      }
    />
  )
}

interface ShellProps<V extends string | number> extends SharedProps<V> {
  selected: readonly V[]
  onChoose: (value: V) => void
  multiple?: boolean
  note?: ReactNode
}

function SelectShell<V extends string | number>({
  title,
  options,
  onClose,
  onBack,
  searchable = false,
  loading = false,
  selected,
  onChoose,
  multiple = false,
  note,
  match,
  otherwise,
  onEndReached,
}: ShellProps<V>) {
  const { text } = useUi()
  const [query, setQuery] = useState('')
  const shown = useMemo(() => {
    const asked = query.slice(0, SELECT_LIMITS.searchLength)
    const found = match && asked.trim() ? options.filter((option) => match(option, asked)) : matchingOptions(options, query)
    return found.length === 0 && otherwise && asked.trim() ? [otherwise] : found
  }, [options, query, match, otherwise])
  return (
    <Modal
      title={title}
      size="small"
      onClose={onClose}
      onBack={onBack}
      className={styles.modal}
      footer={
        multiple ? (
          <Button kind="primary" wide onClick={onClose}>
            {text('done')}
          </Button>
        ) : undefined
      }
    >
      <div className={styles.frame} role="presentation" onKeyDown={toList}>
        {searchable ? <SearchField label={text('search')} placeholder={text('search')} value={query} onChange={setQuery} /> : null}
        {note}
        {loading ? (
          <SkeletonList />
        ) : shown.length === 0 ? (
          <p className={styles.nothing} role="status">
            {text(options.length === 0 ? 'multi_empty' : 'multi_nothing')}
          </p>
        ) : (
          <OptionList
            title={title}
            options={shown}
            selected={selected}
            multiple={multiple}
            onChoose={onChoose}
            onEndReached={onEndReached}
          />
        )}
      </div>
    </Modal>
  )
}

/** Down from the search goes on into what it found. */
function toList(event: KeyboardEvent<HTMLDivElement>): void {
  const list = event.currentTarget.querySelector<HTMLElement>('[role=listbox]')
  if (event.key !== 'ArrowDown' || !list || !(event.target instanceof HTMLInputElement)) return
  event.preventDefault()
  list.focus()
}

function SkeletonList() {
  return (
    <div aria-busy="true">
      {Array.from({ length: SELECT_LIMITS.skeletonRows }, (_, index) => (
        <div key={index} className={styles.option}>
          <Skeleton width={`${75 - index * 9}%`} height="0.9em" />
        </div>
      ))}
    </div>
  )
}

interface ListProps<V extends string | number> {
  title: string
  options: readonly SelectOption<V>[]
  selected: readonly V[]
  multiple: boolean
  onChoose: (value: V) => void
  onEndReached: (() => void) | undefined
}

/** Rows beyond the view that are drawn as well, so that a fast finger meets no holes. */
const OVERSCAN_ROWS = 6

/**
 * Only the rows in view are in the page: a thousand options cost as much as twenty. The list is one tab stop; arrows
 * move an active row, Enter and Space choose it.
 */
function OptionList<V extends string | number>({ title, options, selected, multiple, onChoose, onEndReached }: ListProps<V>) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const rowHeight = SELECT_LIMITS.optionHeightPx
  const [scrollTop, setScrollTop] = useState(0)
  // The active row is known by its option: a search or another page of options moves the rows.
  const [chosen, setChosen] = useState<V | null>(null)
  const rowOf = (holds: (option: SelectOption<V>) => boolean) => {
    const row = options.findIndex(holds)
    return row < 0 ? null : row
  }
  const active = rowOf(({ value }) => value === chosen) ?? rowOf(({ value }) => selected.includes(value)) ?? 0
  const setActive = (row: number) => setChosen(options[row]?.value ?? null)
  const from = Math.max(0, Math.floor(scrollTop / rowHeight) - OVERSCAN_ROWS)
  const to = Math.min(options.length, Math.ceil((scrollTop + SELECT_LIMITS.listHeightPx) / rowHeight) + OVERSCAN_ROWS)

  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const element = event.currentTarget
    setScrollTop(element.scrollTop)
    if (element.scrollHeight - element.scrollTop - element.clientHeight < SELECT_LIMITS.scrollMarginPx) onEndReached?.()
  }
  const moveTo = (index: number, step: number) => {
    let target = Math.min(options.length - 1, Math.max(0, index))
    while (options[target]?.disabled && options[target + step]) target += step
    setActive(target)
    const element = list.current
    if (!element) return
    if (target * rowHeight < element.scrollTop) element.scrollTop = target * rowHeight
    else if ((target + 1) * rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = (target + 1) * rowHeight - element.clientHeight
  }
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>) => {
    const option = options[active]
    if (event.key === 'ArrowDown') moveTo(active + 1, 1)
    else if (event.key === 'ArrowUp') moveTo(active - 1, -1)
    else if (event.key === 'Home') moveTo(0, 1)
    else if (event.key === 'End') moveTo(options.length - 1, -1)
    else if (event.key === 'PageDown') moveTo(active + 7, 1)
    else if (event.key === 'PageUp') moveTo(active - 7, -1)
    else if ((event.key === 'Enter' || event.key === ' ') && option && !option.disabled) onChoose(option.value)
    else return
    event.preventDefault()
  }
  return (
    <div
      ref={list}
      className={styles.list}
      role="listbox"
      tabIndex={0}
      aria-label={title}
      aria-multiselectable={multiple || undefined}
      aria-activedescendant={active >= from && active < to ? `${id}-${active}` : undefined}
      onScroll={onScroll}
      onKeyDown={onKeyDown}
    >
      <div style={{ blockSize: options.length * rowHeight }} className={styles.space}>
        {options.slice(from, to).map((option, index) => {
          const at = from + index
          return (
            // Keys of the list are handled by the listbox itself, which has the focus.
            // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
            <div
              key={option.value}
              id={`${id}-${at}`}
              role="option"
              tabIndex={-1}
              className={styles.option}
              style={{ insetBlockStart: at * rowHeight }}
              data-active={at === active || undefined}
              aria-selected={selected.includes(option.value)}
              aria-disabled={option.disabled || undefined}
              aria-posinset={at + 1}
              aria-setsize={options.length}
              onClick={() => {
                if (option.disabled) return
                setActive(at)
                onChoose(option.value)
              }}
            >
              {option.start}
              <span className={styles.name}>{option.name}</span>
              {option.end}
              {selected.includes(option.value) ? <Icon name="check" size={16} /> : null}
            </div>
          )
        })}
      </div>
    </div>
  )
}
