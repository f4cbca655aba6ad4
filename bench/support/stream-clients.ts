/**
 * The receiving side of the stream benches: thousands of connections of one process, read into one shared buffer.
 * Frames are counted by their heads; the first connections also read what they get and tell how old it is.
 *
 *   node stream-clients.ts product|raw PORT
 */
import { connect, type Socket } from 'node:net'
import { answer } from './child.ts'
import { percentile } from './figures.ts'

const AT_ONCE = 200
const READERS = 200
const DELTA_BYTES = 300
const KEEP = 200_000

export interface Received {
  deltas: number
  bytes: number
  staleP50Ms: number
  staleP99Ms: number
  staleMaxMs: number
  closed: number
}

const [, , role, port] = process.argv
const shared = Buffer.allocUnsafe(256 * 1024)
const sockets: Socket[] = []
let deltas = 0
let bytes = 0
let closed = 0
let ages: number[] = []
let topicNames: readonly string[] | undefined

answer({
  /** `names`: topics of the product by number; else `t:<n>`. */
  open: async ({ count, topics, each, names }: { count: number; topics: number; each: number; names?: string[] }) => {
    if (names) topicNames = names
    for (let opened = 0; opened < count; opened += AT_ONCE) {
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - opened) }, () => open(topics, each)))
    }
  },
  /** Clients that read nothing more, as a phone in a tunnel. */
  stall: async ({ count, topics, each }: { count: number; topics: number; each: number }) => {
    for (let n = 0; n < count; n += 1) (await open(topics, each, 'big')).pause()
  },
  received: (): Received => {
    const told = {
      deltas,
      bytes,
      staleP50Ms: percentile(ages, 0.5),
      staleP99Ms: percentile(ages, 0.99),
      staleMaxMs: Math.max(0, ...ages.slice(-KEEP / 4)),
      closed,
    }
    ages = []
    return told
  },
})

function open(topics: number, each: number, more?: string): Promise<Socket> {
  const reader = role === 'raw' ? countBytes() : frameReader(sockets.length < READERS)
  return new Promise((done, fail) => {
    const socket = connect({
      port: Number(port),
      host: '127.0.0.1',
      onread: { buffer: shared, callback: (length) => (reader(shared, length), true) },
    })
    socket.once('error', fail)
    socket.once('close', () => (closed += 1))
    socket.once('connect', () => {
      sockets.push(socket)
      if (role === 'product') {
        socket.write(
          'GET /stream HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\nconnection: Upgrade\r\nsec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
        )
        socket.write(
          masked(
            JSON.stringify({
              sub: [...chosen(topics, each).map((n) => topicNames?.[n] ?? `t:${n}`), ...(more ? [more] : [])].map((name) => [name, 0]),
            }),
          ),
        )
      }
      done(socket)
    })
  })
}

function chosen(topics: number, each: number): number[] {
  const picked = new Set<number>()
  while (picked.size < each) picked.add(Math.floor(Math.random() * topics))
  return [...picked]
}

/** A client's frame; the mask of zeros leaves the text as it is. */
function masked(text: string): Buffer {
  const payload = Buffer.from(text)
  const head =
    payload.length < 126
      ? Buffer.from([0x81, 0x80 | payload.length, 0, 0, 0, 0])
      : Buffer.from([0x81, 0x80 | 126, payload.length >> 8, payload.length & 255, 0, 0, 0, 0])
  return Buffer.concat([head, payload])
}

function countBytes() {
  let rest = 0
  return (_buffer: Buffer, length: number) => {
    bytes += length
    rest += length
    deltas += Math.floor(rest / DELTA_BYTES)
    rest %= DELTA_BYTES
  }
}

/** Walks over frames by their lengths. The first bytes are the answer to the upgrade, up to the empty line. */
function frameReader(reads: boolean) {
  let upgraded = false
  let skip = 0
  let rest: Buffer | null = null
  return (buffer: Buffer, length: number) => {
    bytes += length
    let chunk = buffer.subarray(0, length)
    if (rest) {
      chunk = Buffer.concat([rest, chunk])
      rest = null
    }
    let at = 0
    if (!upgraded) {
      const end = chunk.indexOf('\r\n\r\n')
      if (end < 0) return void (rest = Buffer.from(chunk))
      upgraded = true
      at = end + 4
    }
    at += skip
    skip = 0
    while (at < chunk.length) {
      const left = chunk.length - at
      const short = left > 1 ? chunk[at + 1]! : 0
      const head = short === 127 ? 10 : short === 126 ? 4 : 2
      if (left < head) break
      const size = short === 126 ? chunk.readUInt16BE(at + 2) : short === 127 ? Number(chunk.readBigUInt64BE(at + 2)) : short
      if (reads && left < head + size) break
      if (reads) readAge(chunk.toString('latin1', at + head, at + head + size))
      else if (size > 100) deltas += 1
      at += head + size
    }
    if (at > chunk.length) skip = at - chunk.length
    else if (at < chunk.length) rest = Buffer.from(chunk.subarray(at))
  }
}

/** Age of the oldest change that this frame brings: the first after the version that was known. */
function readAge(text: string): void {
  const message = JSON.parse(text) as { f?: number; v?: number; p?: { s?: { a: number[] } } }
  const history = message.p?.s?.a
  if (!history || message.f === undefined || message.v === undefined) return
  deltas += 1
  if (message.f === 0) return
  const committedAt = history[Math.min(message.v - message.f, history.length) - 1]!
  if (ages.length < KEEP) ages.push(Date.now() - committedAt)
}
