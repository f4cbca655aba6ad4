/**
 * Postgres. Modules declare their tables by adding to `Tables` in their `server/tables.ts`; everything that
 * writes takes a `Tx` as its first argument, so a write outside a transaction does not compile.
 */
import { Kysely, PostgresDialect, type Transaction } from 'kysely'
import pg from 'pg'
import { createDatabaseWatch, DatabaseAway } from './db-watch.ts'
import type { Problem } from '../shared/problem.ts'
import type { Logger } from './log.ts'

// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging in the modules
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>

// int8 is money or a bet id: exact or nothing.
pg.types.setTypeParser(pg.types.builtins.INT8, BigInt)

const pools = new WeakMap<object, pg.Pool>()

export interface DbOptions {
  /** Connections in the pool. */
  max?: number
  applicationName?: string
  /** Milliseconds a statement may run; 0 = no limit, nor one of waiting for a lock. */
  statementTimeoutMs?: number
  /** Notices a database that has gone silent, fails fast until it answers again, and tells of both. */
  watch?: Pick<Logger, 'error' | 'info'>
}

/** Chunks of settlement hold locks for a quarter of a second: who waits so long waits for something that hangs. */
const LOCK_TIMEOUT_MS = 20_000
/** A transaction that nobody goes on with (its process was stopped, its network cut) lets its locks go. */
const IDLE_IN_TRANSACTION_MS = 60_000

export function createDb(url: string, options: DbOptions = {}): Db {
  const watch = options.watch ? createDatabaseWatch(connectionOf(url), options.watch) : null
  const pool = new pg.Pool({
    ...connectionOf(url),
    ...(watch ? { Client: watch.Client } : {}),
    max: options.max ?? 10,
    application_name: options.applicationName ?? 'polosa',
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    statement_timeout: options.statementTimeoutMs ?? 30_000,
    lock_timeout: options.statementTimeoutMs === 0 ? 0 : LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  })
  // A connection that dies, idle or in use, fails its query and is replaced; without a listener it would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  if (watch) {
    const end = pool.end.bind(pool)
    pool.end = (() => {
      watch.stop()
      return end()
    }) as typeof pool.end
    watch.start()
  }
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  pools.set(db, pool)
  return db
}

/** A local socket travels in a URL as `?host=/path`; pg wants it apart. */
export function connectionOf(url: string): pg.PoolConfig {
  const parsed = new URL(url)
  const socket = parsed.searchParams.get('host')
  if (!socket) return { connectionString: url }
  return {
    host: socket,
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: parsed.pathname.slice(1),
  }
}

/** The pg pool under a Db, for the few hot paths that hold a connection of their own. */
export function rawPool(db: Db): pg.Pool {
  const pool = pools.get(db)
  if (!pool) throw new Error('this Db was not made by createDb')
  return pool
}

/** Kysely's queries inside the transaction that this connection is in: for what another module adds to it. */
export function txOn(client: pg.ClientBase): Tx {
  const connection = { query: client.query.bind(client), release: () => {} }
  const pool = { connect: async () => connection, end: async () => {} } as unknown as pg.Pool
  return new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }) as Tx
}

const RETRYABLE = new Set(['40001', '40P01'])

const afterwards = new WeakMap<object, (() => void)[]>()

/**
 * Done once the transaction of `inTx` has committed, and never when it is undone: for what others are told of it by a part
 * that is called in the middle of it.
 */
export function afterCommit(tx: Tx, work: () => void): void {
  const waiting = afterwards.get(tx)
  if (!waiting) throw new Error('this transaction was not begun by inTx')
  waiting.push(work)
}

/** Runs `work` in one transaction; conflicts (40001, 40P01) are retried with jitter, at most five times. */
export async function inTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const then: (() => void)[] = []
    let done: T
    try {
      done = await db.transaction().execute((tx) => {
        afterwards.set(tx, then)
        return work(tx)
      })
    } catch (error) {
      if (attempt >= 5 || !RETRYABLE.has(sqlState(error) ?? '')) throw error
      await new Promise((waited) => setTimeout(waited, attempt * 5 * (0.5 + Math.random())))
      continue
    }
    for (const one of then) one()
    return done
  }
}

/** One transaction of plain statements, on a connection of its own; tried once. */
export async function inRawTx<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const done = await work(client)
    await client.query('COMMIT')
    return done
  } catch (error) {
    // A connection whose transaction cannot be undone is none for anybody else.
    await client.query('ROLLBACK').catch((err: Error) => (broken = err))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Carries a problem out of a transaction that must not commit; `inTxOrProblem` answers it. */
export class Undone extends Error {
  override name = 'Undone'
  readonly problem: Problem
  constructor(problem: Problem) {
    super(problem.code)
    this.problem = problem
  }
}

/** `inTx` for work that may throw `Undone`: nothing of it stays then, and its problem is the answer. A problem that is returned commits. */
export async function inTxOrProblem<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | Problem> {
  try {
    return await inTx(db, work)
  } catch (error) {
    if (error instanceof Undone) return error.problem
    throw error
  }
}

/** The five-character SQLSTATE of a Postgres error, undefined for anything else. */
export function sqlState(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

/**
 * SQL states of a database that cannot serve now but will: connection lost or refused, server stopping or starting,
 * no room on disk or for connections, an I/O error, read-only after a switch-over.
 */
const AWAY = /^(08...|57P0[1-5]|53...|58030|55000|25006)$/

/** True when the database could not be asked: the same request may be made again later. */
export function isDatabaseAway(error: unknown): boolean {
  if (error instanceof DatabaseAway) return true
  if (!(error instanceof Error)) return false
  // A name with several addresses, none of which answers.
  if (error instanceof AggregateError) return error.errors.some(isDatabaseAway)
  const code = sqlState(error) ?? ''
  if (AWAY.test(code) || ('syscall' in error && /^E[A-Z]+$/.test(code))) return true
  return /connection terminated|timeout exceeded when trying to connect|connection error and is not queryable|client was closed/i.test(
    error.message,
  )
}
