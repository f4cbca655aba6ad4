/** Calls of passkeys: keys that a player's device keeps (features XT-76). Answers of browsers go through as they are. */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { text } from '#platform/shared/wire-schema.ts'

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]*={0,2}$/)

const options = z.object({ authId: z.string(), options: z.unknown() })

/** What navigator.credentials.create gives, as JSON. */
const made = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).default({}),
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(16_000),
    transports: z.array(z.string().max(20)).max(10).optional(),
  }),
})
/** What navigator.credentials.get gives, as JSON. */
const used = z.object({
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  clientExtensionResults: z.record(z.string().max(40), z.unknown()).default({}),
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    // Of ML-DSA-87, the longest that browsers make: 4,627 bytes.
    signature: base64url(6200),
    userHandle: base64url(200).nullish(),
  }),
})
export type UsedPasskey = z.output<typeof used>
export type MadePasskey = z.output<typeof made>

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  created: z.number().int(),
  /** Unix seconds, 0 = never. */
  used: z.number().int(),
  /** Kept by the maker of the device too, so that it survives its loss. */
  synced: z.boolean(),
})

export const addOptionsCall = endpoint({
  method: 'POST',
  path: office('passkeys/options'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: options,
  summary: 'What a device needs to make a passkey; asks for a proof of the last five minutes',
})

export const addCall = endpoint({
  method: 'POST',
  path: office('passkeys/add'),
  envelope: 'C',
  auth: 'token',
  body: z.object({ authId: text(100), name: text(60).default(''), response: made }),
  reply: passkey,
  summary: 'Store the passkey that the device has made',
})

export const listCall = endpoint({
  method: 'GET',
  path: office('passkeys'),
  envelope: 'C',
  auth: 'token',
  reply: z.object({ passkeys: z.array(passkey), offered: z.boolean() }),
  summary: 'Passkeys of the player',
})

export const renameCall = endpoint({
  method: 'POST',
  path: office('passkeys/rename'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ id: base64url(1400), name: text(60) }),
  reply: z.object({ renamed: z.literal(true) }),
  summary: 'Call a passkey by another name',
})

export const removeCall = endpoint({
  method: 'POST',
  path: office('passkeys/remove'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ id: base64url(1400) }),
  reply: z.object({ removed: z.literal(true) }),
  summary: 'Forget a passkey; asks for a proof of the last five minutes',
})

export const signInOptionsCall = endpoint({
  method: 'POST',
  path: '/user/passkey/options',
  envelope: 'C',
  auth: 'none',
  wire: true,
  rateLimit: { max: 60, windowMs: 60_000 },
  reply: options,
  summary: 'What a device needs to prove a passkey; the same for everybody',
})

export const signInCall = endpoint({
  method: 'POST',
  path: '/user/passkey',
  envelope: 'C',
  auth: 'none',
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({ authId: text(100), remember: z.boolean().default(false), response: used }),
  summary: 'Sign in by a passkey: both factors at once, and no captcha',
})

export const confirmCall = endpoint({
  method: 'POST',
  path: '/user/passkey/confirm',
  envelope: 'C',
  auth: 'player',
  rateLimit: { max: 60, windowMs: 60_000 },
  body: z.object({ authId: text(100), response: used }),
  reply: z.object({ confirmed: z.literal(true) }),
  summary: 'Prove again who you are, by a passkey of your own',
})
