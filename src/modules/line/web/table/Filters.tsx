import { Suspense, useState, type ReactNode } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSearchParams } from 'react-router'
import { usePreference } from '#platform/web/storage.ts'
import { Chip, ChipRow } from '#ui/Chip.tsx'
import { Num } from '#ui/Num.tsx'
import { ROW_GROUPS, type RowGroup } from '../model/columns.ts'
import { dayStart, FURTHER_DAYS, readPeriod, type PeriodKey } from '../model/periods.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates, useMounted } from '../model/zone.ts'
import styles from './Filters.module.css'

const SelectModal = lazyPart(async () => (await import('#ui/SelectModal.tsx')).SelectModal)

const DENSITIES = ['default', 'compact', 'comfortable'] as const
const PERIODS: readonly PeriodKey[] = ['all', '1h', '3h', 'today', 'tomorrow']

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

/** `start` stands where the periods do not apply. */
export function Filters({ start, market, onMarket }: { start?: ReactNode; market: RowGroup; onMarket: (market: RowGroup) => void }) {
  return (
    <div className={styles.bar}>
      {start === undefined ? <PeriodChips /> : <span>{start}</span>}
      <span className={styles.end}>
        <MarketChip market={market} onMarket={onMarket} />
        <DensityChip />
      </span>
    </div>
  )
}

function PeriodChips() {
  const text = useSiteTexts()
  const mounted = useMounted()
  const format = useDates()
  const [period, choose] = usePeriod()
  // Read once: midnight between two renders must not rename the chips under the finger.
  const [now] = useState(() => Date.now())
  return (
    <ChipRow label={text('period')}>
      {PERIODS.map((key) => (
        <Chip key={key} selected={period === key} data-period={key} onClick={() => choose(key)}>
          {text(`period_${key}` as 'period_all')}
        </Chip>
      ))}
      {mounted
        ? FURTHER_DAYS.map((days) => (
            <Chip key={days} selected={period === `d${days}`} data-period={`d${days}`} onClick={() => choose(`d${days}`)}>
              <Num>{format(dayStart(now, days), 'dd.MM')}</Num>
            </Chip>
          ))
        : null}
    </ChipRow>
  )
}

function MarketChip({ market, onMarket }: { market: RowGroup; onMarket: (market: RowGroup) => void }) {
  const text = useSiteTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Chip aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {text('market_chip', { market: text(`market_${market}_low`) })}
      </Chip>
      {open ? (
        <Suspense>
          <SelectModal
            title={text('market')}
            options={ROW_GROUPS.map((value) => ({ value, name: text(`market_${value}`) }))}
            value={market}
            onSelect={(value) => onMarket(value as RowGroup)}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </>
  )
}

function DensityChip() {
  const text = useSiteTexts()
  const [density, setDensity] = usePreference('density', 'default')
  const next = DENSITIES[(DENSITIES.indexOf(density) + 1) % DENSITIES.length]!
  return (
    <Chip className={styles.density} aria-label={text('density', { density: text(`density_${density}`) })} onClick={() => setDensity(next)}>
      {text(`density_${density}`)}
    </Chip>
  )
}
