/** The list of currencies (features WA-06, specification L97). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const currenciesCall = endpoint({
  method: 'GET',
  path: ['/web-api/user/getcurrencies', '/web-api/currencies'],
  envelope: 'C',
  auth: 'none',
  reply: z.object({
    currencies: z.array(
      z.object({
        id: z.number().int(),
        code: z.string(),
        symbol: z.string(),
        /** In the language of the page. */
        name: z.string(),
        /** Kept for old accounts, not offered. */
        hide: z.boolean(),
        /** Units for one euro. */
        baseRate: z.number(),
        minBetSum: z.number(),
        isCrypto: z.boolean(),
        exponent: z.number().int(),
        offered: z.boolean(),
      }),
    ),
  }),
  summary: 'All currencies with their names, signs, decimals, rates and least stakes',
})
