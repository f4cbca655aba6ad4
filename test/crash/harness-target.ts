/** The harness as a target: corrections of results too, hundreds of kills in minutes. */
import { randomUUID } from 'node:crypto'
import { rawPool } from '#platform/server/db.ts'
import type { CrashOp, CrashTarget } from './target.ts'

const ACCOUNTS = 40
const FIRST_CI = 330_000_000
const OPEN_GAMES = 6
/** So long all bet on the same game. */
const GAME_MS = 80

export function harnessTarget(): CrashTarget {
  let nextCi = FIRST_CI
  // Sending times rise, and lie after every bet.
  let sentAt = Date.now() + 3_600_000
  const open: number[] = Array.from({ length: OPEN_GAMES }, () => (nextCi += 1))
  const anyAccount = () => 1 + Math.floor(Math.random() * ACCOUNTS)
  return {
    command: (databaseUrl) => ({
      file: process.execPath,
      args: [new URL('./harness.ts', import.meta.url).pathname],
      env: { DATABASE_URL: databaseUrl },
    }),
    async prepare(_address, db) {
      const pool = rawPool(db)
      await pool.query(
        `INSERT INTO account (id, player_id, currency_id, is_active) SELECT g, g, 1, true FROM generate_series(1, ${ACCOUNTS}) g`,
      )
      await pool.query(`UPDATE account SET balance_minor = 100000000 WHERE id <= ${ACCOUNTS}`)
      await pool.query(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after)
        SELECT a, g, 4, CASE WHEN a > 0 THEN 100000000 ELSE -100000000 END, CASE WHEN a > 0 THEN 100000000 END
        FROM generate_series(1, ${ACCOUNTS}) g CROSS JOIN LATERAL (VALUES (g), (-19)) x(a)`)
    },
    ready: async () => {},
    openGames: () => open,
    bet(resting = null) {
      // All bet on one game for a moment and then on the next: the others fall quiet and can be settled.
      const takers = open.slice(0, 3).filter((one) => one !== resting)
      const ci = takers[Math.floor(Date.now() / GAME_MS) % takers.length]!
      const guid = randomUUID()
      const amountMinor = String(10 + Math.floor(Math.random() * 500))
      const t = 1 + Math.floor(Math.random() * 3)
      const price = 1500 + Math.floor(Math.random() * 4000)
      return { kind: 'bet', key: guid, ci, amountMinor, body: { guid, accountId: anyAccount(), stakeMinor: amountMinor, ci, t, price } }
    },
    deposit() {
      const key = randomUUID()
      const amountMinor = String(100 + Math.floor(Math.random() * 900))
      return { kind: 'deposit', key, ci: 0, amountMinor, body: { key, accountId: anyAccount(), amountMinor } }
    },
    settle(ci, again) {
      if (!again) {
        open.splice(open.indexOf(ci), 1)
        open.push((nextCi += 1))
      }
      const key = randomUUID()
      const winner = 1 + Math.floor(Math.random() * 3)
      return { kind: 'settle', key, ci, amountMinor: '0', body: { key, ci, winner, sentAt: (sentAt += 1) } }
    },
    send,
    async deposits(db, acked) {
      const pool = rawPool(db)
      const { rows } = await pool.query<{ key: string }>(
        `SELECT a.key FROM unnest($1::text[], $2::bigint[], $3::bigint[]) AS a(key, tx, amount)
         LEFT JOIN ledger_entry e ON e.tx_id = a.tx AND e.kind = 4 AND e.account_id > 0 AND e.amount_minor = a.amount WHERE e.tx_id IS NULL`,
        [acked.map((a) => a.op.key), acked.map((a) => a.id), acked.map((a) => a.op.amountMinor)],
      )
      const total = await pool.query<{ n: number }>('SELECT count(*)::int AS n FROM ledger_posting WHERE kind = 4')
      return { missing: rows.map((r) => r.key), total: total.rows[0]!.n }
    },
    settled: async () => [],
  }
}

async function send(address: string, op: CrashOp): Promise<{ id: string }> {
  const response = await fetch(`${address}/${op.kind}`, {
    method: 'POST',
    body: JSON.stringify(op.body),
    headers: { 'content-type': 'application/json' },
    signal: AbortSignal.timeout(10_000),
  })
  if (!response.ok) throw new Error(`${op.kind}: ${response.status} ${await response.text()}`)
  return (await response.json()) as { id: string }
}
