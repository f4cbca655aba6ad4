/** Webhooks of a BTCPay Server on real records: told again, and about an invoice that nobody was shown. */
import { createHmac } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { inTx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { BTCPAY, btcpayProvider } from './btcpay.ts'
import { handleCallback } from './callbacks.ts'
import { insertDeposit, tellProvider, type DepositRow, type PaymentsDeps } from './deposits.ts'
import { sweepReturns } from './returns.ts'

const { db } = await testDatabase(8)
const site = await accountSite({ db })
const settings = {
  url: 'http://btc.example',
  store: 'Store1',
  apiKey: 'the-api-key-1',
  webhookSecret: 'the-webhook-secret',
  returnUrl: 'https://site.example/',
  methods: { EUR: 'BTC-CHAIN' },
}
type Invoice = Record<string, unknown> & { id: string }
const invoices = new Map<string, Invoice>()
const refunded: string[] = []
/** The answer to an order is lost on its way. */
let cut = false
const port = btcpayProvider(settings, (async (url: string, { method, body }: RequestInit) => {
  const [what = '', id = '', act] = url.split('/Store1/')[1]!.split('/')
  if (act === 'refund') refunded.push(id)
  if (act === 'refund') return Response.json({ id: 'Pull1', name: 'x', amount: '1', viewLink: `${settings.url}/pull-payments/Pull1` })
  if (what.startsWith('pull-payments')) return Response.json([])
  if (method === 'GET') return Response.json(invoices.get(id))
  const made = { ...JSON.parse(String(body)), id: `Inv${invoices.size + 1}`, status: 'New' }
  invoices.set(made.id, made)
  if (cut) throw new Error('timeout')
  return Response.json(made)
}) as typeof fetch)
const told: string[] = []
const errors: string[] = []
let mayCredit = true
const deps: PaymentsDeps & { log: ReturnType<typeof createLog> } = {
  db,
  clock: site.clock,
  ledger: site.ledger,
  providers: { [BTCPAY]: port },
  log: { ...createLog('silent', false), error: (_: unknown, text: string) => void errors.push(text) } as never,
  mayCredit: async () => mayCredit,
  onFailed: async (_, { ref }, { failure }) => void told.push(`${ref} ${failure}`),
}
afterAll(async () => expect(await site.ledger.checkInvariants()).toEqual([]))

let serial = 0
async function deposit(): Promise<DepositRow> {
  const { userId } = await new Visitor(site).oneClick('EUR')
  const [account] = await site.ledger.balance(userId)
  const sums = { currencyId: 2, amountMinor: 10_000n, feeMinor: 0n, bonusMinor: 0n }
  const whose = { ref: `btc-${(serial += 1)}`, brand: 'polosa', playerId: userId, accountId: account!.id }
  const at = new Date(site.clock.now())
  return inTx(db, (tx) => insertDeposit(tx, { ...whose, method: 'crypto', provider: BTCPAY, ...sums, at }))
}
/** The invoice that it orders, shown or not. */
async function order({ ref, amount_minor: amountMinor }: DepositRow): Promise<{ invoice: Invoice; isShown: boolean }> {
  const wanted = { ref, amountMinor, currency: 'EUR', exponent: 2, method: 'crypto', brand: 'polosa', lng: 'en' }
  const answer = await tellProvider(deps, port, { order: wanted, table: 'deposit' })
  return { invoice: [...invoices.values()].at(-1)!, isShown: !isProblem(answer) }
}
/** As after a timeout: the first invoice was never shown, the second one is. */
async function orderedTwice() {
  const row = await deposit()
  cut = true
  const first = await order(row)
  cut = false
  const second = await order(row)
  expect([first.isShown, second.isShown]).toEqual([false, true])
  return { row, forgotten: first.invoice, shown: second.invoice }
}
let deliveries = 0
function say({ id }: Invoice, status: string, more: object = {}) {
  invoices.get(id)!['status'] = status
  const body = { webhookId: 'W1', timestamp: 1, storeId: 'Store1', type: 'InvoiceAny', invoiceId: id }
  const raw = Buffer.from(JSON.stringify({ ...body, deliveryId: `D${(deliveries += 1)}`, isRedelivery: false, ...more }))
  const signature = createHmac('sha256', settings.webhookSecret).update(raw).digest('hex')
  return handleCallback(deps, BTCPAY, { raw, headers: { 'btcpay-sig': `sha256=${signature}` }, ip: '::1', now: site.clock.now() })
}
const stored = ({ ref }: DepositRow) =>
  db.selectFrom('deposit').select(['state', 'external_id']).where('ref', '=', ref).executeTakeFirstOrThrow()
const balance = async ({ player_id: id }: DepositRow) => (await site.ledger.balance(id))[0]!.balanceMinor

test('an event that is delivered again under a delivery of its own is answered alike (PAY-03)', async () => {
  const row = await deposit()
  const { invoice } = await order(row)
  const first = await say(invoice, 'Settled', { deliveryId: 'First', originalDeliveryId: 'First' })
  expect(first).toMatchObject({ kind: 'accepted', outcome: 'done', balanceChanged: true })
  const again = { originalDeliveryId: 'First', isRedelivery: true }
  expect(await say(invoice, 'Settled', again)).toEqual({ ...first, balanceChanged: false })
  expect(await balance(row)).toBe(10_000n)
  // The same event about another payment is no repeat.
  const other = await deposit()
  expect(await say((await order(other)).invoice, 'Settled', again)).toMatchObject({ kind: 'refused', status: 409, fault: 'event_reused' })
  expect(await balance(other)).toBe(0n)
})

test('an invoice that nobody was shown declines nothing: the one that is shown stays payable', async () => {
  const { row, forgotten, shown } = await orderedTwice()
  await say(shown, 'New')
  expect(await say(forgotten, 'Expired')).toEqual({ kind: 'ignored' })
  expect(await stored(row)).toEqual({ state: 'pending', external_id: shown.id })
  expect(told).toEqual([])
  expect(await say(shown, 'Settled')).toMatchObject({ outcome: 'done', balanceChanged: true })
  expect(await say(forgotten, 'Invalid')).toEqual({ kind: 'ignored' })
  expect([await balance(row), (await stored(row)).state]).toEqual([10_000n, 'done'])
})

test('what is under way may be said before its page is written down, that it is gone may not', async () => {
  const row = await deposit()
  cut = true
  const { invoice } = await order(row)
  cut = false
  expect(await say(invoice, 'New')).toMatchObject({ outcome: 'pending' })
  expect(await say(invoice, 'Expired')).toEqual({ kind: 'ignored' })
  const next = await order(row)
  expect(await say(next.invoice, 'Expired')).toMatchObject({ outcome: 'declined' })
  expect(told.filter((line) => line.startsWith(`${row.ref} `))).toEqual([`${row.ref} declined`])
})

test.each(['forgotten', 'shown'] as const)('both paid, the %s one first: one credit, and the second is for people', async (first) => {
  const { row, ...both } = await orderedTwice()
  const [early, late] = first === 'shown' ? [both.shown, both.forgotten] : [both.forgotten, both.shown]
  expect(await say(early, 'Settled')).toMatchObject({ outcome: 'done', balanceChanged: true })
  expect((await stored(row)).external_id).toBe(early.id)
  errors.length = 0
  expect(await say(early, 'Settled')).toMatchObject({ outcome: 'done', balanceChanged: false })
  expect(errors).toEqual([])
  expect(await say(late, 'Settled')).toMatchObject({ outcome: 'done', balanceChanged: false })
  expect(errors).toEqual(['deposit: paid a second time, by another payment of the provider'])
  expect([await balance(row), (await stored(row)).external_id]).toEqual([10_000n, early.id])
})

test('both paid at once are one credit', async () => {
  const { row, forgotten, shown } = await orderedTwice()
  const said = await Promise.all([forgotten, shown, forgotten, shown].map((invoice) => say(invoice, 'Settled')))
  expect(said.filter((one) => one.kind === 'accepted' && one.balanceChanged)).toHaveLength(1)
  expect(await balance(row)).toBe(10_000n)
})

test('a page that is ordered after the payment takes nothing of it: its money goes back to the invoice that brought it', async () => {
  const row = await deposit()
  cut = true
  const { invoice } = await order(row)
  cut = false
  mayCredit = false
  expect(await say(invoice, 'Settled')).toMatchObject({ outcome: 'held' })
  mayCredit = true
  await order(row)
  expect(await stored(row)).toEqual({ state: 'held', external_id: invoice.id })
  await sweepReturns(deps)
  expect(refunded).toEqual([invoice.id])
})
