/** Statistics as the brand opens them (ST-14): the widget in a panel that is called as the page in it, or a window of its own. */
import { Suspense, useEffect, useRef, useState } from 'react'
import { modals } from '#platform/web/modal-queue.ts'
import type { PageParts } from '#platform/web/page-parts.tsx'
import { closeOnBack, Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useSiteTexts } from './texts.ts'

const WIDTH = 1024
const HEIGHTS = [984, 780, 500] as const
/** What the browser's own bars take of the screen. */
const BARS_PX = 100

interface Asked {
  /** What stands behind statisticpopup/. */
  path: string
  href: string
  /** Comes with the caller: the panel stands outside of the page that hands the parts in. */
  Frame: PageParts['statistics']
  config: unknown
}

export function openStatistics({ path, href, Frame, config }: Asked): void {
  const opens = (config as { statistics?: { opens?: 'popup' | 'window' } }).statistics?.opens
  if (opens === 'popup' && Frame)
    modals.show({ name: 'statistics', render: (close) => <StatisticsPanel path={path} Frame={Frame} onClose={close} /> })
  else openWindow(href)
}

/** The highest of the three heights that the screen has room for. */
export function windowHeight(screenHeight: number): number {
  return HEIGHTS.find((height) => height + BARS_PX <= screenHeight) ?? HEIGHTS[2]
}

function openWindow(href: string): void {
  const height = windowHeight(window.screen.height)
  const left = Math.max(0, Math.round((window.screen.width - WIDTH) / 2))
  const top = Math.max(0, Math.round((window.screen.height - height) / 2))
  const opened = window.open(href, 'statistics', `popup,width=${WIDTH},height=${height},left=${left},top=${top}`)
  // A browser that lets no window open leads there itself.
  if (!opened) location.assign(href)
}

interface StatisticsPanelProps {
  path: string
  Frame: NonNullable<PageParts['statistics']>
  onClose: () => void
}

function StatisticsPanel({ path, Frame, onClose }: StatisticsPanelProps) {
  const text = useSiteTexts()
  const [title, setTitle] = useState('')
  // Places that a link inside has led to, the first included. The frame makes no entries of the browser: those would stay behind it.
  const [places, setPlaces] = useState<readonly string[]>([path])
  const goTo = (next: string, mode: 'push' | 'replace') =>
    setPlaces((known) => (known.at(-1) === next ? known : [...(mode === 'push' ? known : known.slice(0, -1)), next]))
  return (
    <Modal title={<bdi>{title || text('mark_stats')}</bdi>} size="wide" onClose={onClose}>
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <Frame path={places.at(-1)!} onRoute={goTo} onTitle={setTitle} onEscape={onClose} />
      </Suspense>
      {places.slice(1).map((_place, step) => (
        <StepBack key={step} onBack={() => setPlaces((known) => known.slice(0, step + 1))} />
      ))}
    </Modal>
  )
}

/** While it stands, Back leads to the place before instead of out of the panel. */
function StepBack({ onBack }: { onBack: () => void }) {
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => closeOnBack(() => latest.current()), [])
  return null
}
