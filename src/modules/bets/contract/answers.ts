/** What the calls that place bets answer (wire 8.7.1, 8.7.2). */
import { z } from 'zod'
import { couponValue } from '#modules/coupon/contract/value.ts'

const int = z.int()
const num = z.number()

const one = {
  /** Bet ids are below 2^53. */
  Id: int,
  Balance: num,
  Coupon: couponValue.nullable(),
  Dt: z.string(),
  waitTime: int,
  betGUID: z.string().nullable(),
  SummPrep: num,
  FailInfo: z.null(),
  lnC: z.boolean(),
  lvC: z.boolean(),
  CanPrint: z.boolean(),
  PayoutType: int,
  AutoBetId: int,
  BidId: int,
}

/** One of several: placed, or refused with its reason. */
const row = z.object({
  Index: int,
  Success: z.boolean(),
  ErrorCode: int,
  Error: z.string(),
  Value: z.object(one).nullable(),
  /** Of a bet about which nothing is decided (133): the key to ask with again. */
  betGUID: z.string().exactOptional(),
})

export const severalBets = z.object({
  Bets: z.array(row),
  Balance: num,
  PlacedCount: int,
  FailedCount: int,
  waitTime: int,
  betGUID: z.string().nullable(),
})

/** With the rows of all when several singles were placed as one coupon (Vid 11). */
export const oneBet = z.object({
  ...one,
  Bets: z.array(row).exactOptional(),
  PlacedCount: int.exactOptional(),
  FailedCount: int.exactOptional(),
})
