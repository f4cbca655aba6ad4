/** What a price cell shows, as data: React renders it once, and a live price paints the same onto the same elements. */
import type { Milli } from '#lib/price.ts'
import { formatPriceView } from '#lib/number-format.ts'
import type { UiSettings, UiTextKey } from './settings.tsx'

/** The thirteen states of a price (ux 4). One value, never two booleans. */
export const PRICE_STATES = [
  'normal',
  'hover',
  'focus',
  'selected',
  'up',
  'down',
  'boosted',
  'locked',
  'unavailable',
  'loading',
  'won',
  'lost',
  'void',
] as const
export type PriceState = (typeof PRICE_STATES)[number]

/** Why a price is locked (ux 4): keys of the kit's texts. */
export const LOCK_REASONS = [
  'lock_goal',
  'lock_var',
  'lock_penalty',
  'lock_card',
  'lock_feed',
  'lock_stale',
  'lock_season',
  'lock_trader',
  'lock_started',
  'lock_closed',
  'lock_postponed',
  'lock_suspended',
  'lock_interrupted',
  'lock_rain',
  'lock_abandoned',
  'lock_cancelled',
  'lock_walkover',
  'lock_retired',
  'lock_defaulted',
  'lock_awarded',
] as const satisfies readonly UiTextKey[]
export type LockReason = (typeof LOCK_REASONS)[number]

export type Moved = 'up' | 'down'

export interface PriceFacts {
  state: PriceState
  /** Thousandths; null where there is no price. */
  price: Milli | null
  /** Where a selected price moved: the highlight stays, the triangle shows. */
  moved?: Moved | null | undefined
  /** For screen readers: outcome and team, "П1, Актобе". */
  name: string
  /** The struck price above a boosted one. */
  oldPrice?: Milli | undefined
  /** Why the price is locked. */
  reason?: LockReason | undefined
  /** Modifier: the outcome is in another coupon tab. */
  elsewhere?: boolean | undefined
}

export interface PriceFace {
  /** `unavailable` where there is no price to show. */
  state: PriceState
  moved: Moved | undefined
  /** Fractions and big prices of other views keep the cell and get smaller type: "3979/1000" beside "1.85". */
  length: 'long' | 'longest' | undefined
  /** The digits, '' without a price. */
  digits: string
  /** What is read aloud. */
  spoken: string
  /** Description and tooltip of a locked price; a chosen one that has it is locked as well. */
  reason: string | undefined
  /** Not pressed: a chosen price can be taken out of the coupon while it is locked. */
  disabled: true | undefined
  /** The struck price of a boosted one. */
  was: Milli | undefined
}

export function faceOf(facts: PriceFacts, ui: UiSettings): PriceFace {
  const { price, moved, name } = facts
  const state = price === null && facts.state !== 'locked' && facts.state !== 'loading' ? 'unavailable' : facts.state
  const digits = price === null ? '' : printed(price, ui.priceView).digits
  return {
    state,
    moved: state === 'up' || state === 'down' ? state : (moved ?? undefined),
    length: digits.length > 8 ? 'longest' : digits.length > 6 ? 'long' : undefined,
    digits,
    spoken: state === 'locked' ? name : spokenName(facts, state, ui),
    reason: state === 'locked' || (state === 'selected' && facts.reason) ? ui.text(facts.reason ?? 'lock_trader') : undefined,
    disabled: state === 'locked' || undefined,
    was: state === 'boosted' ? facts.oldPrice : undefined,
  }
}

function spokenName({ price, name, moved, elsewhere }: PriceFacts, state: PriceState, ui: UiSettings): string {
  if (price === null || state === 'unavailable') return `${name}, ${ui.text('price_none')}`
  let spoken = `${name}, ${ui.text('price_name', { price: printed(price, ui.priceView).spoken })}`
  const direction = state === 'up' || state === 'down' ? state : moved
  if (direction) spoken += `, ${ui.text(direction === 'up' ? 'price_went_up' : 'price_went_down')}`
  if (state === 'boosted') spoken += `, ${ui.text('price_boosted')}`
  if (state === 'won' || state === 'lost' || state === 'void') spoken += `, ${ui.text(`price_${state}`)}`
  if (elsewhere) spoken += `, ${ui.text('price_elsewhere')}`
  return spoken
}

interface Printed {
  /** Filled up for columns: "2.00". */
  digits: string
  /** As it is read aloud: "2". */
  spoken: string
}

const MOST_PRINTED = 4_000
const printedOf = new Map<number, Map<Milli, Printed>>()

/** A page shows few different prices many times. */
function printed(price: Milli, view: number): Printed {
  let known = printedOf.get(view)
  if (!known || known.size > MOST_PRINTED) printedOf.set(view, (known = new Map()))
  let found = known.get(price)
  if (!found) {
    found = { digits: formatPriceView(price, view, true), spoken: formatPriceView(price, view) }
    known.set(price, found)
  }
  return found
}

/** States that are drawn as a button; the others are plain text, which a live price cannot turn into one. */
export function isButton(state: PriceState): boolean {
  return state !== 'unavailable' && state !== 'loading' && state !== 'won' && state !== 'lost' && state !== 'void'
}
