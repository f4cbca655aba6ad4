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
export const couponEvent = z.object({
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
  /** 8.8: the line-ups of a duel; never an object by default, which only zod could fill in. */
  PlayersDuel: z
    .array(z.object({ Team: int(0), PlayerIds: z.array(int(0)).max(5) }))
    .max(2)
    .optional(),
})

/** 8.3: what coupon calls have in common. More than 50 events are refused by the call, not here (161627). */
export const couponFields = {
  Events: z.array(couponEvent).max(200).optional(),
  couponEvents: z.array(couponEvent).max(200).optional(),
  /** Null is as left out: the number of events says it. */
  Vid: z.coerce.number().int().min(0).max(100).nullish(),
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
    // Places that no event has are a matter of the coupon's kind (900001), not of the request's form.
    .array(z.array(z.coerce.number().int().min(-1000).max(1000)).max(50))
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
  /** Ours: outcomes of one game in one bet, at their price together (rules 7.4). */
  SameGame: flag(false),
  /** Ours: the first half of the events are winners, the second the places of the same runners (XT-18). */
  EachWay: flag(false),
  AntiExpressCoef: number(0),
  NeedUpdateLine: flag(false),
  Source: int(55),
  notWait: flag(true),
}
export const couponBody = z.object(couponFields)

export const updateCoupon = endpoint({
  method: 'POST',
  path: ['/service-api/LiveBet/Open/UpdateCoupon', '/service-api/LiveBet-update/Open/UpdateCoupon', '/service-api/LiveUtil/UpdateCoupon'],
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  body: couponBody,
  summary: 'Prices a coupon against the line. Writes nothing.',
})

export const updateCouponMulti = endpoint({
  method: 'POST',
  path: ['/service-api/LiveBet/Open/UpdateCouponMulti', '/service-api/LiveBet-update/Open/UpdateCouponMulti'],
  serviceRoot: true,
  envelope: 'A',
  auth: 'none',
  csrf: false,
  wire: true,
  body: couponBody,
  summary: 'Prices several singles at once. Writes nothing.',
})

const advance = z.object({
  IsAvailable: z.boolean(),
  Avance: z.number(),
  AvanceMax: z.number(),
  AvanceUsed: z.number(),
  Balance: z.number(),
  Summ: z.number(),
  NeedAvance: z.number(),
  Currency: z.string(),
  BetIds: z.array(z.int()),
})
/** The Value of GetAvance (wire 8.6.1). */
export type AdvanceValue = z.output<typeof advance>

export const getAvance = endpoint({
  method: 'POST',
  path: '/service-api/LiveBet/Open/GetAvance',
  serviceRoot: true,
  envelope: 'A',
  auth: 'token',
  csrf: false,
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  body: couponBody,
  reply: advance,
  summary: 'How much of an advance on open bets this coupon may use now.',
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
  body: couponBody,
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
    UserId: int(0),
    CfView: z.coerce.number().int().min(0).max(100).optional(),
  }),
  summary: 'The selections of a saved coupon with the prices of now; what is gone is left out.',
})

/** One selection of the calls of our own. */
const pick = z.object({
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
  Param: z.coerce.number().min(-200_000).max(200_000).default(0),
  PlayerId: int(0),
})

/** Ours: which outcomes of a game can join a bet on several of them (rules 7.4). */
export const sameGame = endpoint({
  method: 'POST',
  path: '/web-api/coupon/same-game',
  envelope: 'C',
  auth: 'none',
  csrf: false,
  rateLimit: { max: 120, windowMs: 60_000 },
  body: z.object({ chosen: z.array(pick).min(1).max(10), candidates: z.array(pick).max(400).default([]) }),
  reply: z.object({
    /** Price of the chosen ones together, null when they cannot be combined or stand alone. */
    price: z.number().nullable(),
    reason: z.string().nullable(),
    pairs: z.array(z.object({ a: z.int(), b: z.int(), reason: z.string() })),
    /** In the order of the candidates: null = it can join. */
    candidates: z.array(z.object({ reason: z.string().nullable() })),
  }),
  summary: 'Price of outcomes of one game together, and which others can join them, each with its reason.',
})

/** Ours: a coupon filled for a stake and a wanted win (CP-40). */
export const generate = endpoint({
  method: 'POST',
  path: '/web-api/coupon/generate',
  envelope: 'C',
  auth: 'none',
  csrf: false,
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({
    sum: z.coerce.number().positive().max(1e12),
    win: z.coerce.number().positive().max(1e13),
    kind: z.enum(['single', 'express', 'any']).default('any'),
    sports: z.array(z.coerce.number().int().min(1).max(100_000)).max(50).default([]),
    live: z.boolean().nullable().default(null),
    /** Another number, another coupon; the same one in the same moment, the same. */
    seed: z.coerce
      .number()
      .int()
      .min(0)
      .max(2 ** 31 - 1)
      .default(0),
  }),
  reply: z.object({
    vid: z.int(),
    coef: z.number(),
    win: z.number(),
    events: z.array(z.object({ GameId: z.int(), Type: z.int(), Param: z.number(), PlayerId: z.int(), Kind: z.int(), Coef: z.number() })),
  }),
  summary: 'Open outcomes of different games whose prices together come nearest to a wanted win.',
})

export type CouponRequest = z.output<typeof couponBody>
export type GenerateRequest = z.output<typeof generate.body>
export type PickRequest = z.output<typeof pick>
export type CouponEventRequest = z.output<typeof couponEvent>
