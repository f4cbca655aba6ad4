/** Two at once, on a real PostgreSQL: no overspending, no bet twice, nothing lost (standards §6). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createAcceptor, type BetToAccept } from './acceptor.ts'

const EUR = 2
const CLIENTS = 64
const { db } = await testDatabase(16)
const clock = systemClock()
const ledger = await createLedger({ db, clock })
const acceptor = createAcceptor(rawPool(db), clock)
/** A second process on the same database. */
const other = createAcceptor(rawPool(db), clock)
let nextPlayer = 1

async function accountWith(balanceMinor: bigint): Promise<{ playerId: number; accountId: number }> {
  const playerId = nextPlayer
  nextPlayer += 1
  const account = await inTx(db, async (tx) => {
    const opened = await ledger.openAccount(tx, { playerId, currencyId: EUR })
    if (isProblem(opened)) throw new Error(opened.code)
    if (balanceMinor > 0n) {
      await ledger.post(tx, {
        kind: 'deposit',
        txId: ledger.ids.next(),
        at: new Date(clock.now()),
        entries: [
          { accountId: opened.id, currencyId: EUR, amountMinor: balanceMinor },
          { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -balanceMinor },
        ],
      })
    }
    return opened
  })
  return { playerId, accountId: account.id }
}

function bet(owner: { playerId: number; accountId: number }, more: Partial<BetToAccept> = {}): BetToAccept {
  return {
    betId: ledger.ids.next(),
    ...owner,
    currencyId: EUR,
    guid: randomBytes(12).toString('hex'),
    bodyHash: '0'.repeat(32),
    vid: 1,
    stakeMinor: 100n,
    price: '3.61',
    maxPayoutMinor: null,
    receipt: JSON.stringify({ v: 1, text: 'a "quoted" \\ name, {with} every sign \u{1F3C6}' }),
    legs: [1, 2].map((ci) => ({ ci, t: 1, p: -15_000, playerId: 0, kind: 3, price: 1900 })),
    ...more,
  }
}

const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const stored = async (accountId: number) =>
  Number((await sql<{ n: bigint }>`SELECT count(*) AS n FROM bet WHERE account_id = ${accountId}`.execute(db)).rows[0]!.n)

test('64 clients on one account spend what is there and not one bet more', async () => {
  const owner = await accountWith(1_000n)
  const outcomes = await times(CLIENTS, (i) => (i % 2 ? acceptor : other).accept(bet(owner)))
  const accepted = outcomes.filter((o) => o.kind === 'accepted')
  expect(accepted).toHaveLength(10)
  expect(outcomes.filter((o) => o.kind === 'insufficientFunds')).toHaveLength(CLIENTS - 10)
  expect(accepted.map((o) => Number(o.balanceMinor)).sort((a, b) => b - a)).toEqual([900, 800, 700, 600, 500, 400, 300, 200, 100, 0])
  expect(await stored(owner.accountId)).toBe(10)
})

test('64 clients with one betGUID place one bet and get one answer', async () => {
  const owner = await accountWith(100_000n)
  const guid = randomBytes(12).toString('hex')
  const outcomes = await times(CLIENTS, (i) => (i % 2 ? acceptor : other).accept(bet(owner, { guid })))
  const ids = new Set(outcomes.map((o) => (o.kind === 'accepted' || o.kind === 'repeated' ? o.betId : o.kind)))
  expect(ids.size).toBe(1)
  expect(outcomes.filter((o) => o.kind === 'accepted')).toHaveLength(1)
  expect(outcomes.every((o) => o.kind !== 'repeated' || o.outcome === 0)).toBe(true)
  expect(await stored(owner.accountId)).toBe(1)
  const another = await acceptor.accept(bet(owner, { guid, bodyHash: 'f'.repeat(32) }))
  expect(another.kind).toBe('keyReused')
})

test('a key that met no money answers the same when the money is there', async () => {
  const owner = await accountWith(0n)
  const guid = randomBytes(12).toString('hex')
  expect((await acceptor.accept(bet(owner, { guid }))).kind).toBe('insufficientFunds')
  expect(await acceptor.accept(bet(owner, { guid }))).toMatchObject({ kind: 'repeated', outcome: 103 })
})

test('64 clients on one market in batches: mixed outcomes are each told to the right bet', async () => {
  const owners = await Promise.all(Array.from({ length: CLIENTS }, (_, i) => accountWith(i % 4 === 0 ? 50n : 1_000n)))
  const outcomes = await times(CLIENTS * 4, (i) => acceptor.accept(bet(owners[i % CLIENTS]!)))
  outcomes.forEach((outcome, i) => expect(outcome.kind).toBe((i % CLIENTS) % 4 === 0 ? 'insufficientFunds' : 'accepted'))
  const legs = await sql<{ n: bigint }>`SELECT count(*) AS n FROM bet_leg WHERE ci = 1 AND t = 1 AND p = -15000 AND player_id = 0`.execute(
    db,
  )
  expect(Number(legs.rows[0]!.n)).toBeGreaterThanOrEqual(48 * 4)
})

