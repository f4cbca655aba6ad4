/** Statistics as the brand opens them (ST-14): the widget in a panel that is called as the page in it, or a window of its own. */
import { Suspense, useState } from 'react'
import { modals } from '#platform/web/modal-queue.ts'
import type { PageParts } from '#platform/web/page-parts.tsx'
import { Modal } from '#ui/Overlay.tsx'
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
  return (
    <Modal title={<bdi>{title || text('mark_stats')}</bdi>} size="wide" onClose={onClose}>
      <Suspense fallback={<SkeletonRows rows={10} />}>
        <Frame path={path} onTitle={setTitle} onEscape={onClose} />
      </Suspense>
    </Modal>
  )
}
