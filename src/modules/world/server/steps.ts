/** What a game has to say until it starts, in order of time. */
import type { Millis } from '#lib/time.ts'

export interface Step {
  at: Millis
  what: 'publish' | 'opinion' | 'out' | 'fate' | 'start'
  /** Share of the time before the start that is left. */
  left: number
}

/** Kept in columns of numbers: twenty objects for each of 5,000 games would all be walked through by the collector. */
export class Steps {
  readonly #at: readonly Millis[]
  readonly #what: readonly Step['what'][]
  readonly #left: readonly number[]

  constructor(steps: readonly Step[]) {
    this.#at = steps.map(({ at }) => at)
    this.#what = steps.map(({ what }) => what)
    this.#left = steps.map(({ left }) => left)
  }

  get length(): number {
    return this.#at.length
  }

  /** Undefined after the last one. */
  timeOf(index: number): Millis | undefined {
    return this.#at[index]
  }

  get(index: number): Step | undefined {
    const at = this.#at[index]
    return at === undefined ? undefined : { at, what: this.#what[index]!, left: this.#left[index]! }
  }
}
