/** The coupon's calls. Limits of singles are asked one by one: they have no common one. */
import { request } from '#platform/web/call.ts'
import {
  EXPRESS,
  kindOf,
  type BetAnswer,
  type CheckedLeg,
  type Coupon,
  type Leg,
  type Offer,
  type RequestParts,
  type StakeLimits,
} from '../rules/state/index.ts'
import { VID } from '../rules/kinds.ts'
import {
  readBet,
  readBetFailure,
  readLegs,
  readLimits,
  readSaved,
  wireEvents,
  wireVid,
  type WireBet,
  type WireCoupon,
  type WireSaved,
} from './wire.ts'

const UPDATE = '/service-api/LiveBet/Open/UpdateCoupon'
const MAKE_BET = '/service-api/LiveBet/Secure/MakeBetWeb'
const SAVE = '/service-api/LiveBet/Open/SaveCoupon'
const GET = '/service-api/LiveBet/Open/GetCoupon'
/** So many limits of singles are asked side by side. */
const AT_ONCE = 6
/** A bet's answer that takes longer counts as lost and is asked for again. */
const BET_TIMEOUT_MS = 15_000

export interface CheckResult {
  legs: CheckedLeg[]
  limits: Record<string, StakeLimits>
}

export interface CouponCalls {
  check(coupon: Coupon, page: RequestParts): Promise<CheckResult>
  place(body: Readonly<Record<string, unknown>>): Promise<BetAnswer>
  save(legs: readonly Leg[], page: RequestParts): Promise<string>
  find(code: string, page: RequestParts): Promise<{ offers: Offer[]; partial: boolean; vid: number }>
}

function price(legs: readonly Leg[], vid: number, coupon: Coupon, page: RequestParts): Promise<WireCoupon> {
  const body = {
    Events: wireEvents(legs),
    Vid: vid,
    UserId: coupon.session.accountId,
    partner: page.partner,
    Lng: page.lng,
    CfView: page.cfView,
    Source: 55,
  }
  return request<WireCoupon>('POST', UPDATE, { body })
}

async function check(coupon: Coupon, page: RequestParts): Promise<CheckResult> {
  const { legs, setup } = coupon
  const value = await price(legs, wireVid(coupon), coupon, page)
  const found = readLegs(value, legs)
  const { exponent } = setup.currency
  if (kindOf(coupon) === EXPRESS) return { legs: found, limits: { [EXPRESS]: readLimits(value, exponent) } }
  const [only] = legs
  if (legs.length === 1 && only) return { legs: found, limits: { [only.key]: readLimits(value, exponent) } }
  const limits: Record<string, StakeLimits> = {}
  const missing = legs.filter((leg) => !(leg.key in coupon.limits))
  for (let at = 0; at < missing.length; at += AT_ONCE) {
    const part = missing.slice(at, at + AT_ONCE)
    const values = await Promise.all(part.map((leg) => price([leg], VID.single, coupon, page)))
    part.forEach((leg, i) => {
      limits[leg.key] = readLimits(values[i]!, exponent)
    })
  }
  return { legs: found, limits }
}

export const couponCalls: CouponCalls = {
  check,
  async place(body) {
    try {
      return readBet(await request<WireBet>('POST', MAKE_BET, { body, auth: 'token', timeoutMs: BET_TIMEOUT_MS }))
    } catch (error) {
      return readBetFailure(error)
    }
  },
  save: (legs, page) =>
    request<string>('POST', SAVE, {
      body: { Events: wireEvents(legs), Vid: legs.length > 1 ? VID.express : VID.single, partner: page.partner, Lng: page.lng },
    }),
  async find(code, page) {
    const value = await request<WireSaved>('POST', GET, { body: { Guid: code, partner: page.partner, Lng: page.lng, CfView: page.cfView } })
    return { offers: readSaved(value), partial: value.HasRemoveEvents, vid: value.Vid }
  },
}
