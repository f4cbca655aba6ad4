/** Binding a phone (wire 13.2; specification 4: send code, confirm code). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { flag, text } from '#platform/shared/wire-schema.ts'

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

const step = z.object({
  nextStep: z.string(),
  authId: z.string().optional(),
  question: z.string().optional(),
  phone: z.string().optional(),
  code_length: z.number().int().optional(),
  resend_after: z.number().int().optional(),
  message: z.string().optional(),
})
const number = z.object({ phone_number: text(40), country_code: text(8), is_send_sms_to_apps: flag })

export const updatePhoneCall = endpoint({
  method: 'POST',
  path: office('phone-actions/update-phone-number'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  captcha: true,
  body: number,
  reply: step,
  summary: 'Begin the change of a bound phone (v2): first the old number is proven',
})

export const sendUpdateCodeCall = endpoint({
  method: 'POST',
  path: office('phoneActions/updatePhoneNumber/sendCode'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ authId: text(100), is_send_sms_to_apps: flag }),
  reply: z.object({ message: z.string(), code_length: z.number().int(), resend_after: z.number().int(), phone: z.string() }),
  summary: 'Send the code of the present step of a phone change, by SMS or to a messenger',
})

export const confirmUpdateCall = endpoint({
  method: 'POST',
  path: office('phoneActions/updatePhoneNumber/confirm'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ authId: text(100), sms_code: text(20).default(''), user_answer: text(200).default('') }),
  reply: step,
  summary: 'Prove a step of a phone change: old_phone, new_phone, question where one is set',
})

export const updatePhoneV3Call = endpoint({
  method: 'POST',
  path: office('phone-number/update'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  captcha: true,
  body: number,
  reply: step,
  summary: 'Begin the change of a bound phone (v3): the code leaves at once',
})

export const checkConfirmCodeCall = endpoint({
  method: 'GET',
  path: office('phone-number/update/check-confirm-code'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ authId: text(100), confirm_code: text(20), is_send_sms_to_apps: flag }),
  reply: step,
  summary: 'Prove a code of a phone change (v3); code again = the new number has its own',
})

export const checkUserAnswerCall = endpoint({
  method: 'GET',
  path: office('phone-number/update/check-user-answer'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ authId: text(100), user_answer: text(200) }),
  reply: step,
  summary: 'The security answer that ends a phone change (v3)',
})
