/** The sale of one open bet: its value that moves, the two presses, and the answer. */
import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { Minor } from '#lib/money.ts'
import { newGuid } from '#platform/web/bet-guid.ts'
import { useSite } from '#platform/web/features.tsx'
import { liveKey, liveStore, useLive } from '#platform/web/live-store.ts'
import { useSession } from '#platform/web/session.tsx'
import { useConnection, useTopics } from '#platform/web/stream-client.ts'
import type { Portion, Press } from '../rules/press.ts'
import type { SaleTax } from '../rules/sale-tax.ts'
import { minorOf, movedTo, partTaxOf, readInfo, sell } from './calls.ts'
import { usePress } from './use-press.ts'

export interface SellableBet {
  id: string
  playerId: number
  /** As it was placed; what runs of it the live value says. */
  stakeMinor: Minor
  currency: { code: string; symbol?: string | undefined; exponent: number }
  vid: number
}

/** Of the topic `me:<player>`, key `cashout:<bet>`; sums in the currency. */
interface LiveValue {
  value: number
  /** Before tax, where it is another sum. */
  gross?: number
  stake: number
  at: number
  off?: string
}

export interface Value {
  valueMinor: Minor
  /** Before tax. */
  grossMinor: Minor
  /** Stake that runs. */
  stakeMinor: Minor
  /** Why it is not bought now; null = it is. */
  off: string | null
}

export interface Sale {
  press: Press
  /** Null until something is known. */
  value: Value | null
  /** False: nothing has been heard for a while, the value may be old. */
  fresh: boolean
  /** `tax`: of a part of a taxed bet. */
  arm(leftMinor: Minor, tax?: SaleTax | null): void
  confirm(): void
  retry(): void
  cancel(): void
}

/** Everything that tells of this bet. */
export function infoKey(betId: string): readonly unknown[] {
  return ['sale-info', betId]
}

export function useValue(bet: SellableBet): Value | null {
  const { exponent } = bet.currency
  useTopics(useMemo(() => [`me:${bet.playerId}`], [bet.playerId]))
  const live = useLive<LiveValue>(liveKey(`me:${bet.playerId}`, `cashout:${bet.id}`))
  return useMemo(
    () =>
      live
        ? {
            valueMinor: minorOf(live.value, exponent),
            grossMinor: minorOf(live.gross ?? live.value, exponent),
            stakeMinor: minorOf(live.stake, exponent),
            off: live.off ?? null,
          }
        : null,
    [live, exponent],
  )
}

/** What its card cannot say, because a bet that is over may be gone from the page. */
export interface Told {
  /** All of it was sold by this press. */
  sold(paidMinor: Minor): void
  /** It was taken away from under the player's finger, or with the words of a refusal: sold in another tab or by its order, or decided. */
  gone(): void
  /** The answer to the second press came when the card had gone. */
  failed(message: string): void
}

const OPEN = 1

/** True when the player's topic says that the bet ended; one that is merely not shown any more is still open there. */
function isOver(playerId: number, betId: string, hadValue: boolean): boolean {
  const of = <T>(key: string) => liveStore.get<T>(liveKey(`me:${playerId}`, `${key}:${betId}`))
  return (of<{ status: number }>('bet')?.status ?? OPEN) !== OPEN || (hadValue && of('cashout') === undefined)
}

/** Calls `left` when the card leaves the page, before it gives up the topics that it looked at. */
function useLeaving(left: () => void): void {
  const now = useRef(left)
  useEffect(() => {
    now.current = left
  })
  useLayoutEffect(() => () => now.current(), [])
}

export function useSale(bet: SellableBet, told: Told): Sale {
  const { lng } = useSite()
  const { refresh } = useSession()
  const queries = useQueryClient()
  const value = useValue(bet)
  const fresh = useConnection().state === 'live'
  const { press, now, go } = usePress()
  const tell = useRef(told)
  useEffect(() => {
    tell.current = told
  })
  const left = useRef(false)
  const hadValue = useRef(false)
  useLeaving(() => {
    left.current = true
    const { at } = now.current
    if ((at === 'armed' || at === 'asking' || at === 'failed') && isOver(bet.playerId, bet.id, hadValue.current)) tell.current.gone()
  })
  const { exponent } = bet.currency

  const valueMinor = value === null || value.off !== null ? 0n : value.valueMinor
  const grossMinor = value?.grossMinor
  useEffect(() => {
    if (!value) return
    hadValue.current = true
    go({ do: 'value', valueMinor, grossMinor, now: Date.now() })
  }, [go, value, valueMinor, grossMinor])

  const send = useCallback(
    async (state: Press) => {
      if (state.at !== 'selling') return
      try {
        const sold = await sell(bet.id, state.sumMinor, state.portion.leftMinor, state.guid, exponent)
        go({ do: 'sold', paidMinor: minorOf(sold.sum_sale, exponent) })
        // A bet that is sold whole leaves the list, and its own words with it.
        if (sold.new_sum_cupon === 0) tell.current.sold(minorOf(sold.sum_sale, exponent))
      } catch (error) {
        const moved = movedTo(error, exponent)
        const message = error instanceof Error ? error.message : ''
        if (left.current) tell.current.failed(message)
        if (moved === null) go({ do: 'failed', message })
        else go({ do: 'moved', sumMinor: moved, now: Date.now() })
      }
      refresh()
      await queries.invalidateQueries({ queryKey: infoKey(bet.id) })
    },
    [bet.id, exponent, go, queries, refresh],
  )

  const arm = useCallback(
    async (leftMinor: Minor, saleTax: SaleTax | null = null) => {
      const portion = (runningMinor: Minor, tax = saleTax): Portion => ({ leftMinor, runningMinor, tax })
      if (fresh && value) {
        go({ do: 'arm', portion: portion(value.stakeMinor), valueMinor, grossMinor, now: Date.now() })
        return
      }
      // The stream is silent: the sum of now is asked for, so that the button does not lie.
      go({ do: 'ask', portion: portion(value?.stakeMinor ?? bet.stakeMinor) })
      try {
        const info = await readInfo(bet.id, lng)
        if (info.off) go({ do: 'failed', message: info.off_text ?? '' })
        else
          go({
            do: 'arm',
            portion: portion(minorOf(info.stake, exponent), partTaxOf(info, exponent)),
            valueMinor: minorOf(info.cashout_sum, exponent),
            grossMinor: minorOf(info.gross_sum, exponent),
            now: Date.now(),
          })
      } catch (error) {
        go({ do: 'failed', message: error instanceof Error ? error.message : '' })
      }
    },
    [fresh, value, valueMinor, grossMinor, go, bet.id, bet.stakeMinor, lng, exponent],
  )

  return {
    press,
    value,
    fresh,
    arm: (leftMinor, tax) => void arm(leftMinor, tax),
    confirm: () => void send(go({ do: 'confirm', guid: newGuid(), now: Date.now() })),
    retry: () => {
      const state = now.current
      if (state.at !== 'failed') return
      // A failure before anything was sent has no key: it starts anew.
      if (state.guid === '') void arm(state.portion.leftMinor, state.portion.tax)
      else void send(go({ do: 'retry' }))
    },
    cancel: () => void go({ do: 'cancel' }),
  }
}
