/** Calls of deposits, withdrawals and payment history (wire 13.3). */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { flag, pageNumber, pageOf } from '#platform/shared/wire-schema.ts'

const optionalInt = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1)
  .nullish()
  .transform((value) => value ?? 0)

const methodList = z.array(
  z.object({
    id: z.number().int(),
    name: z.string(),
    group: z.string(),
    min: z.number(),
    max: z.number(),
    fee: z.number(),
    image: z.string(),
    /** Which of our drawings stands for it. */
    drawing: z.string(),
    /** Usual minutes of a deposit. */
    minutes: z.number().int().optional(),
    /** A payout has to be told where to. */
    needs_address: z.boolean().optional(),
    /** How long it usually takes once it is sent, in hours. */
    hours: z.number().int().optional(),
  }),
)

/** What is, or will be, taken of one payment, by which rule, and its rate: "0.05" or "5/105". */
export const paymentTax = z.object({ rule: z.string(), rate: z.string(), sum: z.number() }).optional()

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
    methods: methodList,
    nextStep: z.string(),
  }),
  summary: 'Ways to pay in, by country and currency',
})

/** Of a deposit that can still be paid. */
const stillOpen = {
  /** The provider's page, for the same order. */
  pay_url: z.string().optional(),
  /** By what name it can be called off. */
  call_off: z.string().optional(),
}

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
    /** Ours, made by the browser before it sends: the same key is the same payment. */
    request_key: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  }),
  /** Without `url` the key’s payment is over, by its state: another payment needs another key. */
  reply: z.object({ id: z.string(), url: z.string().optional(), state: z.string() }),
  summary: 'Start a deposit: gives the address of the provider’s page, or the state of a key’s payment that is over',
})

export const depositStateCall = endpoint({
  method: 'POST',
  path: office('getdeposit'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    id: z.coerce.string().max(60),
  }),
  reply: z.object({
    id: z.string(),
    state: z.string(),
    sum: z.number(),
    fee: z.number(),
    tax: paymentTax,
    currency: z.string(),
    /** Whether it is the first one that this player has paid. */
    is_first: z.boolean(),
    ...stillOpen,
  }),
  summary: 'State of one of the player’s deposits: the page after the return asks here and trusts no address',
})

export const callOffDepositCall = endpoint({
  method: 'POST',
  path: office('canceldeposit'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ id: z.coerce.string().regex(/^[\w-]{1,60}$/) }),
  reply: z.object({ id: z.string(), state: z.string() }),
  summary: 'Call a deposit off before it is paid; money that is on its way is credited all the same',
})

export const withdrawDataCall = endpoint({
  method: 'POST',
  path: office('getwithdrawdata'),
  envelope: 'C',
  auth: 'token',
  feature: 'withdrawal',
  wire: true,
  body: z.object({ account_id: optionalInt }),
  reply: z.object({
    frame_url: z.string(),
    available: z.number(),
    currency: z.string(),
    methods: methodList,
    /** Unix seconds until which nothing is sent after a change of the account's security; 0 = nothing holds it. */
    held_until: z.number().int(),
    can_cancel: z.boolean(),
  }),
  summary: 'Ways to pay out: those that the player has paid in by',
})

const withdrawalItem = z.object({
  id: z.string(),
  number: z.number().int(),
  date: z.number().int(),
  sum: z.number(),
  /** Taken out of the sum. */
  fee: z.number(),
  tax: paymentTax,
  currency: z.string(),
  system: z.string(),
  state: z.string(),
  /** Why it was refused, in the player's language. */
  reason: z.string(),
  /** Unix seconds before which it is not sent; 0 = nothing holds it. */
  send_after: z.number().int(),
  /** The player's account is below zero: it is sent once that is covered. */
  waits_for_cover: z.boolean(),
  hours: z.number().int(),
  can_cancel: z.boolean(),
  steps: z.array(z.object({ state: z.string(), date: z.number().int() })),
})

export const withdrawCall = endpoint({
  method: 'POST',
  path: office('withdraw'),
  envelope: 'C',
  auth: 'token',
  feature: 'withdrawal',
  wire: true,
  body: z.object({
    account_id: optionalInt,
    method_id: z.coerce.number().int().min(1).max(10_000),
    /** Decimal text or number in the account's currency. */
    sum: z.union([z.string().max(30), z.number()]),
    /** Made by the browser before it sends: the same key is the same withdrawal. */
    request_key: z.string().regex(/^[\w-]{16,64}$/),
    /** Where to, for ways that need to be told. */
    destination: z
      .string()
      .max(120)
      .regex(/^[\w.:@+-]*$/)
      .nullish()
      .transform((value) => value ?? ''),
  }),
  reply: withdrawalItem,
  summary: 'Ask for a withdrawal: the sum leaves the balance at once',
})

export const withdrawalsCall = endpoint({
  method: 'POST',
  path: office('getwithdrawals'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ page_number: pageNumber }),
  reply: pageOf(withdrawalItem),
  summary: 'The player’s withdrawals with their steps',
})

export const cancelWithdrawalCall = endpoint({
  method: 'POST',
  path: office('cancelwithdrawal'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ id: z.coerce.string().regex(/^[\w-]{1,60}$/) }),
  reply: withdrawalItem,
  summary: 'Take a withdrawal back before it is sent',
})

/** A page of movements of accounts, of money or of points. */
export const movements = pageOf(
  z.object({
    id: z.number().int(),
    date: z.number().int(),
    type: z.string(),
    sum: z.number(),
    balance_after: z.number(),
    currency: z.string(),
    status: z.string(),
    system: z.string(),
    tax: paymentTax,
    /** A deposit that had come to the balance and has left it again. */
    taken_back: z.boolean().optional(),
    /** What of a deposit has gone back to its payer, all or a part, and when it last did. */
    returned_sum: z.number().optional(),
    returned_date: z.number().int().optional(),
    /** Where its payer takes money that goes back to him, at the provider; only while it waits there. */
    claim_url: z.string().optional(),
    ...stillOpen,
  }),
)

export const historyCall = endpoint({
  method: 'POST',
  path: office('gethistorypaymentmainaccount'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    is_include_archive: flag,
    page_number: pageNumber,
    date_from: optionalInt,
    date_to: optionalInt,
  }),
  reply: movements,
  summary: 'Payments of the money accounts',
})