test('an account of another player, in another currency or closed takes no bet', async () => {
  const owner = await accountWith(1_000n)
  expect((await acceptor.accept(bet({ ...owner, playerId: owner.playerId + 1_000 }))).kind).toBe('insufficientFunds')
  expect((await acceptor.accept(bet(owner, { currencyId: 1 }))).kind).toBe('insufficientFunds')
  await sql`UPDATE account SET closed_at = now() WHERE id = ${owner.accountId}`.execute(db)
  expect((await acceptor.accept(bet(owner))).kind).toBe('insufficientFunds')
})

test('a price that moved while the bet queued sends nothing', async () => {
  const owner = await accountWith(1_000n)
  expect((await acceptor.accept(bet(owner, { stillGood: () => false }))).kind).toBe('changed')
  expect(await stored(owner.accountId)).toBe(0)
})

test('a bet that was checked before the newest stop is not sent, alone or in a batch', async () => {
  const stops = { version: () => 7n, refresh: () => Promise.reject(new Error('nothing was sent that could be stale')) }
  const behind = createAcceptor(rawPool(db), clock, { stops, batchFrom: 4 })
  for (const count of [2, 12]) {
    const owners = await Promise.all(Array.from({ length: count }, () => accountWith(1_000n)))
    const outcomes = await times(count, (i) => behind.accept(bet(owners[i]!, { stops: i % 2 ? 7n : 6n })))
    expect(outcomes.map(({ kind }) => kind)).toEqual(owners.map((_, i) => (i % 2 ? 'accepted' : 'changed')))
    expect(await stored(owners[0]!.accountId)).toBe(0)
  }
})

test('a batch that meets a stop at its commit answers changed and writes nothing', async () => {
  const { stops } = createLimits(db, clock)
  await stops.refresh()
  const known = stops.version()
  const owners = await Promise.all(Array.from({ length: 12 }, () => accountWith(1_000n)))
  const blocker = await rawPool(db).connect()
  try {
    // The batch waits for this account, so the stop is told between its first look and its commit.
    await blocker.query('BEGIN')
    await blocker.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [owners[5]!.accountId])
    const slow = createAcceptor(rawPool(db), clock, {
      stops: { version: () => known, refresh: () => stops.refresh() },
      maxBatches: 1,
      batchFrom: 4,
    })
    const answers = times(12, (i) => slow.accept(bet(owners[i]!, { stops: known })))
    const isWaiting = sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%place_bets%'`
    while ((await isWaiting.execute(db)).rows.length === 0) await new Promise((done) => setTimeout(done, 10))
    await stops.set({ scope: 'game', target: '1' }, true, 'desk', 'test')
    await blocker.query('COMMIT')
    expect(new Set((await answers).map(({ kind }) => kind))).toEqual(new Set(['changed']))
    for (const { accountId } of owners) expect(await stored(accountId)).toBe(0)
  } finally {
    blocker.release()
    await stops.set({ scope: 'game', target: '1' }, false, 'desk', 'test over')
  }
})

test('a batch whose connection dies is sent again and nothing is placed twice', async () => {
  const owners = await Promise.all(Array.from({ length: 40 }, () => accountWith(10_000n)))
  let killed = 0
  const cuts: Promise<unknown>[] = []
  const killer = setInterval(() => {
    const cut =
      // Not those that kill, which name it too.
      sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
        AND query LIKE '%place_bet%' AND query NOT LIKE '%pg_terminate_backend%'`
        .execute(db)
        .then(({ rows }) => (killed += rows.length))
        .catch(() => {})
    cuts.push(cut)
  }, 15)
  const guids = owners.map(() => randomBytes(12).toString('hex'))
  const answers = await times(400, async (i) => {
    const owner = owners[i % 40]!
    try {
      return await acceptor.accept(bet(owner, i < 40 ? { guid: guids[i]! } : {}))
    } catch {
      return { kind: 'unknown' as const }
    }
  })
  clearInterval(killer)
  // The last cuts may still be on their way, and what they cut has to be heard of.
  await Promise.all(cuts)
  await new Promise((done) => setTimeout(done, 300))
  expect(killed).toBeGreaterThan(0)
  const told = answers.filter((a) => a.kind === 'accepted')
  const placed = await sql<{
    id: bigint
  }>`SELECT id FROM bet WHERE account_id = ANY(${`{${owners.map((o) => o.accountId).join()}}`}::int[])`.execute(db)
  const ids = new Set(placed.rows.map((r) => r.id))
  for (const answer of told) expect(ids.has(answer.betId)).toBe(true)
  expect(ids.size).toBeLessThanOrEqual(400)
  // Asking with the keys of the first forty settles the fate of those whose answer was lost.
  await times(40, async (i) => {
    const again = await acceptor.accept(bet(owners[i]!, { guid: guids[i]! }))
    const first = answers[i]!
    if (first.kind === 'accepted') expect(again).toMatchObject({ kind: 'repeated', betId: first.betId, outcome: 0 })
    else expect(['accepted', 'repeated']).toContain(again.kind)
  })
}, 60_000)

test('after all of it the books are right', async () => {
  expect(await ledger.checkInvariants()).toEqual([])
})
