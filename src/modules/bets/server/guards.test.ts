/**
 * Limits that hold across processes: two acceptors with pools of their own stand for two processes, on a real
 * PostgreSQL. Whatever they do at the same time, no limit is passed, and a refused bet costs nothing (WAG-07, RG-08).
 */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createLedger, currencyById, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createDb, inTx, rawPool, type Db } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createAcceptor, type BetOutcome, type BetToAccept } from './acceptor.ts'

const EUR = 2
const config = { minStakeEur: '0.20', playerEur: null, liabilityEur: '10', maxStakeEur: '100000', maxPayoutEur: '50000' }
/** Twenty times the liability, in cents. */
const MOST = 20_000n
const { db, url } = await testDatabase(4)
const clock = systemClock()
const ledger = await createLedger({ db, clock })
const processes = [0, 1].map((n) => {
  const own = createDb(url, { max: 4 })
  // One sends each bet alone, the other in batches: both ways have the same guards.
  return { db: own, acceptor: createAcceptor(rawPool(own), clock, { batchFrom: n === 0 ? 1_000 : 2 }), limits: createLimits(own, clock) }
})
afterAll(() => Promise.all(processes.map((one) => one.db.destroy())))
let nextPlayer = 1
let nextCi = 1

interface Owner {
  playerId: number
  accountId: number
}

async function player(balanceMinor: bigint, currencyId = EUR): Promise<Owner> {
  const playerId = nextPlayer
  nextPlayer += 1
  return inTx(db, async (tx) => {
    const opened = await ledger.openAccount(tx, { playerId, currencyId })
    if (isProblem(opened)) throw new Error(opened.code)
    await ledger.post(tx, {
      kind: 'deposit',
      txId: ledger.ids.next(),
      at: new Date(clock.now()),
      entries: [
        { accountId: opened.id, currencyId, amountMinor: balanceMinor },
        { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: -balanceMinor },
      ],
    })
    return { playerId, accountId: opened.id }
  })
}

function bet(owner: Owner, more: Partial<BetToAccept> = {}): BetToAccept {
  return {
    betId: ledger.ids.next(),
    ...owner,
    currencyId: EUR,
    guid: randomBytes(12).toString('hex'),
    bodyHash: '0'.repeat(32),
    vid: 0,
    stakeMinor: 100n,
    price: '2',
    maxPayoutMinor: null,
    receipt: '{}',
    legs: [{ ci: 999_999, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }],
    ...more,
  }
}

/** Of equal bets, which have one largest stake together, other tests speak. */
const limited = ({ legs, playerId }: BetToAccept) => ({
  vid: legs.length > 1 ? 1 : 0,
  legs,
  terms: {},
  playerId,
  brand: 'test',
  equalTimes: null,
})

/** Places as bets does: takes the liability in memory, then asks the database. */
async function place(n: number, wanted: BetToAccept): Promise<BetOutcome> {
  const { limits, acceptor } = processes[n % 2]!
  const taken = limits.take(limited(wanted), wanted.stakeMinor, currencyById(EUR), config)
  const outcome = await acceptor.accept({ ...wanted, parts: taken.parts })
  if (outcome.kind === 'accepted') taken.keep()
  else taken.giveBack()
  return outcome
}

const times = <T>(n: number, work: (i: number) => Promise<T>) => Promise.all(Array.from({ length: n }, (_, i) => work(i)))
const accepted = (outcomes: BetOutcome[]) => outcomes.filter((one) => one.kind === 'accepted').length
const refused = (outcomes: BetOutcome[], code: number) => outcomes.filter((one) => one.kind === 'refused' && one.outcome === code).length

async function balance(where: Db, { accountId }: Owner): Promise<bigint> {
  return (await where.selectFrom('account').select('balance_minor').where('id', '=', accountId).executeTakeFirstOrThrow()).balance_minor
}

