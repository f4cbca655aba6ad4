/** Keeps the lists short by which open bets are found (migrations/0119_open_bets.sql). */
import { sql } from 'kysely'
import { HOUR, type Clock } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'

/** Most bets are decided by then; none is still on its way to the database. */
const DECIDED_MS = 6 * HOUR

/** Looks once at every bet that is so old: those that are open are listed by name. Answers how many are. */
export async function moveOpenBets({ db, clock }: { db: Db; clock: Clock }): Promise<bigint> {
  const { rows } = await sql<{ listed: bigint }>`SELECT move_open_from(${firstIdAt(clock.now() - DECIDED_MS)}) AS listed`.execute(db)
  return rows[0]!.listed
}
