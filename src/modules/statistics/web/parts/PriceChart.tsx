/** One price over time as steps: a price holds until the next one. Read by pointer and by arrow keys alike. */
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useProductClock } from '#platform/web/product-clock.ts'
import { Num } from '#ui/Num.tsx'
import type { PricePoint } from '../queries.ts'
import { useStatisticsTexts } from '../texts.ts'
import { useStatisticsDates } from '../widget/Widget.tsx'
import styles from '../Statistics.module.css'

const HEIGHT_PX = 260

interface PriceChartProps {
  points: readonly PricePoint[]
  format: (price: number) => string
  label: string
}

export function PriceChart({ points, format, label }: PriceChartProps) {
  const text = useStatisticsTexts()
  const dates = useStatisticsDates()
  const [at, setAt] = useState(points.length - 1)
  const now = useProductClock()
  const plot = useChart({ points, format, dates, now, onMark: setAt })
  const marked = points[Math.min(at, points.length - 1)]
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const target = event.key === 'Home' ? 0 : event.key === 'End' ? points.length - 1 : at + step
    if (target === at && step === 0) return
    event.preventDefault()
    const next = Math.min(Math.max(target, 0), points.length - 1)
    setAt(next)
    plot.mark(next)
  }
  return (
    <div className={styles.chart}>
      <div
        ref={plot.box}
        className={styles.plot}
        dir="ltr"
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${text('graph_keys')}`}
        aria-valuemin={0}
        aria-valuemax={points.length - 1}
        aria-valuenow={Math.min(at, points.length - 1)}
        aria-valuetext={marked ? `${dates(marked.at, 'dd.MM / HH:mm')}: ${format(marked.price)}` : ''}
        onKeyDown={move}
      />
      {marked ? (
        <p className={styles.chartValue}>
          <Num>{dates(marked.at, 'dd.MM / HH:mm')}</Num>
          <b>
            <Num>{format(marked.price)}</Num>
          </b>
        </p>
      ) : null}
    </div>
  )
}

interface ChartDeps extends Omit<PriceChartProps, 'label'> {
  dates: ReturnType<typeof useStatisticsDates>
  /** The product's time, ms. */
  now: () => number
  onMark: (index: number) => void
}

function useChart(deps: ChartDeps) {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot | null>(null)
  const latest = useRef(deps)
  useEffect(() => {
    latest.current = deps
  })
  const stamp = deps.points.map(({ at, price }) => `${at}:${price}`).join()
  useEffect(() => {
    let left = false
    const element = box.current
    if (!element) return
    const draw = async () => {
      const { default: Plot } = await import('uplot')
      if (left) return
      chart.current = new Plot(optionsOf(element, latest, Plot), dataOf(latest.current), element)
    }
    void draw()
    const observer = new ResizeObserver(() => chart.current?.setSize({ width: element.clientWidth, height: HEIGHT_PX }))
    observer.observe(element)
    return () => {
      left = true
      observer.disconnect()
      chart.current?.destroy()
      chart.current = null
    }
    // Drawn anew only for other points.
  }, [stamp])
  return {
    box,
    mark(index: number) {
      const plot = chart.current
      if (plot) plot.setCursor({ left: plot.valToPos(latest.current.points[index]!.at, 'x'), top: 0 })
    },
  }
}

/** The last price holds until now. */
function dataOf({ points, now: clock }: ChartDeps): uPlot.AlignedData {
  const last = points.at(-1)!
  const now = Math.max(Math.floor(clock() / 1000), last.at + 60)
  return [[...points.map(({ at }) => at), now], [...points, last].map(({ price }) => price / 1000)]
}

/** Room around prices that hardly moved: a flat line stands in the middle. */
function rangeOf(_plot: unknown, least: number, most: number): [number, number] {
  const room = Math.max((most - least) * 0.15, most * 0.05)
  return [Math.max(1, least - room), most + room]
}

function optionsOf(element: HTMLElement, latest: { current: ChartDeps }, Plot: typeof uPlot): uPlot.Options {
  const style = getComputedStyle(element)
  const colour = (name: string) => style.getPropertyValue(name).trim()
  const axis = {
    stroke: colour('--text-3'),
    font: `11px ${style.fontFamily}`,
    grid: { stroke: colour('--line'), width: 1 },
    ticks: { show: false },
  }
  return {
    width: element.clientWidth,
    height: HEIGHT_PX,
    legend: { show: false },
    cursor: { y: false, points: { size: 9, fill: colour('--accent-line') } },
    scales: { x: { time: true }, y: { range: rangeOf } },
    axes: [
      { ...axis, values: (_plot, splits) => splits.map((at) => latest.current.dates(at, 'dd.MM / HH:mm')), space: 90 },
      { ...axis, values: (_plot, splits) => splits.map((price) => latest.current.format(Math.round(price * 1000))), size: 54 },
    ],
    series: [
      {},
      {
        stroke: colour('--text'),
        width: 2,
        paths: Plot.paths.stepped!({ align: 1 }),
        points: { show: latest.current.points.length < 40, size: 5, fill: colour('--surface'), stroke: colour('--text') },
      },
    ],
    hooks: {
      setCursor: [
        ({ cursor }) => {
          if (typeof cursor.idx === 'number') latest.current.onMark(cursor.idx)
        },
      ],
    },
  }
}
