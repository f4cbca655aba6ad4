/** Ways to the statistics (specification §2 "Statistics pop-up paths"): a panel over the page, or a window of their own. */
import type { MouseEvent } from 'react'
import { useFeature, useSite } from '#platform/web/features.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { modals } from '#platform/web/modal-queue.ts'
import { usePageParts } from '#platform/web/page-parts.tsx'
import { localized } from '#platform/web/site-link.tsx'
import type { LineGame } from './types.ts'

const StatisticsPanel = lazyPart(async () => (await import('./StatisticsPanel.tsx')).StatisticsPanel, { inPlace: true })

const WIDTH = 1024
const HEIGHTS = [984, 780, 500] as const
/** What the browser's own bars take of the screen. */
const BARS_PX = 100

/** The highest of the three heights that the screen has room for. */
export function windowHeight(screenHeight: number): number {
  return HEIGHTS.find((height) => height + BARS_PX <= screenHeight) ?? HEIGHTS[2]
}

function openWindow(href: string): void {
  const height = windowHeight(window.screen.height)
  const left = Math.max(0, Math.round((window.screen.width - WIDTH) / 2))
  const top = Math.max(0, Math.round((window.screen.height - height) / 2))
  window.open(href, 'statistics', `popup,width=${WIDTH},height=${height},left=${left},top=${top}`)
}

interface StatisticsLink {
  href: string
  target: '_blank'
  /** A price pressed in a tab of its own finds the coupon of the page that opened it. */
  rel: 'opener'
  onClick: (event: MouseEvent) => void
}

/** Makes properties of links to statistics pages, by what stands behind statisticpopup/; null where the brand keeps them closed. */
export function useStatisticsLinks(): ((path: string) => StatisticsLink) | null {
  const { lng, config } = useSite()
  const { statistics: Frame } = usePageParts()
  const opens = (config as { statistics?: { opens?: 'popup' | 'window' } }).statistics?.opens ?? 'window'
  const open = useFeature('statistics')
  if (!open) return null
  return (path) => {
    const href = localized(`/statisticpopup/${path}`, lng)
    return {
      href,
      target: '_blank',
      rel: 'opener',
      onClick(event) {
        // Whoever asks for a tab gets what the link does by itself.
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        if (opens === 'window' || !Frame) return openWindow(href)
        modals.show({ name: 'statistics', render: (close) => <StatisticsPanel path={path} Frame={Frame} onClose={close} /> })
      },
    }
  }
}

/** Properties of the link to a game's statistics; null when the game has none. */
export function useStatistics({ marks, sportId, i }: Pick<LineGame, 'marks' | 'sportId' | 'i'>): StatisticsLink | null {
  const linkTo = useStatisticsLinks()
  return linkTo && marks.stats ? linkTo(`game/${sportId}/${i}/main`) : null
}
