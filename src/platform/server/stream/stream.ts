/**
 * The live stream: one WebSocket, many topics. Connections are dealt to shards; a shard's turn comes every
 * 250 ms, each at its own moment, and writes whatever changed for a connection in one go, as much as a turn may.
 * A socket that is not drained skips its turn, gets the latest state later and is not listened to meanwhile, so a
 * stalled client costs bounded memory.
 * The upgrade is ours because frames are built once and written to the raw socket. (performance §4)
 */
import { hash } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Socket } from 'node:net'
import type { Logger } from '../log.ts'
import { closeFrame, FrameError, parseFrames, pongFrame, textFrame } from './frame.ts'
import { Topic, type TopicState } from './topic.ts'

export type { TopicState } from './topic.ts'

const TURN_MS = 250
const SHARDS = 10
const PART_MS = TURN_MS / SHARDS
const HEARTBEAT_MS = 2_000
const STALLED_MS = 15_000
const MAX_BUFFERED = 64 * 1024
/** What is written to a socket in one go, but for one frame more: images of many topics come in several turns. */
const MAX_WRITTEN = 256 * 1024
const MAX_MESSAGE = 16 * 1024
const MAX_TOPICS = 300
const TOPIC_LINGER_MS = 30_000
const GUID = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11'

export interface StreamVisitor {
  playerId: number | null
  sessionId: string | null
  /** The database that knows it is away: until it is back nothing is said of private topics, which are for him perhaps. */
  isUnasked?: true
}

export interface TopicProvider {
  /** Fills a topic when its first subscriber comes; false when there is no such topic. */
  open(topic: TopicState, name: string): boolean
  /** The last subscriber left some time ago: stop filling it. */
  close?(name: string): void
  /** May this visitor listen? Default: everybody. */
  authorize?(name: string, visitor: StreamVisitor): boolean
}

export interface Stream {
  /** The state of a topic that its owner keeps filled whether or not somebody listens. */
  topic(name: string): TopicState
  /** Topics called `<prefix>:…` are opened by this provider when asked for. */
  provide(prefix: string, provider: TopicProvider): void
  attach(server: Server, visitorOf: (request: IncomingMessage) => Promise<StreamVisitor | null>): void
  /** Ends the connections of a session or a player within the turn (standards SES-04). */
  disconnect(match: (visitor: StreamVisitor) => boolean, why?: 'ended' | 'renewed'): void
  connections(): number
  /** Of the sessions that connections came with, each once. */
  sessionIds(): Set<string>
  close(): void
}

const NOTHING = Buffer.alloc(0)
const NO_FRAMES: readonly Buffer[] = []
const NO_TOPICS: Topic[] = []
const NO_VERSIONS: number[] = []
const NOBODY: StreamVisitor = { playerId: null, sessionId: null }
/** Where a socket has its connection: listeners that all sockets share find it there. */
const CONNECTION = Symbol('connection')

interface StreamSocket extends Socket {
  [CONNECTION]?: Connection
}

class Connection {
  readonly socket: Socket
  visitor: StreamVisitor
  readonly shard: Set<Connection>
  /** Most connections listen to few topics or none: arrays are as large as they must be. */
  topics = NO_TOPICS
  known = NO_VERSIONS
  rest: Buffer = NOTHING
  lastWriteAt: number
  stalledSince = 0

  constructor(socket: Socket, visitor: StreamVisitor, shard: Set<Connection>, now: number) {
    this.socket = socket
    // Visitors without a session are all the same.
    this.visitor = visitor.playerId === null && visitor.sessionId === null && !visitor.isUnasked ? NOBODY : visitor
    this.shard = shard
    this.lastWriteAt = now
  }

  /** `known`: the version that the client has, or is sent just now. */
  add(topic: Topic, known: number): void {
    if (this.topics.length === 0) {
      this.topics = [topic]
      this.known = [known]
    } else {
      this.topics.push(topic)
      this.known.push(known)
    }
  }

  removeAt(at: number): void {
    this.topics.splice(at, 1)
    this.known.splice(at, 1)
  }
}

