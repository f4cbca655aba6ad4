/** Terms of a bet as they stand in its receipt and in the arithmetic of its result: `rules/terms.ts` says what each means. */
import { z } from 'zod'

const price = z.int()
const rate = z.string()
/** Minor units as text. */
const sum = z.string()
const blocks = z.array(z.array(z.int()))

export const bonusTerms = z.union([
  z.object({ kind: z.literal('day'), percent: z.number(), expressId: z.int() }),
  z.object({ kind: z.literal('boost'), minPrice: price, table: z.record(z.string(), z.number()) }),
])

const base = z.enum(['gross', 'net'])
export const taxTerms = z.object({
  rule: z.string(),
  stake: z.object({ mode: z.enum(['included', 'excluded']), rate }).exactOptional(),
  payout: z
    .union([
      z.object({ base, mode: z.enum(['slab', 'progressive']), brackets: z.array(z.object({ from: z.string(), rate })) }),
      z.object({ base, rate }),
    ])
    .exactOptional(),
  threshold: z.string().exactOptional(),
  minPrice: price.exactOptional(),
  returnsStakeTax: z.boolean(),
})

export const expressInsurance = z.object({ legs: z.int(), minor: sum, days: z.number() })

export const betTerms = z.object({
  size: z.int().exactOptional(),
  blocks: blocks.exactOptional(),
  withLobby: z.boolean().exactOptional(),
  blockStakes: z.array(sum.nullable()).exactOptional(),
  antiExpressPrice: price.exactOptional(),
  basePrice: price.exactOptional(),
  worth: sum.exactOptional(),
  jointPrice: price.exactOptional(),
  bonus: bonusTerms.exactOptional(),
  tax: taxTerms.exactOptional(),
  promo: z.object({ code: z.string(), minor: sum }).exactOptional(),
  advance: sum.exactOptional(),
  eachWay: z.boolean().exactOptional(),
  rule4: z.array(z.object({ leg: z.int(), runners: z.array(z.tuple([z.int(), z.number()])) })).exactOptional(),
  houseHeat: z.array(z.int()).exactOptional(),
  earlyPayout: z.object({ lead: z.int(), legs: z.array(z.int()) }).exactOptional(),
  expressInsurance: expressInsurance.exactOptional(),
})
