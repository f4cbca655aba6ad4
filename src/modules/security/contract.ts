/** Calls of the second factor (wire 13.2; spec §4, §5, §7). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { optionalText } from '#platform/shared/wire-schema.ts'

export const setUpCall = endpoint({
  method: 'POST',
  path: office('gettwofactorqrcodeurl'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: z.object({ qr_code_url: z.string(), qr_link: z.string(), code: z.string() }),
  summary: 'A new seed for an authenticator, shown once',
})

export const pictureCall = endpoint({
  method: 'GET',
  path: ['/web-api/office/qr/:id', '/office/qr/:id'],
  envelope: 'none',
  auth: 'none',
  contentType: 'image/svg+xml',
  params: z.object({ id: z.string().max(60) }),
  summary: 'The QR picture, at an address that works once',
})

export const enableCall = endpoint({
  method: 'POST',
  path: office('twofactorauthenable'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ app_code: optionalText(40), sms_code: optionalText(20) }),
  reply: z.object({ enabled: z.literal(true), recovery_code: z.string(), recovery_codes: z.array(z.string()) }),
  summary: 'Turn the second factor on; error_code 2 marks the SMS field, any other the app field',
})

export const disableCall = endpoint({
  method: 'POST',
  path: office('twofactorauthdisable'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ hash: optionalText(100), password: optionalText(2100), app_code: optionalText(40) }),
  reply: z.object({ enabled: z.boolean(), sent: z.boolean().optional(), hash: z.string().optional() }),
  summary: 'Ask for the link that turns the second factor off (password, app_code), or use its hash',
})

export const sendSmsCall = endpoint({
  method: 'POST',
  path: office('sendSmsForTwoFactorActivation'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  reply: z.object({ code_length: z.number().int(), resend_after: z.number().int() }),
  summary: 'Code by SMS for turning the second factor on',
})
