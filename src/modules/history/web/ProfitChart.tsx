/** The result of decided bets, day upon day, as a line over its zero. Time always runs to the right. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { minorText } from '#lib/money.ts'
import { useSite } from '#platform/web/features.tsx'
import { formatDate, formatMoney } from '#platform/web/format.ts'
import type { Currency, Sums } from './bets.ts'
import { useHistoryTexts } from './texts.ts'
import styles from './History.module.css'

const HEIGHT = 220
const AXIS_PX = 84

interface ChartProps {
  days: readonly (Sums & { day: string })[]
  currency: Currency
}

/** Drawn, never counted with: the sums themselves stay exact. */
function seriesOf({ days, currency }: ChartProps): uPlot.AlignedData {
  let total = 0n
  const sums = days.map(({ profit }) => Number(minorText((total += profit), currency.exponent)))
  return [days.map(({ day }) => Date.parse(`${day}T12:00:00Z`) / 1000), sums, days.map(() => 0)]
}

export function ProfitChart({ days, currency }: ChartProps) {
  const text = useHistoryTexts()
  const box = useRef<HTMLDivElement>(null)
  const { lng, country } = useSite()
  const total = days.reduce((sum, { profit }) => sum + profit, 0n)
  useEffect(() => {
    const element = box.current
    if (!element) return
    const style = getComputedStyle(element)
    const colour = (name: string) => style.getPropertyValue(name).trim()
    const font = `11px ${colour('--font') || 'sans-serif'}`
    const axis = {
      stroke: colour('--text-3'),
      font,
      grid: { stroke: colour('--line'), width: 1 },
      ticks: { stroke: colour('--line'), width: 1 },
    }
    const money = (value: number) => formatMoney(BigInt(Math.round(value * 10 ** currency.exponent)), currency, lng)
    const ink = colour('--text')
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: true } },
        axes: [
          {
            ...axis,
            values: (_, ticks) => ticks.map((at) => formatDate(at * 1000, 'dd.MM', { lng, country, timeZone: 'UTC' })),
            space: 56,
          },
          { ...axis, values: (_, ticks) => ticks.map(money), size: AXIS_PX },
        ],
        series: [
          {},
          { stroke: ink, width: 2, points: { show: days.length < 40, size: 6, fill: ink } },
          { stroke: colour('--line-strong'), width: 1, dash: [5, 5], points: { show: false } },
        ],
      },
      seriesOf({ days, currency }),
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [days, currency, lng, country])
  const label = text('chart_label', { days: days.length, sum: formatMoney(total, currency, lng, { sign: true }) })
  return <div ref={box} className={styles.chart} role="img" aria-label={label} dir="ltr" data-graph="" />
}
