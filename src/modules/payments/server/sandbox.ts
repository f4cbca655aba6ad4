/**
 * The sandbox provider: a page of its own under /dev/cashier where an outsider decides what happens, and
 * callbacks signed like those of a real one: `x-signature: t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { minorText } from '#lib/money.ts'
import { MINUTE, SECOND } from '#lib/time.ts'
import { newId, sameBytes, type KeyService } from '#modules/auth/server/index.ts'
import { PROVIDER_OUTCOMES, type ProviderOutcome } from '../rules/deposit-state.ts'
import type { PaymentPort } from './port.ts'
import type { SandboxBook } from './sandbox-book.ts'

const WINDOW_MS = 5 * MINUTE
export const SANDBOX = 'sandbox'

const bodySchema = z.object({
  event_id: z.string().regex(/^[\w.-]{1,100}$/),
  ref: z.string().regex(/^[\w-]{1,60}$/),
  outcome: z.enum(PROVIDER_OUTCOMES),
  amount: z.string().max(30),
  currency: z.string().max(10),
})

/** Without a book it gives no statement. */
export function sandboxProvider(keys: KeyService, book?: SandboxBook): PaymentPort {
  const secret = keys.providerSecret(SANDBOX)
  return {
    name: SANDBOX,
    start: async (order) => ({ url: `/dev/cashier/pay/${order.ref}?lng=${order.lng}` }),
    callOff: async ({ ref }) => (await book?.closePage(ref)) ?? 'closed',
    // The desk under /dev/cashier decides; its word comes as a callback.
    payOut: async () => 'taken',
    payOutState: async () => 'pending',
    async refund({ ref, amountMinor, currency, exponent }) {
      await book?.note({ ref, outcome: 'refunded', amount: minorText(amountMinor, exponent), currency })
      return 'done'
    },
    ...(book ? { statement: book.statement } : {}),
    readCallback({ raw, headers, now }) {
      const header = headers['x-signature']
      const match = typeof header === 'string' ? /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(header) : null
      if (!match) return 'bad_signature'
      const [, seconds, signature] = match as unknown as [string, string, string]
      if (!sameBytes(Buffer.from(signature, 'hex'), sign(secret, seconds, raw))) return 'bad_signature'
      if (Math.abs(now - Number(seconds) * SECOND) > WINDOW_MS) return 'outside_window'
      const parsed = bodySchema.safeParse(parseJson(raw))
      if (!parsed.success) return 'bad_body'
      const { event_id: eventId, ref, outcome, amount, currency } = parsed.data
      return { eventId, ref, outcome, amount, currency }
    },
  }
}

/** A callback as the sandbox sends it: body and signature header. */
export function sandboxCallback(
  keys: KeyService,
  given: { ref: string; outcome: ProviderOutcome; amount: string; currency: string; now: number; eventId?: string },
): { raw: Buffer; headers: Record<string, string> } {
  const body = {
    event_id: given.eventId ?? newId(),
    ref: given.ref,
    outcome: given.outcome,
    amount: given.amount,
    currency: given.currency,
  }
  const raw = Buffer.from(JSON.stringify(body))
  const seconds = String(Math.floor(given.now / SECOND))
  const signature = sign(keys.providerSecret(SANDBOX), seconds, raw).toString('hex')
  return { raw, headers: { 'content-type': 'application/json', 'x-signature': `t=${seconds},v1=${signature}` } }
}

function sign(secret: Buffer, seconds: string, raw: Buffer): Buffer {
  return createHmac('sha256', secret).update(`${seconds}.`).update(raw).digest()
}

function parseJson(raw: Buffer): unknown {
  try {
    return JSON.parse(raw.toString('utf8'))
  } catch {
    return null
  }
}
