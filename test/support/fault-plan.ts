/** Which fault meets which message: drawn from a seed, so that a run that fails can be drawn again. */

/** A stream of numbers in [0, 1) from a seed. */
export function drawn(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** Shares of messages by fault; what is left passes untouched. */
export type Shares<Fault extends string> = Partial<Record<Fault, number>>

export interface Plan<Fault extends string> {
  next(): Fault | 'pass'
  /** Faults that have happened, and what passed. */
  counts: Record<Fault | 'pass', number>
  /** No fault any more until it is turned on again. */
  quiet: boolean
  random(): number
}

export function planOf<Fault extends string>(faults: readonly Fault[], shares: Shares<Fault>, seed: number): Plan<Fault> {
  const random = drawn(seed)
  const counts = Object.fromEntries(['pass', ...faults].map((name) => [name, 0])) as Record<Fault | 'pass', number>
  return {
    counts,
    quiet: false,
    random,
    next() {
      let dice = this.quiet ? 1 : random()
      for (const fault of faults) {
        dice -= shares[fault] ?? 0
        if (dice < 0) {
          counts[fault] += 1
          return fault
        }
      }
      counts.pass += 1
      return 'pass'
    },
  }
}

export const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))
