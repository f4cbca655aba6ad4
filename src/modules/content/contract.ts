/** Consent log of the cookie banner (wire 12.3, standards DAT-06), the brand's popups, the state of the site, its public calls. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

export const consentCall = endpoint({
  method: 'POST',
  path: '/api-v3/v1/user/agreement-with-cookies/log',
  envelope: 'J',
  auth: 'none',
  // A visitor's choice about cookies touches no account.
  csrf: false,
  rateLimit: { max: 60, windowMs: 60_000 },
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

/** wire 16.3 */
export const informationLinksCall = endpoint({
  method: 'GET',
  path: '/web-api/external-api/seo/information/links',
  envelope: 'C',
  auth: 'none',
  everywhere: true,
  reply: z.array(z.object({ title: z.string(), link: z.string() })),
  summary: 'Information menu of the brand',
})

/** What a player may need of the site, each with a state of its own. */
export const SERVICES = ['line', 'live', 'bets', 'payments', 'account', 'extras'] as const
export const SERVICE_STATES = ['ok', 'slow', 'down'] as const

const service = z.enum(SERVICES)

export const statusCall = endpoint({
  method: 'GET',
  path: '/web-api/content/status',
  envelope: 'C',
  auth: 'none',
  reply: z.object({
    /** Unix ms. */
    at: z.number().int(),
    services: z.array(z.object({ service, state: z.enum(SERVICE_STATES) })),
    /** Announced works that are not over, by their beginning. */
    works: z.array(z.object({ from: z.number().int(), to: z.number().int(), services: z.array(service) })),
  }),
  summary: 'State of the site and announced works',
})

export const publicCallsCall = endpoint({
  method: 'GET',
  path: '/web-api/content/calls',
  envelope: 'C',
  auth: 'none',
  reply: z.array(z.object({ method: z.string(), paths: z.array(z.string()), summary: z.string() })),
  summary: 'Calls of the feeds and of the coupon that anybody may use',
})
