/** Registration by a first payment (RG-20): what is asked, the payment, and the way in after it. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { submitCall } from './registration.ts'

const payMethod = z.object({
  id: z.number().int(),
  name: z.string(),
  group: z.string(),
  min: z.number(),
  max: z.number(),
  /** Percent on top of the sum. */
  fee: z.number(),
  image: z.string(),
  drawing: z.string(),
  minutes: z.number(),
})
export type PayMethod = z.infer<typeof payMethod>

const code = z
  .string()
  .regex(/^[A-Za-z0-9]{0,12}$/)
  .nullish()
  .transform((value) => value ?? '')

export const payFormCall = endpoint({
  method: 'GET',
  path: '/flexreg-api/v1/pay-and-play/form',
  envelope: 'B',
  auth: 'none',
  feature: 'registration',
  wire: true,
  query: z.object({ country: code, currency: code }),
  reply: z.object({
    /** One form in the shape of the other registrations. */
    form: z.unknown(),
    currency: z.string(),
    symbol: z.string(),
    exponent: z.number().int(),
    methods: z.array(payMethod),
  }),
  summary: 'What a registration by payment asks, and the ways to pay',
})

export const payBeginCall = endpoint({
  method: 'POST',
  path: '/flexreg-api/v1/pay-and-play/begin',
  envelope: 'B',
  auth: 'none',
  feature: 'registration',
  wire: true,
  captcha: true,
  body: submitCall
    .body!.pick({ fields: true, refCode: true, referral_user_id: true, promoCode: true, bonusId: true, firstBonusId: true })
    .extend({
      method_id: z.coerce
        .number()
        .int()
        .min(1)
        .max(2 ** 31 - 1),
      sum: z.union([z.string().max(30), z.number()]),
    }),
  reply: z.object({
    status: z.literal('ok'),
    /** What the payer shows when he is back; a browser has it in a cookie. */
    authId: z.string(),
    /** The provider's page. */
    url: z.string(),
  }),
  summary: 'Begin the payment that makes the account',
})

export const payFinishCall = endpoint({
  method: 'POST',
  path: '/flexreg-api/v1/pay-and-play/finish',
  envelope: 'B',
  auth: 'none',
  feature: 'registration',
  wire: true,
  body: z.object({
    authId: z
      .string()
      .max(100)
      .nullish()
      .transform((value) => value ?? ''),
  }),
  reply: z.object({
    status: z.literal('ok'),
    /** waiting: the provider has not said anything yet; refused: nothing was paid. */
    state: z.enum(['waiting', 'refused', 'done']),
    userId: z.number().int(),
    login: z.string(),
    /** Shown once. */
    password: z.string().optional(),
    token: z.string(),
    refreshToken: z.string(),
    expireDate: z.number().int(),
    nextStep: z.string(),
  }),
  summary: 'After the payment: the account’s number, its first password and a session',
})
