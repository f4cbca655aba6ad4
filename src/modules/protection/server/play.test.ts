/** Limits of play on a real PostgreSQL: two acceptors stand for two processes, several accounts for a way round. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { createAcceptor, type BetToAccept } from '#modules/bets/server/acceptor.ts'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createDb, inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { selectWindow } from './calendar.ts'
import { decidePending, setOwnLimit, askLimitRemoval } from './change-limits.ts'
import { excludePlayer } from './exclude.ts'
import { listLimits } from './store.ts'
import { usedOf } from './used.ts'

const [EUR, USD] = [2, 1]
const { db, url } = await testDatabase(6)
const clock = manualClock(Date.UTC(2026, 10, 21, 12))
const ledger = await createLedger({ db, clock })
const limits = createLimits(db, clock)
const deps = { db, clock, limits }
const behind = { now: () => clock.now() - MINUTE }
const processes = [clock, clock, behind].map((own, i) => {
  const pool = createDb(url, { max: 4 })
  return { db: pool, acceptor: createAcceptor(rawPool(pool), own, { batchFrom: [1_000, 2, 2][i]! }) }
})
/** The process whose clock is behind. */
const BEHIND = -1
afterAll(() => Promise.all(processes.map((one) => one.db.destroy())))
let next = 9_000

interface Owner {
  playerId: number
  accounts: Record<number, number>
}

