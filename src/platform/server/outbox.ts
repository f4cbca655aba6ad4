/**
 * Events that leave after the commit (design §4). `emit` writes the event in the transaction of its change;
 * the relay hands it to the subscribers at least once, in order of ids, and deletes it. Effect once: a
 * subscriber that writes claims the event with `claim` in its own transaction.
 */
import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from './log.ts'
import { connectionOf, type Db, type Tx } from './db.ts'

export interface OutboxEvent {
  id: bigint
  topic: string
  key: string
  payload: unknown
}

type Handler = (event: OutboxEvent) => Promise<void>

declare module './db.ts' {
  interface Tables {
    outbox: {
      id: import('kysely').Generated<bigint>
      topic: string
      key: string
      payload: unknown
      created_at: import('kysely').Generated<Date>
    }
    outbox_consumed: { consumer: string; event_id: bigint; at: import('kysely').Generated<Date> }
    setting: { key: string; value: unknown; updated_at: import('kysely').Generated<Date> }
  }
}

export interface Outbox {
  subscribe(topic: string, handler: Handler): void
  start(): Promise<void>
  stop(): Promise<void>
  /** Resolves when everything committed so far has been handed out: for tests. */
  drain(): Promise<void>
}

const BATCH = 200
const IDLE_MS = 500

/** Stores an event with the change that it tells of. */
export async function emit(tx: Tx, event: { topic: string; key: string; payload: unknown }): Promise<void> {
  await sql`INSERT INTO outbox (topic, key, payload) VALUES (${event.topic}, ${event.key}, ${JSON.stringify(event.payload)}::jsonb)`.execute(
    tx,
  )
  await sql`SELECT pg_notify('outbox', '')`.execute(tx)
}

/** True once per (consumer, event): the first call in a transaction that commits. */
export async function claim(tx: Tx, consumer: string, eventId: bigint): Promise<boolean> {
  const { numAffectedRows } =
    await sql`INSERT INTO outbox_consumed (consumer, event_id) VALUES (${consumer}, ${eventId}) ON CONFLICT DO NOTHING`.execute(tx)
  return numAffectedRows === 1n
}

const FORGET_ROWS = 5_000

/**
 * Deletes the marks of events that cannot come again: the relay deletes an event when all its subscribers have had it. The
 * day is for a subscriber that still hangs on an event which another relay has handed out meanwhile.
 */
export async function forgetConsumed(db: Db, rows = FORGET_ROWS): Promise<number> {
  let forgotten = 0
  let [consumer, eventId] = ['', 0n]
  for (;;) {
    const gone = await sql<{ consumer: string; event_id: bigint }>`WITH page AS MATERIALIZED (
      SELECT c.consumer, c.event_id FROM outbox_consumed c
      WHERE (c.consumer, c.event_id) > (${consumer}, ${eventId}) AND c.at < now() - interval '1 day'
        AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.id = c.event_id)
      ORDER BY c.consumer, c.event_id LIMIT ${rows}
    ), gone AS (
      DELETE FROM outbox_consumed c USING page p WHERE c.consumer = p.consumer AND c.event_id = p.event_id
    ) SELECT consumer, event_id FROM page ORDER BY consumer, event_id`.execute(db)
    forgotten += gone.rows.length
    const last = gone.rows.at(-1)
    if (!last || gone.rows.length < rows) return forgotten
    ;[consumer, eventId] = [last.consumer, last.event_id]
  }
}

export function createOutbox(db: Db, url: string, log: Logger): Outbox {
  const handlers = new Map<string, Handler[]>()
  let listener: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

  async function relay(): Promise<void> {
    for (;;) {
      const handed = await relayBatch(db, handlers, log)
      if (handed < BATCH) return
    }
  }

  function kick(): void {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = relay()
      .catch((error: unknown) => log.warn({ err: error }, 'outbox relay failed, trying again'))
      .finally(() => {
        running = null
        if (again) {
          again = false
          kick()
        }
      })
  }

  async function listen(): Promise<void> {
    const client = new pg.Client(connectionOf(url))
    client.on('notification', kick)
    client.on('error', () => {
      listener = null
    })
    await client.connect()
    await client.query('LISTEN outbox')
    listener = client
  }

  return {
    subscribe(topic, handler) {
      handlers.set(topic, [...(handlers.get(topic) ?? []), handler])
    },
    async start() {
      await listen()
      // The timer is the backstop for a lost connection; notifications carry the usual traffic.
      timer = setInterval(() => {
        if (!listener && !stopped) listen().catch(() => {})
        kick()
      }, IDLE_MS)
      timer.unref()
      kick()
    },
    async stop() {
      stopped = true
      if (timer) clearInterval(timer)
      await running
      await listener?.end().catch(() => {})
    },
    async drain() {
      while (running) await running
      await relay()
    },
  }
}

/** One relay at a time over all processes: the rows are locked until they are deleted. */
async function relayBatch(db: Db, handlers: Map<string, Handler[]>, log: Logger): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const locked = await sql<{ ok: boolean }>`SELECT pg_try_advisory_xact_lock(7061972) AS ok`.execute(tx)
    if (!locked.rows[0]?.ok) return 0
    const { rows } = await sql<OutboxEvent>`SELECT id, topic, key, payload FROM outbox ORDER BY id LIMIT ${BATCH}`.execute(tx)
    const done: bigint[] = []
    for (const event of rows) {
      for (const handler of handlers.get(event.topic) ?? []) {
        try {
          await handler(event)
        } catch (error) {
          log.error({ err: error, topic: event.topic, key: event.key }, 'outbox subscriber failed')
          if (done.length === 0) throw error
          await remove(tx, done)
          return 0
        }
      }
      done.push(event.id)
    }
    if (done.length) await remove(tx, done)
    return done.length
  })
}

async function remove(tx: Tx, ids: bigint[]): Promise<void> {
  await sql`DELETE FROM outbox WHERE id = ANY(${`{${ids.join(',')}}`}::bigint[])`.execute(tx)
}
