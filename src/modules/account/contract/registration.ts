/** The registration form and its submission (wire 12.5). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { optionalText } from '#platform/shared/wire-schema.ts'
import { FIRST_BONUSES } from '../rules/registration.ts'

export const FORM_TYPES = ['fast_reg', 'phone_reg', 'full_reg', 'soc_reg'] as const

export const formCall = endpoint({
  method: 'GET',
  path: ['/flexreg-api/v1/registration/form/widget', '/flexreg-api/v1/registration/form/popup'],
  envelope: 'B',
  auth: 'none',
  feature: 'registration',
  wire: true,
  query: z.object({ projectId: optionalText(20), country: optionalText(2), language: optionalText(5) }),
  summary: 'Description of the registration forms',
})

const fieldValue = z.union([z.string().max(2100), z.number(), z.boolean(), z.array(z.string().max(40)).max(10)]).nullable()

export const submitCall = endpoint({
  method: 'POST',
  path: '/flexreg-api/v1/registration/submit',
  envelope: 'B',
  auth: 'none',
  feature: 'registration',
  wire: true,
  captcha: true,
  body: z.object({
    setupId: z.coerce.number().int().nullish(),
    formId: z.coerce.number().int().nullish(),
    type: z.enum(FORM_TYPES),
    fields: z.record(z.string().max(40), fieldValue).default({}),
    refCode: optionalText(64),
    /** The player who invited this one. */
    referral_user_id: optionalText(12),
    /** Of a person whom another service knows (soc_reg). */
    authId: optionalText(100),
    promoCode: optionalText(64),
    bonusId: z.coerce
      .number()
      .int()
      .min(-1)
      .max(1)
      .nullish()
      .transform((value) => value ?? -1),
    /** The same choice by the key of its first deposit; stands before the number where both are given. */
    firstBonusId: z.enum(['', ...FIRST_BONUSES]).nullish(),
  }),
  reply: z.object({
    status: z.literal('ok'),
    userId: z.number().int(),
    login: z.string(),
    password: z.string().optional(),
    token: z.string(),
    refreshToken: z.string(),
    expireDate: z.number().int(),
    nextStep: z.string(),
    /** Ours: which registration the code of the SMS belongs to. */
    authId: z.string().optional(),
    code_length: z.number().int().optional(),
    resend_after: z.number().int().optional(),
  }),
  summary: 'Register: one click, by phone, by e-mail, or as a person whom another service knows',
})
