/** A coupon that comes as a whole: a placed bet that is changed or repeated, an express, a saved or generated coupon. */
import { isPlaceHalf } from '../each-way.ts'
import type { Filling } from './actions.ts'
import { knowsCurrency, type Coupon } from './coupon.ts'
import { draftOf, EMPTY_DRAFT, ownStake } from './draft.ts'
import { legKey, legOf, uniqueByKey, type Offer } from './leg.ts'
import { tabFor } from './tabs.ts'

/** The coupon with what came as a whole, in the tab that is its own; while all tabs are taken nothing comes. */
export function filled(before: Coupon, given: Filling): Coupon {
  const coupon = tabFor(before, given)
  return coupon === null ? before : withFilling(coupon, given)
}

function withFilling(coupon: Coupon, given: Filling): Coupon {
  const filling = asChosen(given)
  const legs = uniqueByKey(filling.offers.map((offer) => legOf(offer, coupon.setup.lng)))
  const keys = filling.offers.map(legKey)
  const named = (filling.blocks ?? []).map((block) => block.flatMap((i) => keys[i] ?? []))
  const lobby = filling.withLobby ? (named[0] ?? []) : []
  const blocks = (filling.withLobby ? named.slice(1) : named).map((own, i) => ({ keys: own, stake: filling.blockStakes?.[i] ?? '' }))
  const own = ownStake(coupon)
  // What is handed over is of the player's account, which may not be known yet.
  const isOwn = filling.stake !== undefined || filling.blockStakes !== undefined
  const stakeCurrency = isOwn && !knowsCurrency(coupon) ? '' : isOwn ? coupon.setup.currency.code : own.stakeCurrency
  return {
    ...coupon,
    ...draftOf({
      ...EMPTY_DRAFT,
      ...own,
      stakeCurrency,
      options: { ...EMPTY_DRAFT.options, ...(filling.eachWay ? { eachWay: true } : {}) },
    }),
    legs,
    filled: true,
    limits: {},
    advanceMinor: null,
    chosenKind: filling.kind,
    size: filling.size ?? 0,
    arrangement: { lobby, blocks },
    ...(filling.stake === undefined ? {} : { stake: filling.stake, stakeTouched: true }),
    sale: filling.sale ? { ...filling.sale, own } : null,
    dayExpressId: filling.dayExpressId ?? 0,
    code: filling.code ?? null,
  }
}

/**
 * A placed or saved bet on winners and places as the player chose it: the winners, each way. A place stands in no coupon without
 * its winner, and blocks, sizes and the kind of the bet are made of both halves.
 */
function asChosen(filling: Filling): Filling {
  const places = filling.offers.filter((one) => isPlaceHalf(one.type))
  if (places.length === 0) return filling
  const { blocks: _blocks, withLobby: _withLobby, size: _size, ...rest } = filling
  const paid = (win: Offer) => places.find((one) => one.gameId === win.gameId && one.playerId === win.playerId)?.param
  const winners = filling.offers.filter((one) => !isPlaceHalf(one.type))
  return { ...rest, offers: winners.map((win) => ({ ...win, places: win.places ?? paid(win) })), kind: null, eachWay: true }
}
