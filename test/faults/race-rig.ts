/** Many at once on one pool: the race in which a limit is overrun when its guard is wrong (suite S-3). */
import { rawPool, type Db } from '#platform/server/db.ts'

export interface RaceReport {
  most: bigint
  /** What the accepted bets take together, summed up anew. */
  taken: bigint
  accepted: number
}

const KEY = 'g:4711'
const CENTS = 7n
const MOST = 500n
const TRIES = 20

/** Each of them looks for room and counts itself, in one transaction, as the place functions do. */
export async function raceForPool(
  db: Db,
  bettors: number,
  isolation: 'READ COMMITTED' | 'REPEATABLE READ' = 'READ COMMITTED',
): Promise<RaceReport> {
  const outcomes = await Promise.all(Array.from({ length: bettors }, (_, n) => placeOne(db, BigInt(n + 1), isolation)))
  const { rows } = await rawPool(db).query<{ taken: bigint }>(
    'SELECT coalesce(sum(u.cents), 0)::bigint AS taken FROM liability_bet b, unnest(b.keys, b.cents) AS u(key, cents) WHERE u.key = $1',
    [KEY],
  )
  return { most: MOST, taken: rows[0]!.taken, accepted: outcomes.filter(Boolean).length }
}

async function placeOne(db: Db, bet: bigint, isolation: string): Promise<boolean> {
  const client = await rawPool(db).connect()
  const values = [[String(bet)], [String(bet)], [KEY], [String(CENTS)], [String(MOST)]]
  const call = (name: string) =>
    client.query<{ answer: bigint[] | null }>(
      `SELECT ${name}($1::bigint[], $2::bigint[], $3::text[], $4::bigint[], $5::bigint[]) AS answer`,
      values,
    )
  try {
    for (let attempt = 1; ; attempt += 1) {
      try {
        await client.query(`BEGIN ISOLATION LEVEL ${isolation}`)
        const refused = (await call('guard_pools')).rows[0]!.answer
        // Between the look and the count the rest of the bet is written.
        if (!refused) await client.query('SELECT pg_sleep(0.002)')
        if (!refused) await call('count_pools')
        await client.query(refused ? 'ROLLBACK' : 'COMMIT')
        return !refused
      } catch (error) {
        await client.query('ROLLBACK')
        const code = error instanceof Error && 'code' in error ? error.code : ''
        if ((code !== '40001' && code !== '40P01') || attempt >= TRIES) throw error
      }
    }
  } finally {
    client.release()
  }
}
