import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSearchParams } from 'react-router'
import { useProductClock } from '#platform/web/product-clock.ts'
import { Chip } from '#ui/Chip.tsx'
import { ChipStrip } from '#ui/ChipStrip.tsx'
import { Num } from '#ui/Num.tsx'
import { ROW_GROUPS, type RowGroup } from '../model/columns.ts'
import { CHIP_HOURS, dateOf, dayStart, FURTHER_DAYS, hoursOf, readPeriod, type PeriodKey } from '../model/periods.ts'
import { MIXED } from '../model/row-markets.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates, useMounted } from '../model/zone.ts'
import styles from './Filters.module.css'
import { chooseRowMarket, useRowMarkets } from './view-settings.ts'

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)
const PeriodChip = lazyPart(async () => (await import('./PeriodChip.tsx')).PeriodChip)
const PeriodPicker = lazyPart(async () => (await import('./PeriodPicker.tsx')).PeriodPicker)
const ViewSettings = lazyPart(async () => (await import('./ViewSettings.tsx')).ViewSettings)

const PERIODS: readonly PeriodKey[] = ['all', ...CHIP_HOURS.map((hours) => `${hours}h` as const), 'today', 'tomorrow']

/** The period stands in the address, so that Back and a link lead to the same list. */
export function usePeriod(): [PeriodKey, (period: PeriodKey) => void] {
  const [params, setParams] = useSearchParams()
  const choose = (period: PeriodKey) =>
    setParams(
      (before) => {
        const next = new URLSearchParams(before)
        if (period === 'all') next.delete('t')
        else next.set('t', period)
        return next
      },
      { preventScrollReset: true, replace: true },
    )
  return [readPeriod(params.get('t')), choose]
}

interface FiltersProps {
  /** Stands where the periods are not offered. */
  start?: ReactNode
  /** The list obeys a period that it does not offer: its page may be led to with one. */
  ofPeriod?: boolean
  /** Where all rows are of one sport. */
  sportId?: number | null
}

export function Filters({ start, ofPeriod = false, sportId = null }: FiltersProps) {
  return (
    <div className={styles.bar}>
      {start === undefined ? (
        <PeriodChips />
      ) : (
        <span className={styles.start}>
          {start}
          {ofPeriod ? <ChosenPeriod /> : null}
        </span>
      )}
      <span className={styles.end}>
        <MarketChip sportId={sportId ?? MIXED} />
        <ViewChip />
      </span>
    </div>
  )
}

function PeriodChips() {
  const text = useSiteTexts()
  const mounted = useMounted()
  const format = useDates()
  const [period, choose] = usePeriod()
  const [picking, setPicking] = useState(false)
  // Read once: midnight between two renders must not rename the chips under the finger.
  const [now] = useState(useProductClock())
  const own = PERIODS.includes(period) || period.startsWith('d') ? null : period
  return (
    <ChipStrip label={text('period')}>
      {PERIODS.map((key) => (
        <Chip key={key} selected={period === key} data-period={key} onClick={() => choose(key)}>
          {hoursOf(key) === null ? text(`period_${key}` as 'period_all') : text('period_hours', { count: hoursOf(key) })}
        </Chip>
      ))}
      {mounted
        ? FURTHER_DAYS.map((days) => (
            <Chip key={days} selected={period === `d${days}`} data-period={`d${days}`} onClick={() => choose(`d${days}`)}>
              <Num>{format(dayStart(now, days), 'dd.MM')}</Num>
            </Chip>
          ))
        : null}
      <Chip icon="calendar" selected={own !== null} data-period="own" aria-haspopup="dialog" onClick={() => setPicking(true)}>
        {own === null ? text('period_own') : <OwnPeriod period={own} />}
      </Chip>
      {picking ? (
        <Suspense>
          <PeriodPicker period={period} onChoose={choose} onClose={() => setPicking(false)} />
        </Suspense>
      ) : null}
    </ChipStrip>
  )
}

/** A list that the tree has led to with a period: what it shows, and the way to all of it. */
function ChosenPeriod() {
  const [period, choose] = usePeriod()
  if (period === 'all') return null
  return (
    <Suspense>
      <PeriodChip period={period} onReset={() => choose('all')}>
        <OwnPeriod period={period} />
      </PeriodChip>
    </Suspense>
  )
}

function OwnPeriod({ period }: { period: PeriodKey }) {
  const text = useSiteTexts()
  const date = dateOf(period)
  if (!date) return text('period_hours', { count: hoursOf(period) ?? 0 })
  const [, month, day] = date
  return <Num>{`${String(day).padStart(2, '0')}.${String(month + 1).padStart(2, '0')}`}</Num>
}

/** A list of several sports begins with the columns that each of them has on its own. */
const OF_SPORT = 'sport'
type Choice = RowGroup | typeof OF_SPORT

function MarketChip({ sportId }: { sportId: number }) {
  const text = useSiteTexts()
  const [open, setOpen] = useState(false)
  const markets = useRowMarkets()
  const choices: readonly Choice[] = sportId === MIXED ? [OF_SPORT, ...ROW_GROUPS] : ROW_GROUPS
  const market: Choice = markets.get(sportId) ?? choices[0]!
  return (
    <>
      <Chip aria-haspopup="dialog" data-market-chip="" onClick={() => setOpen(true)}>
        {text('market_chip', { market: text(`market_${market}_low`) })}
      </Chip>
      {open ? (
        <Suspense>
          <SelectModal
            title={text('market')}
            options={choices.map((value) => ({ value, name: text(`market_${value}`) }))}
            value={market}
            onSelect={(value) => chooseRowMarket(sportId, value === OF_SPORT ? null : (value as RowGroup))}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

/** How rows look: height, score of every period, numbers and full names (LN-29, LN-30, LN-31, XT-60). */
function ViewChip() {
  const text = useSiteTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Chip icon="settings" className={styles.view} aria-haspopup="dialog" data-view-chip="" onClick={() => setOpen(true)}>
        {text('view')}
      </Chip>
      {open ? (
        <Suspense>
          <ViewSettings onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
