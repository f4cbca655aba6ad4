/** Orders: auto-bets and bids (wire 8.7.3, 8.12). */
import { z } from 'zod'
import { betFields } from '#modules/bets/contract.ts'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { wireSum } from '#platform/shared/wire-schema.ts'

const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const wireCurrency = z.object({ code: z.string(), exponent: z.int(), symbol: z.string() })

export const wireOrderEvent = z.object({
  game: z.string(),
  championship: z.string(),
  outcome: z.string(),
  group: z.string(),
  coef: z.number(),
  kind: z.int(),
  start: z.int(),
})
export type WireOrderEvent = z.output<typeof wireOrderEvent>

const autoBet = z.object({
  auto_bet_id: z.int(),
  status: z.int(),
  reason: z.string().nullable(),
  bet_id: z.int().nullable(),
  date: z.int(),
  bet_type: z.int(),
  sum: z.number(),
  currency: wireCurrency,
  /** Wanted, as a decimal and in the asked format; and now, 0 when it is not offered. */
  coef: z.number(),
  coef_view: z.string(),
  current_coef: z.number(),
  drop_on_score_change: z.boolean(),
  transform_event_kind: z.boolean(),
  events: z.array(wireOrderEvent),
})
export type WireAutoBet = z.output<typeof autoBet>

const bid = z.object({
  bid_id: z.int(),
  bet_guid: z.string(),
  status: z.int(),
  reason: z.string().nullable(),
  bet_id: z.int().nullable(),
  date: z.int(),
  expires: z.int(),
  /** Milliseconds until then, by the server's clock. */
  left_ms: z.int(),
  bet_type: z.int(),
  sum: z.number(),
  approved_sum: z.number(),
  currency: wireCurrency,
  /** Wanted; what the line gives for all of it now, 0 where it has no price or that is no product; and offered. */
  coef: z.number(),
  current_coef: z.number(),
  offered_coef: z.number(),
  is_vip: z.boolean(),
  /** Of a VIP stake: the bet of the part that was placed at once. */
  part_bet_id: z.int().nullable(),
  events: z.array(wireOrderEvent),
})
export type WireBid = z.output<typeof bid>

const bidAnswer = z.object({
  BidId: z.int(),
  betGUID: z.string(),
  Status: z.int(),
  Summ: z.number(),
  WantedCoef: z.number(),
  ApprovedSumm: z.number(),
  Coef: z.number(),
  Expires: z.int(),
  waitTime: z.int(),
  Id: z.int(),
  Balance: z.number(),
})
export type BidAnswer = z.output<typeof bidAnswer>

/** MakeBetWeb's body; without events it asks about a bid, takes its offer (ApprovedBet) or withdraws it (Summ 0). */
const bidRequest = z.object({
  ...betFields,
  Summ: wireSum().optional(),
  WantedCoef: wireSum(0, 1e6).default(0),
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
  reply: bidAnswer,
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
  reply: z.object({ items: z.array(autoBet) }),
  summary: 'Auto-bets of the player, newest first.',
})

export const autoBetCancel = endpoint({
  method: 'POST',
  path: office('autobet/cancel'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ auto_bet_id: id }),
  reply: z.object({ auto_bet_id: z.int(), status: z.int() }),
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
  reply: z.object({ items: z.array(bid) }),
  summary: 'Bids of the player, newest first.',
})
