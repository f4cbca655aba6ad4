/**
 * A proxy between the server and PostgreSQL that knows where a request begins and an answer ends, so that it can cut
 * the line before a request, between request and answer, inside an answer, and while the database commits (standards §8).
 */
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { connectionOf } from '#platform/server/db.ts'
import { pause, planOf, type Plan, type Shares } from './fault-plan.ts'

export const POSTGRES_FAULTS = [
  /** The request does not reach the database. */
  'cut_before',
  /** It reaches the database and the line is cut at once: nobody knows whether it commits. */
  'cut_commit',
  /** It is done, and its answer is lost. */
  'cut_answer',
  /** Half of the answer comes. */
  'cut_inside',
  'delay',
] as const
export type PostgresFault = (typeof POSTGRES_FAULTS)[number]

export interface PostgresFaultProxy {
  /** The database behind the proxy. */
  url: string
  plan: Plan<PostgresFault>
  close(): Promise<void>
}

const MOST_DELAY_MS = 20
const SYNC = 'S'.charCodeAt(0)
const QUERY = 'Q'.charCodeAt(0)

export async function postgresFaultProxy(url: string, shares: Shares<PostgresFault>, seed: number): Promise<PostgresFaultProxy> {
  const plan = planOf(POSTGRES_FAULTS, shares, seed)
  const parts = partsOf(url)
  const open = new Set<Socket>()
  const server = createServer((client) => {
    const upstream = connectTo(parts)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    relay(client, upstream, plan)
  })
  return {
    url: await behind(server, parts),
    plan,
    close() {
      for (const socket of open) socket.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

/** A line whose network can be lost: the client's end is cut, and PostgreSQL is told nothing. */
export async function lossyLine(url: string): Promise<{ url: string; lose(): void; close(): Promise<void> }> {
  const parts = partsOf(url)
  const [clients, upstreams] = [new Set<Socket>(), new Set<Socket>()]
  const server = createServer((client) => {
    const upstream = connectTo(parts)
    clients.add(client.on('error', () => {}))
    upstreams.add(upstream.on('error', () => {}))
    client.on('data', (bytes) => upstream.write(bytes))
    upstream.on('data', (bytes) => client.write(bytes))
    upstream.on('close', () => client.destroy())
  })
  return {
    url: await behind(server, parts),
    lose() {
      for (const client of clients) client.destroy()
      clients.clear()
    },
    close() {
      for (const socket of [...clients, ...upstreams]) socket.destroy()
      return new Promise((done) => server.close(() => done()))
    },
  }
}

type Parts = ReturnType<typeof partsOf>

function connectTo({ host, port }: Parts): Socket {
  return host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host)
}

/** The address of the database behind a server that begins to listen. */
async function behind(server: Server, { user, password, database }: Parts): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const own = new URL(`postgres://127.0.0.1:${(server.address() as AddressInfo).port}/${database}`)
  own.username = user
  own.password = password
  return own.toString()
}

function partsOf(url: string) {
  const parsed = new URL(url)
  const given = connectionOf(url)
  return {
    host: given.host ?? parsed.hostname,
    port: Number(given.port ?? (parsed.port || 5432)),
    user: String(given.user ?? decodeURIComponent(parsed.username)),
    password: String(given.password ?? decodeURIComponent(parsed.password)),
    database: parsed.pathname.slice(1),
  }
}

/** Requests go through one by one, each with its fault; answers pass as they come unless the fault is about them. */
function relay(client: Socket, upstream: Socket, plan: Plan<PostgresFault>): void {
  let pending = Buffer.alloc(0)
  let isStarted = false
  /** What becomes of the next bytes of the database. */
  let answer: 'pass' | 'cut_answer' | 'cut_inside' = 'pass'
  let working: Promise<void> = Promise.resolve()

  const cut = () => {
    client.destroy()
    upstream.destroy()
  }

  async function forwardRequest(bytes: Buffer): Promise<void> {
    const fault = plan.next()
    if (fault === 'cut_before') return cut()
    if (fault === 'delay') await pause(MOST_DELAY_MS * plan.random())
    if (fault === 'cut_answer' || fault === 'cut_inside') answer = fault
    upstream.write(bytes, () => {
      if (fault === 'cut_commit') cut()
    })
  }

  function take(): Buffer | null {
    const end = isStarted ? endOfRequest(pending) : endOfStart(pending)
    if (end === null) return null
    const bytes = pending.subarray(0, end)
    pending = pending.subarray(end)
    return bytes
  }

  client.on('data', (bytes: Buffer) => {
    pending = Buffer.concat([pending, bytes])
    for (let request = take(); request; request = take()) {
      const whole = request
      // Starting up and signing in pass untouched: what is tested is what happens to work.
      const isWork = isStarted && (whole[0] === QUERY || whole.at(-5) === SYNC)
      working = working.then(() => (isWork ? forwardRequest(whole) : void upstream.write(whole)))
      isStarted = true
    }
  })
  upstream.on('data', (bytes: Buffer) => {
    if (answer === 'pass') return void client.write(bytes)
    if (answer === 'cut_inside' && bytes.length > 1) return void client.write(bytes.subarray(0, bytes.length >> 1), cut)
    cut()
  })
}

/** The first message has no letter: four bytes of length, itself included. */
function endOfStart(bytes: Buffer): number | null {
  const length = bytes.length >= 4 ? bytes.readUInt32BE(0) : null
  return length !== null && bytes.length >= length ? length : null
}

/** Messages up to the next Sync or simple Query, or one message of another exchange (a password, the end). */
function endOfRequest(bytes: Buffer): number | null {
  for (let at = 0; at + 5 <= bytes.length;) {
    const end = at + 1 + bytes.readUInt32BE(at + 1)
    if (end > bytes.length) return null
    const kind = bytes[at]!
    if (kind === SYNC || kind === QUERY || isAlone(kind)) return end
    at = end
  }
  return null
}

/** Answers to the question for a password, end of the session, copied data. */
function isAlone(kind: number): boolean {
  return 'pXdcf'.includes(String.fromCharCode(kind))
}
