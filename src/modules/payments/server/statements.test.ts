/** The sandbox's statement against the ledger, with planted errors, on a real PostgreSQL (PAY-06). */
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { sweepPayouts } from './payouts.ts'
import { sandboxCallback } from './sandbox.ts'
import { explainDifference, listDifferences, sweepStatements, takeFromStatement } from './statements.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) => {
    config.withdrawals = { ...config.withdrawals, autoMaxEur: '1000' }
    config.cashier = { methods: { card: { feeInPermille: 25 } } }
  },
})
const { clock, book, ledger } = site
const log = { warn: vi.fn(), error: vi.fn() }
const deps = { ...site.payments, log }
// A day without an open difference is not looked at again.
beforeEach(async () => void (await db.deleteFrom('payment_difference').execute()))
afterAll(async () => expect(await ledger.checkInvariants()).toEqual([]))

const office = (name: string) => `/web-api/office/${name}`
const decide = (ref: string, outcome: string) =>
  site.app
    .inject({ method: 'POST', url: `/dev/api/cashier/${ref}`, payload: { outcome } })
    .then((answer) => (answer.json() as { status: number }).status)

async function player() {
  const visitor = new Visitor(site)
  return Object.assign(visitor, await visitor.oneClick('EUR'))
}
async function ordered(visitor: Visitor, sum = '20') {
  return (await visitor.call('POST', office('deposit'), { method_id: 1, sum })).body.data.id as string
}
async function paid(visitor: Visitor, sum = '20') {
  const ref = await ordered(visitor, sum)
  expect(await decide(ref, 'success')).toBe(200)
  return ref
}
const money = async ({ userId }: { userId: number }) => (await ledger.balance(userId))[0]!.balanceMinor
/** Differences after everything until yesterday has been compared. */
async function compared() {
  clock.advance(DAY + 2 * HOUR)
  await sweepStatements(deps)
  return told()
}
const told = async () => (await listDifferences(db)).map(({ kind, movement, ref, there, here }) => ({ kind, movement, ref, there, here }))

test('what moved in every way, with fees, parts and payouts, is the same on both sides', async () => {
  await sweepStatements(deps)
  const visitor = await player()
  await paid(visitor, '300')
  for (const outcome of ['refund', 'refund_part', 'chargeback', 'chargeback_part', 'repeat'])
    expect(await decide(await paid(visitor), outcome)).toBe(200)
  expect(await decide(await ordered(visitor), 'refund')).toBe(200)
  await decide(await ordered(visitor), 'decline')
  const forged = await ordered(visitor)
  expect([await decide(forged, 'forge'), await decide(forged, 'tamper')]).toEqual([401, 409])
  const { body } = await visitor.call('POST', office('withdraw'), { method_id: 1, sum: '50', request_key: 'statement-key-0001' })
  expect(body.success, JSON.stringify(body)).toBe(true)
  clock.advance(DAY + HOUR)
  await sweepPayouts(deps)
  expect(await decide(body.data.id, 'success')).toBe(200)
  expect(await compared()).toEqual([])
  const movements = await db.selectFrom('statement_day').select('movements').execute()
  expect(movements.some((day) => day.movements >= 8)).toBe(true)
})

test('every planted error is found, and nothing else', async () => {
  const visitor = await player()
  const [right, forgotten, other, twice, strange] = [
    await paid(visitor),
    await paid(visitor, '21'),
    await paid(visitor, '22'),
    await paid(visitor, '23'),
    await paid(visitor, '24'),
  ]
  const plant = (ref: string, kind: string) =>
    site.app.inject({ method: 'POST', url: '/dev/api/cashier/plant', payload: { ref, plant: kind } }).then((answer) => answer.statusCode)
  expect([await plant(forgotten, 'forget'), await plant(other, 'other_sum'), await plant(twice, 'twice')]).toEqual([200, 200, 200])
  expect([await plant(strange, 'stranger'), await plant('unknown', 'twice'), await plant(right, 'nonsense')]).toEqual([200, 404, 400])
  const found = await compared()
  const named = [
    { kind: 'missing_there', movement: 'in', ref: forgotten, there: '', here: '21.53 EUR' },
    { kind: 'sum_differs', movement: 'in', ref: other, there: '23.55 EUR', here: '22.55 EUR' },
    { kind: 'twice_there', movement: 'in', ref: twice, there: '23.58 EUR', here: '' },
    { kind: 'missing_here', movement: 'in', ref: `${strange}-stranger`, there: '24.60 EUR', here: '' },
  ]
  expect(found).toHaveLength(named.length)
  expect(found).toEqual(expect.arrayContaining(named))
  for (const { id } of await listDifferences(db))
    expect(await explainDifference(deps, { id, officer: 'officer-a', reason: 'provider_corrects' })).toBe(true)
})

