import { useSyncExternalStore } from 'react'
import type { ReactNode } from 'react'

/** Life of a modal (spec 3, UI-03). */
export const MODAL_STATE = { queued: 0, opened: 1, closed: 2, error: 3 } as const
export type ModalState = (typeof MODAL_STATE)[keyof typeof MODAL_STATE]

export interface ModalRequest {
  /** Name for analytics and for showing one kind once. */
  name: string
  /** Draws the modal; `close` ends it. */
  render: (close: () => void) => ReactNode
  /** Opens at once over whatever is open. */
  over?: boolean
  /** A note that leaves by itself: a toast is a modal of the queue that keeps no focus. */
  toast?: boolean
  /** Runs before it is drawn, which has its place by then: access, counting, loading. A failure closes the modal. */
  middleware?: readonly (() => void | Promise<void>)[]
  onClosed?: (state: ModalState) => void
}

export interface ModalEntry extends ModalRequest {
  id: number
  state: ModalState
}

/** Shows one modal at a time; closing it opens the next one queued (spec 4). */
export class ModalQueue {
  #entries: readonly ModalEntry[] = []
  readonly #listeners = new Set<() => void>()
  /** Those whose middleware runs. */
  readonly #opening = new Set<number>()
  #nextId = 1
  #history: { id: number; name: string; state: ModalState }[] = []

  /** Queues a modal; it opens at once if none is open, or always with `over`. Returns what closes it. */
  show(request: ModalRequest): () => void {
    const entry: ModalEntry = { ...request, id: this.#nextId, state: MODAL_STATE.queued }
    this.#nextId += 1
    this.#entries = [...this.#entries, entry]
    if (request.over || request.toast || !this.#anyOpen()) void this.#open(entry)
    this.#tell()
    return () => this.close(entry.id)
  }

  /** Opened becomes closed; what was still queued becomes an error. */
  close(id: number): void {
    const entry = this.#entries.find((other) => other.id === id)
    if (!entry) return
    this.#finish(entry, entry.state === MODAL_STATE.opened ? MODAL_STATE.closed : MODAL_STATE.error)
  }

  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Queued and opened modals, oldest first. */
  readonly entries = (): readonly ModalEntry[] => this.#entries

  /** The last fifty modals with their final states, for /dev/inspect. */
  history(): readonly { id: number; name: string; state: ModalState }[] {
    return this.#history
  }

  #anyOpen(): boolean {
    return this.#entries.some(({ id, state, toast }) => !toast && (state === MODAL_STATE.opened || this.#opening.has(id)))
  }

  async #open({ id, middleware = [] }: ModalEntry): Promise<void> {
    this.#opening.add(id)
    try {
      for (const step of middleware) await step()
    } catch {
      this.close(id)
    }
    this.#opening.delete(id)
    this.#entries = this.#entries.map((entry) => (entry.id === id ? { ...entry, state: MODAL_STATE.opened } : entry))
    this.#tell()
  }

  #finish(entry: ModalEntry, state: ModalState): void {
    this.#entries = this.#entries.filter((other) => other.id !== entry.id)
    this.#history = [...this.#history.slice(-49), { id: entry.id, name: entry.name, state }]
    if (!this.#anyOpen()) {
      const next = this.#entries.find(({ id, state }) => state === MODAL_STATE.queued && !this.#opening.has(id))
      if (next) void this.#open(next)
    }
    this.#tell()
    entry.onClosed?.(state)
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** The page's own queue. */
export const modals = new ModalQueue()

const NONE: readonly ModalEntry[] = []

export function useModals(queue: ModalQueue = modals): readonly ModalEntry[] {
  return useSyncExternalStore(queue.subscribe, queue.entries, () => NONE)
}
