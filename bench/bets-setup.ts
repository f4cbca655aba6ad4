/** What the benches of bets share: a server of their own with fsync on, players with money, pgbench as the limit. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import type { BetToAccept } from '#modules/bets/server/acceptor.ts'
import { connectionOf, createDb, type Db } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrate.ts'
import { benchPostgres } from './support/postgres.ts'

const root = resolve(import.meta.dirname, '..')
export const ACCOUNTS = 100_000

export interface BenchDatabase {
  db: Db
  url: string
  /** Of the server; 0 when DATABASE_URL gave it. */
  pid: number
  stop(): Promise<void>
}

/** A fresh migrated database on a durable server: DATABASE_URL, or the embedded one under .cache/bench-postgres. */
export async function benchDatabase(name: string, pool: number): Promise<BenchDatabase> {
  const given = process.env['DATABASE_URL']
  const stateDir = join(root, '.cache/bench-postgres')
  mkdirSync(stateDir, { recursive: true })
  const embedded = given
    ? null
    : await benchPostgres({ stateDir, settings: { max_connections: '200', shared_buffers: '512MB', min_wal_size: '1GB' } })
  const server = given ?? embedded!.url
  const admin = new pg.Client(connectionOf(server))
  await admin.connect()
  await admin.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  await admin.query(`CREATE DATABASE ${name}`)
  const durable = await admin.query<{ fsync: string; synchronous_commit: string }>(
    "SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit",
  )
  if (durable.rows[0]!.fsync !== 'on' || durable.rows[0]!.synchronous_commit !== 'on')
    throw new Error('the bench needs fsync and synchronous_commit on')
  await admin.end()
  const url = new URL(server)
  url.pathname = `/${name}`
  await migrate(url.toString(), join(root, 'migrations'))
  const db = createDb(url.toString(), { max: pool })
  return {
    db,
    url: url.toString(),
    pid: embedded?.pid ?? 0,
    async stop() {
      await db.destroy()
      await embedded?.stop()
    },
  }
}

/** Players 1..ACCOUNTS with the account of the same number; one in fifty has no money. Booked as deposits. */
export async function fillAccounts(db: Db, accounts = ACCOUNTS): Promise<void> {
  await sql`INSERT INTO account (id, player_id, currency_id, is_active, balance_minor)
    SELECT g, g, 2, true, CASE WHEN g % 50 = 0 THEN 0 ELSE 1000000000 END FROM generate_series(1, ${accounts}::int) g`.execute(db)
  // Both sides in one statement: entries of one movement bear one time.
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after)
    SELECT id, id, 4, balance_minor, balance_minor FROM account WHERE balance_minor > 0
    UNION ALL
    SELECT -(2 * 16 + 3), id, 4, -balance_minor, NULL FROM account WHERE balance_minor > 0`.execute(db)
  await sql`VACUUM ANALYZE account`.execute(db)
}

const LEGS = [1, 1, 2, 2, 3, 3, 3, 4, 4, 8]

const FIRST_CI = 310_000_000
const GAMES = 500
/** Any game of the line, with one of its usual outcomes. */
export const anyOutcome = (ix: number) => ({ ci: FIRST_CI + Math.floor(Math.random() * GAMES), t: 1 + ix, p: 25_000 })

/** A bet of one to eight legs (3.1 on average) with a receipt of the usual size. */
export function randomBet(
  betId: bigint,
  accountId: number,
  outcomeOf: (ix: number) => { ci: number; t: number; p: number } = anyOutcome,
): BetToAccept {
  const legs = Array.from({ length: LEGS[Math.floor(Math.random() * LEGS.length)]! }, (_, ix) => ({
    ...outcomeOf(ix),
    playerId: 0,
    kind: 3,
    price: 1850,
  }))
  return {
    betId,
    playerId: accountId,
    accountId,
    currencyId: 2,
    guid: betId.toString(16).padStart(24, '0'),
    bodyHash: betId.toString(16).padStart(32, '0'),
    vid: legs.length === 1 ? 0 : 1,
    stakeMinor: 100n,
    price: '6.331',
    maxPayoutMinor: 5_000_000n,
    receipt: JSON.stringify({
      v: 1,
      brand: 'polosa',
      session: 'b7c1d2e3f4a5',
      ip: '192.0.2.1',
      country: 225,
      receivedAt: 1_790_000_000_000,
      source: 55,
      checkCf: 0,
      asked: '6.331',
      legs: legs.map((leg) => [600_000_000 + leg.t, leg.price, leg.price, 17, 42, 12]),
    }),
    legs,
  }
}

export function findPgbench(): string {
  const dirs = ['/usr/lib/postgresql', '/usr/local/pgsql/bin', '/usr/bin']
  const found = dirs.flatMap((dir) =>
    !existsSync(dir)
      ? []
      : dir === '/usr/lib/postgresql'
        ? readdirSync(dir)
            .sort()
            .reverse()
            .map((v) => join(dir, v, 'bin/pgbench'))
        : [join(dir, 'pgbench')],
  )
  const path = found.find((file) => existsSync(file))
  if (!path) throw new Error('pgbench is not here: install postgresql-contrib (Debian: apt-get install postgresql-contrib)')
  return path
}

export interface PgbenchResult {
  tps: number
  transactions: number
  latencyMs: number
}

/** TPC-B with prepared statements, answers tps without connection time. */
export function pgbench(url: string, clients: number, seconds: number, extra: string[] = []): PgbenchResult {
  const out = run(url, ['-M', 'prepared', '-n', '-c', String(clients), '-j', String(Math.min(2, clients)), '-T', String(seconds), ...extra])
  return {
    transactions: Number(/transactions actually processed: (\d+)/.exec(out)![1]),
    tps: Number(/tps = ([\d.]+) \(without/.exec(out)![1]),
    latencyMs: Number(/latency average = ([\d.]+) ms/.exec(out)![1]),
  }
}

/** Its tables go without vacuum: that of three million rows would run on beside what is measured next, and be charged to it. */
export async function pgbenchInit(url: string, scale: number): Promise<void> {
  run(url, ['-i', '-q', '-s', String(scale)])
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  for (const table of ['accounts', 'branches', 'tellers', 'history'])
    await client.query(`ALTER TABLE pgbench_${table} SET (autovacuum_enabled = off)`)
  await client.end()
}

function run(url: string, args: string[]): string {
  const to = connectionOf(url)
  const parsed = new URL(url)
  const env = {
    ...process.env,
    PGHOST: to.host ?? parsed.hostname,
    PGPORT: String(to.port ?? (parsed.port || 5432)),
    PGUSER: String(to.user ?? parsed.username),
    PGPASSWORD: String(to.password ?? parsed.password),
    PGDATABASE: String(to.database ?? parsed.pathname.slice(1)),
  }
  const result = spawnSync(findPgbench(), args, { env, encoding: 'utf8' })
  if (result.status !== 0) throw new Error(`pgbench: ${result.stderr}`)
  return result.stdout
}

export function median(values: number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

export function percentile(sorted: number[], p: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * p))] ?? Number.NaN
}
