/**
 * Law of limits: whatever several processes do at the same time, in whatever order, no player stakes more than the
 * own limit, no outcome costs more than its most, and the counters are what the books say (INV-11, INV-12).
 */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createAcceptor } from '#modules/bets/server/index.ts'
import { createLedger, currencyById, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createDb, inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../support/database.ts'

const EUR = 2
const RICH = 10_000_000n
const config = {
  minStakeEur: '0.20',
  liabilityEur: '5',
  maxStakeEur: '100000',
  maxPayoutEur: '50000',
  gameEur: '150',
  playerEur: '400',
  brandEur: '100000',
}
/** Twenty times the liability, in cents. */
const MOST = 10_000n
const { db, url } = await testDatabase(6)
/** Limits of a day begin anew at midnight, which a run must not pass. */
const clock = manualClock(Date.UTC(2026, 10, 21, 12))
const ledger = await createLedger({ db, clock })
const processes = [1, 20, 1].map((batchFrom) => {
  const own = createDb(url, { max: 4 })
  return { db: own, acceptor: createAcceptor(rawPool(own), clock, { batchFrom }), limits: createLimits(own, clock, { refreshMs: 5 }) }
})
for (const { limits } of processes) await limits.load()
afterAll(async () => {
  for (const one of processes) {
    await one.limits.stop()
    await one.db.destroy()
  }
})
let nextPlayer = 1
let nextCi = 1

async function openAccount(): Promise<{ playerId: number; accountId: number }> {
  const playerId = nextPlayer
  nextPlayer += 1
  return inTx(db, async (tx) => {
    const opened = await ledger.openAccount(tx, { playerId, currencyId: EUR })
    if (isProblem(opened)) throw new Error(opened.code)
    await ledger.post(tx, {
      kind: 'deposit',
      txId: ledger.ids.next(),
      at: new Date(clock.now()),
      entries: [
        { accountId: opened.id, currencyId: EUR, amountMinor: RICH },
        { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -RICH },
      ],
    })
    return { playerId, accountId: opened.id }
  })
}

const operation = fc.record({
  process: fc.nat(2),
  player: fc.nat(3),
  outcomes: fc.uniqueArray(fc.nat(2), { minLength: 1, maxLength: 3 }),
  stake: fc.bigInt({ min: 1n, max: 3_000n }),
  op: fc.constantFrom('bet', 'bet', 'bet', 'bet', 'bet', 'block', 'unblock'),
})
type Operation = typeof operation extends fc.Arbitrary<infer One> ? One : never

interface Run {
  owners: { playerId: number; accountId: number }[]
  ci: number
}

async function perform({ process, player, outcomes, stake, op }: Operation, { owners, ci }: Run): Promise<void> {
  const { acceptor, limits } = processes[process]!
  const owner = owners[player]!
  if (op === 'block') return inTx(db, (tx) => limits.block(tx, owner.playerId, null, 'law'))
  if (op === 'unblock') return inTx(db, (tx) => limits.unblock(tx, owner.playerId))
  const legs = outcomes.map((n) => ({ ci: ci + n, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 + n * 500 }))
  const taken = limits.take({ vid: 1, legs, terms: {}, playerId: owner.playerId, brand: 'law' }, stake, currencyById(EUR), config)
  const betId = ledger.ids.next()
  const outcome = await acceptor.accept({
    betId,
    ...owner,
    currencyId: EUR,
    guid: `law-${betId}`,
    bodyHash: '0'.repeat(32),
    vid: 1,
    stakeMinor: stake,
    price: '2',
    maxPayoutMinor: null,
    receipt: '{}',
    legs,
    parts: taken.parts,
  })
  if (outcome.kind === 'accepted') taken.keep()
  else taken.giveBack()
}

test('no limit and no liability is ever passed, and the counters are right', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(operation, { minLength: 10, maxLength: 80 }),
      fc.array(fc.bigInt({ min: 0n, max: 9_000n }), { minLength: 2, maxLength: 2 }),
      async (operations, amounts) => {
        const owners = await Promise.all([0, 1, 2, 3].map(openAccount))
        const run = { owners, ci: (nextCi += 10) }
        for (const [i, amountMinor] of amounts.entries()) {
          await inTx(db, (tx) =>
            processes[0]!.limits.setLimit(tx, { playerId: owners[i]!.playerId, periodDays: i ? 7 : 1, currencyId: EUR, amountMinor }),
          )
        }
        await Promise.all(operations.map((one) => perform(one, run)))
        for (const [i, amountMinor] of amounts.entries()) {
          const { balanceMinor } = (await ledger.account(owners[i]!.accountId))!
          expect(RICH - balanceMinor).toBeLessThanOrEqual(amountMinor)
        }
        const { rows } = await sql<{ loss: bigint }>`SELECT sum(b.stake_minor * (l.price - 1000) / 1000)::bigint AS loss
          FROM bet_leg l JOIN bet b ON b.id = l.bet_id WHERE l.ci BETWEEN ${run.ci} AND ${run.ci + 9} GROUP BY l.ci`.execute(db)
        for (const { loss } of rows) expect(loss).toBeLessThanOrEqual((MOST * 3n) / 4n + (MOST / 64n) * BigInt(processes.length))
        expect(await ledger.checkInvariants()).toEqual([])
      },
    ),
    { numRuns: 20, endOnFailure: true },
  )
}, 120_000)

test('the check of the books finds a counter that is wrong', async () => {
  const owner = await openAccount()
  await inTx(db, (tx) => processes[0]!.limits.setLimit(tx, { playerId: owner.playerId, periodDays: 1, currencyId: EUR, amountMinor: 100n }))
  await sql`INSERT INTO limit_counter (player_id, kind, currency_id, day, amount_minor)
    VALUES (${owner.playerId}, 1, ${EUR}, ${new Date(clock.now())}::date, 7)`.execute(db)
  await sql`INSERT INTO liability_pool (key, used_cents) VALUES ('g:999999', 5)`.execute(db)
  await sql`INSERT INTO liability_bet (bet_id, keys, cents) VALUES (12345, '{g:999998}', '{5}')`.execute(db)
  const found = await ledger.checkInvariants()
  expect(found.map((one) => one.invariant.slice(0, 6)).sort()).toEqual(['INV-11', 'INV-11', 'INV-11', 'INV-12'])
})
