/** Ways to the statistics (specification §2 "Statistics pop-up paths"): a panel over the page, or a window of their own. */
import type { MouseEvent } from 'react'
import { useOpenPages } from '#modules/brand/web/index.ts'
import { useSite } from '#platform/web/features.tsx'
import { usePageParts } from '#platform/web/page-parts.tsx'
import { localized } from '#platform/web/site-link.tsx'
import type { LineGame } from './types.ts'

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
  if (!useOpenPages()('/statisticpopup')) return null
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
        void import('./StatisticsPanel.tsx').then(
          ({ openStatistics }) => openStatistics({ path, href, Frame, config }),
          () => location.assign(href),
        )
      },
    }
  }
}

/** Properties of the link to a game's statistics; null when the game has none. */
export function useStatistics({ marks, sportId, i }: Pick<LineGame, 'marks' | 'sportId' | 'i'>): StatisticsLink | null {
  const linkTo = useStatisticsLinks()
  return linkTo && marks.stats ? linkTo(`game/${sportId}/${i}/main`) : null
}
