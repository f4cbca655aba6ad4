/** The lists of open bets: whatever is decided, opened again and moved on, in whatever order, they name what is open. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { moveOpenBets } from './open-bets.ts'

const { db } = await testDatabase(8)
const clock = manualClock(Date.UTC(2026, 8, 1))
const deps = { db, clock }
const ACCOUNT = 7

let made = 0n
async function storeBet(hoursAgo: number, status = 1): Promise<bigint> {
  const id = firstIdAt(clock.now() - hoursAgo * HOUR) + ++made
  await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, status, legs, open_legs, stake_minor, accepted_at, price)
    VALUES (${id}, ${ACCOUNT}, ${ACCOUNT}, 2, 0, ${status}, 1, 1, 100, now(), 2)`.execute(db)
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after) VALUES (${ACCOUNT}, ${id}, 1, -100, 0)`.execute(
    db,
  )
  return id
}
const setStatus = (id: bigint, status: number, to: Pick<typeof db, 'getExecutor'> = db) =>
  sql`UPDATE bet SET status = ${status} WHERE id = ${id}`.execute(to as typeof db)
const idsOf = async (query: ReturnType<typeof sql<{ id: bigint }>>) => (await query.execute(db)).rows.map(({ id }) => id)
const listed = () => idsOf(sql`SELECT id FROM open_bet ORDER BY id`)
const open = () => idsOf(sql`SELECT id FROM bet WHERE status IN (1, 3, 7) ORDER BY id`)
const ofAccount = () =>
  idsOf(
    sql`SELECT b.id FROM bets_maybe_open(${`{${ACCOUNT}}`}) AS o(id) JOIN bet b ON b.id = o.id WHERE b.status IN (1, 3, 7) ORDER BY b.id`,
  )

async function expectAllFound(): Promise<void> {
  const wanted = await open()
  expect(await listed()).toEqual(wanted)
  expect(await ofAccount()).toEqual(wanted)
}

test('open bets are found before the lists have ever moved, and after; only old ones are listed by name', async () => {
  const old = await storeBet(100)
  await storeBet(90, 2)
  const blocked = await storeBet(80, 7)
  const young = await storeBet(1)
  await expectAllFound()
  expect(await moveOpenBets(deps)).toBe(2n)
  expect(await idsOf(sql`SELECT bet_id AS id FROM bet_long_open ORDER BY 1`)).toEqual([old, blocked])
  await expectAllFound()
  await setStatus(old, 2)
  expect(await moveOpenBets(deps)).toBe(1n)
  clock.set(clock.now() + 10 * HOUR)
  expect(await moveOpenBets(deps)).toBe(2n)
  await setStatus(old, 1)
  await expectAllFound()
  await Promise.all([blocked, young, old].map((id) => setStatus(id, 4)))
})

test('whatever happens, in whatever order, the lists name what is open', async () => {
  const act = fc.oneof(
    fc.record({ does: fc.constant('store' as const), hoursAgo: fc.integer({ min: 0, max: 50 }) }),
    fc.record({ does: fc.constant('set' as const), which: fc.nat(), status: fc.constantFrom(1, 2, 3, 4, 5, 7, 8) }),
    fc.record({ does: fc.constant('move' as const), hours: fc.integer({ min: 0, max: 12 }) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 5, maxLength: 40 }), async (acts) => {
      const ids: bigint[] = []
      for (const one of acts) {
        if (one.does === 'store') ids.push(await storeBet(Math.min(one.hoursAgo, 5)))
        else if (one.does === 'set' && ids.length > 0) await setStatus(ids[one.which % ids.length]!, one.status)
        else if (one.does === 'move') {
          clock.set(clock.now() + one.hours * HOUR)
          await moveOpenBets(deps)
        }
      }
      await expectAllFound()
    }),
    { numRuns: 40, endOnFailure: true },
  )
}, 60_000)

test('a bet that a correction opens while the lists move is never lost', async () => {
  const bets = await Promise.all(Array.from({ length: 20 }, () => storeBet(0)))
  clock.set(clock.now() + 24 * HOUR)
  for (let round = 0; round < 10; round += 1) {
    // Listed by name and decided: the next move strikes them off, unless they are open again by then.
    await Promise.all(bets.map((id) => setStatus(id, 1)))
    await moveOpenBets(deps)
    await Promise.all(bets.map((id) => setStatus(id, 2)))
    const correction = inTx(db, async (tx) => {
      for (const id of bets) await setStatus(id, 1, tx)
      await new Promise((done) => setTimeout(done, round * 3))
    })
    await new Promise((done) => setTimeout(done, round))
    await Promise.all([correction, moveOpenBets(deps), moveOpenBets(deps)])
    await expectAllFound()
  }
})
