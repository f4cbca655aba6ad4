/** Long work in slices, of which several may stand in line: the loop is given back before anybody waits 20 ms for an answer. */
const SLICE_MS = 5

export interface Slices {
  /** Gives the loop back when the slice is used up. */
  breathe(): Promise<void>
}

export function createSlices(): Slices {
  let startedAt = performance.now()
  return {
    async breathe() {
      if (performance.now() - startedAt < SLICE_MS) return
      await new Promise<void>((done) => setImmediate(done))
      startedAt = performance.now()
    },
  }
}

/** Runs async turns one after another; a failed turn does not stop the next. */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const turn = last.then(work)
    last = turn.catch(() => {})
    return turn
  }
}
