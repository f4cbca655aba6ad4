/** F-1: commits that are answered before they are on disk. Caught by killing the database outright (S-1). */
import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createAcceptor } from '#modules/bets/server/acceptor.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import { openAccounts } from '#modules/settlement/server/fixtures.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createDb, rawPool } from '#platform/server/db.ts'
import { ownPostgres } from './own-postgres.ts'

const BETS = 60

/** Acknowledged bets that are no longer there after every process of the database was killed. */
async function lostAfterKill(settings: Record<string, string>): Promise<number> {
  const postgres = await ownPostgres(undefined, settings)
  const db = createDb(postgres.url, { max: 3 })
  const clock = systemClock()
  const ledger = await createLedger({ db, clock })
  const [accountId] = await openAccounts(db, 1)
  const { player_id: playerId } = await db.selectFrom('account').select('player_id').where('id', '=', accountId!).executeTakeFirstOrThrow()
  // What comes before is on disk: only the bets are looked for.
  await rawPool(db).query('CHECKPOINT')
  const acceptor = createAcceptor(rawPool(db), clock)
  const acked: bigint[] = []
  for (let i = 0; i < BETS; i += 1) {
    const outcome = await acceptor.accept({
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
    })
    if (outcome.kind === 'accepted') acked.push(outcome.betId)
  }
  expect(acked).toHaveLength(BETS)
  postgres.signal('SIGKILL')
  await db.destroy()
  await new Promise((done) => setTimeout(done, 500))
  await postgres.restart()
  const after = createDb(postgres.url, { max: 1 })
  const there = await after.selectFrom('bet').select('id').where('id', 'in', acked).execute()
  await after.destroy()
  return BETS - there.length
}

test.skipIf(process.platform !== 'linux')(
  'no acknowledged bet is lost as it is; F-1: synchronous_commit off',
  { timeout: 120_000 },
  async () => {
    expect(await lostAfterKill({})).toBe(0)
    expect(await lostAfterKill({ synchronous_commit: 'off', wal_writer_delay: '10s' })).toBeGreaterThan(0)
  },
)