export function createStream(log: Logger): Stream {
  const topics = new Map<string, Topic>()
  const providers = new Map<string, TopicProvider>()
  const shards: Set<Connection>[] = Array.from({ length: SHARDS }, () => new Set())
  const permanent = new Set<string>()
  let dealt = 0
  let turn = 0
  let begunAt = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    // A late timer is made good by one more shard, so that a turn stays a turn; a server that cannot follow slips.
    const due = Math.floor((now - begunAt) / PART_MS)
    if (due - turn > SHARDS) begunAt = now - (turn + 2) * PART_MS
    for (let left = Math.min(2, due - turn); left > 0; left -= 1) {
      runTurn(shards[turn % SHARDS]!, now)
      turn += 1
      if (turn % (SHARDS * 40) === 0) closeIdleTopics()
    }
  }, PART_MS)
  timer.unref()

  function topicNamed(name: string): Topic {
    let topic = topics.get(name)
    if (!topic) {
      topic = new Topic(name, Date.now() * 1000)
      topics.set(name, topic)
    }
    return topic
  }

  function openTopic(name: string, visitor: StreamVisitor): Topic | 'forbidden' | null {
    const provider = providers.get(name.split(':', 1)[0]!)
    if (provider?.authorize && !provider.authorize(name, visitor)) return 'forbidden'
    const existing = topics.get(name)
    if (existing) return existing
    if (!provider) return null
    const topic = topicNamed(name)
    if (provider.open(topic, name)) {
      topic.commit()
      return topic
    }
    topics.delete(name)
    return null
  }

  function closeIdleTopics(): void {
    const now = performance.now()
    for (const [name, topic] of topics) {
      if (topic.subscribers > 0 || permanent.has(name)) continue
      if (topic.idleSince === 0) topic.idleSince = now
      else if (now - topic.idleSince > TOPIC_LINGER_MS) {
        topics.delete(name)
        providers.get(name.split(':', 1)[0]!)?.close?.(name)
      }
    }
  }

  function runTurn(shard: Set<Connection>, now: number): void {
    let beat: Buffer | null = null
    for (const connection of shard) {
      if (connection.socket.writableLength > MAX_BUFFERED) {
        if (connection.stalledSince === 0) connection.stalledSince = now
        else if (now - connection.stalledSince > STALLED_MS) connection.socket.destroy()
        continue
      }
      connection.stalledSince = 0
      if (connection.socket.isPaused()) connection.socket.resume()
      const frames = changedFrames(connection)
      if (frames.length) write(connection, frames, now)
      else if (now - connection.lastWriteAt > HEARTBEAT_MS) write(connection, [(beat ??= heartbeat())], now)
    }
  }

  function changedFrames(connection: Connection): readonly Buffer[] {
    const { topics: listened, known } = connection
    let frames: Buffer[] | null = null
    let length = 0
    for (let i = 0; i < listened.length && length < MAX_WRITTEN; i += 1) {
      const topic = listened[i]!
      if (topic.version === known[i]) continue
      const frame = topic.frame(known[i]!)
      ;(frames ??= []).push(frame)
      length += frame.length
      known[i] = topic.version
    }
    return frames ?? NO_FRAMES
  }

  function accept(key: string, socket: StreamSocket, visitor: StreamVisitor): void {
    const answer = hash('sha1', key + GUID, 'base64')
    socket.write(`HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${answer}\r\n\r\n`)
    socket.setNoDelay(true)
    socket.setTimeout(0)
    const shard = shards[dealt++ % SHARDS]!
    const connection = new Connection(socket, visitor, shard, performance.now())
    shard.add(connection)
    socket[CONNECTION] = connection
    socket.on('data', readData)
    socket.on('close', forget)
  }

  function readData(this: StreamSocket, chunk: Buffer): void {
    if (this[CONNECTION]) onData(this[CONNECTION], chunk)
  }

  function onData(connection: Connection, chunk: Buffer): void {
    try {
      const { frames, rest } = parseFrames(connection.rest.length ? Buffer.concat([connection.rest, chunk]) : chunk, MAX_MESSAGE)
      if (rest.length > MAX_MESSAGE) throw new FrameError('message too large')
      connection.rest = rest.length ? Buffer.from(rest) : NOTHING
      for (const frame of frames) {
        if (frame.kind === 'text') onMessage(connection, frame.text)
        else if (frame.kind === 'ping') connection.socket.write(pongFrame(frame.payload))
        else if (frame.kind === 'close') connection.socket.end(closeFrame(1000, ''))
      }
      // Who does not read is not answered either: his next questions stay where they are until he does.
      if (connection.socket.writableLength > MAX_BUFFERED) connection.socket.pause()
    } catch (error) {
      if (!(error instanceof FrameError || error instanceof SyntaxError)) log.error({ err: error }, 'stream message failed')
      connection.socket.end(closeFrame(1002, 'bad message'))
    }
  }

  function onMessage(connection: Connection, text: string): void {
    const message = JSON.parse(text) as { sub?: unknown; un?: unknown } | null
    if (typeof message !== 'object' || message === null) throw new FrameError('no message')
    for (const name of Array.isArray(message.un) ? message.un : []) leave(connection, String(name))
    const out: Answer = { frames: [], room: MAX_WRITTEN - connection.socket.writableLength }
    for (const entry of Array.isArray(message.sub) ? message.sub : []) {
      if (!Array.isArray(entry) || typeof entry[0] !== 'string' || entry[0].length > 200) continue
      const refusal = join(connection, entry[0], Number(entry[1]) || 0, out)
      if (refusal) put(out, textFrame(JSON.stringify({ e: entry[0], code: refusal })))
    }
    if (out.frames.length) write(connection, out.frames, performance.now())
  }

  function join(connection: Connection, name: string, version: number, out: Answer): string | null {
    const known = topics.get(name)
    if (known && connection.topics.includes(known)) return null
    if (connection.topics.length >= MAX_TOPICS) return 'too_many_topics'
    const topic = openTopic(name, connection.visitor)
    if (topic === 'forbidden') return connection.visitor.isUnasked ? null : 'forbidden'
    if (!topic) return 'unknown_topic'
    topic.subscribers += 1
    topic.idleSince = 0
    // What has no room now comes with the next turns.
    connection.add(topic, out.room > 0 ? topic.version : version)
    if (out.room > 0 && topic.version !== version) put(out, topic.frame(version))
    return null
  }

  function leave(connection: Connection, name: string): void {
    const at = connection.topics.findIndex((topic) => topic.name === name)
    if (at < 0) return
    connection.topics[at]!.subscribers -= 1
    connection.removeAt(at)
  }

  function upgrade(request: IncomingMessage, socket: Duplex, visitorOf: (request: IncomingMessage) => Promise<StreamVisitor | null>): void {
    // From here on nobody else listens: a connection that is reset while it is answered would end the process.
    socket.on('error', destroy)
    const key = request.headers['sec-websocket-key']
    if (typeof key !== 'string' || request.headers['sec-websocket-version'] !== '13' || !sameOrigin(request)) {
      socket.end('HTTP/1.1 403 Forbidden\r\nConnection: close\r\n\r\n')
      return
    }
    visitorOf(request)
      .then((visitor) => {
        // Gone meanwhile: it would never be forgotten.
        if (socket.destroyed) return
        if (visitor) accept(key, socket as Socket, visitor)
        else socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'stream upgrade failed')
        socket.destroy()
      })
  }

  return {
    topic(name) {
      permanent.add(name)
      return topicNamed(name)
    },
    provide: (prefix, provider) => void providers.set(prefix, provider),
    attach(server, visitorOf) {
      server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
        // Frames that came in one packet with the request are read as if they came after it.
        if (head.length) socket.unshift(head)
        if (request.url === '/stream' || request.url?.startsWith('/stream?')) upgrade(request, socket, visitorOf)
        else if (server.listenerCount('upgrade') === 1) socket.destroy()
      })
    },
    disconnect(match, why = 'ended') {
      // A session that ended is not asked for again; one that goes on comes back with its new secret.
      const frame = why === 'ended' ? closeFrame(4001, 'session ended') : closeFrame(4000, 'session renewed')
      for (const shard of shards) for (const connection of shard) if (match(connection.visitor)) connection.socket.end(frame)
    },
    connections: () => shards.reduce((sum, shard) => sum + shard.size, 0),
    sessionIds() {
      const ids = new Set<string>()
      for (const shard of shards) for (const { visitor } of shard) if (visitor.sessionId !== null) ids.add(visitor.sessionId)
      return ids
    },
    close() {
      clearInterval(timer)
      for (const shard of shards) for (const connection of shard) connection.socket.end(closeFrame(1001, 'server stops'))
    },
  }
}

