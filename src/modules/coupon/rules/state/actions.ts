/** What can happen to the coupon. Randomness and time come in with the action: the reducer has neither. */
import type { Milli } from '#lib/price.ts'
import type { BlockTarget } from './blocks.ts'
import type { CouponSession, Quote, Setup, StakeLimits } from './coupon.ts'
import type { BetAnswer } from './flow.ts'
import type { Kind } from './kind.ts'
import type { Leg, LegNames, Offer } from './leg.ts'
import type { Options, Sale } from './options.ts'
import type { Policy } from './policy.ts'
import type { Stored } from './stored.ts'

/** What UpdateCoupon said about a leg. */
export interface CheckedLeg {
  key: string
  price: Milli
  blocked: boolean
  finished: boolean
  relation: number
  onlySingle: boolean
  /** Places that an each-way bet on it pays. */
  places?: number | undefined
}

/** A coupon that comes as a whole: from a code, from a placed bet, from a generator. */
export interface Filling {
  offers: readonly Offer[]
  kind: Kind | null
  size?: number
  /** Indexes into the offers; with `withLobby` the first is the lobby. */
  blocks?: readonly (readonly number[])[]
  withLobby?: boolean
  blockStakes?: readonly string[]
  stake?: string
  sale?: Sale
  dayExpressId?: number
  code?: string
  /** Half of the stake stands on places (XT-18). */
  eachWay?: boolean
}

export type CouponAction =
  | { do: 'load'; stored: Stored | null; policy: Policy | null }
  /** Another tab of the browser has changed the coupon. */
  | { do: 'follow'; stored: Stored }
  /** Another tab is placing this very moment: what this one was about to send was not sent. */
  | { do: 'yield' }
  | { do: 'setup'; setup: Setup }
  | { do: 'session'; session: CouponSession }
  | { do: 'connection'; offline: boolean }
  | { do: 'toggle'; offer: Offer }
  /** Never over what the player put together: `tabFor` says where it goes. */
  | { do: 'fill'; filling: Filling }
  | { do: 'remove'; keys: readonly string[] }
  | { do: 'clear' }
  /** The placed bet stays as it is: the coupon that changes it goes. */
  | { do: 'leave' }
  | { do: 'kind'; kind: Kind }
  | { do: 'size'; size: number }
  | { do: 'stake'; text: string; betKey?: string | undefined }
  | { do: 'moveLeg'; key: string; to: number }
  | { do: 'moveToBlock'; key: string; target: BlockTarget }
  | { do: 'moveBlock'; from: number; to: number }
  | { do: 'blockStake'; index: number; text: string }
  | { do: 'splitBlocks' }
  | { do: 'options'; options: Partial<Options> }
  | { do: 'advance'; minor: bigint | null }
  | { do: 'tabAdd' }
  | { do: 'tabGo'; index: number }
  | { do: 'tabClose'; index: number }
  | { do: 'policy'; policy: Policy }
  | { do: 'moveLive'; keys: readonly string[] }
  | { do: 'seen'; legs: readonly Leg[] }
  /** Names of legs, by their keys, in the language that the page has now. */
  | { do: 'named'; lng: string; names: ReadonlyMap<string, LegNames> }
  | { do: 'checkBegins' }
  | { do: 'checked'; legs: readonly CheckedLeg[]; limits: Readonly<Record<string, StakeLimits>>; quote?: Quote | null }
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
  /** One press on a price is the whole bet. */
  oneClick: boolean
}
