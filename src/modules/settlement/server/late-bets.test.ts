/** Bets that were on their way while what decides them was written. */
import { sql } from 'kysely'
import type pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import { cancelFact, placeTestBet } from './fixtures.ts'
import { settlingScene, sweepAll, unswept } from './test-scene.ts'

const { db } = await testDatabase()
const scene = settlingScene(db, { firstCi: 316_000_000, balanceMinor: 100_000n })
const { settlement, clock, state, expectSound } = scene
const NO_BET_LEAVES_AFTER_MS = 10_001
let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
})

const single = (t: number, price = 2000, game = ci, id?: bigint) =>
  placeTestBet(db, { ...(id && { id }), accountId: account, stakeMinor: 1000n, legs: [{ ci: game, t, price }] })

/** Who holds the lock of the account. */
let holder: pg.PoolClient | null = null

/** A bet that waits for the lock of its account until it is let go. */
async function waitingBet(t: number, game = ci, id?: bigint): Promise<{ letGo(): Promise<bigint> }> {
  holder = await rawPool(db).connect()
  await holder.query('BEGIN')
  await holder.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [account])
  const placing = single(t, 2000, game, id)
  await expect.poll(() => lockWaits(db)).toBe(1)
  return {
    async letGo() {
      await letGo()
      return placing
    },
  }
}

async function letGo(): Promise<void> {
  await holder?.query('COMMIT')
  holder?.release()
  holder = null
}

afterEach(letGo)

/** Time goes on and the sweep looks as often as it likes: the run has to wait for what hangs. */
async function sweepLong(on: Pick<typeof scene, 'clock' | 'settlement'> = scene): Promise<void> {
  for (let looks = 0; looks < 5; looks += 1) {
    on.clock.advance(NO_BET_LEAVES_AFTER_MS)
    await on.settlement.sweep()
  }
}

test('late bets are found by the sweep, when no other can come any more', async () => {
  await single(1, 1850)
  await scene.result(1)
  const late = await single(1)
  clock.advance(NO_BET_LEAVES_AFTER_MS - 1)
  await settlement.sweep()
  await settlement.sweep()
  expect([await state(late), await unswept(db)]).toEqual(['1 0', 1n])
  clock.advance(1)
  await sweepAll(db, clock, settlement)
  expect(await state(late)).toBe('4 2000')
  await expectSound()
})

test('a bet that waits for a lock while its result is written is settled however long it waits', async () => {
  const bet = await waitingBet(1)
  await scene.result(1)
  await sweepLong()
  expect(await unswept(db)).toBe(1n)
  const late = await bet.letGo()
  expect(await state(late)).toBe('1 0')
  await sweepAll(db, clock, settlement)
  expect(await state(late)).toBe('4 2000')
  await expectSound()
})

test('so is one that has begun since, where nothing else has happened at the database', async () => {
  await single(1, 1850)
  await scene.result(1)
  const bet = await waitingBet(1)
  await sweepLong()
  expect(await unswept(db)).toBe(1n)
  const late = await bet.letGo()
  await sweepAll(db, clock, settlement)
  expect(await state(late)).toBe('4 2000')
  await expectSound()
})

test('a bet that hangs has its id from long before its result, and is settled all the same', async () => {
  const now = Date.UTC(2026, 10, 21)
  const later = settlingScene(db, { firstCi: ci + 5, balanceMinor: 0n, now })
  const game = later.nextGame()
  const bet = await waitingBet(1, game, firstIdAt(now - 10 * 60_000))
  await later.result(1)
  await sweepLong(later)
  const late = await bet.letGo()
  await sweepAll(db, later.clock, later.settlement)
  expect(await state(late)).toBe('4 2000')
  await expectSound()
})

test('a bet that lands beside the cancel of its market comes back, as the first on its outcome too', async () => {
  await single(1, 1850)
  const other = ci + 1
  await settlement.apply([cancelFact({ ci, at: 2_000_000 }), cancelFact({ ci: other, at: 2_000_000 })])
  const late = await single(2)
  const first = await waitingBet(1, other)
  await sweepLong()
  expect(await state(late)).toBe('1 0')
  const landed = await first.letGo()
  await sweepAll(db, clock, settlement)
  for (const bet of [late, landed]) expect(await state(bet)).toBe('5 1000')
  await expectSound()
})

test('what was noted on another server, whose books were restored here, is waited for no longer', async () => {
  await single(1, 1850)
  await scene.result(1)
  await sql`UPDATE settlement_run SET late_xid = '9000000000000000000'::xid8 WHERE swept_at IS NULL`.execute(db)
  const late = await single(1)
  await sweepAll(db, clock, settlement)
  expect(await state(late)).toBe('4 2000')
})
