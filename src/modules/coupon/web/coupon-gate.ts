/**
 * What the page knows of the coupon before the coupon's own code has come, and how prices reach it afterwards. A press
 * is kept, shown and handed over: nobody waits for code, and a page that sells nothing yet does not carry it.
 */
import type { SelectionOffer, SelectionPort, SelectionState } from '#platform/web/selection.tsx'
import { unsavedIn, type Unsaved } from '#platform/web/unsaved.ts'
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

export type GateFilling = readonly [offers: readonly Offer[], more: FillMore | undefined]

interface KeptFilling {
  offers: readonly Offer[]
  more: Omit<FillMore, 'stakeMinor'>
  /** A sum is no number that a text of JSON could hold. */
  stake?: string | undefined
}

function readFilling(kept: unknown): GateFilling | null {
  if (kept === null || kept === undefined) return null
  const { offers, more, stake } = kept as KeptFilling
  return [offers, stake === undefined ? more : { ...more, stakeMinor: BigInt(stake) }]
}

/** The part of the coupon's store that stands behind the gate. */
export interface CouponKeeper {
  state(key: string): SelectionState
  /** `again`: pressed on a page that was left since. False when the press meant something else than the coupon. */
  toggle(offer: SelectionOffer, again?: boolean): boolean
  fill(offers: readonly Offer[], more?: FillMore): void
}

const KEPT = 'pressed'
const FILLED = 'filled'
const EMPTY: CouponFace = { legs: 0, count: 0, price: null }

export class CouponGate implements SelectionPort {
  readonly #keyOf: (offer: SelectionOffer) => string
  readonly #want: () => void
  readonly #listeners = new Set<() => void>()
  readonly #keyListeners = new Map<string, Set<() => void>>()
  readonly #subscribers = new Map<string, (listener: () => void) => () => void>()
  /** Until the coupon keeps it itself: a page may be left in the moment after a press. */
  readonly #pressed = new Map<string, SelectionOffer>()
  /** What was pressed on the page before this one, and what filled its coupon, when that was left before its coupon had come. */
  readonly #left: SelectionOffer[]
  #leftFilling: GateFilling | null
  /** null: the coupon keeps itself. */
  #unsaved: Unsaved | null
  #filling: GateFilling | null = null
  #keeper: CouponKeeper | null = null
  #face = EMPTY

  /** `want` asks for the coupon's code; `keyOf` is the key under which a leg of this offer is known. */
  constructor(keyOf: (offer: SelectionOffer) => string, want: () => void, unsaved = unsavedIn(() => sessionStorage)) {
    this.#keyOf = keyOf
    this.#want = want
    this.#unsaved = unsaved
    this.#left = (unsaved.get(KEPT) ?? []) as SelectionOffer[]
    this.#leftFilling = readFilling(unsaved.get(FILLED))
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
    const key = this.#keyOf(offer)
    const keeper = this.#keeper
    if (!keeper || keeper.toggle(offer)) this.keep(key, offer)
    if (keeper) return
    this.#toldWaiting([key])
    this.#want()
  }

  /** Pressed, or taken back; for the next page until the coupon keeps it itself. */
  keep(key: string, offer: SelectionOffer): void {
    if (!this.#unsaved) return
    if (!this.#pressed.delete(key)) this.#pressed.set(key, offer)
    this.#unsaved.put(KEPT, [...this.#left, ...this.#pressed.values()])
  }

  /** In place of all that was there, what waits too. */
  fill(offers: readonly Offer[], more?: FillMore): void {
    const keys = [...this.#pressed.keys()]
    this.#pressed.clear()
    this.#left.splice(0)
    this.#leftFilling = null
    const { stakeMinor, ...rest } = more ?? {}
    this.#unsaved?.remove(KEPT)
    this.#unsaved?.put(FILLED, { offers, more: rest, stake: stakeMinor?.toString() } satisfies KeptFilling)
    if (this.#keeper) return this.#keeper.fill(offers, more)
    this.#filling = [offers, more]
    this.#toldWaiting(keys)
    this.#want()
  }

  /** The face of a coupon that has not come. */
  #toldWaiting(keys: readonly string[]): void {
    const legs = this.#pressed.size + (this.#filling?.[0].length ?? 0)
    this.told(keys, { legs, count: legs, price: null })
  }

  /** The coupon has come; answers what waits for it, once (hand-over.ts, which comes with the coupon). */
  attach(keeper: CouponKeeper) {
    const filling = this.#filling ?? this.#leftFilling
    const waits = { filling, left: this.#left.splice(0), pressed: this.#keeper ? [] : [...this.#pressed] }
    this.#keeper = keeper
    this.#filling = this.#leftFilling = null
    return waits
  }

  /** The coupon has read its storage and keeps itself from now on. */
  settled(): void {
    this.#pressed.clear()
    for (const key of [KEPT, FILLED]) this.#unsaved?.remove(key)
    this.#unsaved = null
  }

  /** The coupon's code could not be had: nothing is in the coupon, until the page is loaded anew. */
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
