import { createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { btcpayProvider, type BtcpaySettings } from './btcpay.ts'
import type { PaymentOrder } from './port.ts'

/** A small server that answers in the recorded shapes of the Greenfield API. */
const state = {
  invoices: new Map<string, Record<string, unknown>>(),
  payouts: [] as Record<string, unknown>[],
  pulls: [] as Record<string, unknown>[],
  answer: 200,
  cut: false,
}
const server = createServer((request, response) => {
  void handle(request).then(({ status, body, cut }) => {
    if (cut) return void response.destroy()
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(body))
  })
})

async function handle(request: IncomingMessage): Promise<{ status: number; body: unknown; cut?: boolean }> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const given = chunks.length > 0 ? (JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>) : {}
  if (request.headers.authorization !== 'token the-api-key') return { status: 401, body: { code: 'unauthenticated' } }
  const path = request.url!.replace('/api/v1/stores/Store1/', '')
  if (state.answer !== 200) return { status: state.answer, body: [{ path: 'amount', message: 'wrong' }] }
  if (request.method === 'POST' && path === 'invoices') {
    const id = `Inv${state.invoices.size + 1}`
    const made = { ...given, id, storeId: 'Store1', status: 'New', additionalStatus: 'None', checkoutLink: `${settings.url}/i/${id}` }
    state.invoices.set(id, made)
    return { status: 200, body: made }
  }
  if (path.startsWith('invoices?')) {
    const { searchParams } = new URL(request.url!, settings.url)
    const [from, to, skip, take] = ['startDate', 'endDate', 'skip', 'take'].map((name) => Number(searchParams.get(name))) as [
      number,
      number,
      number,
      number,
    ]
    const fits = [...state.invoices.values()].filter((one) => {
      const made = one['createdTime'] as number
      return one['status'] === searchParams.get('status') && made >= from && made <= to
    })
    return { status: 200, body: fits.slice(skip, skip + take) }
  }
  if (request.method === 'POST' && path.endsWith('/refund')) {
    const id = `Pull${state.pulls.length + 1}`
    const { name, customAmount: amount, customCurrency: currency } = given
    const made = { id, name, amount, currency, archived: false, viewLink: `${settings.url}/pull-payments/${id}` }
    state.pulls.push({ ...made, given })
    return { status: 200, body: made, cut: state.cut }
  }
  if (path.startsWith('pull-payments')) return { status: 200, body: state.pulls }
  if (path.startsWith('invoices/')) {
    const found = state.invoices.get(path.split('/')[1]!)
    return found ? { status: 200, body: found } : { status: 404, body: {} }
  }
  if (request.method === 'POST' && path === 'payouts') {
    const made = { ...given, id: `Pay${state.payouts.length + 1}`, state: 'AwaitingPayment', revision: 0 }
    state.payouts.push(made)
    return { status: 200, body: made, cut: state.cut }
  }
  return { status: 200, body: state.payouts }
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
afterAll(() => server.close())
const settings: BtcpaySettings = {
  url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  store: 'Store1',
  apiKey: 'the-api-key',
  webhookSecret: 'the-webhook-secret',
  returnUrl: 'https://site.example/',
  methods: { BTC: 'BTC-CHAIN' },
}
const port = btcpayProvider(settings)
const order = (more: Partial<PaymentOrder> = {}): PaymentOrder => ({
  ref: randomUUID(),
  amountMinor: 123_450n,
  currency: 'BTC',
  exponent: 8,
  method: 'crypto',
  brand: 'polosa',
  lng: 'ru',
  ...more,
})
const hook = (body: object, secret = settings.webhookSecret) => {
  const raw = Buffer.from(JSON.stringify({ webhookId: 'W1', isRedelivery: false, timestamp: 1_763_000_000, storeId: 'Store1', ...body }))
  const signature = createHmac('sha256', secret).update(raw).digest('hex')
  return { raw, headers: { 'btcpay-sig': `sha256=${signature}` }, ip: '203.0.113.1', now: Date.now() }
}

