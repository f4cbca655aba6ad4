/** When an order that did not come to a sale is tried again: soon where something has changed, and ever more rarely where nothing has. */
const MOST_PAUSE_MS = 60_000

interface Rest {
  /** The state in which it was tried. */
  state: string
  pauseMs: number
  until: number
}

export class OrderTries {
  readonly #rests = new Map<bigint, Rest>()
  readonly #firstPauseMs: number

  constructor(firstPauseMs: number) {
    this.#firstPauseMs = firstPauseMs
  }

  mayTry(id: bigint, state: string): boolean {
    const rest = this.#rests.get(id)
    return !rest || rest.state !== state || performance.now() >= rest.until
  }

  failed(id: bigint, state: string): void {
    const before = this.#rests.get(id)
    const pauseMs = before?.state === state ? Math.min(2 * before.pauseMs, MOST_PAUSE_MS) : this.#firstPauseMs
    this.#rests.set(id, { state, pauseMs, until: performance.now() + pauseMs })
  }

  /** What is kept of orders that wait no longer. */
  forgetOthers(waiting: { has(id: bigint): boolean }): void {
    for (const id of this.#rests.keys()) if (!waiting.has(id)) this.#rests.delete(id)
  }
}
