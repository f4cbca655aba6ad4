/** The coupon's calls. */
import { wireMoney } from '#lib/money.ts'
import { request } from '#platform/web/call.ts'
import { moneyCall } from '#platform/web/money-call.ts'
import {
  bodyEvents,
  bodyTerms,
  kindOf,
  legKey,
  plannedBets,
  promoField,
  TOGETHER,
  type BetAnswer,
  type BetJob,
  type CheckedLeg,
  type Coupon,
  type Filling,
  type Leg,
  type LegNames,
  type Quote,
  type RequestParts,
  type StakeLimits,
  type TakenFigures,
} from '../rules/state/index.ts'
import { VID } from '../rules/kinds.ts'
import {
  readPlaced,
  readBet,
  readBetFailure,
  readBid,
  readFilling,
  readLegs,
  readLimits,
  readQuote,
  readSaved,
  type WireBet,
  type WireBid,
  type WirePlaced,
  type WireCoupon,
  type WireSaved,
} from './wire.ts'

const UPDATE = '/service-api/LiveBet/Open/UpdateCoupon'
const UPDATE_MULTI = '/service-api/LiveBet/Open/UpdateCouponMulti'
const ADVANCE = '/service-api/LiveBet/Open/GetAvance'
const MAKE_BET = '/service-api/LiveBet/Secure/MakeBetWeb'
const MAKE_BID = '/service-api/LiveBet/Secure/MakeBetBidWeb'
const DETAILS = '/web-api/bets/details'
const SAVE = '/service-api/LiveBet/Open/SaveCoupon'
const GET = '/service-api/LiveBet/Open/GetCoupon'
/** A bet's answer that takes longer counts as lost and is asked for again. */
const BET_TIMEOUT_MS = 15_000
/** What became of a bid is asked for anew sooner: its offer stands for a minute only. */
const STATE_TIMEOUT_MS = 10_000

export interface CheckResult {
  legs: CheckedLeg[]
  limits: Record<string, StakeLimits>
  quote: Quote | null
}

export interface CouponCalls {
  check(coupon: Coupon, page: RequestParts): Promise<CheckResult>
  /**
   * `onlyKnown`: places nothing, says what became of the bet that was sent before. `proven` hears that the player has given his
   * password for it, before it is sent once more.
   */
  place(job: Pick<BetJob, 'body' | 'call'>, onlyKnown?: boolean, proven?: () => void): Promise<BetAnswer>
  save(coupon: Coupon, page: RequestParts): Promise<string>
  /** Outcomes without names, kept only to get their names. */
  saveEvents(events: readonly object[], vid: number, page: RequestParts): Promise<string>
  find(code: string, page: RequestParts): Promise<{ filling: Filling; partial: boolean; saved: number }>
  /** Names of outcomes in the language of the page, by the key of the leg; what is gone has none. */
  names(legs: readonly Leg[], page: RequestParts): Promise<ReadonlyMap<string, LegNames>>
  /** Minor units of the advance that the account has for this coupon; 0 = none. */
  advance(coupon: Coupon, page: RequestParts): Promise<number>
}

function bodyOf(coupon: Coupon, page: RequestParts): Record<string, unknown> {
  return {
    Events: bodyEvents(coupon.legs),
    UserId: coupon.session.accountId,
    partner: page.partner,
    Lng: page.lng,
    CfView: page.cfView,
    Source: 55,
  }
}

/** The coupon as one bet: terms and stake included, so that limits, codes and additions are those of this coupon. */
function wholeBody(coupon: Coupon, page: RequestParts): Record<string, unknown> {
  const [bet] = plannedBets(coupon)
  const { setup, session } = coupon
  return {
    ...bodyOf(coupon, page),
    ...(bet?.eachWay ? { Events: bodyEvents(bet.legs) } : {}),
    ...(bet ? bodyTerms(coupon, bet) : {}),
    ...promoField(coupon),
    Summ: bet ? wireMoney(bet.stakeMinor, setup.currency.exponent) : 0,
    CalcSystemsMin: bet?.vid === VID.system,
    IsNeedUpdatePromoCode: session.playerId !== null && setup.options.has('promo'),
  }
}