async function player(...currencies: number[]): Promise<Owner> {
  const playerId = (next += 1)
  await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES (${playerId}, 'polosa', 'x', ${new Date(clock.now())})`.execute(
    db,
  )
  const accounts: Record<number, number> = {}
  for (const currencyId of currencies) {
    accounts[currencyId] = await inTx(db, async (tx) => {
      const opened = await ledger.openAccount(tx, { playerId, currencyId })
      if (isProblem(opened)) throw new Error(opened.code)
      const money = { currencyId, amountMinor: 100_000n }
      const entries = [
        { accountId: opened.id, ...money },
        { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: -100_000n },
      ]
      await ledger.post(tx, { kind: 'deposit', txId: ledger.ids.next(), at: new Date(clock.now()), entries })
      return opened.id
    })
  }
  return { playerId, accounts }
}

async function place(n: number, owner: Owner, stakeMinor: bigint, currencyId = EUR, advanceMinor = 0n): Promise<string> {
  const advance = { minor: advanceMinor, mostMinor: 100_000n }
  const bet: BetToAccept = {
    betId: ledger.ids.next(),
    playerId: owner.playerId,
    accountId: owner.accounts[currencyId]!,
    currencyId,
    guid: randomBytes(12).toString('hex'),
    bodyHash: '0'.repeat(32),
    vid: 0,
    stakeMinor,
    price: '2',
    maxPayoutMinor: null,
    receipt: '{}',
    legs: [{ ci: 999_999, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }],
    money: advanceMinor > 0n ? { stakeTaxMinor: 0n, promo: null, advance } : null,
  }
  const outcome = await processes.at(n < 0 ? n : n % 2)!.acceptor.accept(bet)
  return outcome.kind === 'refused' ? String(outcome.outcome) : outcome.kind
}

const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const count = (outcomes: string[], what: string) => outcomes.filter((one) => one === what).length
const limit = (
  owner: Owner,
  kind: 'stake' | 'loss',
  amount: bigint,
  more: { period?: 'day' | 'week'; currencyId?: number; rolling?: boolean } = {},
) =>
  setOwnLimit(deps, {
    playerId: owner.playerId,
    kind,
    period: more.period ?? 'day',
    currencyId: more.currencyId ?? EUR,
    amount,
    raiseWaitMs: DAY,
    ...(more.rolling ? { calendar: { zones: ['Asia/Almaty'], weekStart: 1, windows: 'rolling' as const } } : {}),
  })

/** What the settlement books of a won bet. */
async function pays(owner: Owner, amountMinor: bigint): Promise<void> {
  const entries = [
    { accountId: owner.accounts[EUR]!, currencyId: EUR, amountMinor },
    { accountId: systemAccountId('house', EUR), currencyId: EUR, amountMinor: -amountMinor },
  ]
  await inTx(db, (tx) => ledger.post(tx, { kind: 'casinoWin', txId: ledger.ids.next(), at: new Date(clock.now()), entries }))
}

test.each(['stake', 'loss'] as const)('two processes at once never pass a limit of %s', async (kind) => {
  const owner = await player(EUR)
  await limit(owner, kind, 1_050n)
  const outcomes = await times(40, (i) => place(i, owner, 100n))
  expect([count(outcomes, 'accepted'), count(outcomes, '900030')]).toEqual([10, 30])
  expect([await place(0, owner, 51n), await place(1, owner, 50n), await place(0, owner, 1n)]).toEqual(['900030', 'accepted', '900030'])
})

test.each(['stake', 'loss'] as const)('two processes at once never pass a limit of %s on advance, from two accounts', async (kind) => {
  const owner = await player(EUR, USD)
  await limit(owner, kind, 1_000n)
  // Whole, half and nothing of the stake is advance.
  const outcomes = await times(40, (i) => place(i, owner, 100n, i % 2 ? EUR : USD, [100n, 50n, 0n][i % 3]))
  expect(count(outcomes, 'accepted') + count(outcomes, '900030')).toBe(40)
  const { rows } = await sql<{ staked: bigint }>`SELECT sum(in_currency(s.minor, s.currency_id, ${EUR}::smallint))::bigint AS staked
    FROM (SELECT currency_id, sum(stake_minor) AS minor FROM bet WHERE player_id = ${owner.playerId} GROUP BY 1) s`.execute(db)
  expect(rows[0]!.staked).toBeLessThanOrEqual(1_000n)
  expect(rows[0]!.staked).toBeGreaterThan(880n)
  expect(await usedOf(db, (await listLimits(db, owner.playerId))[0]!, clock.now())).toBe(rows[0]!.staked)
})

test.each([false, true])('a refused bet on advance takes no room of a limit, rolling: %s', async (rolling) => {
  const owner = await player(EUR)
  await limit(owner, 'stake', 1_000n, { rolling })
  expect([await place(0, owner, 600n, EUR, 600n), await place(1, owner, 401n, EUR, 100n)]).toEqual(['accepted', '900030'])
  expect([await place(0, owner, 400n, EUR, 100n), await place(1, owner, 1n)]).toEqual(['accepted', '900030'])
})

test('two accounts are no way round, also at once', async () => {
  // Several times: what a missing lock lets through is a matter of chance.
  for (const kind of ['stake', 'loss', 'stake', 'loss', 'stake', 'loss'] as const) {
    const owner = await player(EUR, USD)
    await limit(owner, kind, 1_000n)
    const outcomes = await times(40, (i) => place(i, owner, 100n, i % 2 ? EUR : USD))
    const { rows } = await sql<{
      eur: bigint
    }>`SELECT played_of_limit(${owner.playerId}, 1::smallint, 1::smallint, ${EUR}::smallint, ${new Date(clock.now())})::bigint AS eur`.execute(
      db,
    )
    expect(rows[0]!.eur).toBeLessThanOrEqual(1_000n)
    expect(rows[0]!.eur).toBeGreaterThan(880n)
    expect(count(outcomes, 'accepted') + count(outcomes, '900030')).toBe(40)
  }
})

test.each(['stake', 'loss'] as const)('a limit of %s holds at once in a process whose clock is behind', async (kind) => {
  const owner = await player(EUR)
  await limit(owner, kind, 1_000n)
  expect([await place(BEHIND, owner, 1_001n), await place(BEHIND, owner, 1_000n)]).toEqual(['900030', 'accepted'])
  const memory = createLimits(db, behind)
  await memory.load()
  await memory.stop()
  expect(memory.check(owner.playerId, 1n, EUR)?.code).toBe(kind === 'stake' ? 'bets.own_limit' : undefined)
})

test('a stake is lost until it is paid; what is won gives room, what is lost leaves with its week', async () => {
  const owner = await player(EUR)
  // A Monday: the week of a player without a calendar begins with it.
  clock.advance((8 - new Date(clock.now()).getUTCDay()) * DAY)
  await limit(owner, 'loss', 1_000n, { period: 'week' })
  expect([await place(0, owner, 1_000n), await place(1, owner, 1n)]).toEqual(['accepted', '900030'])
  await pays(owner, 600n)
  expect([await place(0, owner, 601n), await place(1, owner, 600n), await place(0, owner, 1n)]).toEqual(['900030', 'accepted', '900030'])
  clock.advance(6 * DAY)
  expect(await place(0, owner, 1n)).toBe('900030')
  clock.advance(DAY)
  expect([await place(1, owner, 1_000n), await place(0, owner, 1n)]).toEqual(['accepted', '900030'])
})

test.each(['stake', 'loss'] as const)('over the last 24 hours a limit of %s is never passed, midnight or not', async (kind) => {
  const owner = await player(EUR, USD)
  clock.advance(DAY - (clock.now() % DAY) - HOUR)
  await limit(owner, kind, 1_000n, { rolling: true })
  expect(count(await times(12, (i) => place(i, owner, 100n)), 'accepted')).toBe(10)
  clock.advance(2 * HOUR)
  expect([await place(0, owner, 1n), await place(1, owner, 1n, USD)]).toEqual(['900030', '900030'])
  clock.advance(22 * HOUR - MINUTE)
  expect(await place(0, owner, 1n)).toBe('900030')
  clock.advance(MINUTE)
  expect([await place(0, owner, 600n), await place(1, owner, 401n), await place(1, owner, 400n)]).toEqual([
    'accepted',
    '900030',
    'accepted',
  ])
  const window = await selectWindow(db, owner.playerId, 'week', clock.now())
  expect(window).toEqual({ kind: 'rolling', since: clock.now() - 7 * DAY, lengthMs: 7 * DAY })
})

test('what memory knows of a rolling limit of stakes is what the books say', async () => {
  const owner = await player(EUR)
  await limit(owner, 'stake', 1_000n, { period: 'week', rolling: true })
  const used = async () => {
    const { rows } = await sql<{ used: bigint; books: bigint; rolls: boolean }>`SELECT used_minor AS used, rolls,
      played_of_limit(player_id, 1::smallint, period_days, currency_id, ${new Date(clock.now())})::bigint AS books
      FROM stake_windows(${new Date(clock.now())}) WHERE player_id = ${owner.playerId}`.execute(db)
    expect(rows[0]).toMatchObject({ rolls: true, used: rows[0]!.books })
    return rows[0]!.used
  }
  for (const [hours, stake, advance] of [
    [0, 100n, 60n],
    [5, 200n, 200n],
    [30, 300n, 0n],
    [48, 400n, 1n],
  ] as const) {
    clock.advance(hours * HOUR)
    expect(await place(hours, owner, stake, EUR, advance)).toBe('accepted')
  }
  expect(await used()).toBe(1_000n)
  await limits.load()
  expect(limits.check(owner.playerId, 1n, EUR)).toMatchObject({ code: 'bets.own_limit', params: { sum: '10.00', currency: 'EUR' } })
  expect(limits.check(owner.playerId, 1n, EUR)?.params).not.toHaveProperty('context')
  clock.advance(7 * DAY - 83 * HOUR)
  expect(await used()).toBe(900n)
  clock.advance(5 * HOUR)
  expect(await used()).toBe(700n)
  clock.advance(100 * HOUR)
  expect(await used()).toBe(0n)
})

test('a raise and a removal are felt only when they are confirmed', async () => {
  const owner = await player(EUR)
  const { playerId } = owner
  const { id } = await limit(owner, 'loss', 500n)
  await limit(owner, 'loss', 900n)
  expect(await decidePending(deps, { playerId, id, action: 'confirm' })).toMatchObject({ code: 'protection.too_early' })
  expect(await place(0, owner, 501n)).toBe('900030')
  clock.advance(DAY)
  expect(await place(0, owner, 501n)).toBe('900030')
  expect(await decidePending(deps, { playerId, id, action: 'confirm' })).toBe('confirmed')
  expect([await place(0, owner, 900n), await place(1, owner, 1n)]).toEqual(['accepted', '900030'])
  await askLimitRemoval(deps, { playerId, id, raiseWaitMs: DAY })
  clock.advance(DAY)
  expect(await place(1, owner, 901n)).toBe('900030')
  expect(await decidePending(deps, { playerId, id, action: 'confirm' })).toBe('confirmed')
  expect(await place(1, owner, 901n)).toBe('accepted')
})

test('many wishes at once leave the strictest way: no raise slips through beside a lowering', async () => {
  const owner = await player(EUR)
  await limit(owner, 'stake', 1_000n)
  await times(12, (i) => limit(owner, 'stake', i % 2 ? 5_000n : 300n))
  const row = await db.selectFrom('protection_limit').select('amount').where('player_id', '=', owner.playerId).executeTakeFirstOrThrow()
  const held = await db.selectFrom('player_limit').select('amount_minor').where('player_id', '=', owner.playerId).execute()
  expect([row.amount, held.map((one) => one.amount_minor)]).toEqual([300n, [300n]])
})

test.each(['24h', '6m', 'always'] as const)('an exclusion of %s amid bets: each is before it or refused, none after', async (period) => {
  const owner = await player(EUR)
  const running = times(30, (i) => place(i, owner, 100n))
  await excludePlayer(deps, { playerId: owner.playerId, period, reasonId: 0, comment: '' })
  const after = await times(10, (i) => place(i, owner, 100n))
  const outcomes = await running
  expect(count(outcomes, 'accepted') + count(outcomes, '900030')).toBe(30)
  expect(count(after, '900030')).toBe(10)
})

test('counters of before advances were counted are made right, once (migration 0123)', async () => {
  const owner = await player(EUR)
  await limit(owner, 'stake', 1_000n)
  expect([await place(0, owner, 300n), await place(1, owner, 200n, EUR, 150n)]).toEqual(['accepted', 'accepted'])
  await sql`UPDATE limit_counter SET amount_minor = amount_minor - 150 WHERE player_id = ${owner.playerId}`.execute(db)
  expect(await ledger.checkInvariants()).toMatchObject([{ value: '-150' }])
  const migration = readFileSync(new URL('../../../../migrations/0123_advances_are_stakes.sql', import.meta.url), 'utf8')
  for (let run = 0; run < 2; run += 1) await sql.raw(migration).execute(db)
  expect(await ledger.checkInvariants()).toEqual([])
})

test('the books stay right', async () => {
  expect(await ledger.checkInvariants()).toEqual([])
})
