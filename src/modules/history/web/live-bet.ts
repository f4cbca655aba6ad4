/** What is known of a bet now: the player's topic overtakes what was read. */
import { useEffect, useMemo, useRef } from 'react'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { isOpenBet, useLiveBet } from '#modules/coupon/web/index.ts'
import { liveKey, useLivePart } from '#platform/web/live-store.ts'
import { useTopics } from '#platform/web/stream-client.ts'
import type { Bet, BetLeg } from './bets.ts'
import { useRefreshBets } from './queries.ts'

/**
 * A settled or sold bet is read again for its results. Of an old bet the topic tells only what it is worth: a part that
 * was sold changes the stake that runs, and a bet that has ended takes its value away.
 */
export function useBetNow(bet: Bet, playerId: number): { status: number; win: Minor | null; open: boolean } {
  const live = useLiveBet(playerId, String(bet.id))
  const refresh = useRefreshBets()
  const moved = live !== undefined && live.status !== bet.status
  useEffect(() => {
    if (moved) refresh()
  }, [moved, refresh])
  const running = useLivePart<{ stake?: number }, number | null>(
    liveKey(`me:${playerId}`, `cashout:${bet.id}`),
    (value) => value?.stake ?? null,
    null,
  )
  const known = useRef(running)
  useEffect(() => {
    if (known.current !== null && known.current !== running) refresh()
    known.current = running
  }, [running, refresh])
  const status = live?.status ?? bet.status
  const open = isOpenBet(status)
  return { status, open, win: open ? null : live && moved ? minorFromWire(live.win, bet.currency.exponent) : bet.win }
}

/** Keeps the games of open legs on the stream, those that may have begun: their scores and clocks. */
export function useLegTopics(legs: readonly BetLeg[], open: boolean): void {
  const names = open ? legs.filter((leg) => leg.result === null && leg.constId > 0).map((leg) => `game:${leg.constId}`) : []
  const key = [...new Set(names)].sort().join(' ')
  useTopics(useMemo(() => (key === '' ? [] : key.split(' ')), [key]))
}

export function usePlayerTopic(playerId: number | undefined): void {
  useTopics(useMemo(() => (playerId === undefined ? [] : [`me:${playerId}`]), [playerId]))
}
