/** Orders: auto-bets and bids (wire 8.7.3, 8.12). */
import { z } from 'zod'
import { betFields } from '#modules/bets/contract.ts'
import { endpoint, office } from '#platform/shared/endpoint.ts'

const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)

/** MakeBetWeb's body; without events it asks about a bid, takes its offer (ApprovedBet) or withdraws it (Summ 0). */
const bidRequest = z.object({
  ...betFields,
  Summ: z.coerce.number().min(0).max(1e15).optional(),
  WantedCoef: z.coerce.number().min(0).max(1e6).default(0),
})
export type BidRequest = z.output<typeof bidRequest>

export const makeBid = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Secure/MakeBetBidWeb',
  serviceRoot: true,
  envelope: 'A',
  auth: 'token',
  wire: true,
  body: bidRequest,
  summary: 'A bid for more stake or a higher price; with the betGUID alone its state.',
})

export const autoBetList = endpoint({
  method: 'POST',
  path: office('autobet/list'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    /** States of wire 8.11; without them those that wait. */
    statuses: z.array(z.coerce.number().int().min(1).max(3)).max(3).optional(),
    count: z.coerce.number().int().min(1).max(100).default(50),
    lng: z.string().max(10).optional(),
    coef_view: z.coerce.number().int().min(0).max(100).optional(),
  }),
  summary: 'Auto-bets of the player, newest first.',
})

export const autoBetCancel = endpoint({
  method: 'POST',
  path: office('autobet/cancel'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ auto_bet_id: id }),
  summary: 'Drops an auto-bet that waits.',
})

export const bidList = endpoint({
  method: 'POST',
  path: office('bid/list'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    /** States of wire 8.7.3; without them those that are open. */
    statuses: z.array(z.coerce.number().int().min(0).max(5)).max(6).optional(),
    count: z.coerce.number().int().min(1).max(100).default(50),
    lng: z.string().max(10).optional(),
    coef_view: z.coerce.number().int().min(0).max(100).optional(),
  }),
  summary: 'Bids of the player, newest first.',
})

export interface WireOrderEvent {
  game: string
  championship: string
  outcome: string
  group: string
  coef: number
  kind: number
  start: number
}

export interface WireAutoBet {
  auto_bet_id: number
  status: number
  reason: string | null
  bet_id: number | null
  date: number
  bet_type: number
  sum: number
  currency: { code: string; exponent: number; symbol: string }
  /** Wanted, as a decimal and in the asked format; and now, 0 when it is not offered. */
  coef: number
  coef_view: string
  current_coef: number
  drop_on_score_change: boolean
  transform_event_kind: boolean
  events: WireOrderEvent[]
}

export interface WireBid {
  bid_id: number
  bet_guid: string
  status: number
  reason: string | null
  bet_id: number | null
  date: number
  expires: number
  /** Milliseconds until then, by the server's clock. */
  left_ms: number
  bet_type: number
  sum: number
  approved_sum: number
  currency: { code: string; exponent: number; symbol: string }
  coef: number
  offered_coef: number
  is_vip: boolean
  /** Of a VIP stake: the bet of the part that was placed at once. */
  part_bet_id: number | null
  events: WireOrderEvent[]
}
