/** Calls of deposits and payment history (wire 13.3). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const office = (name: string) => [`/web-api/office/${name}`, `/office/${name}`] as const
const optionalInt = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullish()
  .transform((value) => value ?? 0)
const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', ''])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true')

export const rechargeDataCall = endpoint({
  method: 'POST',
  path: office('getrechargedata'),
  envelope: 'C',
  auth: 'token',
  feature: 'deposit',
  wire: true,
  body: z.object({ account_id: optionalInt }),
  reply: z.object({
    frame_url: z.string(),
    min: z.number(),
    max: z.number(),
    currency: z.string(),
    methods: z.array(
      z.object({
        id: z.number().int(),
        name: z.string(),
        group: z.string(),
        min: z.number(),
        max: z.number(),
        fee: z.number(),
        image: z.string(),
      }),
    ),
    nextStep: z.string(),
  }),
  summary: 'Ways to pay in, by country and currency',
})

export const startDepositCall = endpoint({
  method: 'POST',
  path: ['/web-api/office/deposit', '/office/deposit', '/paysystems/deposit'],
  envelope: 'C',
  auth: 'token',
  feature: 'deposit',
  wire: true,
  body: z.object({
    account_id: optionalInt,
    method_id: z.coerce.number().int().min(1).max(10_000),
    /** Decimal text or number in the account's currency. */
    sum: z.union([z.string().max(30), z.number()]),
  }),
  reply: z.object({ id: z.string(), url: z.string(), state: z.string() }),
  summary: 'Start a deposit: gives the address of the provider’s page',
})

export const depositStateCall = endpoint({
  method: 'POST',
  path: office('getdeposit'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    id: z.coerce
      .string()
      .max(60)
      .regex(/^[^\u0000]*$/),
  }),
  reply: z.object({ id: z.string(), state: z.string(), sum: z.number(), currency: z.string() }),
  summary: 'State of one of the player’s deposits: the page after the return asks here and trusts no address',
})

export const historyCall = endpoint({
  method: 'POST',
  path: office('gethistorypaymentmainaccount'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    is_include_archive: flag,
    page_number: z.coerce.number().int().min(1).max(100_000).default(1),
    date_from: optionalInt,
    date_to: optionalInt,
  }),
  reply: z.object({
    items: z.array(
      z.object({
        id: z.number().int(),
        date: z.number().int(),
        type: z.string(),
        sum: z.number(),
        balance_after: z.number(),
        currency: z.string(),
        status: z.string(),
        system: z.string(),
      }),
    ),
    page_number: z.number().int(),
    pages: z.number().int(),
  }),
  summary: 'Payments of the money accounts',
})
