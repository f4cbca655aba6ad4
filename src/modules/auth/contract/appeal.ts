/** The appeal of somebody whose account is blocked: nobody is signed in, so a secret of the browser stands for him. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { APPEAL_TEXT_MAX } from '../rules/appeal.ts'

const text = (max: number) => z.coerce.string().trim().max(max)

export const sendAppealCall = endpoint({
  method: 'POST',
  path: '/web-api/user/block-appeal',
  envelope: 'C',
  auth: 'none',
  captcha: true,
  body: z.object({ login: text(254), reply_to: text(254), text: text(APPEAL_TEXT_MAX) }),
  reply: z.object({ number: z.number().int(), authId: z.string() }),
  summary: 'Ask the house to look at a blocked account again',
})

export const readAppealCall = endpoint({
  method: 'POST',
  path: '/web-api/user/block-appeal/state',
  envelope: 'C',
  auth: 'none',
  body: z.object({ authId: text(100).optional() }),
  reply: z.object({
    /** none: this browser has sent nothing. */
    state: z.enum(['none', 'sent', 'answered']),
    number: z.number().int(),
    text: z.string(),
    answer: z.string(),
    /** Unix seconds. */
    sent: z.number().int(),
    answered: z.number().int(),
  }),
  summary: 'The appeal that this browser has sent, and its answer',
})
