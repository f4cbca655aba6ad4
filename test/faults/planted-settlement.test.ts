/** F-3, F-7: events that are told before they are true, results that are paid again. Caught by the audit after a crash (S-1, S-4). */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAcceptor, type Acceptor } from '#modules/bets/server/acceptor.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import { betState, openAccounts, placeTestBet, settleFact } from '#modules/settlement/server/fixtures.ts'
import { createSettlement, verify } from '#modules/settlement/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createDb, rawPool, type Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { createOutbox } from '#platform/server/outbox.ts'
import { postgresFaultProxy } from '../support/postgres-fault-proxy.ts'
import { testDatabase } from '../support/database.ts'
import { plantSql } from './planted.ts'

const log = createLog('silent', false)

/** A won bet is worked out again, as after a crash in the middle of its chunk. What the audit finds. */
async function settledTwice(db: Db): Promise<string[]> {
  const settlement = createSettlement({ db, clock: manualClock(10_000_000), log })
  const [accountId] = await openAccounts(db, 1)
  const bet = await placeTestBet(db, { accountId: accountId!, stakeMinor: 1_000n, legs: [{ ci: 331_000_000, t: 1, price: 2500 }] })
  await settlement.apply([settleFact({ ci: 331_000_000, at: 2_000_000, results: [{ outcome: '1', won: 1 }] })])
  expect(await betState(db, bet)).toEqual({ status: 4, payout: 2_500n })
  await settlement.again([bet])
  return (await verify(db)).filter((check) => check.violations > 0).map((check) => check.name)
}

test('a bet that is worked out twice is paid once as it is; F-7: settlement not idempotent', async () => {
  const sound = await testDatabase()
  expect(await settledTwice(sound.db)).toEqual([])
  const { db } = await testDatabase()
  await plantSql(db, 'settlement_gather', [['WHERE d.to_status <> d.status OR d.to_payout <> d.payout', '']])
  await plantSql(db, 'settlement_money', [
    ['(VALUES (3, -c.payout), (2, c.new_payout))', '(VALUES (2, c.new_payout))'],
    ['AND c.new_payout <> c.payout AND', 'AND'],
  ])
  expect((await settledTwice(db)).join()).toMatch(/INV-4 .*INV-5/s)
})

/** Bets through a database that cuts half of them off. Events that were told, and bets that are there. */
async function toldAndThere(wrap: (acceptor: Acceptor, tell: (bet: bigint) => void) => Acceptor, listens: boolean) {
  const { db, url } = await testDatabase()
  const proxy = await postgresFaultProxy(url, { cut_before: 0.5 }, 3)
  const behind = createDb(proxy.url, { max: 2 })
  const clock = manualClock(Date.UTC(2026, 10, 21))
  const ledger = await createLedger({ db, clock })
  const told: bigint[] = []
  const outbox = createOutbox(db, url, log)
  if (listens)
    outbox.subscribe(
      'bets.accepted',
      async ({ payload }) => void told.push(...(payload as { bets: string[] }).bets.map((bet) => BigInt(bet))),
    )
  const [accountId] = await openAccounts(db, 1)
  const { player_id: playerId } = await db.selectFrom('account').select('player_id').where('id', '=', accountId!).executeTakeFirstOrThrow()
  const acceptor = wrap(createAcceptor(rawPool(behind), clock), (bet) => told.push(bet))
  await Promise.allSettled(
    Array.from({ length: 24 }, () =>
      acceptor.accept({
        betId: ledger.ids.next(),
        playerId,
        accountId: accountId!,
        currencyId: 1,
        guid: randomBytes(12).toString('hex'),
        bodyHash: '0'.repeat(32),
        vid: 0,
        stakeMinor: 10n,
        price: '2',
        maxPayoutMinor: null,
        receipt: '{}',
        legs: [{ ci: 1, t: 1, p: 0, playerId: 0, kind: 3, price: 2000 }],
      }),
    ),
  )
  await outbox.drain()
  await behind.destroy()
  await proxy.close()
  const there = (await db.selectFrom('bet').select('id').execute()).map((row) => row.id)
  return { told: told.toSorted(), there: there.toSorted() }
}

test('what is told is there as it is', async () => {
  const { told, there } = await toldAndThere((acceptor) => acceptor, true)
  expect(there.length).toBeGreaterThan(0)
  expect(there.length).toBeLessThan(24)
  expect(told).toEqual(there)
})

test('F-3: outbox published before commit', async () => {
  const early = (acceptor: Acceptor, tell: (bet: bigint) => void): Acceptor => ({
    ...acceptor,
    accept(bet) {
      tell(bet.betId)
      return acceptor.accept(bet)
    },
  })
  const { told, there } = await toldAndThere(early, false)
  expect(told.filter((bet) => !there.includes(bet)).length).toBeGreaterThan(0)
})
