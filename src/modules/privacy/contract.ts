/** The player's own data (XT-90, standards DAT-09): what is agreed to, a copy of everything, and being forgotten. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { REFUSALS } from './rules/request.ts'

const own = { envelope: 'C', auth: 'token', wire: true } as const
const path = (name: string) => `/web-api/office/privacy/${name}` as const
const password = z
  .string()
  .max(2100)
  .nullish()
  .transform((value) => value ?? '')
const appCode = z
  .string()
  .max(40)
  .nullish()
  .transform((value) => value ?? '')
const seconds = z.number().int()

const request = z.object({
  id: z.number().int(),
  state: z.enum(['waiting', 'done', 'cancelled', 'stopped', 'expired']),
  askedAt: seconds,
  /** When an erasure is carried out. */
  dueAt: seconds,
  /** 0 = not yet, or never. */
  doneAt: seconds,
  expiresAt: seconds,
  size: z.number().int(),
  reason: z.enum(REFUSALS).nullable(),
})
export type PrivacyRequest = z.output<typeof request>

export const overviewCall = endpoint({
  ...own,
  method: 'GET',
  path: '/web-api/office/privacy',
  reply: z.object({
    consents: z.array(
      z.object({
        kind: z.enum(['cookies', 'mailing', 'document']),
        /** Level of cookies, channel of news, name of the document. */
        what: z.string(),
        accepted: z.boolean(),
        version: z.string(),
        at: seconds,
      }),
    ),
    exports: z.array(request),
    erasure: request.nullable(),
    /** What stays of an erased account: parts of the product by the law that asks for it. */
    kept: z.array(z.object({ law: z.string(), parts: z.array(z.string()), years: z.number().int() })),
    retention: z.array(z.object({ rule: z.string(), days: z.number().int() })),
  }),
  summary: 'What the player has agreed to, copies of his data, and what is kept how long',
})

export const exportCall = endpoint({
  ...own,
  method: 'POST',
  path: path('export'),
  body: z.object({}),
  reply: request,
  summary: 'Ask for a copy of everything that the product holds on the player',
})

export const downloadCall = endpoint({
  ...own,
  envelope: 'none',
  // The session's cookie is enough: a browser saves the file without a token.
  auth: 'player',
  method: 'POST',
  path: path('download'),
  body: z.object({
    id: z.coerce
      .number()
      .int()
      .min(1)
      .max(2 ** 31 - 1),
    password,
    app_code: appCode,
  }),
  summary: 'The copy, a ZIP archive; asks for the password again',
})

export const eraseCall = endpoint({
  ...own,
  method: 'POST',
  path: path('erase'),
  body: z.object({ password, app_code: appCode }),
  reply: request,
  summary: 'Ask for the account to be erased; it is carried out after a few days, until then it can be taken back',
})

export const cancelEraseCall = endpoint({
  ...own,
  method: 'POST',
  path: path('erase-cancel'),
  body: z.object({}),
  reply: request,
  summary: 'Take the wish to be erased back',
})