/** What the house loses in cents if the outcome wins, over all open bets. */
async function lossOn(ci: number): Promise<bigint> {
  const { rows } = await sql<{ loss: bigint }>`SELECT coalesce(sum(b.stake_minor * (l.price - 1000) / 1000), 0)::bigint AS loss
    FROM bet_leg l JOIN bet b ON b.id = l.bet_id WHERE l.ci = ${ci} AND b.status = 1`.execute(db)
  return rows[0]!.loss
}

test.each([1, 7, 30] as const)('two processes never pass the stake limit of %i days', async (periodDays) => {
  const owner = await player(100_000n)
  await inTx(db, (tx) => processes[0]!.limits.setLimit(tx, { playerId: owner.playerId, periodDays, currencyId: EUR, amountMinor: 1_050n }))
  const outcomes = await times(60, (i) => place(i, bet(owner)))
  expect([accepted(outcomes), refused(outcomes, 900_030)]).toEqual([10, 50])
  expect(await balance(db, owner)).toBe(99_000n)
  // The rest of the limit can still be used, to the last unit.
  expect((await place(0, bet(owner, { stakeMinor: 51n }))).kind).toBe('refused')
  expect((await place(1, bet(owner, { stakeMinor: 50n }))).kind).toBe('accepted')
  expect((await place(0, bet(owner, { stakeMinor: 1n }))).kind).toBe('refused')
})

test('a limit that is set counts what was staked before, and lets go what is older', async () => {
  const owner = await player(100_000n)
  // A week begins with its Monday: 1970-01-01 was a Thursday.
  const today = Math.floor(clock.now() / 86_400_000)
  const monday = (today - ((today + 3) % 7)) * 86_400_000
  const acceptorAt = (at: number) => createAcceptor(rawPool(db), { now: () => at })
  await acceptorAt(monday - 1).accept(bet(owner, { stakeMinor: 5_000n }))
  await acceptorAt(monday).accept(bet(owner, { stakeMinor: 700n }))
  await inTx(db, (tx) =>
    processes[1]!.limits.setLimit(tx, { playerId: owner.playerId, periodDays: 7, currencyId: EUR, amountMinor: 1_000n }),
  )
  expect((await place(0, bet(owner, { stakeMinor: 301n }))).kind).toBe('refused')
  expect((await place(1, bet(owner, { stakeMinor: 300n }))).kind).toBe('accepted')
})

test('two processes never pass what an outcome may cost; a bet of several legs is taken wholly or not', async () => {
  const ci = nextCi
  nextCi += 2
  const owners = await times(40, () => player(100_000n))
  const outcomes = await times(120, (i) =>
    place(
      i,
      bet(owners[i % 40]!, {
        stakeMinor: 900n,
        legs: [ci, ci + 1].map((one) => ({ ci: one, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 })),
      }),
    ),
  )
  const taken = accepted(outcomes)
  expect(taken + refused(outcomes, 109)).toBe(120)
  // The row has three quarters of the most; what does not fit the row may not be squeezed past it.
  expect(BigInt(taken) * 900n).toBeLessThanOrEqual((MOST * 3n) / 4n)
  expect(taken).toBe(16)
  for (const one of [ci, ci + 1]) expect(await lossOn(one)).toBe(BigInt(taken) * 900n)
  let left = 0n
  for (const owner of owners) left += await balance(db, owner)
  expect(left).toBe(40n * 100_000n - BigInt(taken) * 900n)
})

test('many small bets in the free shares and large ones beside them stay within the most', async () => {
  const ci = nextCi
  nextCi += 1
  const owners = await times(40, () => player(100_000n))
  const stakes = [10n, 37n, 150n, 311n, 900n, 2_000n]
  const outcomes = await times(300, (i) =>
    place(
      i,
      bet(owners[i % 40]!, { stakeMinor: stakes[i % stakes.length]!, legs: [{ ci, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }] }),
    ),
  )
  expect(refused(outcomes, 109)).toBeGreaterThan(0)
  const free = (MOST / 64n) * 2n
  expect(await lossOn(ci)).toBeLessThanOrEqual((MOST * 3n) / 4n + free)
  expect(await lossOn(ci)).toBeGreaterThan((MOST * 3n) / 4n - 2_000n)
})

