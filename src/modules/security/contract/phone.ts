/** Binding a phone (wire 13.2; specification 4: send code, confirm code). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const office = (name: string) => [`/web-api/office/${name}`, `/office/${name}`] as const
const text = (max: number) =>
  z.coerce
    .string()
    .max(max)
    .regex(/^[^\u0000]*$/)
const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

export const createPhoneCall = endpoint({
  method: 'POST',
  path: office('phone-actions/create-phone-number'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  captcha: true,
  body: z.object({ phone_number: text(40), country_code: text(8), is_send_sms_to_apps: flag }),
  reply: z.object({ authId: z.string(), message: z.string(), code_length: z.number().int(), resend_after: z.number().int() }),
  summary: 'Send a code to a phone that the player wants to bind',
})

export const confirmPhoneCall = endpoint({
  method: 'POST',
  path: office('phoneActions/createPhoneNumber/confirm'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ authId: text(100), sms_code: text(20) }),
  reply: z.object({ phone: z.string(), confirmed: z.literal(true) }),
  summary: 'Bind the phone by the code that it received',
})
