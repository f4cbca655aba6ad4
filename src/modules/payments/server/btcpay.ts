/**
 * BTCPay Server behind the payment port, by its public Greenfield API: an invoice for a deposit, a payout for a
 * withdrawal. A webhook only says that something has happened: what, and how much, is read from the server's own record.
 */
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import { minorText, parseMinor } from '#lib/money.ts'
import { SECOND } from '#lib/time.ts'
import { sameBytes } from '#modules/auth/server/index.ts'
import { outbound } from '#platform/server/outbound.ts'
import { readSecretFile } from '#platform/server/secret-file.ts'
import type { ProviderOutcome } from '../rules/deposit-state.ts'
import type { CallbackFault, CallbackRequest, PaymentOrder, PaymentPort, ProviderEvent, Statement, StatementLine } from './port.ts'

export const BTCPAY = 'btcpay'

const settingsSchema = z.strictObject({
  /** Address of the server: https://pay.example. */
  url: z.url({ protocol: /^https?$/ }),
  store: z.string().regex(/^[A-Za-z0-9]{1,64}$/),
  apiKey: z.string().min(10).max(200),
  /** Of the webhook; the server signs with it. */
  webhookSecret: z.string().min(10).max(200),
  /** Where payers come back to: the address of the site. */
  returnUrl: z.url({ protocol: /^https?$/ }),
  /** Currencies that go there, with the server's name of their payment method. */
  methods: z.record(z.string().regex(/^[A-Z0-9]{2,10}$/), z.string().regex(/^[A-Za-z0-9_-]{1,40}$/)),
  /** The operator's word that its coins have no worth: it may be tried on games that nobody plays. */
  testNetwork: z.boolean().optional(),
})
export type BtcpaySettings = z.output<typeof settingsSchema>

/** Reads the file of PAYMENTS_BTCPAY; a wrong one stops the start with its first fault. */
export function readBtcpaySettings(file: string): BtcpaySettings {
  return readSecretFile('PAYMENTS_BTCPAY', file, settingsSchema)
}

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)
const invoice = z.object({
  id,
  checkoutLink: z.string().max(500).optional(),
  amount: z.coerce.string().max(30),
  currency: z.string().max(10),
  status: z.string().max(20),
  additionalStatus: z.string().max(20).optional(),
  /** Unix seconds. */
  createdTime: z.number().optional(),
  metadata: z.object({ orderId: z.string().max(60).optional() }).optional(),
})
const payout = z.object({
  id,
  state: z.string().max(30),
  /** Unix seconds. */
  date: z.number().optional(),
  originalAmount: z.coerce.string().max(30).optional(),
  originalCurrency: z.string().max(10).optional(),
  metadata: z.object({ orderId: z.string().max(60).optional() }).nullish(),
  /** Taken by its payer out of a pull payment. */
  pullPaymentId: id.nullish(),
})
type Payout = z.output<typeof payout>
const pullPayment = z.object({
  id,
  /** Of those that we opened: our reference. */
  name: z.string().max(200).nullish(),
  amount: z.coerce.string().max(30),
  viewLink: z.string().max(500).nullish(),
})
type PullPayment = z.output<typeof pullPayment>
const webhook = z.object({
  deliveryId: id,
  originalDeliveryId: id.nullish(),
  type: z.string().max(40),
  storeId: z.string().max(64),
  invoiceId: id.nullish(),
})

const TIMEOUT_MS = 10_000
const PAGE = 200
const MAX_ANSWER = 2_000_000
/** The lists of payouts and refunds have no pages and hold all that ever were: some hundred thousand. */
const MAX_LIST = 100_000_000

/** Invoice: New, Processing, Settled, Expired, Invalid. What was paid in part or late is for people, never credited by itself. */
const INVOICE_OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  New: 'pending',
  Processing: 'pending',
  Settled: 'paid',
  Expired: 'declined',
  Invalid: 'declined',
}
const PAYOUT_OUTCOMES: Readonly<Record<string, ProviderOutcome>> = {
  AwaitingApproval: 'pending',
  AwaitingPayment: 'pending',
  InProgress: 'pending',
  Completed: 'paid',
  Cancelled: 'declined',
}

/** Carries the server's refusal; anything else that goes wrong leaves a payment in doubt. */
class RefusedByServer extends Error {}

