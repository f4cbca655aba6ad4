import { createContext, use, useCallback, useSyncExternalStore, type ReactNode } from 'react'
import type { Milli } from '#lib/price.ts'

/**
 * How a price in the line reaches the coupon without the line knowing the coupon: the shell puts the coupon's port
 * here. Keys are outcomes: (I, T, P, player).
 */
export interface SelectionOffer {
  /** I of the game or sub-game. */
  gameId: number
  /** CI of the game or sub-game. */
  constId: number
  type: number
  param: number
  playerId: number
  /** Price as it stood on the screen when it was pressed, thousandths. */
  price: Milli
  kind: 1 | 3
  sportId: number
  champId: number
  /** Texts of the leg until the server answers with its own. */
  names: { side1: string; side2: string; champ: string; market: string; outcome: string; period: string }
  /** Unix seconds. */
  startsAt: number
  /** Participants of the two sides of a duel: only they say which one it is. */
  duel?: readonly (readonly number[])[] | undefined
  /** Group of its market, G. */
  group?: number | undefined
}

/** In the coupon that is open, in another tab of coupons, or in none. */
export type SelectionState = 'none' | 'selected' | 'elsewhere'

export interface SelectionPort {
  /** One stable function per key. */
  subscribe(key: string): (listener: () => void) => () => void
  state(key: string): SelectionState
  toggle(offer: SelectionOffer): void
}

export function selectionKey(outcome: Pick<SelectionOffer, 'gameId' | 'type' | 'param' | 'playerId'>): string {
  return `${outcome.gameId}:${outcome.type}:${Math.round(outcome.param * 10_000)}:${outcome.playerId}`
}

const EMPTY: SelectionPort = { subscribe: () => () => () => {}, state: () => 'none', toggle: () => {} }
const Port = createContext<SelectionPort>(EMPTY)

export function SelectionProvider({ port, children }: { port: SelectionPort; children: ReactNode }) {
  return <Port value={port}>{children}</Port>
}

/** The state of one outcome, and what a press does. Renders again only when this outcome changes. */
export function useSelection(key: string): [SelectionState, (offer: SelectionOffer) => void] {
  const port = use(Port)
  const state = useSyncExternalStore(
    port.subscribe(key),
    () => port.state(key),
    () => 'none' as const,
  )
  return [state, useCallback((offer: SelectionOffer) => port.toggle(offer), [port])]
}

/** Which of these outcomes are in the open coupon, as one text of keys with spaces between. Renders again when it changes. */
export function useSelectedKeys(keys: readonly string[]): string {
  const port = use(Port)
  const subscribe = useCallback(
    (listener: () => void) => {
      const ends = keys.map((key) => port.subscribe(key)(listener))
      return () => ends.forEach((end) => end())
    },
    [port, keys],
  )
  return useSyncExternalStore(
    subscribe,
    () => keys.filter((key) => port.state(key) === 'selected').join(' '),
    () => '',
  )
}