test('a deposit is an invoice; its webhook is believed only for the name of the record', async () => {
  const wanted = order()
  const { url, externalId } = await port.start(wanted)
  expect(url).toBe(`${settings.url}/i/${externalId}`)
  const record = state.invoices.get(externalId!)!
  expect(record).toMatchObject({ amount: '0.00123450', currency: 'BTC', metadata: { orderId: wanted.ref } })
  expect(JSON.stringify(record)).toContain(`https://site.example/ru/office/recharge?deposit=${wanted.ref}`)
  // The webhook says settled, the record does not: the record counts.
  const said = { deliveryId: 'D1', type: 'InvoiceSettled', invoiceId: externalId }
  expect(await port.readCallback(hook(said))).toMatchObject({ ref: wanted.ref, outcome: 'pending', amount: '0.0012345', currency: 'BTC' })
  record['status'] = 'Settled'
  expect(await port.readCallback(hook(said))).toMatchObject({ eventId: 'D1-Settled', outcome: 'paid' })
  const again = await port.readCallback(hook({ ...said, deliveryId: 'D2', originalDeliveryId: 'D1', isRedelivery: true }))
  expect(again).toMatchObject({ eventId: 'D1-Settled', outcome: 'paid' })
  Object.assign(record, { status: 'Expired', additionalStatus: 'PaidLate' })
  expect(await port.readCallback(hook(said))).toMatchObject({ outcome: 'pending' })
  Object.assign(record, { status: 'Expired', additionalStatus: 'None' })
  expect(await port.readCallback(hook(said))).toMatchObject({ outcome: 'declined' })
})

test('forged, foreign and broken webhooks are refused, others of the store are left alone', async () => {
  const { externalId } = await port.start(order())
  const said = { deliveryId: 'D3', type: 'InvoiceSettled', invoiceId: externalId }
  expect(await port.readCallback(hook(said, 'another-secret-key'))).toBe('bad_signature')
  expect(await port.readCallback({ ...hook(said), headers: {} })).toBe('bad_signature')
  const good = hook(said)
  const flipped = Buffer.from(good.raw)
  flipped[5]! ^= 1
  expect(await port.readCallback({ ...good, raw: flipped })).toBe('bad_signature')
  expect(await port.readCallback(hook({ ...said, storeId: 'Store2' }))).toBe('bad_body')
  expect(await port.readCallback(hook({ ...said, invoiceId: '../../x' }))).toBe('bad_body')
  expect(await port.readCallback(hook({ deliveryId: 'D4', type: 'PayoutCreated' }))).toBe('no_event')
  // A record that cannot be read: the answer is not 2xx, so the server delivers it again.
  await expect(async () => port.readCallback(hook({ ...said, invoiceId: 'InvGone' }))).rejects.toThrow('404')
})

test('a payout whose answer was lost is found again under our reference and never ordered twice', async () => {
  const wanted = order({ destination: 'bcrt1qexampleaddress' })
  state.cut = true
  await expect(port.payOut(wanted)).rejects.toThrow()
  state.cut = false
  expect(await port.payOut(wanted)).toBe('taken')
  expect(state.payouts.filter((one) => (one['metadata'] as { orderId: string }).orderId === wanted.ref)).toHaveLength(1)
  expect(state.payouts[0]).toMatchObject({ amount: '0.00123450', destination: 'bcrt1qexampleaddress', payoutMethodId: 'BTC-CHAIN' })
  expect(await port.payOutState(wanted.ref)).toBe('pending')
  state.payouts[0]!['state'] = 'Completed'
  expect([await port.payOutState(wanted.ref), await port.payOutState('never-heard')]).toEqual(['paid', 'unknown'])
})

test('what the server refuses is refused; when it is ill, the payment stays in doubt', async () => {
  state.answer = 503
  await expect(port.start(order())).rejects.toThrow('503')
  await expect(port.payOut(order())).rejects.toThrow('503')
  state.answer = 200
  const { externalId } = await port.start(order())
  state.answer = 422
  await expect(port.refund(order({ externalId: externalId! }))).rejects.toThrow()
  state.answer = 200
  expect(await port.refund(order())).toBe('refused')
})

const takenBack = (pullPaymentId: unknown, originalAmount: string, more: object = {}) => ({
  id: `Back${state.payouts.length + 1}`,
  state: 'Completed',
  originalAmount,
  originalCurrency: 'BTC',
  pullPaymentId,
  ...more,
})

test('a refund whose answer was lost is not opened twice, names its exact sum, and is done once its payer has taken all of it', async () => {
  const { externalId } = await port.start(order())
  // A part had gone back before: what is left is given, not the invoice.
  const wanted = order({ externalId: externalId!, amountMinor: 100_000n })
  state.cut = true
  await expect(port.refund(wanted)).rejects.toThrow()
  state.cut = false
  const again = await port.refund(wanted)
  expect(state.pulls).toHaveLength(1)
  const [{ id, given }] = state.pulls as [{ id: string; given: object }]
  expect(given).toEqual({
    name: wanted.ref,
    refundVariant: 'Custom',
    customAmount: '0.00100000',
    customCurrency: 'BTC',
    payoutMethodId: 'BTC-CHAIN',
  })
  expect(again).toEqual({ claimAt: `${settings.url}/pull-payments/${id}` })
  state.payouts.push(takenBack(id, '0.0004'), takenBack(id, '0.0006', { state: 'AwaitingPayment' }), takenBack('PullOther', '5'))
  expect(await port.refund(wanted)).toEqual({ claimAt: `${settings.url}/pull-payments/${id}` })
  state.payouts.push(takenBack(id, '0.00060000'))
  expect(await port.refund(wanted)).toBe('done')
  expect(state.pulls).toHaveLength(1)
})

