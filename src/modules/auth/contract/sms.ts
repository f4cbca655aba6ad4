/** Sign-in by a code to the phone (wire 12.2). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { flag, text } from '#platform/shared/wire-schema.ts'
import { signedIn } from '../contract.ts'

export const sendCodeCall = endpoint({
  method: 'POST',
  path: '/sms-auth/send-code',
  envelope: 'C',
  auth: 'none',
  wire: true,
  captcha: true,
  body: z.object({
    phone: text(30),
    country_code: text(8)
      .nullish()
      .transform((value) => value ?? ''),
    is_send_sms_to_apps: flag,
  }),
  reply: z.object({ authId: z.string(), code_length: z.number().int(), resend_after: z.number().int() }),
  summary: 'A code to the phone of an account; the answer is the same for unknown numbers',
})

export const checkCodeCall = endpoint({
  method: 'POST',
  path: '/sms-auth/check-code',
  envelope: 'C',
  auth: 'none',
  wire: true,
  body: z.object({ authId: text(100), sms_code: text(20), remember: flag }),
  reply: signedIn,
  summary: 'Sign in with the code of the SMS',
})
