/**
 * The bus over NATS with JetStream. Broadcasts are plain subjects; the log of facts is a stream, kept for 15 minutes, so
 * that a process that was cut off catches up without an image; images go over plain subjects in chunks. All names hold
 * the id of the installation: several may share a server and hear nothing of each other. Runs against nats-server 2.9 and
 * newer.
 */
import {
  DeliverPolicy,
  DiscardPolicy,
  jetstream,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type JetStreamClient,
} from '@nats-io/jetstream'
import { connect, headers, nanos, type Msg, type NatsConnection, type NodeConnectionOptions } from '@nats-io/transport-node'
import { EnvError } from '../env.ts'
import type { Logger } from '../log.ts'
import { createLogWriter } from './log-writer.ts'
import { MAX_CHUNK, type Bus } from './port.ts'

const KEPT_MS = 15 * 60_000
const KEPT_BYTES = 512 * 1024 * 1024
const DEDUPLICATED_MS = 2 * 60_000
/** A follower starts a little in the past: what was stored while it asked for its image must not be missed. */
const LOOK_BACK_MS = 10_000
const CHUNK_WAIT_MS = 15_000
const RETRY_MS = 500
/** A server that starts or is busy gets half a minute. */
const PATIENCE_MS = 30_000
/** The last message of an answer is empty. */
const END = new Uint8Array(0)
/** Header of a piece whose chunk goes on in the next message. */
const MORE = 'Polosa-More'

interface Names {
  stream: string
  facts: string
  prefix: string
}

/** `installation`: letters and digits, the same for all its processes. */
function namesOf(installation: string): Names {
  const prefix = `polosa.${installation}.`
  return { stream: `FACTS_${installation}`, facts: `${prefix}facts`, prefix }
}

/** Waits for a server that starts, as for a database; `patienceMs` later it throws one sentence. */
export async function natsBus(url: string, installation: string, log: Logger, patienceMs = PATIENCE_MS): Promise<Bus> {
  const { host } = new URL(url)
  const names = namesOf(installation)
  const until = performance.now() + patienceMs
  const nc = await inTime(() => connect(optionsOf(url)), until, log, `NATS_URL: no bus answers at ${host}`)
  void watch(nc, log)
  const js = jetstream(nc)
  let closed = false
  await inTime(() => ensureStream(nc, names), until, log, `NATS_URL: the bus at ${host} has no JetStream`).catch(async (error: unknown) => {
    await nc.close()
    throw error
  })
  const writer = createLogWriter({
    idPrefix: `${process.pid}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2)}`,
    publish: async (text, msgID) => void (await js.publish(names.facts, text, { msgID, timeout: 5_000 })),
    onDropped: (records) => log.error({ records }, 'the bus was away too long: facts dropped, other processes will take an image'),
  })

  return {
    shared: true,
    broadcast(subject, payload) {
      if (!nc.isClosed()) nc.publish(names.prefix + subject, JSON.stringify(payload))
    },
    on(subject, handler) {
      nc.subscribe(names.prefix + subject, { callback: (error, msg) => guarded(log, subject, () => error ?? handler(msg.json())) })
    },
    append: (record) => writer.append(record),
    follow: (handler) => void followLoop({ nc, js, names, log, handler, isClosed: () => closed }),
    serve(subject, chunks) {
      nc.subscribe(names.prefix + subject, { callback: (error, msg) => void (error ?? sendChunks(nc, msg, chunks, log)) })
    },
    fetch: (subject) => fetchChunks(nc, names.prefix + subject),
    async close() {
      closed = true
      await writer.close()
      await nc.close()
    },
  }
}

function optionsOf(text: string): NodeConnectionOptions {
  const url = new URL(text)
  return {
    servers: url.host,
    ...(url.username ? { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } : {}),
    ...(url.protocol === 'tls:' ? { tls: {} } : {}),
    name: `polosa ${process.pid}`,
    // What a process says is for the others; it has told itself already.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 500,
    pingInterval: 5_000,
  }
}

async function watch(nc: NatsConnection, log: Logger): Promise<void> {
  for await (const { type } of nc.status()) {
    if (type === 'disconnect') log.warn('the bus is away; bets and pages go on, news from other processes waits')
    else if (type === 'reconnect') log.info('the bus is back')
  }
}