test('nobody is sent for his money to another server, and a sum that cannot be read is not taken for nothing', async () => {
  const wanted = order({ externalId: 'Inv1' })
  state.pulls.push({ id: 'Astray', name: wanted.ref, amount: '0.1', currency: 'BTC', viewLink: 'https://elsewhere.example/pull' })
  await expect(port.refund(wanted)).rejects.toThrow('not on the server')
  Object.assign(state.pulls.at(-1)!, { amount: 'all', viewLink: null })
  await expect(port.refund(wanted)).rejects.toThrow('no sum')
})

test('its statement is the settled invoices, completed payouts and refunds that were taken of the time, page by page', async () => {
  state.invoices.clear()
  state.payouts.length = 0
  state.pulls.length = 0
  const [from, to] = [1_763_000_000, 1_763_086_400]
  for (let i = 0; i < 450; i += 1) {
    const more = { createdTime: from + i, amount: '0.00123450', currency: 'BTC', metadata: { orderId: `order-${i}` } }
    state.invoices.set(`Inv${i}`, { id: `Inv${i}`, status: i % 9 === 0 ? 'Expired' : 'Settled', ...more })
  }
  state.invoices.set('Old', { id: 'Old', status: 'Settled', createdTime: from - 1, amount: '1', currency: 'BTC' })
  const payout = (id: string, state: string, date: number) => ({
    id,
    state,
    date,
    originalAmount: '0.5000',
    originalCurrency: 'BTC',
    metadata: { orderId: `out-${id}` },
  })
  state.payouts.push(payout('a', 'Completed', from), payout('b', 'InProgress', from), payout('c', 'Completed', to))
  state.pulls.push({ id: 'PullA', name: 'order-7', amount: '0.0012345' }, { id: 'PullB', name: 'Refund Inv9 by hand', amount: '1' })
  state.payouts.push(takenBack('PullA', '0.0002345', { date: from - 60 }), takenBack('PullA', '0.001', { date: from + 60 }))
  state.payouts.push(takenBack('PullB', '1', { date: from + 70 }), takenBack('PullB', '9', { date: from + 70, state: 'Cancelled' }))
  const lines = await port.statement!.read(from * 1000, to * 1000)
  expect(lines.filter(({ movement }) => movement === 'in')).toHaveLength(400)
  expect(lines[0]).toEqual({ movement: 'in', ref: 'order-1', amount: '0.0012345', currency: 'BTC', at: (from + 1) * 1000 })
  expect(lines.filter(({ movement }) => movement === 'out')).toEqual([
    { movement: 'out', ref: 'out-a', amount: '0.5', currency: 'BTC', at: from * 1000 },
  ])
  // What a payer takes back is no payout of ours; all of a refund is one line, at its last part.
  expect(lines.filter(({ movement }) => movement === 'back')).toEqual([
    { movement: 'back', ref: 'order-7', amount: '0.0012345', currency: 'BTC', at: (from + 60) * 1000 },
    { movement: 'back', ref: 'PullB', amount: '1', currency: 'BTC', at: (from + 70) * 1000 },
  ])
  state.answer = 503
  await expect(port.statement!.read(from * 1000, to * 1000)).rejects.toThrow('503')
  state.answer = 200
})

test('a store that has paid out for years still pays: the list of its payouts has no pages', async () => {
  const before = [...state.payouts]
  const paid = {
    amount: '0.00123450',
    destination: 'bcrt1qexampleaddress',
    payoutMethodId: 'BTC-CHAIN',
    more: 'x'.repeat(500),
    revision: 0,
  }
  for (let i = 0; i < 5_000; i += 1) state.payouts.push({ ...paid, id: `Old${i}`, state: 'Completed', metadata: { orderId: `old-${i}` } })
  try {
    expect(await port.payOutState('old-4999')).toBe('paid')
    expect(await port.payOut(order({ ref: 'old-4999' }))).toBe('taken')
    expect(state.payouts).toHaveLength(before.length + 5_000)
  } finally {
    state.payouts = before
  }
})
