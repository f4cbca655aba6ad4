import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayFault, readDay, typedDay } from '#lib/calendar.ts'
import { COUPON_KINDS } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { weekStart } from '#platform/web/format.ts'
import { Button } from '#ui/Button.tsx'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { DateField } from '#ui/DateField.tsx'
import { SearchField } from '#ui/Field.tsx'
import { SelectField } from '#ui/Select.tsx'
import { LONGEST_DAYS } from '../rules/window.ts'
import { firstDay, PERIODS, SORTS, STATUSES, type Change, type Filter, type SortKey, type StatusKey } from './filter.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'

const TYPING_MS = 350

/** Period, status and search always in view; kind, feed, dates and order one press away. */
export function Filters({ filter, change }: { filter: Filter; change: Change }) {
  const text = useHistoryTexts()
  const [more, setMore] = useState(filter.kind !== null || filter.feed !== null || filter.from !== '' || filter.sort !== 'newest')
  const hidden = useSite().config.coupon.hiddenBetStatuses
  const statuses = (Object.keys(STATUSES) as StatusKey[]).filter((key) => STATUSES[key].some((status) => !hidden.includes(status)))
  return (
    <div className={styles.filters}>
      <div className={styles.find}>
        <Search value={filter.search} onChange={(q) => change({ q })} />
        <Button className={styles.typeFilter} icon="filter" aria-expanded={more} onClick={() => setMore(!more)}>
          {text('more_filters')}
        </Button>
      </div>
      <div className={styles.row}>
        <ChipStrip label={text('period')}>
          {PERIODS.map((days) => (
            <Chip
              key={days}
              selected={filter.from === '' && filter.days === days}
              onClick={() => change({ days: String(days), from: null, to: null })}
            >
              {text('days', { count: days })}
            </Chip>
          ))}
        </ChipStrip>
        <ChipStrip label={text('status')}>
          <Chip selected={filter.status === null} onClick={() => change({ status: null })}>
            {text('filter_all')}
          </Chip>
          {statuses.map((status) => (
            <Chip key={status} selected={filter.status === status} onClick={() => change({ status })}>
              {text(`filter_${status}`)}
            </Chip>
          ))}
        </ChipStrip>
      </div>
      {more ? <More filter={filter} change={change} /> : null}
    </div>
  )
}

function Search({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const text = useHistoryTexts()
  const [typed, setTyped] = useState(value)
  /** What this field has sent and the address does not say yet. */
  const sent = useRef<string | null>(null)
  const send = useEffectEvent(() => {
    sent.current = typed
    onChange(typed)
  })
  useEffect(() => {
    // By the time the address says what was sent, more may be typed.
    if (sent.current !== value) setTyped(value)
    sent.current = null
  }, [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(send, TYPING_MS)
    return () => clearTimeout(timer)
  }, [typed, value])
  return <SearchField className={styles.search} label={text('search')} placeholder={text('search')} value={typed} onChange={setTyped} />
}

function More({ filter, change }: { filter: Filter; change: Change }) {
  const text = useHistoryTexts()
  const { types } = useSite().config.coupon
  const offered: readonly string[] = types
  // Several singles are so many bets, each a single.
  const kinds = COUPON_KINDS.filter((kind) => kind !== 'multiSingle' && offered.includes(kind))
  return (
    <div className={styles.more}>
      <ChipStrip label={text('kind')}>
        <Chip selected={filter.kind === null} onClick={() => change({ type: null })}>
          {text('kind_all')}
        </Chip>
        {kinds.map((kind) => (
          <Chip key={kind} selected={filter.kind === kind} onClick={() => change({ type: kind })}>
            {text(`kind_${kind}`)}
          </Chip>
        ))}
      </ChipStrip>
      <ChipStrip label={text('feed')}>
        {([null, 'line', 'live'] as const).map((feed) => (
          <Chip key={feed ?? 'all'} selected={filter.feed === feed} onClick={() => change({ feed })}>
            {text(feed === null ? 'feed_all' : `feed_${feed}`)}
          </Chip>
        ))}
      </ChipStrip>
      <div className={styles.row}>
        <Range filter={filter} change={change} />
        <SelectField label={text('sort')} value={filter.sort} onChange={(sort) => change({ sort })}>
          {(Object.keys(SORTS) as SortKey[]).map((sort) => (
            <option key={sort} value={sort}>
              {text(`sort_${sort}`)}
            </option>
          ))}
        </SelectField>
      </div>
    </div>
  )
}

/** Two days of the reader's own; both are needed before anything changes. */
function Range({ filter, change }: { filter: Filter; change: Change }) {
  const text = useHistoryTexts()
  const { country } = useSite()
  const [from, setFrom] = useState(filter.from && typedDay(filter.from))
  const [to, setTo] = useState(filter.to && typedDay(filter.to))
  /** The days that this field has sent and the address does not say yet. */
  const sent = useRef<string | null>(null)
  useEffect(() => {
    // What came by another way is shown; what came of typing stands as it was typed.
    if (sent.current !== filter.from + filter.to) {
      setFrom(filter.from && typedDay(filter.from))
      setTo(filter.to && typedDay(filter.to))
    }
    sent.current = null
  }, [filter.from, filter.to])
  const [today] = useState(() => new Date().toLocaleDateString('en-CA'))
  const send = (first: string, last: string) => {
    sent.current = first + last
    change({ from: first || null, to: last || null, ...(first ? { days: null } : {}) })
  }
  const use = (nextFrom: string, nextTo: string) => {
    setFrom(nextFrom)
    setTo(nextTo)
    const [first, last] = [readDay(nextFrom), readDay(nextTo)]
    if (first && last && first <= last && last <= today && first >= firstDay(last)) send(first, last)
    else if (nextFrom === '' && nextTo === '' && filter.from) send('', '')
  }
  const days = { today, weekStart: weekStart(country), max: today }
  const [typing, setTyping] = useState<'from' | 'to' | null>(null)
  const fault = (value: string, isLeft: boolean) => {
    const found = dayFault(value, { max: today, isLeft })
    return found === 'date_invalid' || found === 'date_max' ? text(found, { date: typedDay(today) }) : undefined
  }
  const left = (field: 'from' | 'to') => ({ onFocus: () => setTyping(field), onBlur: () => setTyping(null) })
  const [first, last] = [readDay(from), readDay(to)]
  const tooLong = first && last && first < firstDay(last) ? text('date_span', { days: LONGEST_DAYS }) : null
  const together = first && last && first > last ? text('date_order') : tooLong
  return (
    <div className={styles.range}>
      <DateField
        {...days}
        label={text('date_from')}
        value={from}
        onChange={(value) => use(value, to)}
        error={fault(from, typing !== 'from')}
        {...left('from')}
      />
      <DateField
        {...days}
        label={text('date_to')}
        value={to}
        onChange={(value) => use(from, value)}
        error={fault(to, typing !== 'to') ?? together}
        {...left('to')}
      />
    </div>
  )
}
