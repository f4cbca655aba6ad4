import { useSyncExternalStore } from 'react'

/** One message of a topic: an image (from 0) or the change from one version to another; null removes a key. */
export interface TopicPatch {
  topic: string
  from: number
  version: number
  values: Readonly<Record<string, unknown>>
}

export type ApplyResult = 'applied' | 'old' | 'gap'

/** While changes come without a pause they land at most this often (ux 8). */
export const FLUSH_MS = 250

/**
 * A change after so long a silence lands with the next frame. The server tells everything of a turn together: waiting for
 * a turn of our own as well made each change drift by a frame behind the one before, up to a whole turn late.
 */
export const QUIET_MS = 100

/**
 * What belongs to the same turn of the server and comes after that frame, because the turn was long or its way was, lands
 * this long after it and not a whole turn of our own later. Once: what goes on without a pause keeps to FLUSH_MS.
 */
export const REST_MS = 100

/** What the store needs of its surroundings; tests hand in a clock they drive. */
export interface LiveStoreHost {
  now: () => number
  schedule: (run: () => void, delayMs: number) => () => void
  frame: (run: () => void) => void
}

const browserHost: LiveStoreHost = {
  now: () => performance.now(),
  schedule: (run, delayMs) => {
    const timer = setTimeout(run, delayMs)
    return () => clearTimeout(timer)
  },
  frame: (run) =>
    typeof requestAnimationFrame === 'function' && document.visibilityState === 'visible' ? requestAnimationFrame(run) : setTimeout(run, 0),
}

type Listener = () => void

/** Where a key of a topic stands in the store: topics use short names of their own (`h`, `s`, …). */
export function liveKey(topic: string, key: string): string {
  return `${topic}/${key}`
}

interface TopicState {
  version: number
  keys: Set<string>
}

/**
 * Values that change many times a second, keyed by outcome, score or topic. A cell subscribes to its key alone, so
 * one change renders one cell. All topics of one flush land together: a price never shows with an older score.
 */
export class LiveStore {
  readonly #values = new Map<string, unknown>()
  readonly #shown = new Map<string, unknown>()
  readonly #listeners = new Map<string, Set<Listener>>()
  readonly #subscribers = new Map<string, (listener: Listener) => () => void>()
  readonly #topics = new Map<string, TopicState>()
  readonly #dirty = new Set<string>()
  readonly #host: LiveStoreHost
  #lastFlushAt = -Infinity
  #lastChangeAt = -Infinity
  /** Draws since the last silence. */
  #draws = 0
  #pending: (() => void) | null = null
  #paused = false

  constructor(host: LiveStoreHost = browserHost) {
    this.#host = host
  }

  /** The version of a topic that is known; 0 before its image. */
  version(topic: string): number {
    return this.#topics.get(topic)?.version ?? 0
  }

  /**
   * Takes one message. Drops what is not newer, applies what continues the known version, takes an image whole; a
   * change that begins after the known version is a gap: the caller asks for the image again.
   */
  apply(patch: TopicPatch): ApplyResult {
    const state = this.#topics.get(patch.topic)
    const known = state?.version ?? 0
    if (patch.version <= known && !(patch.from === 0 && patch.version === 0)) return 'old'
    if (patch.from > known) return 'gap'
    if (patch.from === 0) this.#replace(patch, state)
    else if (state) this.#merge(patch, state)
    this.#schedule()
    return 'applied'
  }

  /** Puts values that came with a page or a call, outside of any topic; shown at once. */
  seed(values: Readonly<Record<string, unknown>>): void {
    for (const [key, value] of Object.entries(values)) this.#set(key, value)
    this.flush()
  }

  /** Forgets a topic and its keys: nobody looks at it any more. */
  drop(topic: string): void {
    const state = this.#topics.get(topic)
    if (!state) return
    this.#topics.delete(topic)
    for (const key of state.keys) this.#set(key, undefined)
    this.#schedule()
  }

  /** The topic's image is asked for anew; its values stay on screen until it comes. */
  reset(topic: string): void {
    const state = this.#topics.get(topic)
    if (state) state.version = 0
  }