export function btcpayProvider(settings: BtcpaySettings, get: typeof fetch = outbound({ to: [settings.url] })): PaymentPort {
  const api = createApi(settings, get)

  async function payoutOf(ref: string): Promise<z.output<typeof payout> | null> {
    return (await listPayouts(api)).find(({ metadata }) => metadata?.orderId === ref) ?? null
  }

  const claimOf = ({ id: own, viewLink }: PullPayment): string => onServer(settings, viewLink ?? `${settings.url}/pull-payments/${own}`)

  /** A pull payment, from which the payer takes his money back to an address of his own. */
  async function openRefund(order: PaymentOrder, invoiceId: string): Promise<{ claimAt: string } | 'refused'> {
    const body = {
      name: order.ref,
      refundVariant: 'Custom',
      customAmount: minorText(order.amountMinor, order.exponent),
      customCurrency: order.currency,
      payoutMethodId: settings.methods[order.currency],
    }
    try {
      return { claimAt: claimOf(pullPayment.parse(await api('POST', `invoices/${invoiceId}/refund`, body))) }
    } catch (error) {
      if (error instanceof RefusedByServer) return 'refused'
      throw error
    }
  }

  return {
    name: BTCPAY,
    statement: statementOf(api),
    async start(order) {
      const made = invoice.parse(
        await api('POST', 'invoices', {
          amount: minorText(order.amountMinor, order.exponent),
          currency: order.currency,
          metadata: { orderId: order.ref },
          checkout: {
            redirectURL: `${settings.returnUrl.replace(/\/$/, '')}/${order.lng}/${order.returnPath ?? `office/recharge?deposit=${order.ref}`}`,
            redirectAutomatically: true,
            defaultLanguage: order.lng,
          },
        }),
      )
      return { url: onServer(settings, made.checkoutLink ?? `${settings.url}/i/${made.id}`), externalId: made.id }
    },
    readCallback: (request) =>
      readCallback(settings, request, async (invoiceId) => invoice.parse(await api('GET', `invoices/${invoiceId}`))),
    async payOut(order) {
      // The server keeps no key of ours: what it has already heard of is looked for first, so a doubtful order is not paid twice.
      if (await payoutOf(order.ref)) return 'taken'
      const body = {
        destination: order.destination ?? '',
        amount: minorText(order.amountMinor, order.exponent),
        payoutMethodId: settings.methods[order.currency],
        approved: true,
        metadata: { orderId: order.ref },
      }
      try {
        payout.parse(await api('POST', 'payouts', body))
        return 'taken'
      } catch (error) {
        if (error instanceof RefusedByServer) return 'refused'
        throw error
      }
    },
    async payOutState(ref) {
      const found = await payoutOf(ref)
      return found ? (PAYOUT_OUTCOMES[found.state] ?? 'pending') : 'unknown'
    },
    async refund(order) {
      if (!order.externalId) return 'refused'
      // As with payouts: one that was opened before is looked for first, so that nobody is given his money twice.
      const open = (await listPullPayments(api)).find(({ name }) => name === order.ref)
      if (!open) return openRefund(order, order.externalId)
      const taken = (await listPayouts(api)).filter(({ pullPaymentId, state }) => pullPaymentId === open.id && isPaid(state))
      return sumOf(taken) >= unitsOf(open.amount) ? 'done' : { claimAt: claimOf(open) }
    },
  }
}

type Api = (method: 'GET' | 'POST', path: string, body?: object, most?: number) => Promise<unknown>

async function listPayouts(api: Api): Promise<Payout[]> {
  return z.array(payout).parse(await api('GET', 'payouts?includeCancelled=true', undefined, MAX_LIST))
}

async function listPullPayments(api: Api): Promise<PullPayment[]> {
  return z.array(pullPayment).parse(await api('GET', 'pull-payments?includeArchived=true', undefined, MAX_LIST))
}

const isPaid = (state: string): boolean => PAYOUT_OUTCOMES[state] === 'paid'

/** Units so small that every sum of every currency is whole in them. */
const SMALLEST = 18

/** Throws for what is no plain sum: taken for nothing, it would count as paid. */
function unitsOf(amount: string): bigint {
  const units = parseMinor(amount, SMALLEST)
  if (units === null) throw new Error('BTCPay Server names no sum')
  return units
}

const sumOf = (payouts: readonly Payout[]): bigint => payouts.reduce((sum, { originalAmount = '' }) => sum + unitsOf(originalAmount), 0n)

/** Throws for an address that is not the server's: nobody is sent elsewhere with his money. */
function onServer({ url }: BtcpaySettings, address: string): string {
  if (!URL.canParse(address) || new URL(address).origin !== new URL(url).origin) throw new Error('the address is not on the server')
  return address
}

/**
 * Settled invoices, completed payouts, and what payers have taken back, all of a refund as one. A refund that was opened by
 * hand has no reference of ours and is named by its own. An invoice carries the time when it was made, which may be days
 * before it was settled.
 */
