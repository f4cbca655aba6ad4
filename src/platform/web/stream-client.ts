import { useEffect, useSyncExternalStore } from 'react'
import { liveStore } from './live-store.ts'
import type { LiveStore } from './live-store.ts'

/** Silence after which data counts as stale and prices lock (ux 8); the server beats every 2 s. */
export const STALE_AFTER_MS = 5_000
/** A connection that was silent for so long is opened anew: nobody says that it is dead. */
const REOPEN_AFTER_MS = 15_000
const FIRST_RETRY_MS = 500
const LAST_RETRY_MS = 15_000

/** `refused`: signed out or forbidden; no endless reconnects after that (ux 18). */
export type ConnectionState = 'off' | 'connecting' | 'live' | 'stale' | 'refused'

export interface Connection {
  state: ConnectionState
  /** When the server last said anything, our clock; 0 before. */
  lastHeardAt: number
  /** Server's clock minus ours, from heartbeats. */
  skewMs: number
}

/** The part of a WebSocket that is used: tests hand in a pretended one. */
export interface StreamSocket {
  send: (text: string) => void
  close: () => void
  onopen: (() => void) | null
  onmessage: ((event: { data: unknown }) => void) | null
  onclose: ((event: { code: number }) => void) | null
}

interface StreamHost {
  store: LiveStore
  open: () => StreamSocket
  now: () => number
}

/** Close codes after which asking again makes no sense: session ended, 401, 403. */
const FINAL_CODES: ReadonlySet<number> = new Set([4001, 4401, 4403, 1008])
const FINAL_ERRORS: ReadonlySet<string> = new Set(['401', '403', 'forbidden'])

/**
 * The one WebSocket of the page. Topics are counted: the first listener subscribes, the last one leaves. After a
 * lost connection it comes back with growing pauses and asks each topic from the version it has.
 */
export class StreamClient {
  readonly #host: StreamHost
  readonly #topics = new Map<string, number>()
  readonly #listeners = new Set<() => void>()
  #connection: Connection = { state: 'off', lastHeardAt: 0, skewMs: 0 }
  #socket: StreamSocket | null = null
  #open = false
  #openedAt = 0
  #tries = 0
  #retry: ReturnType<typeof setTimeout> | undefined
  #watch: ReturnType<typeof setInterval> | undefined
  #hidden = false

  constructor(host: StreamHost) {
    this.#host = host
  }

