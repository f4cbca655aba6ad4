/** Changing what a player signs in with: his address and his login (features AU-30, AU-31; wire 13.1). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/wire-schema.ts'

export const changeEmailCall = endpoint({
  method: 'POST',
  path: office('account/email'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  captcha: true,
  body: z.object({ umail: text(254) }),
  reply: z.object({ sent: z.literal(true), resend_after: z.number().int() }),
  summary: 'Send a letter to a new address; its hash makes the address the player’s',
})

export const confirmEmailCall = endpoint({
  method: 'POST',
  path: office('account/email/confirm'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ hash: text(100) }),
  reply: z.object({ email: z.string(), confirmed: z.literal(true) }),
  summary: 'Take the address over by the hash of its letter',
})

export const changeLoginCall = endpoint({
  method: 'POST',
  path: office('account/login'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    login: text(64).nullish(),
    auth_by_email: z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]).nullish(),
  }),
  reply: z.object({ login: z.string(), auth_by_email: z.boolean() }),
  summary: 'Choose a login, and whether the e-mail may be used as one',
})