function statementOf(api: Api): Statement {
  async function settled(from: number, to: number): Promise<StatementLine[]> {
    const lines: StatementLine[] = []
    for (let skip = 0; ; skip += PAGE) {
      const span = `startDate=${Math.floor(from / SECOND)}&endDate=${Math.ceil(to / SECOND)}`
      const page = z.array(invoice).parse(await api('GET', `invoices?status=Settled&${span}&skip=${skip}&take=${PAGE}`))
      for (const { id: own, status, amount, currency, createdTime = 0, metadata } of page) {
        if (status !== 'Settled') continue
        lines.push({ movement: 'in', ref: metadata?.orderId ?? own, amount: plainAmount(amount), currency, at: createdTime * SECOND })
      }
      if (page.length < PAGE) return lines
    }
  }
  async function paidOut(): Promise<StatementLine[]> {
    const paid = (await listPayouts(api)).filter(({ state }) => isPaid(state))
    const refunds = new Map((await listPullPayments(api)).map((one) => [one.id, { name: one.name, payouts: [] as Payout[] }]))
    const lines: StatementLine[] = []
    for (const one of paid) {
      const refund = one.pullPaymentId ? refunds.get(one.pullPaymentId) : undefined
      if (refund) refund.payouts.push(one)
      else lines.push({ movement: 'out', ref: one.metadata?.orderId ?? one.id, ...lineOf(one) })
    }
    for (const [own, { name, payouts }] of refunds) {
      const last = payouts.toSorted((a, b) => (a.date ?? 0) - (b.date ?? 0)).at(-1)
      if (!last) continue
      const amount = plainAmount(minorText(sumOf(payouts), SMALLEST))
      lines.push({ movement: 'back', ref: name && isReference(name) ? name : own, ...lineOf(last), amount })
    }
    return lines
  }
  return {
    covers: ['in', 'out', 'back'],
    read: async (from, to) => [...(await settled(from, to)), ...(await paidOut()).filter(({ at }) => at >= from && at < to)],
  }
}

const isReference = (name: string): boolean => /^[A-Za-z0-9_-]{1,60}$/.test(name)

function lineOf({ date = 0, originalAmount = '', originalCurrency = '' }: Payout): Pick<StatementLine, 'amount' | 'currency' | 'at'> {
  return { amount: plainAmount(originalAmount), currency: originalCurrency, at: date * SECOND }
}

function createApi({ url, store, apiKey }: BtcpaySettings, get: typeof fetch): Api {
  return async (method, path, body, most = MAX_ANSWER) => {
    const answer = await get(`${url.replace(/\/$/, '')}/api/v1/stores/${store}/${path}`, {
      method,
      headers: { authorization: `token ${apiKey}`, 'content-type': 'application/json', accept: 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (answer.status === 400 || answer.status === 422)
      throw new RefusedByServer(`BTCPay Server refuses ${path.split('/')[0]}: ${answer.status}`)
    if (!answer.ok) throw new Error(`BTCPay Server answered ${answer.status}`)
    const text = await answer.text()
    if (text.length > most) throw new Error('BTCPay Server answered too much')
    return JSON.parse(text)
  }
}

/** `BTCPay-Sig: sha256=<hex of HMAC-SHA256(secret, body)>`. Other events of the store are understood and left alone. */
async function readCallback(
  { webhookSecret, store }: BtcpaySettings,
  { raw, headers }: CallbackRequest,
  readInvoice: (invoiceId: string) => Promise<z.output<typeof invoice>>,
): Promise<ProviderEvent | CallbackFault> {
  const header = headers['btcpay-sig']
  const match = typeof header === 'string' ? /^sha256=([0-9a-f]{64})$/i.exec(header) : null
  if (!match) return 'bad_signature'
  const signature = createHmac('sha256', webhookSecret).update(raw).digest()
  if (!sameBytes(Buffer.from(match[1]!, 'hex'), signature)) return 'bad_signature'
  let given: unknown
  try {
    given = JSON.parse(raw.toString('utf8'))
  } catch {
    return 'bad_body'
  }
  const event = webhook.safeParse(given)
  if (!event.success || event.data.storeId !== store) return 'bad_body'
  const { invoiceId, type, deliveryId } = event.data
  if (!invoiceId || !type.startsWith('Invoice')) return 'no_event'
  const record = await readInvoice(invoiceId)
  const ref = record.metadata?.orderId
  const outcome = INVOICE_OUTCOMES[record.status]
  if (!ref || !outcome || record.id !== invoiceId) return 'no_event'
  // A payment that came late or in part waits for people: it is neither paid nor gone.
  const isDoubtful = record.status === 'Expired' && ['PaidLate', 'PaidPartial'].includes(record.additionalStatus ?? '')
  const amount = plainAmount(record.amount)
  return {
    // The same event delivered again says another state when the record has moved on, and is another word then.
    eventId: `${event.data.originalDeliveryId ?? deliveryId}-${record.status}`,
    ref,
    outcome: isDoubtful ? 'pending' : outcome,
    amount,
    currency: record.currency,
    // Another delivery of an event has another body: what its record says is what must be the same.
    content: [ref, invoiceId, record.status, amount, record.currency].join(' '),
    externalId: invoiceId,
  }
}

/** "0.00100000" and "0.001" are the same sum; what is no plain decimal stays and is refused as another amount. */
function plainAmount(text: string): string {
  return parseMinor(text, 12) === null || !text.includes('.') ? text : text.replace(/0+$/, '').replace(/\.$/, '')
}
