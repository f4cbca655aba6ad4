/** What may be staked and lost (rules 4): sums in euro, null = no such limit. */
import { z } from 'zod'

const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/)
const coefficient = z.int().min(1001).max(1_001_000)

const perLeg = {
  liabilityEur: amount.nullable(),
  maxStakeEur: amount.nullable(),
  marketEur: amount.nullable().optional(),
  gameEur: amount.nullable().optional(),
}
const overrides = z.strictObject({
  liabilityEur: amount.nullable().optional(),
  maxStakeEur: amount.nullable().optional(),
  marketEur: perLeg.marketEur,
  gameEur: perLeg.gameEur,
})

/** By the number of the sport and by the group of the market; a market's own word wins. */
export const stakeLimits = z.strictObject({
  minStakeEur: amount,
  ...perLeg,
  maxPayoutEur: amount.nullable(),
  playerEur: amount.nullable().optional(),
  brandEur: amount.nullable().optional(),
  maxCoefSingle: coefficient.nullable().optional(),
  maxCoefMulti: coefficient.nullable().optional(),
  bySport: z.record(z.string().regex(/^\d{1,4}$/), overrides).optional(),
  byMarket: z.record(z.string().regex(/^\d{1,5}$/), overrides).optional(),
})
