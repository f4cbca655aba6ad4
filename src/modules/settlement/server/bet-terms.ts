/** The terms in a receipt → the form of the rules. Receipts before version 2 had the names of the wire. */
import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import type { SettledBet } from '#modules/payout/rules/bet.ts'
import { agreed } from '#modules/payout/rules/money.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'

const minorText = z.string().regex(/^\d{1,18}$/)
const price = z.number().int().min(1001)
const percent = z.number().min(0).max(1000)
const rate = z.string().max(40)
const base = z.enum(['gross', 'net'])
const index = z.number().int().min(0).max(99)

const bonus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('day'), percent: percent.int(), expressId: z.number().int() }),
  z.object({ kind: z.literal('boost'), minPrice: z.number().int(), table: z.record(z.coerce.number().int(), percent.int()) }),
])

const tax = z.object({
  rule: z.string(),
  stake: z.object({ mode: z.enum(['included', 'excluded']), rate }).optional(),
  payout: z
    .union([
      z.object({ base, mode: z.enum(['slab', 'progressive']), brackets: z.array(z.object({ from: rate, rate })) }),
      z.object({ base, rate }),
    ])
    .optional(),
  threshold: rate.optional(),
  minPrice: z.number().int().optional(),
  returnsStakeTax: z.boolean(),
})

/** Strict: a term that nobody here understands must not be left out of a payout. */
const terms = z.strictObject({
  size: z.number().int().min(1).optional(),
  blocks: z.array(z.array(index)).optional(),
  withLobby: z.boolean().optional(),
  blockStakes: z.array(minorText.nullable()).optional(),
  antiExpressPrice: price.optional(),
  basePrice: z.number().int().min(1).optional(),
  worth: minorText.optional(),
  jointPrice: price.optional(),
  bonus: bonus.optional(),
  tax: tax.optional(),
  promo: z.object({ code: z.string(), minor: minorText }).optional(),
  advance: minorText.optional(),
  eachWay: z.boolean().optional(),
  rule4: z
    .array(z.object({ leg: index, runners: z.array(z.tuple([z.number().int(), percent.int().max(90)])).max(60) }))
    .max(100)
    .optional(),
  expressInsurance: z.object({ legs: index.min(2), minor: minorText, days: z.number().int().min(1).max(365) }).optional(),
  houseHeat: z.array(index).min(1).optional(),
  earlyPayout: z.object({ lead: z.number().int().min(1).max(99), legs: z.array(index).min(1) }).optional(),
})

const versioned = z.object({ v: z.number().optional(), terms: terms.optional() })

const minor = z.union([minorText, z.number().int().nonnegative()]).transform((v) => BigInt(v))
const older = z
  .object({
    expressNum: z.coerce.number().int().positive().nullish(),
    eventsIndexes: z.array(z.array(z.number().int().nonnegative())).nullish(),
    withLobby: z.boolean().nullish(),
    groupStakesMinor: z.array(minor.nullable()).nullish(),
    antiExpressPrice: z.number().int().min(1001).nullish(),
  })
  .partial()
  .catch({})

/** The terms as they stand in a receipt of version 2, null in older ones. Throws on terms that it does not understand. */
export function termsOf(json: unknown): BetTerms | null {
  const receipt = versioned.parse(json ?? {})
  if (!receipt.terms) return receipt.v === undefined ? null : {}
  // Absent and undefined are the same to the rules; the schema's optional keys only say the latter.
  return receipt.terms as BetTerms
}

function agreedTerms(json: unknown): Partial<SettledBet> {
  const known = termsOf(json)
  if (known) return agreed(known)
  const r = older.parse(json)
  return {
    ...(r.expressNum ? { size: r.expressNum } : {}),
    ...(r.eventsIndexes && r.eventsIndexes.length > 0 ? { blocks: r.eventsIndexes } : {}),
    ...(r.withLobby ? { withLobby: true } : {}),
    ...(r.groupStakesMinor ? { blockStakesMinor: r.groupStakesMinor } : {}),
    ...(r.antiExpressPrice ? { antiExpress: { legMarginPercent: 5, marginPercent: 5, storedPrice: r.antiExpressPrice } } : {}),
  }
}

/** Most bets agree on the same few things: their texts are read once. */
const MAX_KNOWN = 5_000
const known = new LRUCache<string, Partial<SettledBet>>({ max: MAX_KNOWN })

/** As `agreedTerms`, from the text of the receipt or of what is needed of it. What it gives is shared and must not be changed. */
export function agreedIn(text: string | null): Partial<SettledBet> {
  if (text === null) return agreedTerms(null)
  let found = known.get(text)
  if (!found) known.set(text, (found = agreedTerms(JSON.parse(text))))
  return found
}
