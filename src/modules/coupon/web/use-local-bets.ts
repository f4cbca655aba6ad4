import { useMemo } from 'react'
import { useSession } from '#platform/web/session.tsx'
import { useCoupon, useCouponContext } from './context.ts'
import { waitingBet, type LocalBet } from './local-bets.ts'
import { useCouponTexts } from './texts.ts'

/** The last bets of this player in this browser, newest first; the one that is being decided stands before them. */
export function useLocalBets(): readonly LocalBet[] {
  const { player } = useSession()
  const { localBets } = useCouponContext()
  const coupon = useCoupon()
  const text = useCouponTexts()
  return useMemo(() => {
    if (!player) return []
    const own = localBets.filter((bet) => bet.playerId === player.id).toSorted((a, b) => b.at - a.at)
    const waiting = waitingBet(coupon, { w1: text('w1'), w2: text('w2'), draw: text('draw') })
    return waiting ? [waiting, ...own] : own
  }, [player, localBets, coupon, text])
}