test('a refusal is kept with its key: the same betGUID gets it again, also when it would be taken now', async () => {
  const ci = nextCi
  nextCi += 1
  const owner = await player(100_000n)
  const legs = [{ ci, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }]
  const tooMuch = bet(owner, { stakeMinor: 15_001n, legs })
  expect(await place(0, tooMuch)).toEqual({ kind: 'refused', outcome: 109 })
  for (const n of [0, 1]) {
    const again = await place(n, { ...tooMuch, betId: ledger.ids.next() })
    expect(again).toEqual({ kind: 'repeated', betId: tooMuch.betId, outcome: 109 })
  }
  expect(await place(1, { ...tooMuch, bodyHash: '1'.repeat(32) })).toEqual({ kind: 'keyReused' })
  await inTx(db, (tx) => processes[0]!.limits.block(tx, owner.playerId, null, 'test'))
  const blocked = bet(owner, { legs })
  expect(await place(1, blocked)).toEqual({ kind: 'refused', outcome: 900_030 })
  await inTx(db, (tx) => processes[0]!.limits.unblock(tx, owner.playerId))
  expect(await place(0, { ...blocked, betId: ledger.ids.next() })).toEqual({ kind: 'repeated', betId: blocked.betId, outcome: 900_030 })
  expect(await balance(db, owner)).toBe(100_000n)
  expect((await place(0, bet(owner, { legs }))).kind).toBe('accepted')
})

test('a batch tells each of its bets its own fate', async () => {
  const ci = nextCi
  nextCi += 1
  const [rich, poor, blocked, limited] = [await player(100_000n), await player(1n), await player(100_000n), await player(100_000n)]
  await inTx(db, (tx) => processes[0]!.limits.block(tx, blocked.playerId, new Date(clock.now() + 3_600_000), 'test'))
  await inTx(db, (tx) =>
    processes[0]!.limits.setLimit(tx, { playerId: limited.playerId, periodDays: 1, currencyId: EUR, amountMinor: 16_000n }),
  )
  const legs = [{ ci, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }]
  const outcomes = await Promise.all([
    place(1, bet(rich)),
    place(1, bet(poor)),
    place(1, bet(blocked, { stakeMinor: 1_000n, legs })),
    place(1, bet(limited, { stakeMinor: 15_500n, legs })),
  ])
  expect(outcomes.map((one) => (one.kind === 'refused' ? one.outcome : one.kind))).toEqual(['accepted', 'insufficientFunds', 900_030, 109])
  // What the liability refused is not held against the player's own limit, and the block took no room.
  expect((await place(1, bet(limited, { stakeMinor: 15_000n, legs }))).kind).toBe('accepted')
  expect((await place(0, bet(limited, { stakeMinor: 1_001n }))).kind).toBe('refused')
  expect((await place(0, bet(limited, { stakeMinor: 1_000n }))).kind).toBe('accepted')
})

test('after a block is told, no bet of the player is in the books that was not there before', async () => {
  const owner = await player(1_000_000n)
  let stop = false
  const betting = times(8, async (n) => {
    const outcomes: BetOutcome[] = []
    while (!stop) outcomes.push(await place(n, bet(owner)))
    return outcomes
  })
  const count = async () =>
    (await sql<{ n: bigint }>`SELECT count(*) AS n FROM bet WHERE player_id = ${owner.playerId}`.execute(db)).rows[0]!.n
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(20n)
  await inTx(db, (tx) => processes[0]!.limits.block(tx, owner.playerId, null, 'test'))
  const known = await count()
  await new Promise((done) => setTimeout(done, 200))
  stop = true
  const outcomes = (await betting).flat()
  expect(await count()).toBe(known)
  expect(BigInt(accepted(outcomes))).toBe(known)
  expect(refused(outcomes, 900_030)).toBeGreaterThan(0)
})

test('after all of it the books are right', async () => {
  expect(await ledger.checkInvariants()).toEqual([])
})
