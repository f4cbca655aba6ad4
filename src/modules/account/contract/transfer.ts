/** Transfers between a player's own currency accounts (features PY-12). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { wireSum } from '#platform/shared/wire-schema.ts'

const path = ['/web-api/office/account/transfer', '/office/account/transfer'] as const
const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const transferTermsCall = endpoint({
  method: 'GET',
  path,
  envelope: 'C',
  auth: 'token',
  feature: 'accountTransfer',
  reply: z.object({
    perEuro: z.record(z.string(), z.string()),
    feePermille: z.number().int(),
    day: z.string(),
    source: z.string(),
    simulated: z.boolean(),
  }),
  summary: 'Rates and fee of transfers between own accounts',
})

export const transferCall = endpoint({
  method: 'POST',
  path,
  envelope: 'C',
  auth: 'token',
  wire: true,
  feature: 'accountTransfer',
  body: z.object({
    account_id: id,
    to_account_id: id,
    transfer_amount: wireSum(0, 1e12),
    /** Made by the browser: the same guid moves money once. */
    guid: z.string().regex(/^[\w-]{16,64}$/),
  }),
  reply: z.object({ transferred: z.number(), received: z.number(), repeated: z.boolean() }),
  summary: 'Move money to another own account',
})
