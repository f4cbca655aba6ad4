/** Changes of a placed bet (wire 8.12). Edit bet and power bet go through UpdateCoupon and MakeBetWeb with SaleBetId. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { wireSum } from '#platform/shared/wire-schema.ts'
import { taxTerms } from '#modules/payout/contract/terms.ts'

const office = (name: string) => [`/web-api/office/bet/${name}`, `/office/bet/${name}`] as const
const betId = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 53 - 1)
const sum = wireSum()
/** Key of the client: the same key is the same change. Ours; without it a repeated press finds nothing left to do. */
const guid = z
  .string()
  .regex(/^[0-9A-Za-z-]{8,64}$/)
  .nullish()

/** A leg as a coupon takes it: wire 8.2 with the names of GetCoupon (8.5.2). */
const leg = z.object({
  GameId: z.number(),
  GameConstId: z.number(),
  Type: z.number(),
  Param: z.number(),
  PlayerId: z.number(),
  Kind: z.number(),
  /** Price of now. */
  Coef: z.number(),
  SportId: z.number(),
  ChampId: z.number(),
  Start: z.number(),
  Opp1: z.string(),
  Opp2: z.string(),
  Liga: z.string(),
  /** G of the line; 0 = the line has no such outcome. */
  GroupId: z.number(),
  GroupName: z.string(),
  MarketName: z.string(),
  GameType: z.string(),
  PeriodName: z.string(),
})

export const saleInfo = endpoint({
  method: 'POST',
  path: office('sale-info'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ bet_id: betId, lng: z.string().max(10).optional() }),
  reply: z.object({
    bet_id: z.number(),
    /** 0 when it is not bought now; `off` says why. */
    cashout_sum: z.number(),
    min_sale_sum: z.number(),
    max_sale_sum: z.number(),
    auto_sale_min: z.number(),
    auto_sale_max: z.number(),
    /** From here on ours. */
    off: z.string().nullable(),
    off_text: z.string().nullable(),
    /** Payout tax in the offer of the whole, and that offer before it. */
    tax_sum: z.number(),
    gross_sum: z.number(),
    /** What the tax in a part is reckoned from: the terms, the whole stake, and what sales have brought and paid so far. null = no tax. */
    part_tax: z.object({ terms: taxTerms, stake: z.number(), sold_gross: z.number(), sold_tax: z.number() }).nullable(),
    /** Stake that runs, and what can be won with it. */
    stake: z.number(),
    possible_win: z.number(),
    auto_sale_sum: z.number(),
    /** In words, why the last order has ended by itself while the bet runs on; null = it has not. */
    auto_sale_off: z.string().nullable(),
    can_sell_part: z.boolean(),
    /** The largest part: beside a larger one less than `min_sale_sum` would stay, which nobody buys. A part begins with that sum; 0 = there is none. */
    max_part_sum: z.number(),
    /** In words, why this bet is sold whole only, and why it is not edited or raised; null = nothing of its own forbids it. */
    part_off: z.string().nullable(),
    edit_off: z.string().nullable(),
    power_off: z.string().nullable(),
    insurance: z
      .object({
        percent: z.number(),
        percent_left: z.number(),
        whole_premium: z.number(),
        /** Shares that can be bought now, each with the premium that is asked for it. */
        slices: z.array(z.object({ percent: z.number(), premium: z.number() })),
        off: z.string().nullable(),
      })
      .nullable(),
    can_edit: z.boolean(),
    /** Legs that an edit starts from, as events of a coupon with their prices of now. */
    edit_events: z.array(leg),
    /** Outcomes of the same market that raise a single, with the coefficient that it would have. */
    power: z.array(leg.extend({ NewCoef: z.number() })),
  }),
  summary: 'What an open bet can be sold, insured and changed for now.',
})

export const saleCall = endpoint({
  method: 'POST',
  path: office('sale'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ bet_id: betId, sum_sale: sum, new_sum_cupon: sum.default(0), guid }),
  reply: z.object({
    bet_id: z.number(),
    status: z.number(),
    sum_sale: z.number(),
    new_sum_cupon: z.number(),
    balance: z.number(),
  }),
  summary: 'Sells a bet, whole or in part: at least for sum_sale, else 900050 with the sum of now.',
})

export const autoSaleCall = endpoint({
  method: 'POST',
  path: office('auto-sale'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ bet_id: betId, target: sum }),
  reply: z.object({ bet_id: z.number(), auto_sale_sum: z.number() }),
  summary: 'Sells the bet by itself when the offer reaches the target; 0 cancels.',
})

export const insuranceCall = endpoint({
  method: 'POST',
  path: office('insurance'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    bet_id: betId,
    percent: z.coerce.number().int().min(1).max(100),
    /** The premium that the player saw; a higher one is refused with 900050. */
    sum: sum.optional(),
    guid,
  }),
  reply: z.object({
    bet_id: z.number(),
    /** Covered in all, and what was paid for it in all. */
    insurance_percent: z.number(),
    insurance_sum: z.number(),
    premium: z.number(),
    balance: z.number(),
  }),
  summary: 'Insures a part of the stake of a single or an express against its loss.',
})

export type SaleInfoReply = z.output<(typeof saleInfo)['reply']>