  /** Listens to a topic until the returned function is called. */
  listen(topic: string): () => void {
    const count = this.#topics.get(topic) ?? 0
    this.#topics.set(topic, count + 1)
    if (count === 0) this.#say({ sub: [[topic, this.#host.store.version(topic)]] })
    if (!this.#socket && this.#connection.state !== 'refused' && !this.#hidden) this.#connect()
    let listening = true
    return () => {
      if (!listening) return
      listening = false
      this.#leave(topic)
    }
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  readonly connection = (): Connection => this.#connection

  /** A hidden tab lets go of its connection; on return it asks from the versions it has. */
  hide(hidden: boolean): void {
    if (hidden === this.#hidden) return
    this.#hidden = hidden
    this.#host.store.pause(hidden)
    if (this.#connection.state === 'refused') return
    if (hidden) this.#disconnect('off')
    else if (this.#topics.size > 0) this.#connect()
  }

  /** After signing in, or when the network came back: at once, without the pause. */
  reconnect(): void {
    this.#disconnect(this.#connection.state === 'stale' ? 'stale' : 'off')
    this.#tries = 0
    if (this.#topics.size > 0 && !this.#hidden) this.#connect()
  }

  #leave(topic: string): void {
    const left = (this.#topics.get(topic) ?? 1) - 1
    if (left > 0) {
      this.#topics.set(topic, left)
      return
    }
    this.#topics.delete(topic)
    this.#say({ un: [topic] })
    this.#host.store.drop(topic)
  }

  #connect(): void {
    clearTimeout(this.#retry)
    if (this.#socket) return
    // What was shown stays shown while we connect, so a stale page stays marked as stale.
    if (this.#connection.state !== 'stale') this.#change({ state: 'connecting' })
    const socket = this.#host.open()
    this.#socket = socket
    this.#openedAt = this.#host.now()
    this.#watch = setInterval(() => this.#checkAge(), 1_000)
    socket.onopen = () => {
      this.#open = true
      this.#say({ sub: [...this.#topics.keys()].map((topic) => [topic, this.#host.store.version(topic)]) })
    }
    socket.onmessage = (event) => this.#hear(String(event.data))
    socket.onclose = (event) => {
      if (this.#socket === socket) this.#lose(FINAL_CODES.has(event.code) ? 'refused' : 'stale')
    }
  }

  #lose(state: ConnectionState): void {
    this.#disconnect(state)
    if (state === 'refused' || this.#topics.size === 0 || this.#hidden) return
    const pause = Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#tries)
    this.#tries += 1
    // A part of chance keeps a thousand browsers from coming back in the same moment.
    this.#retry = setTimeout(() => this.#connect(), pause * (0.7 + Math.random() * 0.6))
  }

  #disconnect(state: ConnectionState): void {
    const socket = this.#socket
    this.#socket = null
    this.#open = false
    clearInterval(this.#watch)
    clearTimeout(this.#retry)
    if (socket) {
      socket.onclose = null
      socket.onmessage = null
      socket.close()
    }
    this.#change({ state })
  }

  #hear(text: string): void {
    let message: Record<string, unknown>
    try {
      message = JSON.parse(text) as Record<string, unknown>
    } catch {
      return
    }
    // A connection that opens and says nothing is no better than none: only a word ends the growing of the pauses.
    this.#tries = 0
    const now = this.#host.now()
    const heartbeat = message['hb']
    this.#change({ state: 'live', lastHeardAt: now, ...(typeof heartbeat === 'number' ? { skewMs: heartbeat - now } : {}) })
    if (typeof message['t'] === 'string') this.#take(message as { t: string; f: number; v: number; p: Record<string, unknown> })
    else if (typeof message['e'] === 'string' && FINAL_ERRORS.has(String(message['code']))) this.#topics.delete(message['e'])
  }

  #take(message: { t: string; f: number; v: number; p: Record<string, unknown> }): void {
    if (!this.#topics.has(message.t)) return
    const result = this.#host.store.apply({ topic: message.t, from: message.f, version: message.v, values: message.p })
    if (result !== 'gap') return
    this.#host.store.reset(message.t)
    this.#say({ un: [message.t], sub: [[message.t, 0]] })
  }

  /** An open connection that is silent is not alive (ux 18). */
  #checkAge(): void {
    const silentMs = this.#host.now() - Math.max(this.#connection.lastHeardAt, this.#openedAt)
    if (silentMs > REOPEN_AFTER_MS) this.#lose('stale')
    else if (silentMs > STALE_AFTER_MS && this.#connection.state === 'live') this.#change({ state: 'stale' })
  }

  #say(message: { sub?: readonly (readonly [string, number])[]; un?: readonly string[] }): void {
    if (this.#open && (message.sub?.length || message.un?.length)) this.#socket?.send(JSON.stringify(message))
  }

  #change(part: Partial<Connection>): void {
    const before = this.#connection
    this.#connection = { ...before, ...part }
    // Listeners hear of states, not of every beat: a badge that renders twice a second is wasted work.
    if (before.state !== this.#connection.state) for (const listener of this.#listeners) listener()
  }
}

function openSocket(): StreamSocket {
  const url = new URL('/stream', location.href)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return new WebSocket(url) as unknown as StreamSocket
}

export const stream = new StreamClient({ store: liveStore, open: openSocket, now: () => Date.now() })

/** Listens to topics while the component is on the page. The list may change between renders. */
export function useTopics(topics: readonly string[], client: StreamClient = stream): void {
  const key = topics.join('\n')
  useEffect(() => {
    const leave = key === '' ? [] : key.split('\n').map((topic) => client.listen(topic))
    return () => {
      for (const stop of leave) stop()
    }
  }, [key, client])
}

const OFF: Connection = { state: 'off', lastHeardAt: 0, skewMs: 0 }

/** State of the connection: prices lock when it is not live. Server renders see `off`. */
export function useConnection(client: StreamClient = stream): Connection {
  return useSyncExternalStore(client.subscribe, client.connection, () => OFF)
}
