/** "Why this result": the facts, the rules and the arithmetic behind a bet of the player. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { whyReply } from './contract/why.ts'

export const why = endpoint({
  method: 'GET',
  path: '/web-api/bets/why',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ bet_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: whyReply,
  summary: 'Why a bet of the player ended as it did: facts and rule of every leg, and the inputs of the arithmetic to work it out again.',
})

export type { WhyFact, WhyLeg, WhyReply } from './contract/why.ts'
export { betTerms } from './contract/terms.ts'
