/**
 * What only one process may have at a time: a node number (ids of bets carry it) and the turn to write the feed.
 * Both are advisory locks of a connection of their own, so they end with the process, however it ends. And what all
 * processes on one database have in common: the id of their installation.
 */
import { sql } from 'kysely'
import pg from 'pg'
import { connectionOf, sqlState, type Db } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { Logger } from '#platform/server/log.ts'

const NODES = 16
const RETRY_MS = 500
const RELOCK_MS = 1_000
const ENDING_MS = 20

export interface Held {
  /** Which of the keys is held. */
  key: number
  release(): Promise<void>
}

export interface HoldOptions {
  url: string
  log: Logger
  /** The lock went to another process while the database was away: this one must not go on. */
  onLost(): void
}

/** A database that starts or is busy gets half a minute. Throws what it said last. */
export async function untilDatabaseAnswers(db: Db, log: Logger, patienceMs = 30_000): Promise<void> {
  const until = performance.now() + patienceMs
  for (let told = false; ; told = true) {
    try {
      await sql`SELECT 1`.execute(db)
      return
    } catch (error) {
      if (performance.now() > until) throw error
      if (!told) log.warn({ state: sqlState(error) }, 'the database does not answer yet, asking again')
      await pause(RETRY_MS)
    }
  }
}

/** The first free node number, 0..15. Throws when all are taken. */
export async function holdNode(options: HoldOptions): Promise<Held> {
  const held = await hold(
    options,
    LOCK_CLASSES.nodes,
    Array.from({ length: NODES }, (_, key) => key),
  )
  if (!held) throw new Error(`${NODES} processes share this database already: that is as many as ids can tell apart`)
  return held
}

/** Waits until no other process writes the feed; null when `stopped` came first. */
export async function holdFeedTurn(options: HoldOptions, stopped: () => boolean): Promise<Held | null> {
  for (let told = false; !stopped(); told = true) {
    const held = await hold(options, LOCK_CLASSES.feed, [0]).catch((error: unknown) => {
      options.log.warn({ err: error }, 'the turn to write the feed cannot be asked for, trying again')
      return null
    })
    if (held && stopped()) await held.release()
    else if (held) return held
    if (!told && !stopped()) options.log.info('another process writes the feed; this one takes over when that ends')
    await pause(RETRY_MS)
  }
  return null
}

/** 32 hexadecimal digits, made by the first process that asks: what this installation's words on a shared bus are known by. */
export async function readInstallation(url: string): Promise<string> {
  const client = await connectTo(url)
  try {
    await client.query(`INSERT INTO setting (key, value) VALUES ('installation', to_jsonb(replace(gen_random_uuid()::text, '-', '')))
      ON CONFLICT (key) DO NOTHING`)
    const { rows } = await client.query<{ value: string }>(`SELECT value FROM setting WHERE key = 'installation'`)
    return rows[0]!.value
  } finally {
    await client.end()
  }
}

async function hold({ url, log, onLost }: HoldOptions, lockClass: number, keys: readonly number[]): Promise<Held | null> {
  let client = await connectTo(url)
  /** Also of those whose answer did not come: one of them may have taken the lock before it was cut. */
  let ours = [await backendOf(client)]
  const key = await firstFree(client, lockClass, keys)
  if (key === null) {
    await client.end()
    return null
  }
  let released = false
  watch()

  /** A cut connection gives the lock back; it is taken again as soon as the database answers. */
  function watch(): void {
    client.once('error', () => void again())
    client.once('end', () => void again())
  }

  let mending = false
  async function again(): Promise<void> {
    if (released || mending) return
    mending = true
    while (!released) {
      const next = await connectTo(url).catch(() => null)
      const outcome = next && (await take(next).catch(() => null))
      if (outcome === 'taken' && !released) return
      await next?.end().catch(() => {})
      if (outcome === 'lost') {
        log.error({ lockClass, key }, 'another process took over what this one held')
        return onLost()
      }
      await pause(outcome ? ENDING_MS : RELOCK_MS)
    }
  }

  async function take(next: pg.Client): Promise<'taken' | 'lost' | 'held'> {
    const backend = await backendOf(next)
    ours.push(backend)
    if ((await firstFree(next, lockClass, [key!])) === null) return (await isAnothers(next, ours, lockClass, key!)) ? 'lost' : 'held'
    if (released) return 'taken'
    client = next
    ours = [backend]
    mending = false
    watch()
    return 'taken'
  }

  return {
    key,
    async release() {
      released = true
      await client.end().catch(() => {})
    },
  }
}

async function connectTo(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    ...connectionOf(url),
    application_name: 'polosa lock',
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 5_000,
  })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function firstFree(client: pg.Client, lockClass: number, keys: readonly number[]): Promise<number | null> {
  for (const key of keys) {
    const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1::integer, $2::integer) AS mine', [
      lockClass,
      key,
    ])
    if (rows[0]!.mine) return key
  }
  return null
}

/** Of the server's own process behind a connection: a number alone may come again. */
interface Backend {
  pid: number
  since: string
}

async function backendOf(client: pg.Client): Promise<Backend> {
  const { rows } = await client.query<Backend>(
    'SELECT pid, backend_start::text AS since FROM pg_stat_activity WHERE pid = pg_backend_pid()',
  )
  return rows[0]!
}

/**
 * False also where nobody holds the lock any more, which may be so since it was asked for. A server process of our own that
 * still holds it is told to end: it lives a moment longer than its connection where that was closed, and for hours where only
 * the network between was lost.
 */
async function isAnothers(client: pg.Client, ours: readonly Backend[], lockClass: number, key: number): Promise<boolean> {
  const { rows } = await client.query<Backend>(
    `SELECT a.pid, a.backend_start::text AS since FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
      WHERE l.locktype = 'advisory' AND l.granted AND l.classid = $1::oid AND l.objid = $2::oid
        AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    [lockClass, key],
  )
  const [holder] = rows
  if (!holder) return false
  if (!ours.some(({ pid, since }) => pid === holder.pid && since === holder.since)) return true
  await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid = $1 AND backend_start::text = $2', [
    holder.pid,
    holder.since,
  ])
  return false
}

function pause(ms: number): Promise<void> {
  return new Promise((done) => setTimeout(done, ms))
}