test('a lost callback is made up for from the statement: credited once, by two officers at once and a late callback too', async () => {
  const visitor = await player()
  const ref = await ordered(visitor)
  await book.note({ ref, outcome: 'paid', amount: '20.50', currency: 'EUR' })
  expect(await compared()).toEqual([{ kind: 'missing_here', movement: 'in', ref, there: '20.50 EUR', here: '' }])
  const { id } = (await listDifferences(db))[0]!
  const answers = await Promise.all([1, 2, 3, 4].map(() => takeFromStatement(deps, id)))
  expect(answers.filter((answer) => answer?.kind === 'accepted')).toHaveLength(1)
  const late = sandboxCallback(site.keys, { ref, outcome: 'paid', amount: '20.50', currency: 'EUR', now: clock.now() })
  expect(
    (await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers: late.headers, payload: late.raw })).statusCode,
  ).toBe(200)
  expect(await money(visitor)).toBe(2_000n)
  expect(await told()).toEqual([])
  // Booked days after the provider's day, it still meets its other half.
  expect(await compared()).toEqual([])
})

test('a sum that is not ours is not taken from a statement', async () => {
  const visitor = await player()
  const ref = await ordered(visitor)
  await book.note({ ref, outcome: 'paid', amount: '20000.50', currency: 'EUR' })
  await compared()
  const { id } = (await listDifferences(db))[0]!
  expect(await takeFromStatement(deps, id)).toEqual({ kind: 'refused', status: 409, fault: 'amount_differs' })
  expect([await money(visitor), (await told()).length]).toEqual([0n, 1])
  await explainDifference(deps, { id, officer: 'officer-a', reason: 'provider_corrects' })
})

test('open for a day it calls for somebody; explained it stays so; gone there it is over; more of the same asks again', async () => {
  const visitor = await player()
  const [mended, explained] = [await paid(visitor), await paid(visitor, '30')]
  await book.plant(mended, 'twice')
  await book.plant(explained, 'twice')
  log.error.mockClear()
  expect((await compared()).map(({ ref }) => ref).sort()).toEqual([mended, explained].sort())
  expect(log.error).not.toHaveBeenCalled()
  clock.advance(DAY + HOUR)
  await sweepStatements(deps)
  expect(log.error).toHaveBeenCalledWith(expect.objectContaining({ count: 2 }), expect.any(String))
  const { id } = (await listDifferences(db)).find(({ ref }) => ref === explained)!
  expect(await explainDifference(deps, { id, officer: 'officer-b', reason: 'written_off' })).toBe(true)
  expect(await explainDifference(deps, { id, officer: 'officer-a', reason: 'written_off' })).toBe(false)
  const last = await db
    .selectFrom('sandbox_movement')
    .select('id')
    .where('ref', '=', mended)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  await book.plant(explained, 'twice')
  await sweepStatements(deps)
  expect((await listDifferences(db)).map(({ ref, times, officer }) => [ref, times, officer])).toEqual([
    [mended, 1, null],
    [explained, 2, null],
  ])
  await db.deleteFrom('sandbox_movement').where('id', '=', last.id).execute()
  await explainDifference(deps, { id, officer: 'officer-b', reason: 'written_off' })
  await sweepStatements(deps)
  expect(await told()).toEqual([])
  const over = await db.selectFrom('payment_difference').select(['reason', 'officer']).where('ref', '=', mended).executeTakeFirstOrThrow()
  expect(over).toEqual({ reason: 'gone', officer: null })
})

test('days that were missed are caught up; a silent provider loses none; two processes at once find each difference once', async () => {
  const visitor = await player()
  const first = await paid(visitor)
  await book.plant(first, 'forget')
  clock.advance(3 * DAY)
  const silent = {
    sandbox: {
      ...site.payments.providers['sandbox']!,
      statement: { covers: ['in' as const], read: () => Promise.reject(new Error('silent')) },
    },
  }
  const days = () =>
    db
      .selectFrom('statement_day')
      .select(({ fn }) => fn.countAll<bigint>().as('n'))
      .executeTakeFirstOrThrow()
  const before = (await days()).n
  log.warn.mockClear()
  expect(await sweepStatements({ ...deps, providers: silent })).toBe(0)
  expect([(await days()).n, log.warn.mock.calls.length]).toEqual([before, 1])
  await Promise.all([sweepStatements(deps), sweepStatements(deps), sweepStatements(deps)])
  expect(Number((await days()).n - before)).toBe(3)
  expect(await told()).toEqual([{ kind: 'missing_there', movement: 'in', ref: first, there: '', here: '20.50 EUR' }])
})
