/** The statistics window of a game: its address and its size (specification §2 "Statistics pop-up paths"). */
import type { MouseEvent } from 'react'
import { localized } from '#platform/web/site-link.tsx'
import { useFeature, useSite } from '#platform/web/features.tsx'
import type { LineGame } from './types.ts'

const WIDTH = 1024
const HEIGHTS = [984, 780, 500] as const
/** What the browser's own bars take of the screen. */
const BARS_PX = 100

/** The highest of the three heights that the screen has room for. */
export function windowHeight(screenHeight: number): number {
  return HEIGHTS.find((height) => height + BARS_PX <= screenHeight) ?? HEIGHTS[2]
}

interface StatisticsLink {
  href: string
  target: '_blank'
  onClick: (event: MouseEvent) => void
}

/** Properties of the link that opens it; null when the game has none or the brand keeps statistics closed. */
export function useStatistics({ marks, sportId, i }: Pick<LineGame, 'marks' | 'sportId' | 'i'>): StatisticsLink | null {
  const { lng, config } = useSite()
  const opens = (config as { statistics?: { opens?: 'popup' | 'window' } }).statistics?.opens ?? 'popup'
  const open = useFeature('statistics')
  if (!open || !marks.stats) return null
  const href = localized(`/statisticpopup/game/${sportId}/${i}/main`, lng)
  return {
    href,
    target: '_blank',
    onClick(event) {
      // A plain new tab is what the link does by itself.
      if (opens === 'window' || event.metaKey || event.ctrlKey || event.shiftKey) return
      event.preventDefault()
      const height = windowHeight(window.screen.height)
      const left = Math.max(0, Math.round((window.screen.width - WIDTH) / 2))
      const top = Math.max(0, Math.round((window.screen.height - height) / 2))
      window.open(href, 'statistics', `popup,width=${WIDTH},height=${height},left=${left},top=${top}`)
    },
  }
}
