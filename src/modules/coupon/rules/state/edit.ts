/** What the player changes by hand; legs and stakes are locked while a bet is on its way. */
import { unreachable } from '#lib/assert.ts'
import type { CouponAction } from './actions.ts'
import { movedItem, movedToBlock, NO_BLOCKS, type Arrangement } from './blocks.ts'
import { arrangementOf, kindOf, type Coupon } from './coupon.ts'
import { EMPTY_DRAFT, ownStake, stakeAfterBet, type Draft } from './draft.ts'
import { filled } from './filling.ts'
import { placedJobs, type Flow } from './flow.ts'
import { legsRange } from './kind.ts'
import type { OwnStake } from './options.ts'
import { legKey, legOf, movedToLive, uniqueByKey, type Leg, type Offer } from './leg.ts'
import { closed, returned, tabbed } from './tabs.ts'

export const EDIT: Flow = { at: 'edit' }

export type Edit = Extract<
  CouponAction,
  {
    do:
      | 'toggle'
      | 'fill'
      | 'remove'
      | 'clear'
      | 'leave'
      | 'kind'
      | 'size'
      | 'stake'
      | 'moveLeg'
      | 'moveToBlock'
      | 'moveBlock'
      | 'blockStake'
      | 'splitBlocks'
      | 'options'
      | 'advance'
      | 'tabAdd'
      | 'tabGo'
      | 'tabClose'
      | 'moveLive'
  }
>

export function edited(before: Coupon, action: Edit): Coupon {
  if (before.flow.at === 'placed' && action.do === 'toggle') return toggledAfterBet(before, action.offer)
  if (action.do === 'advance') return { ...before, advanceMinor: action.minor }
  // A receipt gives way to what comes as a whole, but never what was not placed beside it.
  const ends = action.do === 'fill' || isTab(action)
  const open = before.flow.at === 'placed' && ends ? finished(before) : before
  const coupon: Coupon = open.flow.at === 'edit' ? open : { ...open, flow: EDIT, receipts: [] }
  switch (action.do) {
    case 'toggle':
      return toggled(coupon, action.offer)
    case 'fill':
      return filled(coupon, action.filling)
    case 'remove':
      return withLegs(
        coupon,
        coupon.legs.filter((leg) => !action.keys.includes(leg.key)),
      )
    case 'clear':
      return cleared(coupon)
    case 'leave':
      return coupon.before.length + coupon.after.length > 0 ? returned(coupon) : cleared(coupon)
    case 'kind':
      return coupon.chosenKind === action.kind ? coupon : { ...coupon, chosenKind: action.kind, limits: limitsOf(coupon, coupon.legs) }
    case 'size':
      return { ...coupon, size: action.size, limits: limitsOf(coupon, coupon.legs) }
    case 'stake':
      return staked(coupon, action.text, action.betKey)
    case 'options':
      return { ...coupon, options: { ...coupon.options, ...action.options } }
    case 'moveLive':
      return takenLive(coupon, action.keys)
    case 'tabAdd':
    case 'tabGo':
    case 'tabClose':
      return tabbed(coupon, action)
    case 'moveLeg':
    case 'moveToBlock':
    case 'moveBlock':
    case 'blockStake':
    case 'splitBlocks':
      return rearranged(coupon, action)
    default:
      return unreachable(action)
  }
}

/** What was typed for other outcomes, "Max" of them perhaps, is no stake to begin with. */
function cleared(coupon: Coupon): Coupon {
  return withLegs({ ...coupon, stake: coupon.setup.template, stakeTouched: false, legStakes: {} }, [])
}

type Rearranging = Extract<Edit, { do: 'moveLeg' | 'moveToBlock' | 'moveBlock' | 'blockStake' | 'splitBlocks' }>

function rearranged(coupon: Coupon, action: Rearranging): Coupon {
  const now = arrangementOf(coupon)
  const put = (arrangement: Arrangement): Coupon => ({ ...coupon, arrangement })
  switch (action.do) {
    case 'moveLeg': {
      const from = coupon.legs.findIndex((leg) => leg.key === action.key)
      return { ...coupon, legs: movedItem(coupon.legs, from, action.to) }
    }
    case 'moveToBlock':
      return action.target === 'lobby' && kindOf(coupon) !== 'multi' ? coupon : put(movedToBlock(now, action.key, action.target))
    case 'moveBlock':
      return put({ ...now, blocks: movedItem(now.blocks, action.from, action.to) })
    case 'blockStake':
      return {
        ...put({ ...now, blocks: now.blocks.map((block, i) => (i === action.index ? { ...block, stake: action.text } : block)) }),
        stakeCurrency: coupon.setup.currency.code,
      }
    case 'splitBlocks':
      return put(NO_BLOCKS)
  }
}

/** One leg above the largest number is taken, so that the coupon can say so; further ones are not. */
function toggled(coupon: Coupon, offer: Offer): Coupon {
  const key = legKey(offer)
  if (coupon.legs.some((leg) => leg.key === key))
    return withLegs(
      coupon,
      coupon.legs.filter((leg) => leg.key !== key),
    )
  const next = coupon.sale ? changedBet(coupon, offer) : [...coupon.legs, legOf(offer, coupon.setup.lng)]
  const { max } = legsRange(kindOf({ ...coupon, legs: next }), coupon.setup)
  return coupon.legs.length > max ? coupon : withLegs(coupon, next)
}

