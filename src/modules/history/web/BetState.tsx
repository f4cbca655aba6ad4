/** How a bet stands, as the list, the column beside the coupon and its own page say it. */
import { BetStatusMark } from '#modules/coupon/web/index.ts'
import { StatusMark } from '#ui/Notice.tsx'
import type { Bet } from './bets.ts'
import { useHistoryTexts } from './texts.ts'
import { isUncovered, waitOf } from './waiting.ts'

export function BetState({ bet, status }: { bet: Bet; status: number }) {
  const text = useHistoryTexts()
  if (bet.replaced) return <StatusMark kind="info">{text('replaced')}</StatusMark>
  if (isUncovered(bet, status)) return <StatusMark kind="info">{text('advance_void')}</StatusMark>
  const wait = waitOf(bet, status)
  return wait ? <StatusMark kind="pending">{text(wait)}</StatusMark> : <BetStatusMark status={status} />
}
