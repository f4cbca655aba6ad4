/** Statistics over the page: the widget in a panel that is called as the page in it (ST-14). */
import { Suspense, useState } from 'react'
import type { PageParts } from '#platform/web/page-parts.tsx'
import { Modal } from '#ui/Overlay.tsx'
import { SkeletonRows } from '#ui/Skeleton.tsx'
import { useSiteTexts } from './texts.ts'

interface StatisticsPanelProps {
  path: string
  /** The panel stands outside of the page that hands the parts in. */
  Frame: NonNullable<PageParts['statistics']>
  onClose: () => void
}

export function StatisticsPanel({ path, Frame, onClose }: StatisticsPanelProps) {
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
