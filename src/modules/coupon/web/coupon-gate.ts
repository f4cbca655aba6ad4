/**
 * What the page knows of the coupon before the coupon's own code has come, and how prices reach it afterwards. A press
 * is kept, shown and handed over: nobody waits for code, and a page that sells nothing yet does not carry it.
 */
import type { SelectionOffer, SelectionPort, SelectionState } from '#platform/web/selection.tsx'
import type { Offer } from '../rules/state/index.ts'

/** What a coupon that comes as a whole says beside its outcomes. */
export interface FillMore {
  vid?: number
  /** k of a system, or of the blocks of a multi-bet. */
  size?: number
  /** Indexes into the offers, block by block; with `withLobby` the first is the lobby. */
  blocks?: readonly (readonly number[])[]
  withLobby?: boolean
  /** Conditional bet: decimal texts, '' = all that is available. */
  blockStakes?: readonly string[]
  stakeMinor?: bigint
  /** A placed bet that is changed, or raised with `isPowerBet`. */
  saleBetId?: number
  isPowerBet?: boolean
  /** The express of the day, while nobody touches it. */
  dayExpressId?: number
}

/** The coupon as the phone's bar and the floating button show it. */
export interface CouponFace {
  legs: number
  /** Legs of a coupon that can be bet on: none while its receipt is shown. */
  count: number
  /** Total price in thousandths; null where there is none to name. */
  price: bigint | null
}

/** The part of the coupon's store that stands behind the gate. */
export interface CouponKeeper {
  state(key: string): SelectionState
  toggle(offer: SelectionOffer): void
  fill(offers: readonly Offer[], more?: FillMore): void
}

const EMPTY: CouponFace = { legs: 0, count: 0, price: null }

export class CouponGate implements SelectionPort {
  readonly #keyOf: (offer: SelectionOffer) => string
  readonly #want: () => void
  readonly #listeners = new Set<() => void>()
  readonly #keyListeners = new Map<string, Set<() => void>>()
  readonly #subscribers = new Map<string, (listener: () => void) => () => void>()
  readonly #pressed = new Map<string, SelectionOffer>()
  #filling: [readonly Offer[], FillMore | undefined] | null = null
  #keeper: CouponKeeper | null = null
  #face = EMPTY

  /** `want` asks for the coupon's code; `keyOf` is the key under which a leg of this offer is known. */
  constructor(keyOf: (offer: SelectionOffer) => string, want: () => void) {
    this.#keyOf = keyOf
    this.#want = want
  }

  readonly face = (): CouponFace => this.#face

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** One stable function per key: a press in the line renders that cell and the coupon, nothing else. */
  subscribe(key: string): (listener: () => void) => () => void {
    const known = this.#subscribers.get(key)
    if (known) return known
    const subscribe = (listener: () => void) => {
      let set = this.#keyListeners.get(key)
      if (!set) this.#keyListeners.set(key, (set = new Set()))
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size > 0 || this.#keyListeners.get(key) !== set) return
        this.#keyListeners.delete(key)
        this.#subscribers.delete(key)
      }
    }
    this.#subscribers.set(key, subscribe)
    return subscribe
  }

  state(key: string): SelectionState {
    if (this.#keeper) return this.#keeper.state(key)
    return this.#pressed.has(key) ? 'selected' : 'none'
  }

  toggle(offer: SelectionOffer): void {
    if (this.#keeper) return this.#keeper.toggle(offer)
    const key = this.#keyOf(offer)
    if (!this.#pressed.delete(key)) this.#pressed.set(key, offer)
    this.told([key], { legs: this.#pressed.size, count: this.#pressed.size, price: null })
    this.#want()
  }

  fill(offers: readonly Offer[], more?: FillMore): void {
    if (this.#keeper) return this.#keeper.fill(offers, more)
    this.#filling = [offers, more]
    this.#want()
  }

  /** The coupon has come: what was pressed meanwhile goes into it. */
  attach(keeper: CouponKeeper): void {
    this.#keeper = keeper
    const pressed = [...this.#pressed]
    this.#pressed.clear()
    for (const [, offer] of pressed) keeper.toggle(offer)
    if (this.#filling) keeper.fill(...this.#filling)
    this.#filling = null
    // One that the coupon did not take is no longer marked.
    this.told(
      pressed.map(([key]) => key),
      this.#face,
    )
  }

  /** The coupon's code could not be had: nothing is in the coupon. */
  refused(): void {
    const keys = [...this.#pressed.keys()]
    this.#pressed.clear()
    this.#filling = null
    this.told(keys, EMPTY)
  }

  /** Outcomes that came or went, and the coupon's face after it. */
  told(keys: readonly string[], face: CouponFace): void {
    for (const key of keys) for (const listener of this.#keyListeners.get(key) ?? []) listener()
    if (face.legs === this.#face.legs && face.count === this.#face.count && face.price === this.#face.price) return
    this.#face = face
    for (const listener of this.#listeners) listener()
  }
}
