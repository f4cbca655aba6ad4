/** First payments that nobody came back for, on a real PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY, HOUR } from '#lib/time.ts'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf } from '../../../../test/support/planted-rows.ts'
import { sweepReturns } from './returns.ts'
import { sandboxProvider } from './sandbox.ts'
import { setApart, setUntakenApart } from './untaken.ts'
import { verifyPayments } from './verify-payments.ts'

const { db } = await testDatabase(8)
const cashier = { untakenDays: 3, firstDeposit: { percent: 100, maxEur: '100', minEur: '1' } }
const site = await accountSite({
  db,
  change: (config) => {
    config.registration.payAndPlay = { enabled: true, closedCountries: [] }
    config.cashier = { ...config.cashier, ...cashier }
  },
})
const { clock, ledger } = site
const deps = {
  db,
  clock,
  ledger,
  providers: { sandbox: sandboxProvider(site.keys) },
  cashierOf: () => cashier,
  log: createLog('silent', false),
}
afterAll(async () => expect([await ledger.checkInvariants(), brokenOf(await verifyPayments(db))]).toEqual([[], []]))

const PATH = '/flexreg-api/v1/pay-and-play'
async function paid(): Promise<{ ref: string; visitor: Visitor }> {
  const visitor = new Visitor(site, { browser: true })
  const { methods } = (await visitor.call('GET', `${PATH}/form`)).body
  const order = { fields: { country: 'KZ', currency: 'KZT', terms: true }, method_id: methods[0].id, sum: methods[0].min, bonusId: 1 }
  const { body } = await visitor.call('POST', `${PATH}/begin`, order)
  const ref = /pay\/([\w-]+)/.exec(body.url)![1]!
  await visitor.call('POST', `/dev/api/cashier/${ref}`, { outcome: 'success' })
  return { ref, visitor }
}
const depositOf = (ref: string) => db.selectFrom('deposit').selectAll().where('ref', '=', ref).executeTakeFirstOrThrow()
const moneyOf = async (ref: string) => (await ledger.balance((await depositOf(ref)).player_id)).map(({ balanceMinor }) => balanceMinor)
const finish = async (visitor: Visitor) => (await visitor.call('POST', `${PATH}/finish`, { authId: '' })).body.state as string

test('goes back whole after the brand’s days, once, however many processes look; who was let in keeps his', async () => {
  const [gone, here] = [await paid(), await paid()]
  expect(await finish(here.visitor)).toBe('done')
  clock.advance(3 * DAY - HOUR)
  expect(await setUntakenApart(deps)).toBe(0)
  clock.advance(HOUR)
  const counts = await Promise.all([setUntakenApart(deps), setUntakenApart(deps), setUntakenApart(deps)])
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect([(await depositOf(gone.ref)).state, ...(await moneyOf(gone.ref))]).toEqual(['held', ...(await moneyOf(gone.ref)).map(() => 0n)])
  expect(await ledger.checkInvariants()).toEqual([])
  await Promise.all([sweepReturns(deps), sweepReturns(deps)])
  expect((await depositOf(gone.ref)).state).toBe('returned')
  expect((await depositOf(here.ref)).state).toBe('done')
})

test('an officer and the payer at once: one of them, never both', async () => {
  for (let i = 0; i < 6; i += 1) {
    const { ref, visitor } = await paid()
    const [state, back] = await Promise.all([finish(visitor), setApart(deps, ref)])
    expect([state, back]).toEqual(back ? ['refused', true] : ['done', false])
    expect((await depositOf(ref)).state).toBe(back ? 'held' : 'done')
  }
  expect(await setApart(deps, 'unknown')).toBe(false)
})

test('the desk names what nobody came back for, and sends it back', async () => {
  const { ref, visitor } = await paid()
  expect((await visitor.call('GET', '/dev/api/cashier/untaken')).body).toContain(ref)
  expect((await visitor.call('POST', `/dev/api/cashier/untaken/${ref}`)).body).toEqual({ done: true })
  expect((await visitor.call('POST', `/dev/api/cashier/untaken/${ref}`)).status).toBe(409)
  expect((await visitor.call('GET', '/dev/cashier?lng=en')).body).toContain('nobody came back for')
})

test('payments that wait for longer days, or fail, hold up none of another brand', async () => {
  const first = await paid()
  await db.updateTable('deposit').set({ brand: 'patient' }).where('ref', '=', first.ref).execute()
  // More of them than one look takes in.
  for (const table of ['guest_deposit', 'deposit'] as const) {
    const { rows } = await sql<{
      columns: string
    }>`SELECT string_agg(quote_ident(column_name), ', ') AS columns FROM information_schema.columns
      WHERE table_name = ${table} AND column_name NOT IN ('id', 'ref', 'secret_hash', 'external_id', 'request_key')`.execute(db)
    const columns = sql.raw(rows[0]!.columns)
    const own = table === 'deposit' ? sql`` : sql`, secret_hash`
    const values = table === 'deposit' ? sql`` : sql`, sha256(convert_to('secret ' || n, 'UTF8'))`
    await sql`INSERT INTO ${sql.table(table)} (ref${own}, ${columns})
      SELECT 'copy-' || n${values}, ${columns} FROM ${sql.table(table)}, generate_series(1, 60) AS n WHERE ref = ${first.ref}`.execute(db)
  }
  const behind = await paid()
  clock.advance(3 * DAY)
  const perBrand = { ...deps, cashierOf: (brand: string) => (brand === 'patient' ? { ...cashier, untakenDays: 90 } : cashier) }
  expect(await setUntakenApart(perBrand)).toBe(1)
  expect([(await depositOf(behind.ref)).state, (await depositOf(first.ref)).state]).toEqual(['held', 'done'])
  for (const table of ['deposit', 'guest_deposit'] as const) await db.deleteFrom(table).where('ref', 'like', 'copy-%').execute()
})
