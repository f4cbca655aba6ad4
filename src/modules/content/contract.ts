/** Consent log of the cookie banner (wire 12.3, standards DAT-06) and the brand's popups. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const consentCall = endpoint({
  method: 'POST',
  path: '/api-v3/v1/user/agreement-with-cookies/log',
  envelope: 'J',
  auth: 'none',
  // A visitor's choice about cookies touches no account.
  csrf: false,
  body: z.object({
    data: z.object({
      attributes: z.object({
        level: z.coerce.number().int().min(0).max(3),
        cookiesAgreeTime: z.coerce.number().int().min(0).max(10_000_000_000_000).nullish(),
      }),
    }),
  }),
  reply: z.object({
    data: z.object({ type: z.literal('cookie-agreement'), id: z.string(), attributes: z.object({ level: z.number().int() }) }),
  }),
  summary: 'Log of a choice about cookies',
})

export const popupsCall = endpoint({
  method: 'GET',
  path: '/web-api/content/popups',
  envelope: 'C',
  auth: 'none',
  reply: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      text: z.string(),
      action: z.string().optional(),
      link: z.string().optional(),
      delayMs: z.number().int(),
    }),
  ),
  summary: 'Popups of the brand that this visitor may be shown',
})
