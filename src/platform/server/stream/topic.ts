/**
 * The state behind one topic of the stream: a map of small values with one version. A client that knows
 * version f gets the keys changed since f; one that knows nothing gets the image. Skipped turns therefore
 * cost nothing: whatever happened between is one patch of latest values. (design §4 Line, performance §4)
 */
import { textFrame } from './frame.ts'

interface Entry {
  /** JSON text of the value; null marks a key that is gone. */
  json: string | null
  version: number
}

export interface TopicSnapshot {
  version: number
  values: Record<string, unknown>
}

export interface TopicState {
  readonly name: string
  readonly version: number
  set(key: string, value: unknown): void
  delete(key: string): void
  /** Makes what was set since the last commit visible under one new version; nothing changed, nothing raised. */
  commit(): void
  snapshot(): TopicSnapshot
  /** Keys changed since `from`; an image when `from` is 0 or unknown to this topic. */
  patch(from: number): { from: number; version: number; values: Record<string, unknown> }
}

/** Frames of one version: who makes up versions to ask from has each built anew. */
const MAX_FRAMES = 64
/** Keys that are gone are remembered for so many versions; who knows an older one is given the image. */
const REMEMBERED = 1_024

export class Topic implements TopicState {
  readonly name: string
  version: number
  subscribers = 0
  /** When the last subscriber left, ms of the machine; 0 while somebody listens. */
  idleSince = 0
  readonly #entries = new Map<string, Entry>()
  #pending = new Map<string, string | null>()
  readonly #frames = new Map<number, Buffer>()
  readonly #first: number
  readonly #remembered: number
  /** The oldest version that a patch can start from. */
  #oldest = 0

  /** Versions start at `first`, so that a version of another process or an earlier life is never taken for ours. */
  constructor(name: string, first = 0, remembered = REMEMBERED) {
    this.name = name
    this.version = first
    this.#first = first
    this.#remembered = remembered
  }

  set(key: string, value: unknown): void {
    this.#change(key, JSON.stringify(value))
  }

  delete(key: string): void {
    this.#change(key, null)
  }

  #change(key: string, json: string | null): void {
    const shown = this.#entries.get(key)?.json ?? null
    if (shown === json) this.#pending.delete(key)
    else this.#pending.set(key, json)
  }

  commit(): void {
    if (this.#pending.size === 0) return
    this.version += 1
    for (const [key, json] of this.#pending) {
      const entry = this.#entries.get(key)
      if (entry) {
        entry.json = json
        entry.version = this.version
      } else {
        this.#entries.set(key, { json, version: this.version })
      }
    }
    this.#pending = new Map()
    this.#frames.clear()
    if ((this.version - this.#first) % this.#remembered === 0) this.#forgetGone()
  }

  #forgetGone(): void {
    this.#oldest = this.version - this.#remembered
    for (const [key, { json, version }] of this.#entries) if (json === null && version <= this.#oldest) this.#entries.delete(key)
  }

  snapshot(): TopicSnapshot {
    return { version: this.version, values: this.patch(0).values }
  }

  patch(from: number): { from: number; version: number; values: Record<string, unknown> } {
    const base = this.#base(from)
    return JSON.parse(`{"from":${base},"version":${this.version},"values":${this.#body(base)}}`) as {
      from: number
      version: number
      values: Record<string, unknown>
    }
  }

  /** The WebSocket frame that brings a client from version `from` to now; built once, shared by all. */
  frame(from: number): Buffer {
    const base = this.#base(from)
    let frame = this.#frames.get(base)
    if (!frame) {
      frame = textFrame(`{"t":${JSON.stringify(this.name)},"f":${base},"v":${this.version},"p":${this.#body(base)}}`)
      if (this.#frames.size >= MAX_FRAMES) this.#frames.clear()
      this.#frames.set(base, frame)
    }
    return frame
  }

  /** A version this topic never had (another process, a restart), or too old a one, is answered with the image. */
  #base(from: number): number {
    return from > this.#first && from >= this.#oldest && from <= this.version ? from : 0
  }

  #body(from: number): string {
    const parts: string[] = []
    for (const [key, { json, version }] of this.#entries) {
      if (version <= from) continue
      if (json === null && from === 0) continue
      parts.push(`${JSON.stringify(key)}:${json ?? 'null'}`)
    }
    return `{${parts.join(',')}}`
  }
}
