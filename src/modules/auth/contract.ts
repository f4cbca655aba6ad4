/** Calls of sign-in, sessions, tokens and passwords (wire 12.2, 12.3, 13.1, 13.2). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { flag, optionalText, text } from '#platform/shared/wire-schema.ts'

/** The encrypted form has about 690 signs. */
const encoded = text(2100)
const optionalEncoded = encoded.nullish().transform((value) => value ?? '')

const attributes = <T extends z.ZodRawShape>(shape: T) => z.object({ data: z.object({ attributes: z.object(shape) }) })

/** By what somebody can name himself at sign-in (specification §3); `phone` is the older word for `phone_number`. */
export const AUTH_IDENTIFIERS = ['email', 'phone_number', 'phone', 'sms', 'id', 'xframe_token'] as const

export const signedIn = z.object({
  userId: z.number().int(),
  type: z.number().int(),
  token: z.string(),
  refreshToken: z.string(),
  expireDate: z.number().int(),
  authId: z.string(),
  nextStep: z.enum(['none', 'sms', 'two_factor', 'email', 'question', 'captcha', 'agreement']),
  /** Ours: the generated password opened this session and must be replaced before money moves (C8). */
  mustChangePassword: z.boolean(),
  /** Ours, of the steps email and sms: where the code went, masked, and the seconds until another may be asked for. */
  sentTo: z.string().optional(),
  resend_after: z.number().int().optional(),
})
export type SignedInReply = z.output<typeof signedIn>

export const signInCall = endpoint({
  method: 'POST',
  path: '/user/auth',
  envelope: 'C',
  auth: 'none',
  wire: true,
  captcha: true,
  body: z.object({
    login: optionalText(254),
    password: optionalEncoded,
    login_type: z.enum(AUTH_IDENTIFIERS).nullish(),
    /** The same by its own name, as programs of others send it. */
    email: optionalText(254),
    phone_number: optionalText(30),
    id: optionalText(64),
    xframe_token: optionalText(100),
    authId: optionalText(100),
    sms_code: optionalText(20),
    country_code: optionalText(8),
    remember: flag,
    uLogin: optionalText(254),
    uPassword: optionalEncoded,
    save: flag,
  }),
  reply: signedIn,
  summary: 'Sign in by e-mail, phone or id',
})

export const secondStepCall = endpoint({
  method: 'POST',
  path: '/user/twoauth',
  envelope: 'C',
  auth: 'none',
  wire: true,
  body: z.object({ authId: text(100), app_code: optionalText(40), sms_code: optionalText(20) }),
  reply: signedIn,
  summary: 'Second step of a sign-in',
})

export const codeAgainCall = endpoint({
  method: 'POST',
  path: '/web-api/user/signincode',
  envelope: 'C',
  auth: 'none',
  body: z.object({ authId: text(100) }),
  reply: signedIn,
  summary: 'Another code for the second step of a sign-in by letter or SMS; the step has a new authId',
})

export const signOutCall = endpoint({
  method: 'POST',
  path: '/user/disconnect',
  envelope: 'C',
  auth: 'player',
  reply: z.object({ disconnected: z.literal(true) }),
  summary: 'Sign out',
})

export const confirmCall = endpoint({
  method: 'POST',
  path: '/web-api/user/confirm',
  envelope: 'C',
  auth: 'player',
  wire: true,
  captcha: true,
  body: z.object({ password: encoded, app_code: optionalText(40) }),
  reply: z.object({ confirmed: z.literal(true) }),
  summary: 'Prove again who you are: wakes an idle session, opens security settings for five minutes',
})

export const currentSessionCall = endpoint({
  method: 'GET',
  path: '/session-api/sessions/user',
  envelope: 'B',
  auth: 'player',
  reply: z.object({
    session_id: z.string(),
    userId: z.number().int(),
    device: z.string(),
    created: z.number().int(),
    last: z.number().int(),
    expires: z.number().int(),
  }),
  summary: 'The current session',
})

const tokenReply = z.object({ token: z.string(), expireDate: z.number().int() })

