/** What the tests of promotions and checks share: a settler of their own, and for every test an account and a game. */
import { expect } from 'vitest'
import { sql } from 'kysely'
import type { Millis } from '#lib/time.ts'
import { manualClock, type AdjustableClock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { betState, openAccounts, settleFact, wonBy } from './fixtures.ts'
import { createSettlement, type Settlement, type SettlementDeps } from './settlement.ts'
import { verify } from './verify.ts'

const FIRST_SENT = 2_000_000
/** Games of one test lie side by side. */
const GAMES = 10

/** Longer than any bet takes to leave after its result was written. */
const ALL_HAVE_LEFT_MS = 10_001

/** Time goes on and the sweep looks until nothing is left to look at again. */
export async function sweepAll(db: Db, clock: AdjustableClock, settlement: Pick<Settlement, 'sweep'>): Promise<void> {
  const look = async () => {
    clock.advance(ALL_HAVE_LEFT_MS)
    await settlement.sweep()
    return unswept(db)
  }
  await expect.poll(look, { timeout: 30_000 }).toBe(0n)
}

/** How many runs, and markets that were called off, are still to be looked at again. */
export async function unswept(db: Db): Promise<bigint> {
  const { rows } = await sql<{ left: bigint }>`SELECT (SELECT count(*) FROM settlement_run WHERE swept_at IS NULL)
    + (SELECT count(*) FROM settlement_cancel) AS left`.execute(db)
  return rows[0]!.left
}

/** `now` of the clock; the games begin at `firstCi`; every account starts with `balanceMinor`. */
export function settlingScene(
  db: Db,
  given: { firstCi: number; balanceMinor: bigint; now?: Millis } & Pick<SettlementDeps, 'winChecks' | 'sampleOneIn' | 'countReopened'>,
) {
  const { firstCi, balanceMinor, now = 10_000_000, ...how } = given
  const clock = manualClock(now)
  const log = createLog('silent', false)
  const settlement = createSettlement({ db, clock, log, ...how })
  let ci = firstCi
  let sent = FIRST_SENT
  const nextGame = () => (ci += GAMES)
  /** Results are sent one after the other. */
  const sentAt = () => (sent += 1000)
  return {
    clock,
    log,
    settlement,
    nextGame,
    sentAt,
    async fresh(): Promise<{ account: number; ci: number }> {
      sent = FIRST_SENT
      return { account: (await openAccounts(db, 1, balanceMinor))[0]!, ci: nextGame() }
    },
    result: (winner: 1 | 2 | 3, game = ci) => settlement.apply([settleFact({ ci: game, at: sentAt(), results: wonBy(winner) })]),
    /** Status and payout. */
    async state(id: bigint): Promise<string> {
      const { status, payout } = await betState(db, id)
      return `${status} ${payout}`
    },
    async balance(account: number): Promise<bigint> {
      return (await db.selectFrom('account').select('balance_minor').where('id', '=', account).executeTakeFirstOrThrow()).balance_minor
    },
    async expectSound(): Promise<void> {
      expect((await verify(db)).filter((check) => check.violations > 0)).toEqual([])
    },
  }
}