async function check(coupon: Coupon, page: RequestParts): Promise<CheckResult> {
  const { legs, setup } = coupon
  const { exponent } = setup.currency
  const kind = kindOf(coupon)
  if ((kind === 'singles' || kind === 'multiSingle') && legs.length > 1) {
    const body = { ...bodyOf(coupon, page), Vid: VID.multiSingle }
    const { Coupons } = await request<{ Coupons: readonly WireCoupon[] }>('POST', UPDATE_MULTI, { body })
    const found = readLegs({ Events: Coupons.flatMap(({ Events }) => Events.slice(0, 1)) }, legs)
    const limits = Object.fromEntries(Coupons.flatMap((value, i) => (legs[i] ? [[legs[i].key, readLimits(value, exponent)] as const] : [])))
    // Singles side by side say nothing of what may stand together.
    const relations = new Map(legs.map((leg) => [leg.key, leg]))
    return {
      legs: found.map((leg) => ({
        ...leg,
        relation: relations.get(leg.key)?.relation ?? 0,
        onlySingle: relations.get(leg.key)?.onlySingle ?? false,
      })),
      limits,
      quote: null,
    }
  }
  const value = await request<WireCoupon>('POST', UPDATE, { body: wholeBody(coupon, page) })
  const [bet] = plannedBets(coupon)
  const limits = { [bet?.key ?? TOGETHER]: readLimits(value, exponent) }
  return { legs: readLegs(value, legs), limits, quote: readQuote(value, coupon) }
}

async function place({ body, call }: Pick<BetJob, 'body' | 'call'>, onlyKnown = false, proven?: () => void): Promise<BetAnswer> {
  const options = { body: onlyKnown ? { ...body, OnlyKnown: true } : body, auth: 'token', timeoutMs: BET_TIMEOUT_MS } as const
  try {
    return call === 'bid'
      ? readBid(await moneyCall(() => request<WireBid>('POST', MAKE_BID, options), proven))
      : readBet(await moneyCall(() => request<WireBet>('POST', MAKE_BET, options), proven))
  } catch (error) {
    return readBetFailure(error)
  }
}

const saveEvents: CouponCalls['saveEvents'] = (events, vid, page) =>
  request<string>('POST', SAVE, { body: { Events: events, Vid: vid, partner: page.partner, Lng: page.lng } })

const saved = (code: string, page: RequestParts): Promise<WireSaved> =>
  request<WireSaved>('POST', GET, { body: { Guid: code, partner: page.partner, Lng: page.lng, CfView: page.cfView } })

export const couponCalls: CouponCalls = {
  check,
  place,
  save(coupon, page) {
    const [bet] = plannedBets(coupon)
    const kind = kindOf(coupon)
    const terms = bet!.eachWay
      ? { EachWay: true }
      : kind === 'singles' || kind === 'multiSingle'
        ? { Vid: coupon.legs.length > 1 ? VID.multiSingle : VID.single }
        : bodyTerms(coupon, bet!)
    return request<string>('POST', SAVE, { body: { Events: bodyEvents(coupon.legs), ...terms, partner: page.partner, Lng: page.lng } })
  },
  saveEvents,
  async find(code, page) {
    const value = await saved(code, page)
    return { filling: readFilling(value, code), partial: value.HasRemoveEvents, saved: value.SavedEvents }
  },
  async names(legs, page) {
    const code = await saveEvents(bodyEvents(legs), legs.length > 1 ? VID.multiSingle : VID.single, page)
    return new Map(readSaved(await saved(code, page)).map((offer) => [legKey(offer), offer.names]))
  },
  async advance(coupon, page) {
    const value = await request<{ IsAvailable: boolean; Avance: number }>('POST', ADVANCE, { body: wholeBody(coupon, page), auth: 'token' })
    return value.IsAvailable ? value.Avance : 0
  },
}

/** Asks for a bid's state, takes its counter offer or withdraws it (wire 8.7.3). */
export function askBid(betGUID: string, what: 'state' | 'take' | 'withdraw'): Promise<WireBid> {
  const more = what === 'take' ? { ApprovedBet: true } : what === 'withdraw' ? { Summ: 0 } : {}
  const wait = what === 'state' ? { timeoutMs: STATE_TIMEOUT_MS } : {}
  return moneyCall(() => request<WireBid>('POST', MAKE_BID, { body: { betGUID, ...more }, auth: 'token', ...wait }))
}

/** Price, stake and win of a bet of the player, as it was taken. */
export async function readPlacedFigures(betId: number, exponent: number): Promise<TakenFigures> {
  return readPlaced(await request<WirePlaced>('GET', DETAILS, { query: { bet_id: betId }, auth: 'token' }), exponent)
}