export const getTokenCall = endpoint({
  method: 'GET',
  path: '/web-api/user/gettoken',
  envelope: 'C',
  auth: 'none',
  reply: tokenReply,
  summary: 'Service token of at most 15 minutes; counts only beside the session cookie',
})

const mobileToken = z.object({
  data: z.object({
    type: z.literal('token'),
    id: z.string(),
    attributes: z.object({ userToken: z.string(), expireDate: z.number().int(), refreshToken: z.string().optional() }),
  }),
})

export const mobileTokenCall = endpoint({
  method: 'GET',
  path: '/web-api/api/mobile/v1/token',
  envelope: 'J',
  auth: 'none',
  reply: mobileToken,
  summary: 'Token for application programs',
})

export const refreshTokenCall = endpoint({
  method: 'POST',
  path: '/web-api/api/mobile/v1/token/refresh',
  envelope: 'J',
  auth: 'none',
  csrf: false,
  body: attributes({ refreshToken: text(200).optional() }),
  reply: mobileToken,
  summary: 'New token for a refresh token, which works once; a page of the site needs none, its session cookie is enough',
})

export const closeAllCall = endpoint({
  method: 'POST',
  path: office('disconnecteverywhere'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: z.object({ closed: z.number().int() }),
  summary: 'End every other session',
})

export const closeSessionCall = endpoint({
  method: 'POST',
  path: office('closesession'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ session_id: text(64) }),
  reply: z.object({ session_id: z.string(), closed: z.literal(true) }),
  summary: 'End one session',
})

export const sessionIdCall = endpoint({
  method: 'GET',
  path: office('getsessionid'),
  envelope: 'C',
  auth: 'token',
  reply: z.object({ session_id: z.string() }),
  summary: 'Id of the current session',
})

export const listSessionsCall = endpoint({
  method: 'POST',
  path: office('getusersessions'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    sessions_quantity: z.coerce.number().int().min(1).max(100).default(10),
    page_number: z.coerce.number().int().min(1).max(100_000).default(1),
  }),
  reply: z.object({
    sessions: z.array(
      z.object({
        session_id: z.string(),
        device: z.string(),
        ip: z.string(),
        country: z.string(),
        date: z.number().int(),
        isCurrent: z.boolean(),
      }),
    ),
    count: z.number().int(),
  }),
  summary: 'Open sessions',
})

export const changePasswordCall = endpoint({
  method: 'PUT',
  path: '/api/web/user/v1/password',
  envelope: 'C',
  auth: 'token',
  wire: true,
  captcha: true,
  body: z.object({ old_password: encoded, password: encoded, password_confirmation: encoded, end_other_sessions: flag }),
  reply: z.object({ changed: z.literal(true), closed_sessions: z.number().int() }),
  summary: 'Change the password',
})

const resetReply = z.object({
  data: z.object({ type: z.literal('password-reset'), id: z.string(), attributes: z.record(z.string(), z.unknown()) }),
})

export const peekResetCall = endpoint({
  method: 'GET',
  path: '/web-api/api/internal/v1/user/passwordreset',
  envelope: 'J',
  auth: 'none',
  wire: true,
  query: z.object({ hash: text(100) }),
  reply: resetReply,
  summary: 'Whether a reset link is valid',
})

export const resetCall = endpoint({
  method: 'POST',
  path: '/web-api/api/internal/v1/user/passwordreset',
  envelope: 'J',
  auth: 'none',
  captcha: true,
  body: attributes({
    login: optionalText(254),
    login_type: z.enum(['phone', 'email', 'id']).nullish(),
    country_code: optionalText(8),
    /** Of the letter's link, or what the answer to a phone number gave. */
    hash: optionalText(100),
    sms_code: optionalText(20),
    password: optionalEncoded,
    password_confirmation: optionalEncoded,
  }),
  reply: resetReply,
  summary: 'Ask for a reset letter or code, or set the new password with what it brought',
})

export const publicKeyCall = endpoint({
  method: 'GET',
  path: '/web-api/user/publickey',
  envelope: 'C',
  auth: 'none',
  reply: z.object({ public_key: z.string(), form: z.literal('1') }),
  summary: 'Key with which passwords are encoded (also auth.public_key of the configuration)',
})