  /** What is on the screen now. */
  get<T>(key: string): T | undefined {
    return this.#shown.get(key) as T | undefined
  }

  /** One stable function per key: a new one at each render would resubscribe every row (ux 16.8). */
  subscribe(key: string): (listener: Listener) => () => void {
    const known = this.#subscribers.get(key)
    if (known) return known
    const subscribe = (listener: Listener) => {
      this.#subscribers.set(key, subscribe)
      let set = this.#listeners.get(key)
      if (!set) this.#listeners.set(key, (set = new Set()))
      set.add(listener)
      return () => {
        set.delete(listener)
        if (set.size > 0 || this.#listeners.get(key) !== set) return
        this.#listeners.delete(key)
        this.#subscribers.delete(key)
      }
    }
    // Where pages are only written, nobody ever listens, so nothing would be forgotten.
    if (typeof window !== 'undefined') this.#subscribers.set(key, subscribe)
    return subscribe
  }

  /** A hidden tab collects and draws nothing; on return everything lands at once. */
  pause(paused: boolean): void {
    this.#paused = paused
    if (!paused) this.flush()
  }

  /** Shows everything collected, now. */
  flush(): void {
    this.#pending?.()
    this.#pending = null
    this.#lastFlushAt = this.#host.now()
    this.#draws += 1
    const changed = [...this.#dirty]
    this.#dirty.clear()
    for (const key of changed) {
      const value = this.#values.get(key)
      if (value === undefined) this.#shown.delete(key)
      else this.#shown.set(key, value)
    }
    for (const key of changed) for (const listener of this.#listeners.get(key) ?? []) listener()
  }

  #replace(patch: TopicPatch, state: TopicState | undefined): void {
    const keys = new Set(Object.keys(patch.values).map((key) => liveKey(patch.topic, key)))
    for (const key of state?.keys ?? []) if (!keys.has(key)) this.#set(key, undefined)
    for (const [key, value] of Object.entries(patch.values)) this.#set(liveKey(patch.topic, key), value ?? undefined)
    this.#topics.set(patch.topic, { version: patch.version, keys })
  }

  #merge(patch: TopicPatch, state: TopicState): void {
    for (const [name, value] of Object.entries(patch.values)) {
      const key = liveKey(patch.topic, name)
      if (value === null) state.keys.delete(key)
      else state.keys.add(key)
      this.#set(key, value ?? undefined)
    }
    state.version = patch.version
  }

  #set(key: string, value: unknown): void {
    if (value === undefined) this.#values.delete(key)
    else this.#values.set(key, value)
    this.#dirty.add(key)
  }

  #schedule(): void {
    const now = this.#host.now()
    const first = now - this.#lastChangeAt >= QUIET_MS
    this.#lastChangeAt = now
    if (this.#paused || this.#dirty.size === 0) return
    if (this.#pending && !first) return
    this.#pending?.()
    if (first) this.#draws = 0
    const pause = this.#draws === 1 ? REST_MS : FLUSH_MS
    const wait = first ? 0 : Math.max(0, this.#lastFlushAt + pause - now)
    let cancelled = false
    const cancelTimer = this.#host.schedule(() => {
      this.#host.frame(() => {
        if (cancelled) return
        this.#pending = null
        if (!this.#paused) this.flush()
      })
    }, wait)
    this.#pending = () => {
      cancelled = true
      cancelTimer()
    }
  }
}

/** The page's own store. */
export const liveStore = new LiveStore()

/** One live value; renders again only when it changes. `initial` is what the server rendered. */
export function useLive<T>(key: string, initial?: T, store: LiveStore = liveStore): T | undefined {
  return useSyncExternalStore(
    store.subscribe(key),
    () => store.get<T>(key) ?? initial,
    () => initial,
  )
}

/** A plain part of a live value; renders again only when this part changes. The server and hydration see `first`. */
export function useLivePart<T, V extends string | number | boolean | null>(
  key: string,
  read: (value: T | undefined) => V,
  first: V,
  store: LiveStore = liveStore,
): V {
  return useSyncExternalStore(
    store.subscribe(key),
    () => read(store.get<T>(key)),
    () => first,
  )
}