/** In a placed bet an outcome gives way to another one of its market (rules 8.2). The bet's own legs have the server's names: so have new ones. */
function changedBet({ legs }: Coupon, offer: Offer): readonly Leg[] {
  const { lng: _unnamed, ...added } = legOf(offer, '')
  const at = legs.findIndex(({ gameId, group }) => group && gameId === offer.gameId && group === offer.group)
  return at < 0 ? [...legs, added] : legs.toSpliced(at, 1, added)
}

/** A press after a bet begins a new coupon. */
function toggledAfterBet(coupon: Coupon, offer: Offer): Coupon {
  const key = legKey(offer)
  const again = coupon.legs.some((leg) => leg.key === key)
  return {
    ...withLegs({ ...coupon, legs: [] }, again ? [] : [legOf(offer, coupon.setup.lng)]),
    ...freshTerms(coupon),
    ...stakeAfterBet(coupon, coupon.setup.template),
    flow: EDIT,
    receipts: [],
  }
}

type Terms = OwnStake & Pick<Draft, 'chosenKind' | 'size' | 'arrangement' | 'options' | 'sale' | 'code' | 'agreedJoint'>

/** Without what was said for one bet only. */
function freshTerms(coupon: Coupon): Terms {
  const { chosenKind, size, arrangement, sale, code, agreedJoint } = EMPTY_DRAFT
  return {
    ...ownStake(coupon),
    chosenKind,
    size,
    arrangement,
    sale,
    code,
    agreedJoint,
    options: { ...EMPTY_DRAFT.options, boost: coupon.options.boost },
  }
}

/** Whatever is changed by hand is no longer the express of the day, nor at the joint price that was agreed. */
export function withLegs(coupon: Coupon, legs: readonly Leg[]): Coupon {
  const keys = new Set(legs.map((leg) => leg.key))
  const legStakes = Object.fromEntries(Object.entries(coupon.legStakes).filter(([key]) => keys.has(key)))
  const limits = limitsOf(coupon, legs)
  const next: Coupon = { ...coupon, legs, legStakes, limits, dayExpressId: 0, filled: false, agreedJoint: null, advanceMinor: null }
  return legs.length === 0 ? { ...next, ...freshTerms(coupon) } : next
}

/** Singles keep their limits. Those of an express are of its legs, kind and size: with others nobody knows them until the answer. */
function limitsOf({ limits }: Coupon, legs: readonly Leg[]): Coupon['limits'] {
  return Object.fromEntries(legs.flatMap(({ key }) => (limits[key] ? [[key, limits[key]] as const] : [])))
}

function staked(coupon: Coupon, text: string, betKey: string | undefined): Coupon {
  const typed: Coupon = { ...coupon, stakeTouched: true, stakeCurrency: coupon.setup.currency.code }
  if (betKey === undefined) return { ...typed, stake: text, legStakes: {} }
  return { ...typed, legStakes: { ...coupon.legStakes, [betKey]: text } }
}

function isTab(action: Edit): boolean {
  return action.do === 'tabAdd' || action.do === 'tabGo' || action.do === 'tabClose'
}

/** After a bet: the coupon is empty; one of several goes away. */
export function finished(coupon: Coupon): Coupon {
  const failed = coupon.flow.at === 'placed' ? placedJobs(coupon.flow.jobs).flatMap((job) => job.outcome.failedKeys) : []
  // What was not placed beside the others stays.
  const left = coupon.legs.filter((leg) => failed.includes(leg.key))
  const rest: Coupon = { ...withLegs(coupon, left), flow: EDIT, receipts: [] }
  if (left.length > 0) return rest
  const empty: Coupon = { ...rest, ...stakeAfterBet(coupon, coupon.setup.template) }
  const count = empty.before.length + 1 + empty.after.length
  if (count === 1) return empty
  return coupon.sale ? returned(empty) : closed(empty, empty.before.length)
}

/** Blocks and stakes follow a leg that goes over into live under another key. */
function takenLive(coupon: Coupon, keys: readonly string[]): Coupon {
  const names = new Map(coupon.legs.map((leg) => [leg.key, keys.includes(leg.key) ? movedToLive(leg).key : leg.key]))
  const rename = (list: readonly string[]) => list.map((key) => names.get(key) ?? key)
  const { lobby, blocks } = coupon.arrangement
  const renamed: Coupon = {
    ...coupon,
    arrangement: { lobby: rename(lobby), blocks: blocks.map((block) => ({ ...block, keys: rename(block.keys) })) },
    legStakes: Object.fromEntries(Object.entries(coupon.legStakes).map(([key, text]) => [names.get(key) ?? key, text])),
  }
  return withLegs(renamed, uniqueByKey(coupon.legs.map((leg) => (keys.includes(leg.key) ? movedToLive(leg) : leg))))
}
