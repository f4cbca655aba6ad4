/** Coupon calls without sign-in (wire 8.3–8.5). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

/** Numbers and flags of coupons and bets as old clients send them. */
export const int = (fallback: number) =>
  z.coerce
    .number()
    .int()
    .min(-(2 ** 31))
    .max(2 ** 53)
    .default(fallback)
const number = (fallback: number) => z.coerce.number().min(-1e15).max(1e15).default(fallback)
export const flag = (fallback: boolean) =>
  z
    .union([z.boolean(), z.number(), z.string().max(8)])
    .transform((v) => v === true || v === 1 || /^(true|1)$/i.test(String(v)))
    .default(fallback)

/** 8.2: the event of a request. */
const couponEvent = z.object({
  GameId: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  Type: z.coerce
    .number()
    .int()
    .min(0)
    .max(2 ** 31 - 1),
  Coef: z.coerce.number().min(0).max(1e9).default(0),
  Param: z.coerce.number().min(-200_000).max(200_000).default(0),
  Kind: int(3),
  PlayerId: int(0),
  PV: z.string().max(200).nullable().default(null),
})

/** 8.3: what coupon calls have in common. More than 50 events are refused by the call, not here (161627). */
export const couponFields = {
  Events: z.array(couponEvent).max(200).optional(),
  couponEvents: z.array(couponEvent).max(200).optional(),
  Vid: z.coerce.number().int().min(0).max(100).optional(),
  Summ: number(0),
  partner: int(0),
  Group: int(0),
  Lng: z.string().max(10).optional(),
  CfView: z.coerce.number().int().min(0).max(100).optional(),
  Country: int(0),
  Currency: int(0),
  UserId: int(0),
  UserIdBonus: int(0),
  CheckCf: int(0),
  EventsIndexes: z
    .array(z.array(z.coerce.number().int().min(0).max(50)).max(50))
    .max(50)
    .nullable()
    .default(null),
  GroupsSumms: z.array(z.coerce.number().min(-1).max(1e15)).max(50).nullable().default(null),
  WithLobby: flag(false),
  expressNum: int(0),
  CalcSystemsMin: flag(false),
  IsNeedUpdatePromoCode: flag(false),
  promo: z.string().max(64).nullable().default(null),
  SaleBetId: int(0),
  IsPowerBet: flag(false),
  IsExpressBoost: flag(false),
  AntiExpressCoef: number(0),
  NeedUpdateLine: flag(false),
  Source: int(55),
  notWait: flag(true),
}
const couponRequest = z.object(couponFields)

export const updateCoupon = endpoint({
  method: 'POST',
  path: ['/service-api/LiveBet/Open/UpdateCoupon', '/service-api/LiveBet-update/Open/UpdateCoupon', '/LiveUtil/UpdateCoupon'],
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  body: couponRequest,
  summary: 'Prices a coupon against the line. Writes nothing.',
})

export const saveCoupon = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Open/SaveCoupon',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  rateLimit: { max: 30, windowMs: 60_000 },
  body: couponRequest,
  summary: 'Keeps the selections of a coupon under a code of five signs for 30 days.',
})

export const getCoupon = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Open/GetCoupon',
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  rateLimit: { max: 30, windowMs: 60_000 },
  body: z.object({
    Guid: z.string().max(40),
    Lng: z.string().max(10).optional(),
    partner: int(0),
    CfView: z.coerce.number().int().min(0).max(100).optional(),
  }),
  summary: 'The selections of a saved coupon with the prices of now; what is gone is left out.',
})

export type CouponRequest = z.output<typeof couponRequest>
export type CouponEventRequest = z.output<typeof couponEvent>
