/** What "why this result" answers; times are unix milliseconds. */
import { z } from 'zod'
import type { WhyInputs } from '../rules/why.ts'
import { bonusTerms, expressInsurance, taxTerms } from './terms.ts'

const time = z.int()
/** Minor units as text. */
const sum = z.string()
const score = z.tuple([z.int(), z.int()]).readonly()
const price = z.int()
const bit = z.union([z.literal(0), z.literal(1)])

/** heat: places / tied as two texts. */
const result = z.object({ won: bit, voidHalves: z.union([bit, z.literal(2)]), heat: z.tuple([z.string(), z.string()]).readonly() })

/** What somebody said about the outcome of a leg. */
const fact = z.object({
  said: z.enum(['settle', 'rollback', 'cancel', 'cancel_rollback', 'started', 'started_rollback']),
  at: time,
  source: z.string(),
  certainty: z.enum(['live', 'confirmed']).nullable(),
  result: result.nullable(),
  reason: z.string().nullable(),
})
export type WhyFact = z.output<typeof fact>

const leg = z.object({
  /** Rule in plain words: a key of this module's texts and what stands in it. */
  rule: z.string(),
  params: z.record(z.string(), z.string()),
  price,
  /** With an early payout: the lead that is enough, and the first that was, with its score; null until then. */
  early: z.object({ lead: z.int(), reached: z.object({ at: time, score }).nullable() }).nullable(),
  /** Officers who made results of the game by hand, and what they did. */
  by_hand: z.array(z.object({ officer: z.string(), act: z.enum(['settle', 'cancel', 'finish', 'score', 'fact']), at: time })),
  /** Score of the game at its end, where one is known. */
  score: score.nullable(),
  known_at: time.nullable(),
  /** Of a leg that an edit kept: since when it stands; null where that is the time of the bet. */
  bought_at: time.nullable(),
  /** Why the leg is void although its result is not: late, taken on the line when the game had begun, bets of some hours, the whole market or the game cancelled, by_hand. */
  void: z.enum(['late', 'started', 'cancelled', 'market', 'game', 'by_hand']).nullable(),
  /** Why it was cancelled, as the texts of the history name it; null where that is not known. */
  void_reason: z.string().nullable(),
  /** True when a result was in force before and another is now. */
  corrected: z.boolean(),
  facts: z.array(fact),
})
export type WhyLeg = z.output<typeof leg>

const inputs = z.object({
  kind: z.custom<WhyInputs['kind']>((kind) => typeof kind === 'string'),
  stake: sum,
  legs: z.array(z.object({ price, result: result.nullable(), deducted: z.number().exactOptional() })).readonly(),
  exponent: z.int(),
  maxPayout: sum.nullable(),
  size: z.int().exactOptional(),
  blocks: z.array(z.array(z.int()).readonly()).readonly().exactOptional(),
  withLobby: z.boolean().exactOptional(),
  blockStakes: z.array(sum.nullable()).readonly().exactOptional(),
  antiExpressPrice: price.exactOptional(),
  basePrice: price.exactOptional(),
  worth: sum.exactOptional(),
  jointPrice: price.exactOptional(),
  bonus: bonusTerms.exactOptional(),
  tax: taxTerms.exactOptional(),
  promo: sum.exactOptional(),
  sold: sum.exactOptional(),
  soldGross: sum.exactOptional(),
  soldTax: sum.exactOptional(),
  insured: sum.exactOptional(),
  premiumBack: sum.exactOptional(),
  uncovered: sum.exactOptional(),
  expressInsurance: expressInsurance.exactOptional(),
}) satisfies z.ZodType<WhyInputs>

export const whyReply = z.object({
  bet_id: z.int(),
  status: z.int(),
  currency: z.string(),
  accepted_at: time,
  settled_at: time.nullable(),
  /** Reason of an officer's decision, null when the bet was not voided. */
  voided: z.string().nullable(),
  /** The pay-out waits: an advance is not decided, two calculations differ, or a great win is looked at by two officers. */
  waits: z.enum(['advance', 'checked', 'officers']).nullable(),
  /** Of a win that officers look at: what waits, since when, and until when they have time. */
  check: z.object({ payout: sum, asked_at: time, due_at: time, now: time, signed: z.boolean() }).nullable(),
  /** Of an insured express that one leg has lost: the code that was given for it. */
  free_bet: z.object({ code: z.string(), until: time, used: z.boolean() }).nullable(),
  legs: z.array(leg),
  inputs: inputs.nullable(),
  /** Null while nothing is booked. */
  booked: z.object({ gross: sum, bonus: sum, tax: sum, insurance: sum, freeBet: sum, net: sum }).nullable(),
})
/** The inputs as the arithmetic takes them: the browser works the result out again from them. */
export type WhyReply = Omit<z.output<typeof whyReply>, 'inputs'> & { inputs: WhyInputs | null }
