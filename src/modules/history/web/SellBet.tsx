import { Suspense } from 'react'
import { lazyPart } from '#platform/web/lazy-part.tsx'
import { couponOffers } from '#platform/shared/site-config.ts'
import { useSite } from '#platform/web/features.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import type { Bet } from './bets.ts'

const CashOut = lazyPart(async () => (await import('#modules/cashout/web/index.ts')).CashOut)

/** Where an open bet can be sold, insured, raised and edited, `power` with raising before all; nothing where the brand offers none of it. */
export function SellBet({ bet, playerId, power = false }: { bet: Bet; playerId: number; power?: boolean }) {
  const config = useSite().config
  if (!couponOffers(config, 'cashOut')) return null
  return (
    <Suspense fallback={<Skeleton height="56px" />}>
      <CashOut
        bet={{
          id: String(bet.id),
          playerId,
          stakeMinor: bet.stake,
          currency: bet.currency,
          vid: bet.type,
        }}
        first={power ? 'power' : undefined}
      />
    </Suspense>
  )
}
