/** What a receipt says about the shape of a bet of several parts (wire 8: expressNum, eventsIndexes, withLobby, groupsSumms). */
import { z } from 'zod'
import type { SettledBet } from '#modules/payout/rules/bet.ts'

const minor = z.union([z.string().regex(/^\d{1,18}$/), z.number().int().nonnegative()]).transform((v) => BigInt(v))

const receipt = z
  .object({
    /** k of a system or of the blocks of a multi-bet. */
    expressNum: z.coerce.number().int().positive().nullish(),
    eventsIndexes: z.array(z.array(z.number().int().nonnegative())).nullish(),
    withLobby: z.boolean().nullish(),
    /** Minor units; null = all that is available. */
    groupStakesMinor: z.array(minor.nullable()).nullish(),
    /** Anti-express: the price it was accepted at, thousandths. */
    antiExpressPrice: z.number().int().min(1001).nullish(),
  })
  .partial()
  .catch({})

type Terms = Pick<SettledBet, 'size' | 'blocks' | 'withLobby' | 'blockStakesMinor' | 'antiExpress'>

export function betTerms(json: unknown): Terms {
  const r = receipt.parse(json)
  return {
    ...(r.expressNum ? { size: r.expressNum } : {}),
    ...(r.eventsIndexes && r.eventsIndexes.length > 0 ? { blocks: r.eventsIndexes } : {}),
    ...(r.withLobby ? { withLobby: true } : {}),
    ...(r.groupStakesMinor ? { blockStakesMinor: r.groupStakesMinor } : {}),
    ...(r.antiExpressPrice ? { antiExpress: { legMarginPercent: 5, marginPercent: 5, storedPrice: r.antiExpressPrice } } : {}),
  }
}
