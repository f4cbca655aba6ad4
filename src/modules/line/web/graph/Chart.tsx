/** Steps of a price over time, drawn on a canvas; the opening price is a line across. Time always runs to the right. */
import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { formatPriceView } from '#lib/number-format.ts'
import { useProductClock } from '#platform/web/product-clock.ts'
import { useUi } from '#ui/settings.tsx'
import { useDates } from '../model/zone.ts'
import type { PricePoint } from './history-query.ts'
import styles from './Graph.module.css'

const HEIGHT = 260
const AXIS_PX = 64
const DAY_SEC = 86_400

function colour(element: HTMLElement, name: string): string {
  return getComputedStyle(element).getPropertyValue(name).trim()
}

/** The last price stands until now: without a second point there would be nothing to draw. */
function seriesOf(points: readonly PricePoint[], now: number): uPlot.AlignedData {
  const last = points.at(-1)!
  const all = now > last.at ? [...points, { at: now, price: last.price }] : points
  return [all.map(({ at }) => at), all.map(({ price }) => price), all.map(() => points[0]!.price)]
}

/** Longer than a day the hour alone comes again: the day stands before it, and takes its room. */
export function timeAxis(times: ArrayLike<number>): { pattern: 'HH:mm' | 'dd.MM / HH:mm'; space: number } {
  const isLong = times[times.length - 1]! - times[0]! > DAY_SEC
  return isLong ? { pattern: 'dd.MM / HH:mm', space: 96 } : { pattern: 'HH:mm', space: AXIS_PX }
}

export function Chart({ points, label }: { points: readonly PricePoint[]; label: string }) {
  const box = useRef<HTMLDivElement>(null)
  const clock = useProductClock()
  const format = useDates()
  const { priceView } = useUi()
  useEffect(() => {
    const element = box.current
    if (!element) return
    const ink = colour(element, '--text')
    const quiet = colour(element, '--text-3')
    const line = colour(element, '--line')
    const font = `11px ${colour(element, '--font') || 'sans-serif'}`
    const axis = { stroke: quiet, font, grid: { stroke: line, width: 1 }, ticks: { stroke: line, width: 1 } }
    const series = seriesOf(points, Math.floor(clock() / 1000))
    const { pattern, space } = timeAxis(series[0])
    const plot = new uPlot(
      {
        width: element.clientWidth,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: true } },
        axes: [
          { ...axis, values: (_, ticks) => ticks.map((at) => format(at, pattern)), space },
          { ...axis, values: (_, ticks) => ticks.map((milli) => formatPriceView(milli, priceView, true)), size: AXIS_PX },
        ],
        series: [
          {},
          { stroke: ink, width: 2, paths: uPlot.paths.stepped!({ align: 1 }), points: { show: points.length < 40, size: 6, fill: ink } },
          { stroke: quiet, width: 1, dash: [5, 5], points: { show: false } },
        ],
      },
      series,
      element,
    )
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }))
    observer.observe(element)
    return () => {
      observer.disconnect()
      plot.destroy()
    }
  }, [points, clock, format, priceView])
  return <div ref={box} className={styles.chart} role="img" aria-label={label} dir="ltr" data-graph="" />
}
