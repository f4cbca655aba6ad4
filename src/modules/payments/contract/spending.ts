/** Money by month and product (features XT-42, XT-43): read from the ledger, in the currency of the active account. */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'

const sums = z.object({
  deposits: z.number(),
  withdrawals: z.number(),
  /** Deposits less withdrawals. */
  net_deposits: z.number(),
  stakes: z.number(),
  returns: z.number(),
  /** Returns less stakes. */
  net: z.number(),
})
export type SpendingSums = z.output<typeof sums>

export const spendingCall = endpoint({
  method: 'POST',
  path: office('getspending'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ months: z.coerce.number().int().min(1).max(12).default(3) }),
  reply: z.object({
    currency: z.string(),
    months: z.array(
      sums.extend({
        /** 2026-11, UTC. */
        month: z.string(),
        products: z.array(z.object({ product: z.enum(['sport', 'casino']), stakes: z.number(), returns: z.number() })),
      }),
    ),
    period: sums,
    all_time: sums,
  }),
  summary: 'Deposits, withdrawals, stakes and returns by month and product, and of all time',
})
