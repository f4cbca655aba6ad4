/** Signing in inside a frame of ours: a page that has a session lends its frame a token for a minute (wire 12.2). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { signedIn } from '../contract.ts'

export const frameTokenCall = endpoint({
  method: 'POST',
  path: '/api/internal/xframe/v1/user/token',
  envelope: 'C',
  auth: 'player',
  reply: z.object({ xframe_token: z.string(), expires_in: z.number().int() }),
  summary: 'A token with which a frame signs in once, within a minute',
})

export const frameSignInCall = endpoint({
  method: 'POST',
  path: '/api/internal/xframe/v1/user/auth',
  envelope: 'C',
  auth: 'none',
  // A frame of another origin has no cookie of ours: what it brings is its only proof.
  csrf: false,
  wire: true,
  body: z.object({
    xframe_token: z.coerce.string().max(100),
  }),
  reply: signedIn,
  summary: 'Sign in a frame by the token of its page; its session ends with the page’s',
})
