import { useState, type ReactNode } from 'react'
import { useProductClock } from '#platform/web/product-clock.ts'
import { Chip } from '#ui/Chip.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Num } from '#ui/Num.tsx'
import { dayStart, type PeriodKey } from '../model/periods.ts'
import { useSiteTexts } from '../model/texts.ts'
import { useDates, useMounted } from '../model/zone.ts'

/** The period that a list has been led to with; pressed, it is gone. `children`: the words of one that has no chip of its own. */
export function PeriodChip({ period, onReset, children }: { period: PeriodKey; onReset: () => void; children: ReactNode }) {
  const text = useSiteTexts()
  const mounted = useMounted()
  const format = useDates()
  const [now] = useState(useProductClock())
  const day = /^d(\d)$/.exec(period)?.[1]
  return (
    <Chip selected data-period={period} onClick={onReset}>
      {day ? (
        mounted ? (
          <Num>{format(dayStart(now, Number(day)), 'dd.MM')}</Num>
        ) : null
      ) : period === 'today' || period === 'tomorrow' ? (
        text(`period_${period}`)
      ) : (
        children
      )}
      <Icon name="close" size={14} />
      <span className="visually-hidden">{text('reset_filter')}</span>
    </Chip>
  )
}
