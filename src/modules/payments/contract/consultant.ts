/** Questions about money (features PY-09, PY-10; wire 13.3): topics, forms, the payment in question, the thread. */
import { z } from 'zod'
import { endpoint, office } from '#platform/shared/endpoint.ts'
import { pageNumber, pageOf, text } from '#platform/shared/wire-schema.ts'

export const consultantTopicsCall = endpoint({
  method: 'GET',
  path: office('payment-consultant/topics'),
  envelope: 'C',
  auth: 'token',
  reply: z.object({
    topics: z.array(
      z.object({
        id: z.number().int(),
        title: z.string(),
        needs_transaction: z.boolean(),
        fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean(), max: z.number().int() })),
      }),
    ),
  }),
  summary: 'Topics of money questions and what each form asks',
})

export const consultantRequestsCall = endpoint({
  method: 'POST',
  path: office('payment-consultant/requests'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ page_number: pageNumber }),
  reply: pageOf(
    z.object({
      id: z.number().int(),
      /** The thread: /office/support/<ticket_id>. */
      ticket_id: z.number().int(),
      topic_id: z.number().int(),
      topic: z.string(),
      status: z.enum(['open', 'answered', 'closed']),
      date: z.number().int(),
      transaction_id: z.string(),
      answer: z.string(),
    }),
  ),
  summary: 'The player’s questions about money with the latest answers',
})

export const consultantTransactionsCall = endpoint({
  method: 'POST',
  path: office('payment-consultant/transactions'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({ page_number: pageNumber }),
  reply: pageOf(
    z.object({
      transaction_id: z.string(),
      type: z.enum(['deposit', 'withdrawal']),
      date: z.number().int(),
      sum: z.number(),
      currency: z.string(),
      status: z.string(),
      system: z.string(),
    }),
  ),
  summary: 'Payments that a question can be about',
})

export const createConsultantRequest = endpoint({
  method: 'POST',
  path: office('payment-consultant/create'),
  envelope: 'C',
  auth: 'token',
  wire: true,
  body: z.object({
    topic_id: z.coerce.number().int().min(1).max(100),
    transaction_id: text(60).default(''),
    comment: text(3000),
    fields: z.record(z.string().regex(/^[a-z_]{1,30}$/), text(200)).default({}),
  }),
  reply: z.object({ id: z.number().int(), ticket_id: z.number().int(), status: z.literal('open') }),
  summary: 'Ask about money: opens a thread with the support',
})
