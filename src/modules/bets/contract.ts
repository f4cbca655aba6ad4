/** Placing bets (wire 8.7). */
import { z } from 'zod'
import { isShowable, MAX_LINE_PRICE } from '#lib/price.ts'
import { couponEvent, couponFields, flag, int, type CouponEventRequest } from '#modules/coupon/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { wireSum } from '#platform/shared/wire-schema.ts'
import { oneBet, severalBets } from './contract/answers.ts'

/** A sum in major units. */
const shownSum = z
  .string()
  .regex(/^(\d{1,18}(\.\d{1,18})?)?$/)
  .nullable()
  .optional()
/** Thousandths at most, never below 1; fifty events of the largest price have 201 digits. */
const shownPrice = z
  .string()
  .max(220)
  .regex(/^(0*[1-9]\d{0,200}(\.\d{1,3})?)?$/)
  .nullable()
  .optional()
const shownFigures = z.object({ win: shownSum, price: shownPrice, tax: shownSum })

/** A price that no line has was not seen: the receipt would tell it as a fact. */
const betEvents = z
  .array(
    couponEvent.extend({
      Coef: z.coerce
        .number()
        .min(0)
        .refine((coef) => isShowable(coef, MAX_LINE_PRICE))
        .default(0),
    }),
  )
  .max(200)
  .optional()

/**
 * Body of MakeBetWeb: 8.3 and 8.7.1. The keys 24 hex digits, other forms of the same use are taken too. Lists and objects
 * are optional, never with a default of their own: the plain reader of inputs then takes a body without them as it is.
 */
export const betFields = {
  ...couponFields,
  Events: betEvents,
  couponEvents: betEvents,
  Summ: wireSum(-1e15).default(0),
  GroupsSumms: z.array(wireSum(-1)).max(50).nullable().default(null),
  CheckCf: z.coerce.number().int().min(0).max(2).default(0),
  Source: z.coerce.number().int().min(0).max(100_000).default(55),
  live: flag(false),
  betGUID: z
    .string()
    .regex(/^[0-9A-Za-z-]{8,64}$/)
    .nullable()
    .optional(),
  /** Only asks what became of the bet of this betGUID: one that never came here is refused (900061) and will not be placed by it any more. */
  OnlyKnown: flag(false),
  ApprovedBet: flag(false),
  CouponCode: z.string().max(20).nullable().default(null),
  OneClickBet: int(0),
  /** Figures that the player saw, decimal text (standards WAG-06): possible win after tax, total price, all taxes; `each` of several singles. */
  Shown: shownFigures
    .extend({ each: z.array(shownFigures).max(50).optional() })
    .nullable()
    .optional(),
  isAutoBet: flag(false),
  autoBetCf: z.coerce.number().min(-1e6).max(1e9).default(0),
  autoBetCfView: int(0),
  dropOnScoreChange: flag(false),
  TransformEventKind: flag(false),
  avanceBet: flag(false),
  VIPBetSumm: wireSum().default(0),
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
  reply: oneBet,
  summary: 'Places a bet of any kind; with live events it may answer a waiting time and a betGUID to ask with again.',
})

/** More bodies in one call would make it too long to answer. */
export const MAX_COUPONS = 20
/** What stands on the top level holds for it as well: read with that, so that nothing is put in its place before. */
const oneOf = z.record(z.string(), z.unknown())
const several = z.array(oneOf).max(MAX_COUPONS).optional()

export const makeBetMulti = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Secure/MakeBetWebMulti',
  serviceRoot: true,
  envelope: 'A',
  auth: 'token',
  wire: true,
  body: z.object({ ...betFields, Coupons: several }),
  reply: severalBets,
  summary: 'Several singles (Vid 11), or several coupons, in one call: each is a bet of its own.',
})

export const putBetsCommon = endpoint({
  method: 'POST',
  path: ['/web-api/datalinelive/putbetscommon', '/dataLineLive/put_bets_common.php'],
  envelope: 'A',
  auth: 'token',
  uhash: true,
  wire: true,
  body: z.object({ ...betFields, hash: z.string().max(200).optional(), coupon: oneOf.optional(), coupons: several }),
  reply: z.union([oneBet, severalBets]),
  summary: 'MakeBetWeb in its old form: fields on the top level, in `coupon`, or several in `coupons`.',
})

export type MultiRequest = z.output<(typeof makeBetMulti)['body']>
export { betRequest }