function destroy(this: Duplex): void {
  this.destroy()
}

function forget(this: StreamSocket): void {
  const connection = this[CONNECTION]
  if (!connection) return
  connection.shard.delete(connection)
  for (const topic of connection.topics) topic.subscribers -= 1
  connection.topics = NO_TOPICS
  connection.known = NO_VERSIONS
}

/** What one message is answered with. */
interface Answer {
  frames: Buffer[]
  /** Bytes that may still be written. */
  room: number
}

function put(answer: Answer, frame: Buffer): void {
  answer.frames.push(frame)
  answer.room -= frame.length
}

const SLAB_BYTES = 64 * 1024
let slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
let slabAt = 0

function write(connection: Connection, frames: readonly Buffer[], now: number): void {
  connection.lastWriteAt = now
  const { socket } = connection
  if (frames.length === 1) return void socket.write(frames[0]!)
  let length = 0
  for (const frame of frames) length += frame.length
  if (length > SLAB_BYTES) return void socket.write(Buffer.concat(frames, length))
  if (slabAt + length > SLAB_BYTES) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES)
    slabAt = 0
  }
  let at = slabAt
  for (const frame of frames) {
    slab.set(frame, at)
    at += frame.length
  }
  socket.write(slab.subarray(slabAt, at))
  // The system took all of it, as it nearly always does: the same bytes serve the next connection.
  if (socket.writableLength > 0) slabAt = at
}

function heartbeat(): Buffer {
  return textFrame(`{"hb":${Date.now()}}`)
}

/** A page of another site must not open our stream with the visitor's cookie (standards SES-12). */
function sameOrigin(request: IncomingMessage): boolean {
  const { origin, host } = request.headers
  return origin === undefined || (URL.canParse(origin) && new URL(origin).host === host)
}
