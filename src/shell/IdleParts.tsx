import { Suspense } from 'react'
import { useLocation } from 'react-router'
import { SessionWatch } from '#modules/account/web/index.ts'
import { IdleProof } from '#modules/auth/web/index.ts'
import { FavoritesSync } from '#modules/favorites/web/index.ts'
import { GameNotices } from '#modules/line/web/index.ts'
import { FirstDepositPopup } from '#modules/payments/web/index.ts'
import { ClosedSync, PanicCorner, RealityCheck } from '#modules/protection/web/index.ts'
import { StatisticsBridge } from '#modules/statistics/web/index.ts'
import { ScrollToTop } from '#ui/Scroll.tsx'
import { TooltipHost } from '#ui/Tooltip.tsx'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { useSite } from '#platform/web/features.tsx'
import { useSession } from '#platform/web/session.tsx'
import { couponOffers } from '#platform/shared/site-config.ts'
import { Offline } from './Offline.tsx'
import { PaletteKey } from './PaletteKey.tsx'
import { ShellKeys } from './ShellKeys.tsx'
import { useWorksNotice } from './works-notice.ts'
import { usePromoPopups } from './promo-popup.tsx'

const BidOffers = lazyPart(async () => (await import('#modules/orders/web/index.ts')).BidOffers)
const CrossWindow = lazyPart(async () => (await import('./CrossWindow.tsx')).CrossWindow)

/** What nobody needs before the page can be used: it comes when the page is idle (SH-24). */
export function IdleParts() {
  usePromoPopups()
  useWorksNotice()
  const site = useSite()
  const { config } = site
  const { pathname } = useLocation()
  const bids = useSession().player !== null && couponOffers(config, 'bid')
  // The page of proof is a parent of its own kind.
  const isShared = (site.development || config.embed !== undefined) && !pathname.endsWith('/dev/embed')
  return (
    <>
      <ScrollToTop />
      <TooltipHost />
      <SessionWatch />
      <IdleProof />
      <FavoritesSync />
      <GameNotices />
      <StatisticsBridge />
      <RealityCheck />
      <FirstDepositPopup />
      {bids ? (
        <Suspense>
          <BidOffers />
        </Suspense>
      ) : null}
      <ClosedSync />
      <PanicCorner />
      <Offline />
      <PaletteKey />
      <ShellKeys />
      {isShared ? (
        <Suspense>
          <CrossWindow />
        </Suspense>
      ) : null}
    </>
  )
}
