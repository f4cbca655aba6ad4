import { parseMinor } from '#lib/money.ts'
import { inFlight, kindOfVid, legKey, type Coupon, type Filling, type Offer } from '../rules/state/index.ts'
import { VID } from '../rules/kinds.ts'
import type { CodeNote } from './context.ts'
import type { FillMore } from './coupon-gate.ts'
import type { CouponStore } from './coupon-store.ts'

/** What other modules hand over, as the coupon takes it. */
export function fillingOf(offers: readonly Offer[], more: FillMore, store: CouponStore): Filling {
  const { vid, size, blocks, withLobby, blockStakes, stakeMinor, saleBetId, isPowerBet, dayExpressId } = more
  return {
    offers,
    kind: vid === undefined || vid === VID.express ? null : kindOfVid(vid),
    ...(size === undefined ? {} : { size }),
    ...(blocks ? { blocks } : {}),
    ...(withLobby === undefined ? {} : { withLobby }),
    ...(blockStakes ? { blockStakes: blockStakes.map((sum) => written(sum, store)) } : {}),
    ...(stakeMinor === undefined ? {} : { stake: store.textOf(stakeMinor) }),
    ...(saleBetId ? { sale: { betId: String(saleBetId), power: isPowerBet === true } } : {}),
    ...(dayExpressId === undefined ? {} : { dayExpressId }),
  }
}

/** Into the coupon; what has no place there now is not lost: the note that is answered holds it. */
export function fillInto(store: Pick<CouponStore, 'get' | 'dispatch'>, filling: Filling): CodeNote | null {
  const before = store.get()
  if (inFlight(before.flow)) return { kind: 'waits', filling }
  store.dispatch({ do: 'fill', filling })
  return store.get() === before ? { kind: 'full', filling } : null
}

/** A press while a bet is on its way, kept beside what waits already: nobody presses in vain. */
export function withPick(note: CodeNote | null, offer: Offer): CodeNote {
  const kept: Filling = note?.kind === 'waits' ? note.filling : { offers: [], kind: null }
  const isKnown = kept.offers.some((one) => legKey(one) === legKey(offer))
  return { kind: 'waits', filling: isKnown ? kept : { ...kept, offers: [...kept.offers, offer] } }
}

/** A decimal text of a placed bet as the field writes it: "300.00" is "300", "12.5" in Russian "12,5". */
function written(sum: string, store: CouponStore): string {
  const minor = parseMinor(sum, store.get().setup.currency.exponent)
  return minor === null ? sum : store.textOf(minor)
}

/** Where the outcome stands: in the coupon that is open, or in one of the other tabs. */
export function markOf(coupon: Coupon, key: string): 'selected' | 'elsewhere' | 'none' {
  const has = ({ legs }: { legs: Coupon['legs'] }) => legs.some((leg) => leg.key === key)
  if (has(coupon)) return 'selected'
  return [...coupon.before, ...coupon.after].some(has) ? 'elsewhere' : 'none'
}
