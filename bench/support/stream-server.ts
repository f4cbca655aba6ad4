/**
 * The sending side of the stream benches, in a process of its own: the product's stream, or bare TCP sockets that
 * get one write per delta. Both send the same bytes at the same pace and tell their own CPU time.
 *
 *   node stream-server.ts product|raw
 */
import { createServer, type AddressInfo } from 'node:net'
import { createServer as createHttpServer } from 'node:http'
import type { Socket } from 'node:net'
import { textFrame } from '#platform/server/stream/frame.ts'
import { createStream } from '#platform/server/stream.ts'
import { createLog } from '#platform/server/log.ts'
import { answer } from './child.ts'
import { watchOwnStalls, type OwnStalls } from './own-stalls.ts'

/** A delta as it stands on the wire, frame included. */
const DELTA_BYTES = 300
/** As in the product: a turn of 250 ms in ten parts. */
const TURN_MS = 250
const PARTS = 10
const HISTORY = 8
const TOPICS = 500

export interface Usage {
  /** Seconds of CPU of this process so far. */
  cpu: number
  rss: number
  connections: number
  /** Largest wait of the event loop since the last question, and the largest that its own work made. */
  lagMs: number
  ownLagMs: number
  updates: number
  /** Bytes that wait in this process for sockets that do not drain. */
  buffered: number
}

interface Pace {
  ask: 'pace'
  topics: number
  updatesPerSecond: number
}

const role = process.argv[2]
const sockets = new Set<Socket>()
const side = role === 'raw' ? rawSide() : productSide()
let timer: NodeJS.Timeout | undefined
let updates = 0
let lag: OwnStalls | undefined

answer({
  port: () => side.port,
  collect: () => globalThis.gc?.(),
  watchLag: () => void (lag ??= watchOwnStalls()),
  quit: () => process.exit(0),
  pace: ({ topics, updatesPerSecond }: Pace) => {
    clearInterval(timer)
    if (updatesPerSecond === 0) return
    const perTick = Math.max(1, Math.round(updatesPerSecond / 100))
    timer = setInterval(
      () => {
        for (let n = 0; n < perTick; n += 1) {
          updates += 1
          side.update(topics === 1 ? 0 : Math.floor(Math.random() * topics))
        }
      },
      (1000 / updatesPerSecond) * perTick,
    )
  },
  big: ({ bytes }: { bytes: number }) => void setInterval(() => side.big?.(bytes), TURN_MS),
  usage: (): Usage => {
    const { user, system } = process.cpuUsage()
    let buffered = 0
    for (const socket of sockets) buffered += socket.writableLength
    const { seenMs, ownMs } = lag?.take() ?? { seenMs: 0, ownMs: 0 }
    return {
      cpu: (user + system) / 1e6,
      rss: process.memoryUsage.rss(),
      connections: sockets.size,
      lagMs: seenMs,
      ownLagMs: ownMs,
      updates,
      buffered,
    }
  },
})

function keep(socket: Socket): void {
  sockets.add(socket)
  socket.once('close', () => sockets.delete(socket))
}

interface Side {
  port: Promise<number>
  update(topic: number): void
  /** Changes the one large topic. */
  big?(bytes: number): void
}

/** Topics `t:<n>` hold one value: commit times of the latest updates and a filling up to the size of the delta. */
function productSide(): Side {
  const stream = createStream(createLog('fatal', false))
  const server = createHttpServer()
  server.on('connection', keep)
  stream.attach(server, async () => ({ playerId: null, sessionId: null }))
  const times = new Map<number, number[]>()
  const topics = Array.from({ length: TOPICS }, (_, n) => stream.topic(`t:${n}`))
  const large = stream.topic('big')
  let turn = 0
  return {
    port: listening(server),
    big(bytes) {
      large.set('s', `${(turn += 1)}${'x'.repeat(bytes)}`)
      large.commit()
    },
    update(n) {
      const history = [Date.now(), ...(times.get(n) ?? [])].slice(0, HISTORY)
      times.set(n, history)
      const topic = topics[n]!
      const value = { a: history, f: '' }
      const bare = textFrame(`{"t":"${topic.name}","f":${topic.version},"v":${topic.version},"p":{"s":${JSON.stringify(value)}}}`).length
      value.f = 'x'.repeat(Math.max(0, DELTA_BYTES - bare - 2))
      topic.set('s', value)
      topic.commit()
    },
  }
}

/** One write per delta and connection, spread over the same parts of a turn as the product's. */
function rawSide(): Side {
  const parts: Socket[][] = Array.from({ length: PARTS }, () => [])
  let dealt = 0
  const server = createServer((socket) => {
    keep(socket)
    socket.setNoDelay(true)
    socket.on('error', () => socket.destroy())
    socket.resume()
    parts[dealt++ % PARTS]!.push(socket)
  })
  let waiting = 0
  let part = 0
  const bytes = Buffer.alloc(DELTA_BYTES, 'x')
  const sent = parts.map(() => 0)
  setInterval(() => {
    const at = part++ % PARTS
    for (; sent[at]! < waiting; sent[at]! += 1) for (const socket of parts[at]!) if (!socket.destroyed) socket.write(bytes)
  }, TURN_MS / PARTS)
  return { port: listening(server), update: () => void (waiting += 1) }
}

function listening(server: ReturnType<typeof createServer> | ReturnType<typeof createHttpServer>): Promise<number> {
  return new Promise((done) =>
    server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => done((server.address() as AddressInfo).port)),
  )
}
