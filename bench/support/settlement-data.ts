/** Bets for the settlement bench, made inside the database, and the way nobody should settle them. */
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'

export const EVENT = 310_000_777
const ACCOUNTS = 100_000

/**
 * `bets` open bets: 30 % singles, the others up to 8 legs, 3.0 on average; the first leg of each is on the
 * event, a third of them on the outcome that wins; the others lie on games without a result.
 */
export async function buildBets(url: string, bets: number, nowMs: number): Promise<void> {
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  const at = new Date(nowMs - 3_600_000).toISOString()
  await run(`SET synchronous_commit = off`)
  await run(
    `INSERT INTO account (id, player_id, currency_id, is_active, balance_minor) SELECT g, g, 1, true, 100000000 FROM generate_series(1, ${ACCOUNTS}) g`,
  )
  await run(
    `INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT g, g, 4, 100000000 + coalesce(s.staked, 0) FROM generate_series(1, ${ACCOUNTS}) g
    LEFT JOIN (SELECT 1 + (b * 7919) % ${ACCOUNTS} AS account, 1000 * count(*) AS staked FROM generate_series(1, $1::bigint) b GROUP BY 1) s ON s.account = g`,
    [bets],
  )
  await run(
    `INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT -19, tx_id, 4, -amount_minor FROM ledger_entry WHERE account_id > 0`,
  )
  await run(
    `INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price)
    SELECT 1000000 + b, 1 + (b * 7919) % ${ACCOUNTS}, 1 + (b * 7919) % ${ACCOUNTS}, 1, CASE WHEN n = 1 THEN 0 ELSE 1 END, n, n, 1000, $2::timestamptz, 6.331
    FROM generate_series(1, $1::bigint) b CROSS JOIN LATERAL (SELECT (ARRAY[1, 1, 1, 2, 2, 3, 3, 4, 5, 8])[1 + (b % 10)] AS n) x`,
    [bets, at],
  )
  await run(`INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    SELECT CASE WHEN ix = 0 THEN ${EVENT} ELSE ${EVENT} + 1 + (b.id * 31 + ix * 53) % 500 END, 1 + (b.id / 10 + ix) % 3, 0, 0, b.id, ix, 3, 1500 + (b.id * 17 + ix * 91) % 3000
    FROM bet b CROSS JOIN LATERAL generate_series(0, b.legs - 1) ix`)
  await run(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT account_id, id, 1, -stake_minor FROM bet`)
  await run(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT -18, id, 1, stake_minor FROM bet`)
  for (const table of ['account', 'bet', 'bet_leg', 'ledger_entry']) await run(`VACUUM (FREEZE, ANALYZE) ${table}`)
  await client.end()
}

/** A transaction a bet from Node: read it and its legs, decide, write. Bets a second. */
export async function rowByRow(pool: pg.Pool, bets: number, connections: number): Promise<number> {
  const started = performance.now()
  let next = 1_000_000
  const last = next + bets
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = await pool.connect()
      try {
        while (next < last) await settleOne(client, (next += 1))
      } finally {
        client.release()
      }
    }),
  )
  return (bets / (performance.now() - started)) * 1000
}

async function settleOne(client: pg.PoolClient, id: number): Promise<void> {
  await client.query('BEGIN')
  const bet = (
    await client.query({
      name: 'b',
      text: 'SELECT account_id, stake_minor, legs FROM bet WHERE id = $1 FOR UPDATE',
      values: [id],
    })
  ).rows[0]
  const legs = (await client.query({ name: 'l', text: 'SELECT ci, t, price FROM bet_leg WHERE bet_id = $1', values: [id] })).rows
  const first = legs.find((leg) => leg.ci === EVENT)
  if (first.t !== 1) {
    await client.query({
      name: 'u',
      text: 'UPDATE bet SET status = 2, settled_at = now(), settled_version = 1 WHERE id = $1',
      values: [id],
    })
  } else if (legs.length === 1) {
    const payout = (bet.stake_minor * BigInt(first.price)) / 1000n
    await client.query({
      name: 'p',
      text: 'UPDATE bet SET status = 4, payout_minor = $2, settled_at = now(), settled_version = 1 WHERE id = $1',
      values: [id, payout],
    })
    await client.query({
      name: 'a',
      text: 'UPDATE account SET balance_minor = balance_minor + $2 WHERE id = $1',
      values: [bet.account_id, payout],
    })
    await client.query({
      name: 'e',
      text: 'INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor) VALUES ($1, $2, 2, 1, $3), (-18, $2, 2, 1, -$3::bigint)',
      values: [bet.account_id, id, payout],
    })
  }
  await client.query('COMMIT')
}
