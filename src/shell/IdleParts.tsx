import { FavoritesSync } from '#modules/favorites/web/index.ts'
import { ClosedSync, RealityCheck } from '#modules/protection/web/index.ts'
import { StatisticsBridge } from '#modules/statistics/web/index.ts'
import { ScrollToTop } from '#ui/Scroll.tsx'
import { TooltipHost } from '#ui/Tooltip.tsx'
import { usePromoPopups } from './promo-popup.tsx'

/** What nobody needs before the page can be used: it comes when the page is idle (SH-24). */
export function IdleParts() {
  usePromoPopups()
  return (
    <>
      <ScrollToTop />
      <TooltipHost />
      <FavoritesSync />
      <StatisticsBridge />
      <RealityCheck />
      <ClosedSync />
    </>
  )
}
