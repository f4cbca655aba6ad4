/**
 * Events that leave after the commit (design §4). `emit` writes the event in the transaction of its change;
 * the relay hands it to the subscribers at least once, in order of ids, and deletes it. One that fails is handed out
 * again to all of them, later and later, and holds back only what has its topic and key. Effect once: a subscriber that
 * writes claims the event with `claim` in its own transaction.
 */
import { sql } from 'kysely'
import type { Logger } from './log.ts'
import type { Db, Tx } from './db.ts'
import { LOCKS } from './locks.ts'
import { counter } from './metrics.ts'
import { createOutboxListener } from './outbox-listener.ts'
import { createPauses, type Pauses } from './outbox-pauses.ts'

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
  /** Resolves when everything committed so far has been handed out, throws the first failure: for tests. */
  drain(): Promise<void>
}

const BATCH = 200
const IDLE_MS = 500
const failed = counter('outbox_failures_total', 'Events that a subscriber could not take, each try', ['topic'])

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
  const relay: Relay = { db, log, handlers: new Map(), pauses: createPauses(() => performance.now()) }
  const listener = createOutboxListener(url, kick)
  let timer: NodeJS.Timeout | null = null
  let running: Promise<unknown> | null = null
  let again = false
  let stopped = false

  function kick(): void {
    if (stopped) return
    if (running) {
      again = true
      return
    }
    running = relayAll(relay)
      .catch((error: unknown) => log.warn({ err: error }, 'outbox relay failed, trying again'))
      .finally(() => {
        running = null
        if (again) {
          again = false
          kick()
        }
      })
  }

  return {
    subscribe(topic, handler) {
      relay.handlers.set(topic, [...(relay.handlers.get(topic) ?? []), handler])
    },
    async start() {
      await listener.listen()
      // The timer is the backstop for a lost connection; notifications carry the usual traffic.
      timer = setInterval(() => {
        listener.listen().catch(() => {})
        kick()
      }, IDLE_MS)
      timer.unref()
      kick()
    },
    async stop() {
      stopped = true
      if (timer) clearInterval(timer)
      listener.stop()
      await running
    },
    async drain() {
      while (running) await running
      relay.pauses.clear()
      const errors = await relayAll(relay)
      if (errors.length > 0) throw errors[0]
    },
  }
}

interface Relay {
  db: Db
  log: Logger
  handlers: Map<string, Handler[]>
  pauses: Pauses
}

/** Hands out what there is; answers what subscribers threw. */
async function relayAll(relay: Relay): Promise<unknown[]> {
  const errors: unknown[] = []
  for (;;) {
    const batch = await relayBatch(relay)
    errors.push(...batch.errors)
    if (batch.events < BATCH) return errors
  }
}

/** One relay at a time over all processes: the rows are locked until they are deleted. */
async function relayBatch(relay: Relay): Promise<{ events: number; errors: unknown[] }> {
  const { db, pauses } = relay
  return db.transaction().execute(async (tx) => {
    const errors: unknown[] = []
    const locked = await sql<{ ok: boolean }>`SELECT pg_try_advisory_xact_lock(${LOCKS.outbox}) AS ok`.execute(tx)
    if (!locked.rows[0]?.ok) return { events: 0, errors }
    const { topics, keys } = pauses.list()
    const { rows } = await sql<OutboxEvent>`SELECT id, topic, key, payload FROM outbox
      WHERE (topic, key) NOT IN (SELECT * FROM unnest(${topics}::text[], ${keys}::text[])) ORDER BY id LIMIT ${BATCH}`.execute(tx)
    const done: bigint[] = []
    const held = new Set<string>()
    for (const event of rows) {
      const name = JSON.stringify([event.topic, event.key])
      if (held.has(name)) continue
      const thrown = await handOut(relay, event)
      if (thrown.length === 0) done.push(event.id)
      else held.add(name)
      errors.push(...thrown)
    }
    if (done.length) await remove(tx, done)
    return { events: rows.length, errors }
  })
}

/** To every subscriber, whatever the one before it said. Answers what they threw. */
async function handOut({ log, handlers, pauses }: Relay, event: OutboxEvent): Promise<unknown[]> {
  const thrown: unknown[] = []
  for (const handler of handlers.get(event.topic) ?? []) {
    try {
      await handler(event)
    } catch (error) {
      thrown.push(error)
    }
  }
  if (thrown.length === 0) pauses.end(event)
  else {
    const wait = pauses.fail(event)
    failed.inc({ topic: event.topic })
    for (const err of thrown) log.error({ err, topic: event.topic, key: event.key, ...wait }, 'outbox subscriber failed')
  }
  return thrown
}

async function remove(tx: Tx, ids: bigint[]): Promise<void> {
  await sql`DELETE FROM outbox WHERE id = ANY(${`{${ids.join(',')}}`}::bigint[])`.execute(tx)
}
