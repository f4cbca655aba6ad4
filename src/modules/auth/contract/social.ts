/** Calls of sign-in by other services, and of programs that ask for rights (wire 12.2). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { optionalText, text } from '#platform/shared/wire-schema.ts'
import { OAUTH_SCOPES, SOCIAL_PROVIDERS } from '#platform/shared/site-config.ts'

const provider = z.enum(SOCIAL_PROVIDERS)

const socialReply = z.object({
  userId: z.number().int(),
  type: z.number().int(),
  token: z.string(),
  refreshToken: z.string(),
  expireDate: z.number().int(),
  authId: z.string(),
  nextStep: z.enum(['none', 'sms', 'two_factor', 'email', 'registration', 'linked']),
  sentTo: z.string().optional(),
  resend_after: z.number().int().optional(),
  mustChangePassword: z.boolean(),
  /** Of a new person: what the service told. */
  profile: z.object({ email: z.string(), name: z.string(), provider }).optional(),
})
export type SocialReply = z.output<typeof socialReply>

export const socialBeginCall = endpoint({
  method: 'POST',
  path: '/socauth/begin',
  envelope: 'C',
  auth: 'none',
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({ provider, purpose: z.enum(['sign_in', 'link']).nullish(), address: optionalText(42) }),
  reply: z.object({
    /** Where the browser goes; empty for a wallet that signs in the page. */
    url: z.string(),
    /** What a wallet signs. */
    message: z.string(),
    state: z.string(),
    simulated: z.boolean(),
  }),
  summary: 'Begin a sign-in by another service: gives the address to go to, bound to this browser',
})

export const socialAuthCall = endpoint({
  method: 'POST',
  path: '/socauth/auth',
  envelope: 'C',
  auth: 'none',
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({
    provider,
    code: optionalText(2000),
    state: text(100),
    /** Everything that the service put into the address of the way back. */
    query: optionalText(4000),
  }),
  reply: socialReply,
  summary: 'Finish a sign-in by another service; error_code 46 when it refused',
})

export const socialSecondStepCall = endpoint({
  method: 'POST',
  path: '/socauth/twofactor',
  envelope: 'C',
  auth: 'none',
  wire: true,
  body: z.object({ authId: text(100), app_code: optionalText(40), sms_code: optionalText(20) }),
  reply: socialReply,
  summary: 'Second step of a sign-in by another service',
})

export const socialReturnCall = endpoint({
  method: 'GET',
  path: '/socauth/return/:provider',
  envelope: 'none',
  auth: 'none',
  contentType: 'text/html',
  params: z.object({ provider }),
  summary: 'Where services send the browser back to; what they say goes on behind # and reaches no log',
})

export const telegramPageCall = endpoint({
  method: 'GET',
  path: '/socauth/telegram',
  envelope: 'none',
  auth: 'none',
  contentType: 'text/html',
  query: z.object({ state: z.string().regex(/^[\w-]{10,64}$/) }),
  summary: "The page with Telegram's own button, with a policy of its own",
})

export const linkSocialCall = endpoint({
  method: 'POST',
  path: ['/web-api/office/social/link', '/office/social/link'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ authId: text(100) }),
  reply: z.object({ linked: z.literal(true) }),
  summary: 'Link the service of a finished sign-in to the account; asks for a proof of the last five minutes',
})

export const unlinkSocialCall = endpoint({
  method: 'POST',
  path: ['/web-api/office/social/unlink', '/office/social/unlink'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ provider }),
  reply: z.object({ unlinked: z.literal(true) }),
  summary: 'Take a service off the account; asks for a proof of the last five minutes',
})

export const linkedSocialCall = endpoint({
  method: 'GET',
  path: ['/web-api/office/social/linked', '/office/social/linked'],
  envelope: 'C',
  auth: 'token',
  reply: z.object({
    offered: z.array(z.string()),
    linked: z.array(z.object({ provider: z.string(), name: z.string(), date: z.number().int() })),
  }),
  summary: 'Services that are linked to the account, and those that may be',
})

const scopes = z.array(z.enum(OAUTH_SCOPES))
const rightsReply = z.object({ client_id: z.string(), title: z.string(), scope: scopes, granted: z.boolean() })

export const rightsCall = endpoint({
  method: 'GET',
  path: '/oauth/rights',
  envelope: 'C',
  auth: 'none',
  wire: true,
  query: z.object({ client_id: text(40), scope: optionalText(200), redirect_uri: optionalText(2000) }),
  reply: rightsReply,
  summary: 'What a program of others asks for; error_code 45 when it, or the address it would be answered at, is unknown',
})

export const grantCall = endpoint({
  method: 'POST',
  path: '/oauth/auth',
  envelope: 'C',
  auth: 'player',
  wire: true,
  body: z.object({
    client_id: text(40),
    scope: optionalText(200),
    approve: z
      .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])])
      .transform((value) => value === true || value === 1 || value === '1' || value === 'true'),
    redirect_uri: optionalText(300),
    state: optionalText(500),
    code_challenge: optionalText(43),
    code_challenge_method: optionalText(10),
  }),
  reply: z.object({ code: z.string(), redirect: z.string() }),
  summary: "The player's answer: a code that works once within a minute, and where it goes",
})

export const oauthTokenCall = endpoint({
  method: 'POST',
  path: '/oauth/token',
  envelope: 'none',
  auth: 'none',
  wire: true,
  // Programs of others have no session here: the code and its verifier are the proof.
  csrf: false,
  contentType: 'application/json',
  rateLimit: { max: 120, windowMs: 60_000 },
  body: z.object({
    grant_type: text(40),
    code: text(100),
    client_id: text(40),
    redirect_uri: optionalText(300),
    code_verifier: text(128),
  }),
  summary: 'A code and its verifier for an access token of an hour (RFC 6749, RFC 7636)',
})

export const userinfoCall = endpoint({
  method: 'GET',
  path: '/oauth/userinfo',
  envelope: 'none',
  auth: 'none',
  contentType: 'application/json',
  summary: 'What the token lets its program see: Authorization: Bearer',
})

export const grantsCall = endpoint({
  method: 'GET',
  path: ['/web-api/office/oauth/grants', '/office/oauth/grants'],
  envelope: 'C',
  auth: 'token',
  reply: z.object({
    grants: z.array(z.object({ client_id: z.string(), title: z.string(), scope: z.array(z.string()), date: z.number().int() })),
  }),
  summary: 'Programs of others that the player has let in',
})

export const revokeGrantCall = endpoint({
  method: 'POST',
  path: ['/web-api/office/oauth/revoke', '/office/oauth/revoke'],
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ client_id: text(40) }),
  reply: z.object({ revoked: z.literal(true) }),
  summary: 'Take the rights of a program back, at once',
})
