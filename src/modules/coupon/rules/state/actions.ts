/** What can happen to the coupon. Randomness and time come in with the action: the reducer has neither. */
import type { Milli } from '#lib/price.ts'
import type { Coupon, CouponSession, Kind, Setup, StakeLimits } from './coupon.ts'
import type { BetAnswer } from './flow.ts'
import type { Leg, Offer } from './leg.ts'
import type { Policy } from './policy.ts'
import type { Stored } from './stored.ts'

/** What UpdateCoupon said about a leg. */
export interface CheckedLeg {
  key: string
  price: Milli
  blocked: boolean
  finished: boolean
  relation: number
}

export type CouponAction =
  | { do: 'load'; stored: Stored | null; policy: Policy | null }
  /** Another tab has changed the coupon. */
  | { do: 'follow'; stored: Stored }
  | { do: 'setup'; setup: Setup }
  | { do: 'session'; session: CouponSession }
  | { do: 'connection'; offline: boolean }
  | { do: 'toggle'; offer: Offer }
  | { do: 'fill'; offers: readonly Offer[]; kind: Kind | null }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'clear' }
  | { do: 'kind'; kind: Kind }
  | { do: 'stake'; text: string; betKey?: string | undefined }
  | { do: 'policy'; policy: Policy }
  | { do: 'moveLive'; keys: readonly string[] }
  | { do: 'seen'; legs: readonly Leg[] }
  | { do: 'checkBegins' }
  | { do: 'checked'; legs: readonly CheckedLeg[]; limits: Readonly<Record<string, StakeLimits>> }
  | { do: 'accept' }
  /** One betGUID for each planned bet. `approved`: the player has seen the new price or the question. */
  | { do: 'send'; guids: readonly string[]; approved: boolean; request: RequestParts }
  | { do: 'repeat'; guid: string }
  | { do: 'answer'; guid: string; answer: BetAnswer; nowMs: number; spareGuid: string }
  | { do: 'done'; keep: boolean }
  | { do: 'edit' }

/** The parts of MakeBetWeb's body that come from the page. */
export interface RequestParts {
  lng: string
  partner: number
  cfView: number
  couponCode: string | null
}

export type Reducer = (coupon: Coupon, action: CouponAction) => Coupon