async function ensureStream(nc: NatsConnection, { stream, facts }: Names): Promise<void> {
  const manager = await jetstreamManager(nc)
  const config = {
    name: stream,
    subjects: [facts],
    retention: RetentionPolicy.Limits,
    storage: StorageType.File,
    discard: DiscardPolicy.Old,
    max_age: nanos(KEPT_MS),
    max_bytes: KEPT_BYTES,
    duplicate_window: nanos(DEDUPLICATED_MS),
  }
  const exists = await manager.streams.info(stream).then(
    () => true,
    () => false,
  )
  if (exists) await manager.streams.update(stream, config)
  else await manager.streams.add(config)
}

interface Following {
  nc: NatsConnection
  js: JetStreamClient
  names: Names
  log: Logger
  handler: (records: unknown[]) => void
  isClosed: () => boolean
}

/**
 * An ordered consumer mends gaps by itself, but a server that was away has forgotten it: after every reconnect a
 * new one begins where the last message was. When the stream itself is lost it is made anew.
 */
async function followLoop({ nc, js, names, log, handler, isClosed }: Following): Promise<void> {
  let heardAt = Date.now()
  while (!isClosed()) {
    const cut = new AbortController()
    try {
      await ensureStream(nc, names)
      const consumer = await js.consumers.get(names.stream, {
        filter_subjects: names.facts,
        deliver_policy: DeliverPolicy.StartTime,
        opt_start_time: new Date(Math.max(heardAt - LOOK_BACK_MS, Date.now() - KEPT_MS)).toISOString(),
      })
      const messages = await consumer.consume({ max_bytes: 8_000_000, expires: 10_000, idle_heartbeat: 2_000 })
      void onReconnect(nc, cut.signal, () => messages.stop())
      for await (const message of messages) {
        heardAt = Date.now()
        guarded(log, names.facts, () => handler(message.json<unknown[]>()))
      }
    } catch (error) {
      if (isClosed() || nc.isClosed()) return
      log.warn({ err: error }, 'facts cannot be followed, trying again')
      await new Promise((done) => setTimeout(done, RETRY_MS))
    } finally {
      cut.abort()
    }
  }
}

async function onReconnect(nc: NatsConnection, signal: AbortSignal, then: () => void): Promise<void> {
  for await (const { type } of nc.status()) {
    if (signal.aborted) return
    if (type === 'reconnect') return then()
  }
}

async function sendChunks(nc: NatsConnection, request: Msg, chunks: () => AsyncIterable<Uint8Array>, log: Logger): Promise<void> {
  if (!request.reply) return
  try {
    for await (const chunk of chunks()) {
      for (let at = 0; at < chunk.length; at += MAX_CHUNK) {
        const more = headers()
        if (at + MAX_CHUNK < chunk.length) more.set(MORE, '1')
        nc.publish(request.reply, chunk.subarray(at, at + MAX_CHUNK), { headers: more })
      }
      // A slow line must not fill the memory of the one who sends.
      await nc.flush()
    }
    nc.publish(request.reply, END)
  } catch (error) {
    log.warn({ err: error }, 'an answer over the bus was cut short')
  }
}

async function* fetchChunks(nc: NatsConnection, subject: string): AsyncIterable<Uint8Array> {
  const inbox = `_INBOX.${crypto.randomUUID()}`
  const subscription = nc.subscribe(inbox)
  let timer: NodeJS.Timeout | undefined
  let silent = false
  let pieces: Uint8Array[] = []
  const expect = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      silent = true
      subscription.unsubscribe()
    }, CHUNK_WAIT_MS)
  }
  try {
    expect()
    nc.publish(subject, undefined, { reply: inbox })
    for await (const message of subscription) {
      expect()
      if (message.headers?.code === 503) throw new Error(`nobody serves ${subject}`)
      if (message.data.length === 0) return
      pieces.push(message.data)
      if (message.headers?.has(MORE)) continue
      yield pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces)
      pieces = []
    }
    throw new Error(silent ? `${subject} fell silent` : 'the bus was closed')
  } finally {
    clearTimeout(timer)
    subscription.unsubscribe()
  }
}

/** One bad message must not end the subscription. */
function guarded(log: Logger, subject: string, work: () => void): void {
  try {
    work()
  } catch (error) {
    log.error({ err: error, subject }, 'a message of the bus failed')
  }
}

/** Tries until it works, says once that it waits, and throws that sentence when the time is over. */
async function inTime<T>(work: () => Promise<T>, until: number, log: Logger, sentence: string): Promise<T> {
  for (let told = false; ; told = true) {
    try {
      return await work()
    } catch {
      if (performance.now() > until) throw new EnvError(sentence)
      if (!told) log.warn(`${sentence} yet; asking again`)
      await new Promise((done) => setTimeout(done, RETRY_MS))
    }
  }
}
