/** Placing bets and their history (wire 8.7, 8.10). */
import { z } from 'zod'
import { couponFields, flag, int, type CouponEventRequest } from '#modules/coupon/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const time = z.coerce.number().int().min(0).max(4_102_444_800)

/** Body of MakeBetWeb: 8.3 and 8.7.1. The keys 24 hex digits, other forms of the same use are taken too. */
export const betFields = {
  ...couponFields,
  CheckCf: z.coerce.number().int().min(0).max(2).default(0),
  Source: z.coerce.number().int().min(0).max(100_000).default(55),
  live: flag(false),
  betGUID: z
    .string()
    .regex(/^[0-9A-Za-z-]{8,64}$/)
    .nullable()
    .optional(),
  ApprovedBet: flag(false),
  CouponCode: z.string().max(20).nullable().default(null),
  OneClickBet: int(0),
}
const betRequest = z.object(betFields)
export type BetRequest = z.output<typeof betRequest>
export type BetEventRequest = CouponEventRequest

export const makeBet = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Secure/MakeBetWeb',
  serviceRoot: true,
  envelope: 'A',
  auth: 'token',
  wire: true,
  body: betRequest,
  summary: 'Places a single or an express; with live events it may answer a waiting time and a betGUID to ask with again.',
})

export const putBetsCommon = endpoint({
  method: 'POST',
  path: ['/web-api/datalinelive/putbetscommon', '/dataLineLive/put_bets_common.php'],
  envelope: 'A',
  auth: 'token',
  wire: true,
  body: z.object({ ...betFields, hash: z.string().max(200).optional(), coupon: betRequest.optional() }),
  summary: 'MakeBetWeb in its old form: fields on the top level or in `coupon`.',
})

export const betHistory = endpoint({
  method: 'POST',
  path: ['/web-api/office/history', '/office/history'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    timestamp_from: time.optional(),
    timestamp_to: time.optional(),
    account_id: int(0),
    coef_view: z.coerce.number().int().min(0).max(100).optional(),
    feed_types: z.array(z.coerce.number().int().min(0).max(9)).max(10).optional(),
    bet_common_statuses: z.array(z.coerce.number().int().min(0).max(99)).max(20).optional(),
    bet_types: z.array(z.coerce.number().int().min(0).max(99_999)).max(30).optional(),
    is_calculated_date_type: flag(false),
    include_terminal_bets: flag(false),
    sort_type: int(1),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    count: z.coerce.number().int().min(1).max(200).default(50),
    only_for_sale: flag(false),
    lng: z.string().max(10).optional(),
  }),
  summary: 'Bets of an account, newest first; the last seven days without dates.',
})

export const betInfoHistory = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Secure/GetBetInfoHistory',
  serviceRoot: true,
  envelope: 'B',
  auth: 'token',
  wire: true,
  body: z.object({
    DateFrom: time.optional(),
    DateTo: time.optional(),
    CfView: z.coerce.number().int().min(0).max(100).optional(),
    BetTypes: z.array(z.coerce.number().int().min(0).max(99)).max(30).optional(),
    BetStatuses: z.array(z.coerce.number().int().min(0).max(99)).max(20).optional(),
    SortType: int(1),
    BonusUserId: int(0),
    Language: z.string().max(10).optional(),
    Count: z.coerce.number().int().min(1).max(300).default(300),
    ByBetSettlingDates: flag(false),
    OnlyBetsForSale: flag(false),
  }),
  summary: 'Bets of the active account in the form of the application programs.',
})

export type BetHistoryRequest = z.output<(typeof betHistory)['body']>
export type BetInfoRequest = z.output<(typeof betInfoHistory)['body']>
